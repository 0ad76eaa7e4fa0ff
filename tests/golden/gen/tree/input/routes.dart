import 'package:pigeon/pigeon.dart';

@ConfigurePigeon(PigeonOptions(
  javaOptions: JavaOptions(package: 'com.example.routes'),
  cppOptions: CppOptions(namespace: 'routes'),
))
enum Mode { walking, driving }

class LatLng {
  const LatLng(this.latitude, this.longitude);
  final double latitude;
  final double longitude;
}

/// A way through some points.
class Route {
  Route({required this.points, this.mode = Mode.walking, this.name});

  List<LatLng> points;
  Mode mode;

  /// What the user calls it.
  String? name;
}

sealed class Event {}

class Arrived extends Event {
  Arrived(this.at);
  LatLng at;
}

class Failed extends Event {
  Failed(this.reason, this.retries);
  String reason;
  int? retries;
}

/// Implemented in Java, called from C++.
@HostApi()
abstract class Navigator {
  /// Finds a way.
  Route? find(LatLng from, LatLng to, {Mode mode = Mode.driving});

  int? rename(String name, String? comment);

  @async
  bool start(Route route);
}

/// Implemented in C++, called from Java.
@FlutterApi()
abstract class NavigatorListener {
  void onEvent(Event event);

  String? title(int? index);

  Uint8List tile(double zoom);
}
