// Every shape of parameter and result once in each direction, for the exact gates.
import 'package:pigeon/pigeon.dart';

@ConfigurePigeon(
  PigeonOptions(
    javaOptions: JavaOptions(package: 'com.example.gates'),
    cppOptions: CppOptions(namespace: 'gates'),
  ),
)
enum Shade { light, middle, dark }

class Point {
  Point({required this.x, required this.y});
  double x;
  double y;
}

/// Seven, eight and nine leaves: below, at and above the limit of flattening.
class Seven {
  Seven({
    required this.a,
    required this.b,
    required this.c,
    required this.d,
    required this.e,
    required this.f,
    required this.g,
  });
  int a;
  double b;
  bool c;
  Shade d;
  int? e;
  double? f;
  int g;
}

class Eight {
  Eight({required this.seven, required this.h});
  Seven seven;
  int h;
}

class Nine {
  Nine({required this.eight, required this.i});
  Eight eight;
  int i;
}

class Wide {
  bool? b1;
  bool? b2;
  bool? b3;
  int? i1;
  int? i2;
  int? i3;
  int? i4;
  int? i5;
  int? i6;
  int? i7;
  int? i8;
  double? d1;
  double? d2;
  double? d3;
  double? d4;
  double? d5;
  double? d6;
  double? d7;
  double? d8;
  String? s1;
  String? s2;
  String? s3;
  String? s4;
  String? s5;
  String? s6;
  Shade? shade;
  List<int>? ints;
  List<String>? names;
  Map<String, int>? counts;
  Uint8List? data;
}

@HostApi()
abstract class Up {
  void nothing();
  int addInt(int a, int b);
  bool invert(bool value);
  double half(double value);
  int? maybeInt(int? value);
  double? maybeDouble(double? value);
  bool? maybeBool(bool? value);
  Shade nextShade(Shade shade);
  Shade? maybeShade(Shade? shade);
  void takePoint(Point point);
  Point givePoint();
  Point? echoMaybePoint(Point? point);
  void takeSeven(Seven seven);
  Seven giveSeven();
  void takeEight(Eight eight);
  Eight giveEight();
  void takeNine(Nine nine);
  Nine giveNine();
  void takeString(String text);
  String giveString();
  void takeBytes(Uint8List bytes);
  Uint8List giveBytes();
  void takeFive(Uint8List a, Int32List b, Int64List c, Float32List d, Float64List e);
  Float64List giveDoubles();
  void takePoints(List<Point> points);
  List<Point> givePoints();
  void takeCounts(Map<String, int> counts);
  Map<String, int> giveCounts();
  void takeObject(Object value);
  Object giveObject();
  void takeWide(Wide wide);
  Wide giveWide();
  int mixed(int scalar, String first, Point point, Uint8List data, List<int> list);
  @async
  String later(String text);
}

@FlutterApi()
abstract class Down {
  void nothing();
  int addInt(int a, int b);
  bool invert(bool value);
  double half(double value);
  int? maybeInt(int? value);
  double? maybeDouble(double? value);
  bool? maybeBool(bool? value);
  Shade nextShade(Shade shade);
  Shade? maybeShade(Shade? shade);
  void takePoint(Point point);
  Point givePoint();
  Point? echoMaybePoint(Point? point);
  void takeSeven(Seven seven);
  Seven giveSeven();
  void takeEight(Eight eight);
  Eight giveEight();
  void takeNine(Nine nine);
  Nine giveNine();
  void takeString(String text);
  String giveString();
  void takeBytes(Uint8List bytes);
  Uint8List giveBytes();
  void takeFive(Uint8List a, Int32List b, Int64List c, Float32List d, Float64List e);
  Float64List giveDoubles();
  void takePoints(List<Point> points);
  List<Point> givePoints();
  void takeCounts(Map<String, int> counts);
  Map<String, int> giveCounts();
  void takeObject(Object value);
  Object giveObject();
  void takeWide(Wide wide);
  Wide giveWide();
  int mixed(int scalar, String first, Point point, Uint8List data, List<int> list);
  @async
  String later(String text);
}

/// Never called before the test that looks at its first use.
@HostApi()
abstract class LateUp {
  int answer();
}

@FlutterApi()
abstract class LateDown {
  int answer();
}
