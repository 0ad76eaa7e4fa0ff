package com.example.tour;

import dev.causeway.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Java half of the tour: a map that only remembers. */
public final class TourMap implements MapApi {
  private final Map<String, Marker> markers = new LinkedHashMap<>();
  private CameraPosition camera =
      new CameraPosition.Builder().setTarget(latLng(0, 0)).setZoom(3).build();

  /** Called by the C++ program when it starts. */
  public static void install() {
    MapApi.register(new TourMap());
  }

  private static LatLng latLng(double latitude, double longitude) {
    return new LatLng.Builder().setLatitude(latitude).setLongitude(longitude).build();
  }

  @Override
  public long updateMarkers(List<Marker> toAdd, List<Marker> toChange, List<String> idsToRemove) {
    for (Marker marker : toAdd) {
      markers.put(marker.getMarkerId(), marker);
    }
    for (Marker marker : toChange) {
      markers.put(marker.getMarkerId(), marker);
    }
    for (String id : idsToRemove) {
      markers.remove(id);
    }
    return markers.size();
  }

  @Override
  public void moveCamera(CameraPosition position) {
    camera = position;
    MapListener.get().onCameraMove(position);
  }

  @Override
  public LatLngBounds getVisibleRegion() {
    double half = 180 / Math.pow(2, camera.getZoom());
    LatLng at = camera.getTarget();
    return new LatLngBounds.Builder()
        .setSouthwest(latLng(at.getLatitude() - half, at.getLongitude() - half))
        .setNortheast(latLng(at.getLatitude() + half, at.getLongitude() + half))
        .build();
  }

  @Override
  public Double getZoom() {
    return camera.getZoom();
  }

  @Override
  public Marker getMarker(String markerId) {
    Marker marker = markers.get(markerId);
    if (marker == null) {
      throw new ApiError("no-such-marker", "no marker has this id", markerId);
    }
    return marker;
  }

  @Override
  public void takeSnapshot(Reply<byte[]> reply) {
    new Thread(() -> reply.success(new byte[] {1, 2, 3})).start();
  }
}
