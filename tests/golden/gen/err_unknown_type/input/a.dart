import 'package:pigeon/pigeon.dart';

class Marker {
  Marker({required this.position, this.labels});
  Postion position;
  List<Strng>? labels;
}

class Position {
  double latitude, longitude;
  num altitude;
  Map<String> tags;
}

@HostApi()
abstract class MarkerApi {
  Future<bool> add(Marker marker);
  void move(dynamic where, long steps);
}
