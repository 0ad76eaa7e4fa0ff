import 'package:pigeon/pigeon.dart';

import 'shared.dart';

// Sealed classes, and types of an imported file, which follow in the codec table.

enum Unit { meter, inch }

sealed class Shape {}

class Circle extends Shape {
  Circle({required this.center, this.radius = 1.0});
  Vec center;
  double radius;
}

class Polygon extends Shape {
  List<Vec> corners;
  Tint? fill;
  Map<String, Tag?> tags;
}

class Empty extends Shape {}

class Group extends Shape {
  Shape? first;
  List<Shape> members;
  Map<String, Shape?> named;
  Object? extra;
}

class Drawing {
  Shape shape;
  Shape? clip;
  List<Shape?> layers;
  Unit unit;
  Tint tint;
}
