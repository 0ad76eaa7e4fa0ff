abstract class Forgotten {
  void ping();
}

@HostApi()
@FlutterApi()
abstract class Both {}

@HostApi()
abstract class Api {
  int count;
  Api();
  int get size;
  void twice();
  int twice(int again);
  noType();
  void untyped(a, {int b, required int c = 3});
  void body() {
    print('here');
  }
}

@FlutterApi()
abstract class Listener {
  void onEvent({int? code});
  @TaskQueue(type: TaskQueueType.serial)
  void onOther(void Function() done);
}
