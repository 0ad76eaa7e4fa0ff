import 'package:pigeon/pigeon.dart';

import 'shared.dart';

// More than 126 types: the last ones, and all of the imported file, are wrapped under id 255.
// The fillers only take ids.

enum First { a, b }

class Filler0 {}
class Filler1 {}
class Filler2 {}
class Filler3 {}
class Filler4 {}
class Filler5 {}
class Filler6 {}
class Filler7 {}
class Filler8 {}
class Filler9 {}
class Filler10 {}
class Filler11 {}
class Filler12 {}
class Filler13 {}
class Filler14 {}
class Filler15 {}
class Filler16 {}
class Filler17 {}
class Filler18 {}
class Filler19 {}
class Filler20 {}
class Filler21 {}
class Filler22 {}
class Filler23 {}
class Filler24 {}
class Filler25 {}
class Filler26 {}
class Filler27 {}
class Filler28 {}
class Filler29 {}
class Filler30 {}
class Filler31 {}
class Filler32 {}
class Filler33 {}
class Filler34 {}
class Filler35 {}
class Filler36 {}
class Filler37 {}
class Filler38 {}
class Filler39 {}
class Filler40 {}
class Filler41 {}
class Filler42 {}
class Filler43 {}
class Filler44 {}
class Filler45 {}
class Filler46 {}
class Filler47 {}
class Filler48 {}
class Filler49 {}
class Filler50 {}
class Filler51 {}
class Filler52 {}
class Filler53 {}
class Filler54 {}
class Filler55 {}
class Filler56 {}
class Filler57 {}
class Filler58 {}
class Filler59 {}
class Filler60 {}
class Filler61 {}
class Filler62 {}
class Filler63 {}
class Filler64 {}
class Filler65 {}
class Filler66 {}
class Filler67 {}
class Filler68 {}
class Filler69 {}
class Filler70 {}
class Filler71 {}
class Filler72 {}
class Filler73 {}
class Filler74 {}
class Filler75 {}
class Filler76 {}
class Filler77 {}
class Filler78 {}
class Filler79 {}
class Filler80 {}
class Filler81 {}
class Filler82 {}
class Filler83 {}
class Filler84 {}
class Filler85 {}
class Filler86 {}
class Filler87 {}
class Filler88 {}
class Filler89 {}
class Filler90 {}
class Filler91 {}
class Filler92 {}
class Filler93 {}
class Filler94 {}
class Filler95 {}
class Filler96 {}
class Filler97 {}
class Filler98 {}
class Filler99 {}
class Filler100 {}
class Filler101 {}
class Filler102 {}
class Filler103 {}
class Filler104 {}
class Filler105 {}
class Filler106 {}
class Filler107 {}
class Filler108 {}
class Filler109 {}
class Filler110 {}
class Filler111 {}
class Filler112 {}
class Filler113 {}
class Filler114 {}
class Filler115 {}
class Filler116 {}
class Filler117 {}
class Filler118 {}
class Filler119 {}
class Filler120 {}
class Filler121 {}
class Filler122 {}
class Filler123 {}

class LastDirect {
  First first;
  int? number;
}

class FirstWrapped {
  String text;
}

class Wrapped {
  First first;
  int? number;
  double real;
  Tint tint;
}

class Outer {
  Wrapped wrapped;
  FirstWrapped? direct;
  List<Wrapped?> list;
  Map<Tint, Vec> map;
  Object? thing;
  List<Tint> tints;
}

class Hollow {}

sealed class Choice {}

class One extends Choice {
  Hollow? hollow;
}

class Two extends Choice {
  Choice? choice;
  List<Choice> choices;
}
