@ProxyApi()
abstract class Base {
  late int field;
}

@ProxyApi(superClass: Base)
abstract class Derived extends Base implements View {
  Derived(int count, Data data);
  @attached
  late int count;
  late int Function()? callback;
  @static
  late Base? shared;
}

class Data {
  Base? base;
}

@EventChannelApi()
abstract class Events {
  Stream<int> ticks(int rate);
}
