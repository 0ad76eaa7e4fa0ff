class Broken {
  int 3a;
}

class Q2 {
  Q2(this.b);
  int a;
}

sealed class S {}

class K extends S {
  int x;
}

sealed class S {}
