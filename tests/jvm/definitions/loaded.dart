// Its classes are visible to a child class loader only.
import 'package:pigeon/pigeon.dart';

@ConfigurePigeon(
  PigeonOptions(
    javaOptions: JavaOptions(package: 'com.example.loader'),
    cppOptions: CppOptions(namespace: 'loaded'),
  ),
)
class Item {
  Item({required this.name});
  String name;
}

@HostApi()
abstract class LoadedHost {
  List<Item> repeat(Item item, int count);
  void fail(String message);

  @async
  int later(int value);
}

@FlutterApi()
abstract class LoadedGuest {
  /// Calls LoadedHost.repeat on a native thread of its own.
  int onNativeThread(Item item, int count);
}
