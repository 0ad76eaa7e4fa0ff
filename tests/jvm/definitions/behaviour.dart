// Errors, nulls, strings, re-entrancy, several instances and asynchronous calls, both ways.
import 'package:pigeon/pigeon.dart';

@ConfigurePigeon(
  PigeonOptions(
    javaOptions: JavaOptions(package: 'com.example.behaviour'),
    cppOptions: CppOptions(namespace: 'behaviour'),
  ),
)
enum Mood { calm, wild }

class Label {
  Label({required this.name, this.weight});
  String name;
  int? weight;
}

class Tiny {
  Tiny({required this.mood, this.level, required this.on});
  Mood mood;
  double? level;
  bool on;
}

class Chain {
  Chain({required this.name, this.next});
  String name;
  Chain? next;
}

@HostApi()
abstract class Host {
  void nothing();
  int increment(int value);
  int? maybeInt(int? value);
  double? maybeDouble(double? value);
  Mood echoMood(Mood mood);
  Mood? echoMaybeMood(Mood? mood);
  Tiny echoTiny(Tiny tiny);
  Tiny? echoMaybeTiny(Tiny? tiny);
  String echoString(String text);
  List<String> echoStrings(List<String> texts);
  Label echoLabel(Label label);
  Chain echoChain(Chain chain);
  List<Mood> echoMoods(List<Mood> moods);
  Map<String, Label> echoLabels(Map<String, Label> labels);
  Object echoObject(Object value);
  Object? echoMaybeObject(Object? value);
  Uint8List echoBytes(Uint8List bytes);
  Uint8List? echoMaybeBytes(Uint8List? bytes);
  List<int> echoInts(List<int> values);

  /// Throws what `how` says.
  int fail(String how);

  /// The results below are null, or hold null, as `how` says.
  String nullString(String how);
  Label nullLabel(String how);
  Mood nullMood(String how);
  Tiny nullTiny(String how);
  Uint8List nullBytes(String how);
  Object nullObject(String how);
  List<String> nullStrings(String how);
  Map<String, Label> nullLabels(String how);

  /// A list that calls the Guest while it is iterated, or is otherwise no good List.
  List<Label> lazyLabels(String how, int count);

  /// Calls Guest.nest with depth - 1.
  String nest(int depth, String text);

  @async
  String later(String how, String text);
  @async
  int laterInt(String how, int value);
  @async
  void laterNothing(String how);
  @async
  List<Label> laterLabels(String how, List<Label> labels);
}

@FlutterApi()
abstract class Guest {
  void nothing();
  int increment(int value);
  int? maybeInt(int? value);
  double? maybeDouble(double? value);
  Mood echoMood(Mood mood);
  Mood? echoMaybeMood(Mood? mood);
  Tiny echoTiny(Tiny tiny);
  Tiny? echoMaybeTiny(Tiny? tiny);
  String echoString(String text);
  List<String> echoStrings(List<String> texts);
  Label echoLabel(Label label);
  Chain echoChain(Chain chain);
  List<Mood> echoMoods(List<Mood> moods);
  Map<String, Label> echoLabels(Map<String, Label> labels);
  Object echoObject(Object value);
  Object? echoMaybeObject(Object? value);
  Uint8List echoBytes(Uint8List bytes);
  Uint8List? echoMaybeBytes(Uint8List? bytes);
  List<int> echoInts(List<int> values);
  int fail(String how);
  String nest(int depth, String text);

  @async
  String later(String how, String text);
  @async
  int laterInt(String how, int value);
  @async
  void laterNothing(String how);
  @async
  List<Label> laterLabels(String how, List<Label> labels);
}

/// Nobody ever implements these two.
@HostApi()
abstract class NobodyHost {
  int ask();
  @async
  int askLater();
}

@FlutterApi()
abstract class NobodyGuest {
  int ask();
  @async
  int askLater();
}
