#include "causeway/value.h"

#include <sstream>
#include <utility>

#include "causeway/error.h"
#include "runtime/codec/text.h"

namespace causeway {
namespace {

template <class T>
constexpr bool kIsCustom = std::is_same_v<T, std::shared_ptr<const Value::Custom>>;

const char* TypeName(const Value& value) {
  return value.Visit([&value]<class T>(const T&) -> const char* {
    if constexpr (std::is_same_v<T, std::monostate>) return "null";
    if constexpr (std::is_same_v<T, bool>) return "bool";
    if constexpr (std::is_same_v<T, std::int64_t>) return "int";
    if constexpr (std::is_same_v<T, double>) return "double";
    if constexpr (std::is_same_v<T, std::string>) return "String";
    if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) return "Uint8List";
    if constexpr (std::is_same_v<T, std::vector<std::int32_t>>) return "Int32List";
    if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) return "Int64List";
    if constexpr (std::is_same_v<T, std::vector<float>>) return "Float32List";
    if constexpr (std::is_same_v<T, std::vector<double>>) return "Float64List";
    if constexpr (std::is_same_v<T, Value::List>) return "List";
    if constexpr (std::is_same_v<T, Value::Map>) return "Map";
    if constexpr (kIsCustom<T>) return value.custom()->type().name();
  });
}

}  // namespace

Value::Custom::~Custom() = default;

Value::Value() noexcept = default;
Value::Value(std::nullptr_t) noexcept {}
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value::Value(const char* text) : data_(std::string(text)) {}
Value::Value(std::string_view text) : data_(std::string(text)) {}
Value::Value(std::string text) : data_(std::move(text)) {}
Value::Value(std::vector<std::uint8_t> data) noexcept : data_(std::move(data)) {}
Value::Value(std::vector<std::int32_t> data) noexcept : data_(std::move(data)) {}
Value::Value(std::vector<std::int64_t> data) noexcept : data_(std::move(data)) {}
Value::Value(std::vector<float> data) noexcept : data_(std::move(data)) {}
Value::Value(std::vector<double> data) noexcept : data_(std::move(data)) {}
Value::Value(List list) noexcept : data_(std::move(list)) {}
Value::Value(Map map) noexcept : data_(std::move(map)) {}

bool operator==(const Value& a, const Value& b) {
  if (a.data_.index() != b.data_.index()) return false;
  return a.Visit([&b]<class T>(const T& content) {
    if constexpr (std::is_same_v<T, std::monostate>) {
      return true;
    } else if constexpr (kIsCustom<T>) {
      const Value::Custom& other = *b.custom();
      return content.get() == &other || (content->type() == other.type() && content->Equal(other));
    } else {
      return generated::Equal<T>(content, *b.GetIf<T>());
    }
  });
}

namespace {

template <generated::Zeros kZeros>
std::weak_ordering Order(const Value& a, const Value& b, std::weak_ordering kinds) {
  if (kinds != 0) return kinds;
  return a.Visit([&b]<class T>(const T& content) -> std::weak_ordering {
    if constexpr (std::is_same_v<T, std::monostate>) {
      return std::weak_ordering::equivalent;
    } else if constexpr (kIsCustom<T>) {
      const Value::Custom& other = *b.custom();
      if (content->type() == other.type()) return content->Compare(other);
      return content->type().before(other.type()) ? std::weak_ordering::less
                                                  : std::weak_ordering::greater;
    } else {
      return generated::Compare<T, kZeros>(content, *b.GetIf<T>());
    }
  });
}

}  // namespace

std::weak_ordering operator<=>(const Value& a, const Value& b) {
  return Order<generated::Zeros::kEqual>(a, b, a.data_.index() <=> b.data_.index());
}

std::weak_ordering Value::CompareAsKey(const Value& other) const {
  return Order<generated::Zeros::kApart>(*this, other, data_.index() <=> other.data_.index());
}

std::size_t Value::Hash() const {
  return generated::HashCombine(data_.index(), Visit([]<class T>(const T& content) {
                                  if constexpr (std::is_same_v<T, std::monostate>) {
                                    return std::size_t{0};
                                  } else if constexpr (kIsCustom<T>) {
                                    return content->Hash();
                                  } else {
                                    return generated::Hash<T>(content);
                                  }
                                }));
}

std::ostream& operator<<(std::ostream& out, const Value& value) {
  value.Visit([&out]<class T>(const T& content) {
    if constexpr (std::is_same_v<T, std::monostate>) {
      out << "null";
    } else if constexpr (kIsCustom<T>) {
      content->Print(out);
    } else {
      generated::Print<T>(out, content);
    }
  });
  return out;
}

std::string Value::ToString() const {
  std::ostringstream out;
  out << *this;
  return out.str();
}

void Value::ThrowWrongType(const std::type_info& wanted) const {
  ThrowError("wrong-type", {"the value is a ", TypeName(*this), ", not a ", wanted.name()});
}

}  // namespace causeway
