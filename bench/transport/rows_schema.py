"""The classes and payloads of the fixed rows."""

from schema import Schema


def scalars(count):
    """`count` scalar fields that take turns: int, double, bool, double, enum."""
    kinds = ["int", "double", "bool", "double", "Color"]
    return "; ".join(f"{kinds[i % 5]} f{i}" for i in range(count))


def build():
    s = Schema("rows")
    s.enum("Color", "red green blue alpha")
    s.enum("Behavior", "required optionalAndHidesLower requiredAndHidesOptional")
    s.cls("LatLng", "double lat; double lng")
    for n in (7, 8, 9):
        s.cls(f"Flat{n}", scalars(n))
    s.cls("Wide", "String? s0; String? s1; String? s2; String? s3; String? s4; String? s5;"
          "List<String>? tags; List<int>? ids; Map<String, int>? counts; Color? color;"
          "Uint8List? raw; Float64List? samples;"
          + "".join(f"int? i{k};" for k in range(7))
          + "".join(f"double? d{k};" for k in range(7))
          + "".join(f"bool? b{k};" for k in range(4)))
    # The shape of a map marker: an Object that is one of several classes, nested small classes,
    # an enum, strings that may be missing, many scalars.
    s.cls("Pair", "double x; double y")
    s.cls("IconDefault", "double? hue")
    s.cls("IconAsset", "String name; int scaling; double pixelRatio; double? width; double? height")
    s.cls("IconBytes", "Uint8List data; Pair? size")
    s.cls("Icon", "Object bitmap=IconDefault|IconAsset|IconBytes")
    s.cls("InfoWindow", "String? title; String? snippet; Pair anchor")
    s.cls("Marker", "double alpha; Pair anchor; bool consumeTapEvents; bool draggable; bool flat;"
          "Icon icon; InfoWindow infoWindow; LatLng position; double rotation; bool visible;"
          "double zIndex; String markerId; String? clusterId; Behavior behavior")
    s.payload("LatLng", "LatLng", down=True)
    for n in (7, 8, 9):
        s.payload(f"Flat{n}", f"Flat{n}", down=True)
    s.payload("Records", "List<LatLng>", down=True)
    s.payload("Ints", "List<int>", down=True)
    s.payload("Wide", "Wide", down=True)
    s.payload("Wides", "List<Wide>")
    s.payload("Markers", "List<Marker>")
    s.payload("Text", "String", down=True)
    s.payload("Samples", "Float64List")
    s.payload("Counts", "Map<String, int>")
    s.extra_apis = """
@HostApi()
abstract class Scalars {
  void nothing();
  int echoInt(int value);
  double echoDouble(double value);
  bool echoBool(bool value);
  int? echoIntOrNull(int? value);
  Color echoColor(Color value);
}

@FlutterApi()
abstract class ScalarsDown {
  void nothing();
  int echoInt(int value);
  int? echoIntOrNull(int? value);
  Color echoColor(Color value);
}
"""
    return s
