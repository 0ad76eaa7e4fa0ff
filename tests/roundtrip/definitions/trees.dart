import 'package:pigeon/pigeon.dart';

// Classes that contain themselves: through a nullable field, a list, a map, each other.

class Node {
  Node? next;
  int value;
}

class Tree {
  String label;
  Tree? left, right;
  List<Tree> children;
  Map<String, Tree?>? named;
  List<List<Tree?>?>? rows;
}

class Even {
  Odd? odd;
  double weight;
}

class Odd {
  Even? even;
  List<Even> evens;
  Object? thing;
}

sealed class Expression {}

class Number extends Expression {
  double value;
}

class Negate extends Expression {
  Expression operand;
}

class Sum extends Expression {
  List<Expression> terms;
  Expression? rest;
}
