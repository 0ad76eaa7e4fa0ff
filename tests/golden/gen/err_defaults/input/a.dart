enum Color { red, green }

const limit = 3;
const int big = 9223372036854775808;

class Style {
  Style({
    this.color = Color.gren,
    this.width = 1.5,
    this.name = 3,
    this.tags = const <int>[],
    this.bytes = const [1, 2],
    this.ratio = double.infinity,
    this.count,
    this.shape = const Shape(),
    this.missing,
  });
  Color color;
  int width;
  String name;
  List<String> tags;
  Uint8List bytes;
  double ratio;
  int count;
  Shape shape;
}

class Shape {
  Shape(this.sides);
  int sides;
}
