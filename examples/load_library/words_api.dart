import 'package:pigeon/pigeon.dart';

/// Implemented in C++, called from Java.
@CppApi()
abstract class Words {
  /// How often each word occurs.
  Map<String, int> count(String text);
}
