@HostApi()
abstract class MapApi {
  void zoom(double level);
}
