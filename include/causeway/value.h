// A value of any type that the codec knows: what a definition file calls Object, and the details of
// an Error. Typed parameters never pass through it.
//
// Equality treats NaN as equal to NaN and -0.0 as equal to 0.0; an int is never equal to a double.
// The order is total (first by type, then by value), so that a Value can be a key of Value::Map.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "causeway/equality.h"
#include "causeway/export.h"

namespace causeway {

// True for the structs and enums of a definition: generated code specialises it at once after the
// type's first declaration; such a type then converts to Value by itself.
template <class T>
struct IsGenerated : std::false_type {};

class CAUSEWAY_EXPORT Value {
 public:
  using List = std::vector<Value>;
  using Map = std::map<Value, Value, KeyLess>;

  // An immutable object of a generated class or enum, shared between copies of the Value.
  class CAUSEWAY_EXPORT Custom {
   public:
    virtual ~Custom();
    virtual const std::type_info& type() const noexcept = 0;
    virtual const void* get() const noexcept = 0;
    // `other` is of the same type.
    virtual bool Equal(const Custom& other) const = 0;
    virtual std::weak_ordering Compare(const Custom& other) const = 0;
    virtual std::size_t Hash() const = 0;
    virtual void Print(std::ostream& out) const = 0;
  };

  Value() noexcept;
  Value(std::nullptr_t) noexcept;  // NOLINT(google-explicit-constructor)
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  template <std::same_as<bool> T>
  Value(T value) noexcept : data_(value) {}  // NOLINT(google-explicit-constructor)
  // Any integer that int64_t holds.
  template <std::integral T>
    requires(!std::same_as<T, bool> && (sizeof(T) < 8 || std::is_signed_v<T>))
  Value(T value) noexcept  // NOLINT(google-explicit-constructor)
      : data_(static_cast<std::int64_t>(value)) {}
  template <std::floating_point T>
    requires(sizeof(T) <= 8)
  Value(T value) noexcept  // NOLINT(google-explicit-constructor)
      : data_(static_cast<double>(value)) {}
  Value(const char* text);                         // NOLINT(google-explicit-constructor)
  Value(std::string_view text);                    // NOLINT(google-explicit-constructor)
  Value(std::string text);                         // NOLINT(google-explicit-constructor)
  Value(std::vector<std::uint8_t> data) noexcept;  // NOLINT(google-explicit-constructor)
  Value(std::vector<std::int32_t> data) noexcept;  // NOLINT(google-explicit-constructor)
  Value(std::vector<std::int64_t> data) noexcept;  // NOLINT(google-explicit-constructor)
  Value(std::vector<float> data) noexcept;         // NOLINT(google-explicit-constructor)
  Value(std::vector<double> data) noexcept;        // NOLINT(google-explicit-constructor)
  Value(List list) noexcept;                       // NOLINT(google-explicit-constructor)
  Value(Map map) noexcept;                         // NOLINT(google-explicit-constructor)
  template <class T>
    requires(IsGenerated<std::remove_cvref_t<T>>::value)
  Value(T&& custom)  // NOLINT(google-explicit-constructor)
      : Value(Of(std::forward<T>(custom))) {}

  // A Value that holds a generated struct or enum.
  template <class T>
  static Value Of(T&& custom) {
    Value value;
    value.data_ = std::shared_ptr<const Custom>(
        std::make_shared<const CustomOf<std::remove_cvref_t<T>>>(std::forward<T>(custom)));
    return value;
  }

  bool is_null() const noexcept { return data_.index() == 0; }

  // The content if it is a T, else nullptr. T: bool, std::int64_t, double, std::string, a vector of
  // uint8_t, int32_t, int64_t, float or double, List, Map, or a generated struct or enum.
  template <class T>
  const T* GetIf() const noexcept {
    if constexpr (kIsStandard<T>) {
      return std::get_if<T>(&data_);
    } else {
      const auto* custom = std::get_if<std::shared_ptr<const Custom>>(&data_);
      return custom != nullptr && (*custom)->type() == typeid(T)
                 ? static_cast<const T*>((*custom)->get())
                 : nullptr;
    }
  }

  // The content; throws Error "wrong-type" if it is not a T.
  template <class T>
  const T& Get() const {
    const T* content = GetIf<T>();
    if (content == nullptr) ThrowWrongType(typeid(T));
    return *content;
  }

  // The custom object, or nullptr.
  const Custom* custom() const noexcept {
    const auto* custom = std::get_if<std::shared_ptr<const Custom>>(&data_);
    return custom == nullptr ? nullptr : custom->get();
  }

  // Calls `visitor` with std::monostate, the content, or std::shared_ptr<const Custom>.
  template <class Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), data_);
  }

  std::size_t Hash() const;
  std::string ToString() const;
  // The order of map keys, which tells -0.0 from 0.0; <=> does not.
  std::weak_ordering CompareAsKey(const Value& other) const;

  friend CAUSEWAY_EXPORT bool operator==(const Value& a, const Value& b);
  friend CAUSEWAY_EXPORT std::weak_ordering operator<=>(const Value& a, const Value& b);
  friend CAUSEWAY_EXPORT std::ostream& operator<<(std::ostream& out, const Value& value);

 private:
  template <class T>
  static constexpr bool kIsStandard =
      std::same_as<T, bool> || std::same_as<T, std::int64_t> || std::same_as<T, double> ||
      std::same_as<T, std::string> || std::same_as<T, std::vector<std::uint8_t>> ||
      std::same_as<T, std::vector<std::int32_t>> || std::same_as<T, std::vector<std::int64_t>> ||
      std::same_as<T, std::vector<float>> || std::same_as<T, std::vector<double>> ||
      std::same_as<T, List> || std::same_as<T, Map>;

  template <class T>
  class CustomOf final : public Custom {
   public:
    explicit CustomOf(T value) : value_(std::move(value)) {}
    const std::type_info& type() const noexcept override { return typeid(T); }
    const void* get() const noexcept override { return &value_; }
    bool Equal(const Custom& other) const override {
      return generated::Equal<T>(value_, *static_cast<const T*>(other.get()));
    }
    std::weak_ordering Compare(const Custom& other) const override {
      return generated::Compare<T>(value_, *static_cast<const T*>(other.get()));
    }
    std::size_t Hash() const override { return generated::Hash<T>(value_); }
    void Print(std::ostream& out) const override { generated::Print<T>(out, value_); }

   private:
    T value_;
  };

  [[noreturn]] void ThrowWrongType(const std::type_info& wanted) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::uint8_t>,
               std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<float>,
               std::vector<double>, List, Map, std::shared_ptr<const Custom>>
      data_;
};

CAUSEWAY_EXPORT bool operator==(const Value& a, const Value& b);
CAUSEWAY_EXPORT std::weak_ordering operator<=>(const Value& a, const Value& b);
CAUSEWAY_EXPORT std::ostream& operator<<(std::ostream& out, const Value& value);

}  // namespace causeway

template <>
struct std::hash<causeway::Value> {
  std::size_t operator()(const causeway::Value& value) const { return value.Hash(); }
};
