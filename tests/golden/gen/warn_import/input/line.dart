import 'a.dart';

class Line {
  Line(this.from);
  Point from;
}
