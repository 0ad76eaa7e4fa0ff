import 'package:pigeon/pigeon.dart';

class Marker {
  Marker(this.id, this.title);
  int id;
  String title;
}

@HostApi()
abstract class MapApi {
  void show(List<Marker> markers);
  List<Marker> visible();
  void heights(List<double> metres);
  void set(String key, Object value);
}
