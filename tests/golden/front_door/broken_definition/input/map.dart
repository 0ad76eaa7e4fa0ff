@HostApi()
abstract class MapApi {
  void zoom(Undefined level);
}
