import 'package:pigeon/pigeon.dart';

enum Tint { red, green, blue }

class Vec {
  double x;
  double y;
}

class Tag {
  Tag({this.text = 'none', this.priority, this.at});
  String text;
  int? priority;
  Vec? at;
}
