import 'package:pigeon/pigeon.dart';

/// How a marker reacts to others that overlap it.
enum CollisionBehavior { required, optionalAndHidesLower, requiredAndHidesOptional }

/// A place on earth, in degrees.
class LatLng {
  const LatLng(this.latitude, this.longitude);

  final double latitude;
  final double longitude;
}

class LatLngBounds {
  const LatLngBounds(this.southwest, this.northeast);

  final LatLng southwest;
  final LatLng northeast;
}

class InfoWindow {
  const InfoWindow({this.title, this.snippet, this.anchorX = 0.5, this.anchorY = 0.0});

  final String? title;
  final String? snippet;
  final double anchorX;
  final double anchorY;
}

/// A marker on the map. Only [markerId] and [position] must be given.
class Marker {
  const Marker({
    required this.markerId,
    required this.position,
    this.alpha = 1.0,
    this.consumeTapEvents = false,
    this.draggable = false,
    this.flat = false,
    this.visible = true,
    this.rotation = 0.0,
    this.zIndex = 0.0,
    this.infoWindow,
    this.clusterManagerId,
    this.collisionBehavior,
    this.icon,
  });

  final String markerId;
  final LatLng position;
  final double alpha;
  final bool consumeTapEvents;
  final bool draggable;
  final bool flat;
  final bool visible;
  final double rotation;
  final double zIndex;
  final InfoWindow? infoWindow;
  final String? clusterManagerId;
  final CollisionBehavior? collisionBehavior;

  /// Encoded PNG.
  final Uint8List? icon;
}

class CameraPosition {
  const CameraPosition({
    required this.target,
    this.bearing = 0.0,
    this.tilt = 0.0,
    this.zoom = 0.0,
  });

  final LatLng target;
  final double bearing;
  final double tilt;
  final double zoom;
}

/// The map view. Implemented in Java, called from C++.
@JvmApi()
abstract class MapApi {
  /// Adds, changes and removes markers. Returns how many are on the map afterwards.
  int updateMarkers(List<Marker> toAdd, List<Marker> toChange, List<String> idsToRemove);

  void moveCamera(CameraPosition position);

  LatLngBounds getVisibleRegion();

  double? getZoom();

  /// Fails with code `no-such-marker`, the id as details.
  Marker getMarker(String markerId);

  /// The picture is taken when the map is idle.
  @async
  Uint8List takeSnapshot();
}

/// What the map tells the program. Implemented in C++, called from Java.
@CppApi()
abstract class MapListener {
  void onCameraMove(CameraPosition position);

  /// Returns whether the tap was handled.
  bool onMarkerTap(String markerId);
}
