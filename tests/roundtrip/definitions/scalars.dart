import 'package:pigeon/pigeon.dart';

// Everything that crosses as leaves, alone and flattened, below, at and above eight leaves.

enum Level { low, middle, high }

enum Single { only }

class Nothing {}

class Flag {
  bool flag;
}

class Whole {
  int number;
}

class Maybe {
  int? number;
}

class Levelled {
  Level level;
}

class Point {
  Point({this.x = 1.5, this.y = -2.0});
  double x, y;
}

class Segment {
  Point start;
  Point? end;
}

class Nested {
  Segment? segment;
  Single single;
  Nothing nothing;
  Nothing? absent;
}

class Scalars {
  bool flag;
  int number;
  double real;
  Level level;
}

class Nullables {
  bool? flag;
  int? number;
  double? real;
  Level? level;
  Whole? whole;
}

class Seven {
  double a, b, c, d;
  bool e;
  int? f;
  Level? g;
}

class Eight {
  double a, b, c, d;
  bool e;
  int? f;
  Level? g;
  bool? h;
}

class Nine {
  double a, b, c, d;
  bool e;
  int? f;
  Level? g;
  bool? h;
  double i;
}

/// Names that the generated functions use themselves.
class Borrowed {
  double? length;
  bool bytes;
  int? capacity;
  Level? value;
}

/// More presence bits than one mask holds, if its fields are parameters.
class Bits {
  Eight? a, b, c, d, e, f, g, h, i, j;
  Nullables? k, l, m, n;
}
