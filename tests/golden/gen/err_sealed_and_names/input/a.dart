sealed class Shape {
  int id;
}

class Circle extends Shape {
  Circle(this.radius);
  double radius;
  double area() => 3.14 * radius * radius;
  static int count = 0;
}

class Square extends Circle {}

sealed class Lonely {}

class Loop {
  Loop(this.next);
  Loop next;
}

class PigeonThing {
  int _hidden;
}

class String {}

enum Level {
  low(1),
  high(2);

  const Level(this.value);
  final int value;
}
