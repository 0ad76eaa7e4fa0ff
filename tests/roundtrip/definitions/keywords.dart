import 'package:pigeon/pigeon.dart';

// Names that are keywords, macros or library types of C++ or Java.

enum register { public, private, protected, short, long, float, char, auto, signed, unsigned, NULL }

enum Override { delete, goto, template, union, friend, volatile, none }

class Value {
  int? int64_t;
  bool boolean;
  String string;
  double? byte;
}

class Error {
  String code;
  String? message;
  Object? details;
}

class Reader {
  Value value;
  Error? error;
  List<Writer?> writer;
  register writers;
}

class Writer {
  int size;
  double data;
}

class Long {
  int value;
  Builder? builder;
}

class Builder {
  int build;
  bool? isBuild;
}

class Keywords {
  int namespace;
  String package;
  bool synchronized;
  double transient;
  String? native;
  int? throws;
  List<int> struct;
  Map<String, int> typename;
  Object? and;
  Object? xor;
  int not_eq;
  int errno;
  int major;
  bool linux;
  String hashCode_;
  int wait;
  int notify;
  int getClass;
  int other;
  int result;
  int r;
  int w;
  int v;
  int reader;
  int index;
  int count;
  int n;
  int i;
  Map<int, String> map;
  List<String> list;
}

class Vm {
  Box? box;
  Override how;
}

class Box {
  Vm? vm;
  Optional? optional;
}

class Optional {
  Uint8List vector;
}
