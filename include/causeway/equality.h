// Equality, hash, total order and text of everything a definition file can say.
//
// The standard library's own operators are not enough: a double field must be equal to itself when
// it is NaN (Java, Dart and the codec agree on that, and a hash table needs it), -0.0 and 0.0 must
// hash alike because they are equal, std::map keys need an order although a class, a list or an
// optional has none, and std::vector has no operator<<. One trait, Ops<T>, answers for all; partial
// specialisations (not overloads) so that nesting works in any order of declaration.
//
// The order is three-way throughout: asking "less?" twice a level would take 2^depth steps on equal
// nested values. There are two orders, which differ in one thing:
//
//   Zeros::kEqual  -0.0 and 0.0 are one value, as in ==. Operator <=> of generated structs.
//   Zeros::kApart  -0.0 comes before 0.0. The keys of a Map, because java.util.Map tells a Double
//                  -0.0 from 0.0, alone and in a List: were they one key here, an entry would be
//                  lost on the way. Fields of a generated struct stay kEqual, as its equals() in
//                  Java has it; Java's own map holds one of two such keys.
//
// A generated struct joins with ==, std::hash, << and either <=> or a specialisation
//   template <> struct causeway::Fields<T> { static auto Tie(const T& v) { return std::tie(…); } };
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "causeway/box.h"

namespace causeway {

template <class T>
struct Fields {};

namespace generated {

inline std::uint64_t DoubleBits(double value) { return std::bit_cast<std::uint64_t>(value); }
inline double BitsDouble(std::uint64_t bits) { return std::bit_cast<double>(bits); }

inline bool EqualDouble(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
enum class Zeros : bool { kEqual, kApart };
// NaN stands after every number.
template <Zeros kZeros = Zeros::kEqual>
std::weak_ordering CompareDouble(double a, double b) {
  if (a < b) return std::weak_ordering::less;
  if (a > b) return std::weak_ordering::greater;
  if (kZeros == Zeros::kApart && a == 0.0 && b == 0.0) return std::signbit(b) <=> std::signbit(a);
  return std::isnan(a) <=> std::isnan(b);
}
inline std::size_t HashDouble(double value) {
  if (value == 0.0) return 0;
  if (std::isnan(value)) return 0x7ff8;
  return std::hash<double>{}(value);
}
inline std::size_t HashCombine(std::size_t seed, std::size_t hash) {
  return seed ^ (hash + std::size_t{0x9e3779b97f4a7c15} + (seed << 6) + (seed >> 2));
}

template <class T>
struct Ops;

template <class T>
bool Equal(const T& a, const T& b) {
  return Ops<T>::Equal(a, b);
}
template <class T, Zeros kZeros = Zeros::kEqual>
std::weak_ordering Compare(const T& a, const T& b) {
  return Ops<T>::template Compare<kZeros>(a, b);
}
template <class T>
bool Less(const T& a, const T& b) {
  return Compare<T>(a, b) < 0;
}
template <class T>
std::size_t Hash(const T& value) {
  return Ops<T>::Hash(value);
}
template <class T>
void Print(std::ostream& out, const T& value) {
  Ops<T>::Print(out, value);
}

// HashAll(1, a, b): the hash of a struct's fields in order.
template <class... T>
std::size_t HashAll(std::size_t seed, const T&... fields) {
  ((seed = HashCombine(seed, Hash(fields))), ...);
  return seed;
}

template <class T>
struct Ops {
  static bool Equal(const T& a, const T& b) { return a == b; }
  template <Zeros kZeros>
  static std::weak_ordering Compare(const T& a, const T& b) {
    if constexpr (kZeros == Zeros::kApart && requires { a.CompareAsKey(b); }) {
      return a.CompareAsKey(b);  // a Value
    } else if constexpr (requires { Fields<T>::Tie(a); }) {
      return CompareFields<0>(Fields<T>::Tie(a), Fields<T>::Tie(b));
    } else if constexpr (requires {
                           { a <=> b } -> std::convertible_to<std::weak_ordering>;
                         }) {
      return a <=> b;
    } else {
      static_assert(
          requires {
            { a < b } -> std::convertible_to<bool>;
          }, "a generated struct needs operator<=> or causeway::Fields<T>::Tie");
      if (a < b) return std::weak_ordering::less;
      return b < a ? std::weak_ordering::greater : std::weak_ordering::equivalent;
    }
  }
  static std::size_t Hash(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      return static_cast<std::size_t>(value);
    } else {
      return std::hash<T>{}(value);
    }
  }
  static void Print(std::ostream& out, const T& value) {
    if constexpr (std::same_as<T, bool>) {
      out << (value ? "true" : "false");
    } else if constexpr (std::integral<T>) {
      out << +value;
    } else if constexpr (requires { out << value; }) {
      out << value;
    } else {
      static_assert(std::is_enum_v<T>, "a generated struct needs operator<<");
      out << static_cast<long long>(value);
    }
  }

 private:
  template <std::size_t kIndex, class Tuple>
  static std::weak_ordering CompareFields(const Tuple& a, const Tuple& b) {
    if constexpr (kIndex == std::tuple_size_v<Tuple>) {
      return std::weak_ordering::equivalent;
    } else {
      const std::weak_ordering order = generated::Compare(std::get<kIndex>(a), std::get<kIndex>(b));
      return order != 0 ? order : CompareFields<kIndex + 1>(a, b);
    }
  }
};

template <std::floating_point T>
struct Ops<T> {
  static bool Equal(T a, T b) { return EqualDouble(a, b); }
  template <Zeros kZeros>
  static std::weak_ordering Compare(T a, T b) {
    return CompareDouble<kZeros>(a, b);
  }
  static std::size_t Hash(T value) { return HashDouble(value); }
  static void Print(std::ostream& out, T value) { out << value; }
};

template <>
struct Ops<std::string> {
  static bool Equal(const std::string& a, const std::string& b) { return a == b; }
  template <Zeros kZeros>
  static std::weak_ordering Compare(const std::string& a, const std::string& b) {
    return a <=> b;
  }
  static std::size_t Hash(const std::string& value) { return std::hash<std::string>{}(value); }
  static void Print(std::ostream& out, const std::string& value) { out << '"' << value << '"'; }
};

template <class Nullable, class T>
struct NullableOps {
  static bool Equal(const Nullable& a, const Nullable& b) {
    return a.has_value() == b.has_value() && (!a.has_value() || generated::Equal<T>(*a, *b));
  }
  template <Zeros kZeros>
  static std::weak_ordering Compare(const Nullable& a, const Nullable& b) {
    if (!a.has_value() || !b.has_value()) return a.has_value() <=> b.has_value();
    return generated::Compare<T, kZeros>(*a, *b);
  }
  static std::size_t Hash(const Nullable& value) {
    return value.has_value() ? HashCombine(1, generated::Hash<T>(*value)) : 0;
  }
  static void Print(std::ostream& out, const Nullable& value) {
    if (value.has_value()) {
      generated::Print<T>(out, *value);
    } else {
      out << "null";
    }
  }
};
template <class T>
struct Ops<std::optional<T>> : NullableOps<std::optional<T>, T> {};
template <class T>
struct Ops<Box<T>> : NullableOps<Box<T>, T> {};

template <class T>
struct Ops<std::vector<T>> {
  using List = std::vector<T>;
  static bool Equal(const List& a, const List& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!generated::Equal<T>(a[i], b[i])) return false;
    }
    return true;
  }
  template <Zeros kZeros>
  static std::weak_ordering Compare(const List& a, const List& b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
      const std::weak_ordering order = generated::Compare<T, kZeros>(a[i], b[i]);
      if (order != 0) return order;
    }
    return a.size() <=> b.size();
  }
  static std::size_t Hash(const List& list) {
    std::size_t seed = list.size();
    for (const auto& element : list) seed = HashCombine(seed, generated::Hash<T>(element));
    return seed;
  }
  static void Print(std::ostream& out, const List& list) {
    out << '[';
    const char* separator = "";
    for (const auto& element : list) {
      out << separator;
      generated::Print<T>(out, element);
      separator = ", ";
    }
    out << ']';
  }
};

template <class K, class V, class C, class A>
struct Ops<std::map<K, V, C, A>> {
  using Map = std::map<K, V, C, A>;
  static bool Equal(const Map& a, const Map& b) {
    if (a.size() != b.size()) return false;
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) {
      if (!generated::Equal<K>(i->first, j->first)) return false;
      if (!generated::Equal<V>(i->second, j->second)) return false;
    }
    return true;
  }
  template <Zeros kZeros>
  static std::weak_ordering Compare(const Map& a, const Map& b) {
    auto i = a.begin();
    auto j = b.begin();
    for (; i != a.end() && j != b.end(); ++i, ++j) {
      const std::weak_ordering keys = generated::Compare<K, kZeros>(i->first, j->first);
      if (keys != 0) return keys;
      const std::weak_ordering values = generated::Compare<V, kZeros>(i->second, j->second);
      if (values != 0) return values;
    }
    return a.size() <=> b.size();
  }
  static std::size_t Hash(const Map& map) {
    std::size_t seed = map.size();
    for (const auto& [key, value] : map) {
      seed = HashCombine(HashCombine(seed, generated::Hash<K>(key)), generated::Hash<V>(value));
    }
    return seed;
  }
  static void Print(std::ostream& out, const Map& map) {
    out << '{';
    const char* separator = "";
    for (const auto& [key, value] : map) {
      out << separator;
      generated::Print<K>(out, key);
      out << ": ";
      generated::Print<V>(out, value);
      separator = ", ";
    }
    out << '}';
  }
};

template <class... T>
struct Ops<std::variant<T...>> {
  using Variant = std::variant<T...>;
  static bool Equal(const Variant& a, const Variant& b) {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&b]<class U>(const U& value) { return generated::Equal<U>(value, std::get<U>(b)); }, a);
  }
  template <Zeros kZeros>
  static std::weak_ordering Compare(const Variant& a, const Variant& b) {
    if (a.index() != b.index()) return a.index() <=> b.index();
    return std::visit(
        [&b]<class U>(const U& value) {
          return generated::Compare<U, kZeros>(value, std::get<U>(b));
        },
        a);
  }
  static std::size_t Hash(const Variant& value) {
    return HashCombine(
        value.index(),
        std::visit([]<class U>(const U& v) { return generated::Hash<U>(v); }, value));
  }
  static void Print(std::ostream& out, const Variant& value) {
    std::visit([&out]<class U>(const U& v) { generated::Print<U>(out, v); }, value);
  }
};

}  // namespace generated

// Total order for the keys of a Map, whatever their type. -0.0 and 0.0 are two keys.
struct KeyLess {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    return generated::Compare<T, generated::Zeros::kApart>(a, b) < 0;
  }
};
template <class K, class V>
using Map = std::map<K, V, KeyLess>;

}  // namespace causeway
