// The shape of a payload as a type.
//
// A payload's C++ type alone does not say how it looks to Java: List<int> and Int64List are both a
// std::vector<std::int64_t>. The generator of this benchmark (schema.py) therefore writes one
// descriptor a class and a payload, and everything that a comparator needs of a shape, from the
// cached field IDs to random values, follows from the descriptor at compile time. The comparators
// are so as fast as code written out by hand for each class, and cannot disagree about a shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "causeway/generated.h"

namespace causeway::bench {

enum class Kind {
  kBool,
  kInt,
  kDouble,
  kString,
  kEnum,
  kData,
  kList,
  kMap,
  kClass,
  kOptional,
  kAny
};

struct Bool {
  using type = bool;
  static constexpr Kind kKind = Kind::kBool;
  static constexpr const char* kSignature = "Z";
};
struct Int {
  using type = std::int64_t;
  static constexpr Kind kKind = Kind::kInt;
  static constexpr const char* kSignature = "J";
};
struct Double {
  using type = double;
  static constexpr Kind kKind = Kind::kDouble;
  static constexpr const char* kSignature = "D";
};
struct String {
  using type = std::string;
  static constexpr Kind kKind = Kind::kString;
  static constexpr const char* kSignature = "Ljava/lang/String;";
};
// Typed data: std::uint8_t, std::int32_t, std::int64_t, float or double.
template <class T>
struct Data {
  using type = std::vector<T>;
  using item = T;
  static constexpr Kind kKind = Kind::kData;
  static constexpr const char* kSignature = sizeof(T) == 1              ? "[B"
                                            : std::is_same_v<T, float>  ? "[F"
                                            : std::is_same_v<T, double> ? "[D"
                                            : sizeof(T) == sizeof(jint) ? "[I"
                                                                        : "[J";
};
template <class D>
struct List {
  using type = std::vector<typename D::type>;
  using element = D;
  static constexpr Kind kKind = Kind::kList;
  static constexpr const char* kSignature = "Ljava/util/List;";
};
template <class K, class V>
struct Map {
  using type = causeway::Map<typename K::type, typename V::type>;
  using key = K;
  using mapped = V;
  static constexpr Kind kKind = Kind::kMap;
  static constexpr const char* kSignature = "Ljava/util/Map;";
};
template <class D>
struct Optional {
  using type = std::optional<typename D::type>;
  using element = D;
  static constexpr Kind kKind = Kind::kOptional;
  static constexpr const char* kSignature = D::kKind == Kind::kBool     ? "Ljava/lang/Boolean;"
                                            : D::kKind == Kind::kInt    ? "Ljava/lang/Long;"
                                            : D::kKind == Kind::kDouble ? "Ljava/lang/Double;"
                                                                        : D::kSignature;
};
// An Object field that holds one of these classes.
template <class... Classes>
struct Any {
  using type = causeway::Value;
  static constexpr Kind kKind = Kind::kAny;
  static constexpr const char* kSignature = "Ljava/lang/Object;";
};

// A member of a class, in the definition's order. A class descriptor has
//   type, kKind, kSignature, kPojo (class name as FindClass takes it), kNames[] and
//   Fields = FieldList<Field<Descriptor, &type::member>…>
// and an enum descriptor has type, kKind, kSignature, kPojo and kNames[] (constants).
template <class D, auto kMember>
struct Field {
  using descriptor = D;
  static constexpr auto kPointer = kMember;
};
template <class... F>
struct FieldList {
  static constexpr std::size_t kSize = sizeof...(F);
};

// Calls f.template operator()<Field, index>() for each field of class descriptor D, in order.
template <class D, class F>
constexpr void ForEachField(F&& f) {
  [&]<class... Fs, std::size_t... I>(FieldList<Fs...>, std::index_sequence<I...>) {
    (f.template operator()<Fs, I>(), ...);
  }(typename D::Fields{}, std::make_index_sequence<D::Fields::kSize>{});
}

// ---- Random values ----

enum class Nulls { kNever, kAlways, kSometimes };

// SplitMix64: the same values on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::size_t Below(std::size_t n) { return static_cast<std::size_t>(Next() % n); }

 private:
  std::uint64_t state_;
};

struct MakeOptions {
  std::size_t outer = 1;   // elements of the outermost collection
  std::size_t inner = 3;   // elements of collections inside
  std::size_t typed = 16;  // elements of typed data
  Nulls nulls = Nulls::kNever;
  bool only_ascii = true;
};

inline std::string MakeText(Random& random, std::size_t length, bool ascii) {
  static constexpr const char* kOther[] = {"é", "ß", "中", "ё", "😀"};
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    if (!ascii && i % 3 == 0) {
      text += kOther[random.Below(5)];
    } else {
      text += static_cast<char>('a' + random.Below(26));
    }
  }
  return text;
}

template <class D>
typename D::type Make(Random& random, MakeOptions options) {
  using T = typename D::type;
  if constexpr (D::kKind == Kind::kBool) {
    return random.Below(2) == 1;
  } else if constexpr (D::kKind == Kind::kInt) {
    return static_cast<std::int64_t>(random.Next());
  } else if constexpr (D::kKind == Kind::kDouble) {
    return static_cast<double>(random.Below(360'000'000)) / 1e6 - 180.0;
  } else if constexpr (D::kKind == Kind::kString) {
    return MakeText(random, 8 + random.Below(9), options.only_ascii || random.Below(8) != 0);
  } else if constexpr (D::kKind == Kind::kEnum) {
    return static_cast<T>(random.Below(std::size(D::kNames)));
  } else if constexpr (D::kKind == Kind::kData) {
    T data(options.typed);
    for (auto& item : data) item = static_cast<typename D::item>(random.Below(100));
    return data;
  } else if constexpr (D::kKind == Kind::kOptional) {
    if (options.nulls == Nulls::kAlways) return std::nullopt;
    if (options.nulls == Nulls::kSometimes && random.Below(3) == 0) return std::nullopt;
    return Make<typename D::element>(random, options);
  } else if constexpr (D::kKind == Kind::kList) {
    const std::size_t count = std::exchange(options.outer, options.inner);
    T list;
    list.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(Make<typename D::element>(random, options));
    return list;
  } else if constexpr (D::kKind == Kind::kMap) {
    const std::size_t count = std::exchange(options.outer, options.inner);
    T map;
    for (std::size_t i = 0; i < count; ++i) {
      map.emplace(Make<typename D::key>(random, options),
                  Make<typename D::mapped>(random, options));
    }
    return map;
  } else if constexpr (D::kKind == Kind::kAny) {
    return [&]<class... C>(Any<C...>) {
      causeway::Value value;
      const std::size_t chosen = random.Below(sizeof...(C));
      std::size_t i = 0;
      ((i++ == chosen ? void(value = causeway::Value::Of(Make<C>(random, options))) : void()), ...);
      return value;
    }(D{});
  } else {
    T object{};
    options.outer = options.inner;
    ForEachField<D>([&]<class F, std::size_t>() {
      object.*F::kPointer = Make<typename F::descriptor>(random, options);
    });
    return object;
  }
}

}  // namespace causeway::bench
