import 'package:pigeon/pigeon.dart';
import 'dart:typed_data';
import 'common.dart';
import 'absent.dart';

class User {
  Common? common;
  Deep? deep;
}

class Twice {}
