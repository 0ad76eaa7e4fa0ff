@HostApi()
abstract class A {
  void zoom(double level);
}
