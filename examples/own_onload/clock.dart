import 'package:pigeon/pigeon.dart';

/// Implemented in Java, called from C++.
@HostApi()
abstract class Clock {
  int now();
}
