import 'package:pigeon/pigeon.dart';

// Padding: what follows a string of any length starts at any of the eight offsets.

class Offsets {
  String before;
  double first;
  String between;
  double? second;
  List<double> reals;
  Map<String, double> named;
}

class Aligned {
  String before;
  Int32List ints;
  String middle;
  Int64List longs;
  bool flag;
  Float64List doubles;
  Float32List floats;
  Uint8List bytes;
  bool last;
}

class Absent {
  String before;
  Int32List? ints;
  Int64List? longs;
  Float64List? doubles;
  Float32List? floats;
  Uint8List? bytes;
  double last;
}
