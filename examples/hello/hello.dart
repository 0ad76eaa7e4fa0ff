import 'package:pigeon/pigeon.dart';

class Person {
  Person({required this.name, this.age});

  String name;
  int? age;
}

/// Implemented in Java, called from C++.
@HostApi()
abstract class Greeter {
  String greet(Person person);
}
