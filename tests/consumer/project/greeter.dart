import 'package:pigeon/pigeon.dart';

import 'shared.dart';

/// Implemented in Java.
@HostApi()
abstract class Greeter {
  String greet(Greeting greeting);
}

/// Implemented in C++.
@FlutterApi()
abstract class Listener {
  void onGreeted(Greeting greeting);
}
