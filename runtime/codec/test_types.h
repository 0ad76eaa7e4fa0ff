// The types of a small definition, as generated code would have them, for the tests of the codec.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>

#include "causeway/codec.h"

namespace causeway::test {

enum class Color : std::int32_t { kRed, kGreen, kBlue };
struct LatLng {
  double latitude = 0;
  double longitude = 0;
  bool operator==(const LatLng&) const = default;
};
struct Tagged {
  std::optional<std::string> name;
  Color code = Color::kRed;
  Value map;
  bool operator==(const Tagged&) const = default;
};
// Ordinal 126: the first that needs the overflow wrapper.
struct Wrapped {
  std::int64_t number = 0;
  bool operator==(const Wrapped&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, Color color) {
  return out << "Color" << static_cast<int>(color);
}
inline std::ostream& operator<<(std::ostream& out, const LatLng& v) {
  return out << "LatLng{" << v.latitude << ", " << v.longitude << '}';
}
inline std::ostream& operator<<(std::ostream& out, const Tagged&) { return out << "Tagged"; }
inline std::ostream& operator<<(std::ostream& out, const Wrapped&) { return out << "Wrapped"; }

}  // namespace causeway::test

template <>
struct causeway::IsGenerated<causeway::test::LatLng> : std::true_type {};
template <>
struct causeway::Fields<causeway::test::LatLng> {
  static auto Tie(const test::LatLng& v) { return std::tie(v.latitude, v.longitude); }
};
template <>
struct causeway::Fields<causeway::test::Tagged> {
  static auto Tie(const test::Tagged& v) { return std::tie(v.name, v.code, v.map); }
};
template <>
struct causeway::Fields<causeway::test::Wrapped> {
  static auto Tie(const test::Wrapped& v) { return std::tie(v.number); }
};
template <>
struct std::hash<causeway::test::LatLng> {
  std::size_t operator()(const causeway::test::LatLng& v) const {
    return causeway::generated::HashAll(1, v.latitude, v.longitude);
  }
};
template <>
struct std::hash<causeway::test::Tagged> {
  std::size_t operator()(const causeway::test::Tagged& v) const {
    return causeway::generated::HashAll(2, v.name, v.code, v.map);
  }
};
template <>
struct std::hash<causeway::test::Wrapped> {
  std::size_t operator()(const causeway::test::Wrapped& v) const {
    return causeway::generated::HashAll(3, v.number);
  }
};

namespace causeway::test {

inline constexpr int kColor = 0;
inline constexpr int kTagged = 1;
inline constexpr int kLatLng = 2;
inline constexpr int kWrapped = 126;

inline bool WriteCustom(codec::Writer& w, const Value& value) {
  if (const auto* color = value.GetIf<Color>()) {
    w.WriteEnum(kColor, static_cast<int>(*color));
  } else if (const auto* point = value.GetIf<LatLng>()) {
    w.Reserve(codec::kMaxClassHeader + 2 * codec::kMaxDouble);
    w.PutClassHeader(kLatLng, 2);
    w.PutDouble(point->latitude);
    w.PutDouble(point->longitude);
  } else if (const auto* wrapped = value.GetIf<Wrapped>()) {
    w.WriteClassHeader(kWrapped, 1);
    w.WriteInt(wrapped->number);
  } else if (const auto* tagged = value.GetIf<Tagged>()) {
    w.WriteClassHeader(kTagged, 3);
    if (tagged->name) {
      w.WriteString(*tagged->name);
    } else {
      w.WriteNull();
    }
    w.WriteEnum(kColor, static_cast<int>(tagged->code));
    w.WriteValue(tagged->map, codec::Table{&WriteCustom, nullptr});
  } else {
    return false;
  }
  return true;
}

inline Value ReadCustom(codec::Reader& r, int ordinal);
inline constexpr codec::Table kTable{&WriteCustom, &ReadCustom};

inline Value ReadCustom(codec::Reader& r, int ordinal) {
  switch (ordinal) {
    case kColor:
      return Value::Of(static_cast<Color>(r.ReadEnumIndex(3, "Color")));
    case kLatLng: {
      r.ReadClassFields(2, "LatLng");
      LatLng point;
      point.latitude = r.ReadDouble("LatLng.latitude");
      point.longitude = r.ReadDouble("LatLng.longitude");
      return Value::Of(point);
    }
    case kTagged: {
      r.ReadClassFields(3, "Tagged");
      Tagged tagged;
      if (!r.ReadNullTag()) tagged.name = r.ReadString("Tagged.name");
      tagged.code = static_cast<Color>(r.ReadEnum(kColor, 3, "Tagged.code"));
      tagged.map = r.ReadValue(kTable, "Tagged.map");
      return Value::Of(tagged);
    }
    case kWrapped: {
      r.ReadClassFields(1, "Wrapped");
      return Value::Of(Wrapped{r.ReadInt("Wrapped.number")});
    }
    default:
      r.FailOrdinal(ordinal);
  }
}

inline std::string Hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

inline std::vector<std::uint8_t> Unhex(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(
        static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

}  // namespace causeway::test
