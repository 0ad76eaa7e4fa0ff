// cafÃ© is fine
class A {
  // café is not
  int a;
}
