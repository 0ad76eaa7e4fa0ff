#include <algorithm>
#include <cstdlib>
#include <new>

#include "causeway/codec.h"
#include "runtime/codec/text.h"
#include "runtime/codec/utf8.h"

namespace causeway::codec {
namespace {

constexpr std::size_t kFirstCapacity = 4096;
constexpr char kReplacement[] = "\xef\xbf\xbd";

}  // namespace

const Table kStandardTable{nullptr, nullptr};

Writer::~Writer() { std::free(begin_); }

void Writer::Free() noexcept {
  std::free(begin_);
  begin_ = position_ = end_ = nullptr;
  depth_ = 0;
}

void Writer::Grow(std::size_t n) {
  const std::size_t used = size();
  if (n > SIZE_MAX / 4 || used > SIZE_MAX / 4) throw std::bad_alloc();
  const std::size_t wanted = std::max({kFirstCapacity, 2 * capacity(), used + n});
  void* memory = std::realloc(begin_, wanted);
  if (memory == nullptr) throw std::bad_alloc();
  begin_ = static_cast<std::uint8_t*>(memory);
  position_ = begin_ + used;
  end_ = begin_ + wanted;
}

void Writer::PutLargeSize(std::size_t size) noexcept {
  if (size <= 0xffff) {
    const auto value = static_cast<std::uint16_t>(size);
    PutByte(254);
    std::memcpy(position_, &value, 2);
    position_ += 2;
  } else {
    const auto value = static_cast<std::uint32_t>(size);
    PutByte(255);
    std::memcpy(position_, &value, 4);
    position_ += 4;
  }
}

void Writer::PutWrapper(int ordinal) noexcept {
  PutByte(kOverflow);
  PutByte(kList);
  PutByte(2);
  PutInt(ordinal - kDirectOrdinals);
}

void Writer::FailSize() { ThrowError("message-too-large", {"a size does not fit into 32 bits"}); }

void Writer::FailDepth() {
  ThrowError("unsupported-value",
             {"values are nested more than ", Decimal(kMaxDepth), " levels deep"});
}

void Writer::WriteString(std::string_view text) {
  // The usual string is short and ASCII.
  if (text.size() < 16 && IsShortAscii(text.data(), text.size())) [[likely]] {
    Reserve(2 + text.size());
    std::uint8_t* at = position_;
    at[0] = kString;
    at[1] = static_cast<std::uint8_t>(text.size());
    if (!text.empty()) std::memcpy(at + 2, text.data(), text.size());
    position_ = at + 2 + text.size();
    return;
  }
  const std::size_t valid = ValidUtf8Prefix(text);
  if (valid != text.size()) {
    WriteRepaired(text, valid);
    return;
  }
  Reserve(1 + kMaxSize + text.size());
  PutByte(kString);
  PutSize(CheckedSize(text.size()));
  if (!text.empty()) std::memcpy(position_, text.data(), text.size());
  position_ += text.size();
}

void Writer::WriteRepaired(std::string_view text, std::size_t valid) {
  std::string repaired;
  repaired.reserve(text.size() + 16);
  while (!text.empty()) {
    repaired.append(text.substr(0, valid));
    text.remove_prefix(valid);
    if (!text.empty()) {
      repaired.append(kReplacement);
      text.remove_prefix(IllFormedLength(text));
    }
    valid = ValidUtf8Prefix(text);
  }
  WriteString(repaired);
}

void Writer::WriteTyped(Tag tag, const void* data, std::size_t count, std::size_t element_size) {
  CheckedSize(count);
  const std::size_t bytes = count * element_size;
  Reserve(1 + kMaxSize + element_size + bytes);
  PutByte(tag);
  PutSize(count);
  // Padding stands also before no data at all, as every reader expects.
  const std::size_t padding = (std::size_t{0} - size()) & (element_size - 1);
  std::memset(position_, 0, padding);
  position_ += padding;
  if (bytes != 0) std::memcpy(position_, data, bytes);
  position_ += bytes;
}

void Writer::WriteValue(const Value& value, const Table& table) {
  value.Visit([&]<class T>(const T& content) {
    if constexpr (std::is_same_v<T, std::monostate>) {
      WriteNull();
    } else if constexpr (std::is_same_v<T, bool>) {
      WriteBool(content);
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      WriteInt(content);
    } else if constexpr (std::is_same_v<T, double>) {
      WriteDouble(content);
    } else if constexpr (std::is_same_v<T, std::string>) {
      WriteString(content);
    } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
      WriteUint8List(content);
    } else if constexpr (std::is_same_v<T, std::vector<std::int32_t>>) {
      WriteInt32List(content);
    } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
      WriteInt64List(content);
    } else if constexpr (std::is_same_v<T, std::vector<float>>) {
      WriteFloat32List(content);
    } else if constexpr (std::is_same_v<T, std::vector<double>>) {
      WriteFloat64List(content);
    } else if constexpr (std::is_same_v<T, Value::List>) {
      const Nested level(*this);
      WriteListHeader(content.size());
      for (const Value& element : content) WriteValue(element, table);
    } else if constexpr (std::is_same_v<T, Value::Map>) {
      const Nested level(*this);
      WriteMapHeader(content.size());
      for (const auto& [key, element] : content) {
        WriteValue(key, table);
        WriteValue(element, table);
      }
    } else {
      const Nested level(*this);
      if (table.write == nullptr || !table.write(*this, value)) {
        ThrowError("unsupported-value", {"this definition has no type ", content->type().name()});
      }
    }
  });
}

}  // namespace causeway::codec
