import 'package:pigeon/pigeon.dart';

enum Key { left, right, middle }

class Item {
  String name;
  int? rank;
  Float32List weights;
}

class Lists {
  List bare;
  List? optional;
  List<bool> bools;
  List<int> ints;
  List<int?> holes;
  List<double> reals;
  List<double?>? gaps;
  List<String> texts;
  List<String?> words;
  List<Key> keys;
  List<Key?> doors;
  List<Item> items;
  List<Item?>? places;
  List<Object> things;
  List<Object?> anything;
}

class Arrays {
  List<Uint8List> bytes;
  List<Int32List?> ints;
  List<Int64List> longs;
  List<Float32List?>? floats;
  List<Float64List> doubles;
  Map<int, Uint8List> named;
  Map<String, Float64List?> traces;
}

class Deep {
  List<List<int>> grid;
  List<List<List<String?>?>?>? cube;
  Map<String, Map<int, List<Item>>> index;
  Map<Key, List<Map<String, double?>>> table;
  List<Map<bool, Key?>> flags;
}

class Maps {
  Map bare;
  Map? optional;
  Map<String, String> texts;
  Map<String?, int?> counts;
  Map<int, double> reals;
  Map<int?, bool> bits;
  Map<double, String> labels;
  Map<bool, Item> items;
  Map<Key, Key> keys;
  Map<Key?, Object> things;
  Map<Object, Object?> anything;
}

class Anything {
  Object thing;
  Object? perhaps;
}
