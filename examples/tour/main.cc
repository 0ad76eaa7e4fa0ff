// The C++ half of the tour: a program with a map that is written in Java. Prints what each call
// costs in crossings and JNI operations, by the runtime's own counters, and how an error arrives.
#include <cstdio>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "markers.h"

namespace {

class Listener final : public tour::MapListener {
 public:
  void OnCameraMove(const tour::CameraPosition& position) override { last_ = position; }
  bool OnMarkerTap(const std::string& marker_id) override { return !marker_id.empty(); }
  const tour::CameraPosition& last() const { return last_; }

 private:
  tour::CameraPosition last_;
};

std::vector<tour::Marker> MakeMarkers(int count) {
  std::vector<tour::Marker> markers(static_cast<std::size_t>(count));
  int i = 0;
  for (tour::Marker& marker : markers) {
    marker.marker_id = "marker-" + std::to_string(i);
    marker.position = {48.0 + 0.001 * i, 11.0 + 0.001 * i};
    marker.info_window = tour::InfoWindow{.title = "Marker " + std::to_string(i), .snippet = {}};
    ++i;
  }
  return markers;
}

// Runs `call` once to resolve what it needs, then counts a second run.
template <class F>
void Count(causeway::Vm& vm, const char* what, F&& call) {
  call();
  const causeway::Counters before = vm.ReadCounters();
  call();
  const causeway::Counters cost = vm.ReadCounters() - before;
  std::printf("  %-44s %5llu %10llu %10llu %10llu\n", what,
              static_cast<unsigned long long>(cost.up_calls + cost.down_calls),
              static_cast<unsigned long long>(cost.jni_operations),
              static_cast<unsigned long long>(cost.bytes_to_java),
              static_cast<unsigned long long>(cost.bytes_from_java));
}

void InstallJavaHalf(causeway::Vm& vm) {
  JNIEnv* env = vm.env();
  const jclass map = env->FindClass("com/example/tour/TourMap");
  const jmethodID install = map ? env->GetStaticMethodID(map, "install", "()V") : nullptr;
  if (install != nullptr) env->CallStaticVoidMethod(map, install);
  if (env->ExceptionCheck()) env->ExceptionDescribe();
  env->DeleteLocalRef(map);
}

}  // namespace

int main() {
  causeway::Vm& vm =
      causeway::Embed({.class_path = {TOUR_JAR, RUNTIME_JAR}, .options = {}, .libjvm = {}});
  InstallJavaHalf(vm);
  const auto listener = std::make_shared<Listener>();
  const causeway::Registration registration = tour::MapListener::Register(vm, listener);
  const tour::MapApi map(vm);

  vm.EnableCounters(true);
  std::printf("  %-44s %5s %10s %10s %10s\n", "call", "cross", "JNI ops", "B to Java", "B to C++");
  const std::vector<tour::Marker> markers = MakeMarkers(1000);
  Count(vm, "updateMarkers(1,000 markers)", [&] { map.UpdateMarkers(markers, {}, {}); });
  Count(vm, "updateMarkers(1 marker)", [&] { map.UpdateMarkers({markers.front()}, {}, {}); });
  Count(vm, "getVisibleRegion() -> LatLngBounds", [&] { map.GetVisibleRegion(); });
  Count(vm, "getZoom() -> double?", [&] { map.GetZoom(); });
  Count(vm, "getMarker(id) -> Marker", [&] { map.GetMarker("marker-7"); });
  Count(vm, "moveCamera(position), calls C++ back",
        [&] { map.MoveCamera({.target = {48.1, 11.6}, .bearing = 0, .tilt = 0, .zoom = 12}); });
  vm.EnableCounters(false);
  std::printf("\n  onCameraMove arrived in C++ at zoom %g.\n", listener->last().zoom);

  std::promise<std::size_t> snapshot;
  map.TakeSnapshot([&](causeway::Outcome<std::vector<std::uint8_t>> outcome) {
    snapshot.set_value(outcome.value().size());
  });
  std::printf("  takeSnapshot answered from a Java thread: %zu bytes.\n",
              snapshot.get_future().get());

  try {
    map.GetMarker("nowhere");
  } catch (const causeway::Error& error) {
    const std::string* id = error.details().GetIf<std::string>();
    std::printf("  getMarker(\"nowhere\") threw causeway::Error\n");
    std::printf("    code     %s\n    message  %s\n    details  %s\n", error.code().c_str(),
                error.message().c_str(), id ? id->c_str() : "?");
    const std::string& trace = error.stack_trace();
    const std::size_t at = trace.find("TourMap.");
    const std::size_t end = trace.find('\n', at);
    if (at != std::string::npos)
      std::printf("    thrown in %s\n", trace.substr(at, end - at).c_str());
  }
  return 0;
}
