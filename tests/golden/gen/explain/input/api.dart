import 'package:pigeon/pigeon.dart';

class Point {
  Point(this.x, this.y);
  double x;
  double y;
}

class Track {
  Track({required this.points, this.name});
  List<Point> points;
  String? name;
}

class Matrix {
  Matrix(this.a, this.b, this.c, this.d, this.e, this.f, this.g, this.h, this.i);
  double a;
  double b;
  double c;
  double d;
  double e;
  double f;
  double g;
  double h;
  double i;
}

@JvmApi()
abstract class Canvas {
  void moveTo(Point to, bool? relative);
  int? draw(Track track);
  void transform(Matrix matrix);
  List<int> histogram(Uint8List pixels);
  @async
  Uint8List snapshot();
}

@CppApi()
abstract class Input {
  bool onTouch(Point at);
}
