import 'deep.dart';

class Common {
  Deep? deep;
  Strng name;
}

class Twice {}
