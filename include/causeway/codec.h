// The bytes of Flutter's StandardMessageCodec, written and read by typed code.
//
// A value is a tag byte and its payload, all little-endian: 0 null, 1 true, 2 false, 3 int32, 4
// int64 (we write 4 and read both), 5 big integer as hexadecimal text, 6 double, 7 UTF-8
// string, 8..11 and 14 typed data, 12 list, 13 map, 129..254 the classes and enums of a definition
// by their ordinal, 255 a list [ordinal - 126, content] for the ordinals above 125. A size is one
// byte below 254, else FE and 16 bits, else FF and 32 bits. Doubles and typed data are aligned to
// their element's size, counted from byte 0 of the message, so encoded values cannot be moved
// within it.
//
// Put* functions do not check the capacity: call Reserve() once for a run of fixed-size values.
// They store the new position last and keep it in a local variable until then; stores through
// uint8_t* may alias every member, and this way the compiler keeps the position in a register over
// the run.
//
// Reading trusts nothing: every read is checked against the bytes left, a count may not exceed the
// bytes that its elements need at least, nesting is limited. All malformed input throws
// MessageError with the byte offset.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "causeway/error.h"
#include "causeway/export.h"
#include "causeway/value.h"

namespace causeway::codec {

static_assert(std::endian::native == std::endian::little, "the codec copies host memory");

enum Tag : std::uint8_t {
  kNull = 0,
  kTrue = 1,
  kFalse = 2,
  kInt32 = 3,
  kInt64 = 4,
  kBigInt = 5,
  kDouble = 6,
  kString = 7,
  kUint8List = 8,
  kInt32List = 9,
  kInt64List = 10,
  kFloat64List = 11,
  kList = 12,
  kMap = 13,
  kFloat32List = 14,
  kFirstCustom = 129,
  kOverflow = 255,
};

// The number of custom types that have an id byte of their own; the others are wrapped.
inline constexpr int kDirectOrdinals = 126;
inline constexpr int kMaxDepth = 100;

// The most bytes that one Put* writes, for Reserve().
inline constexpr std::size_t kMaxNull = 1;
inline constexpr std::size_t kMaxBool = 1;
inline constexpr std::size_t kMaxInt = 9;
inline constexpr std::size_t kMaxDouble = 16;
inline constexpr std::size_t kMaxSize = 5;
inline constexpr std::size_t kMaxWrapper = 2 + kMaxInt + 1;
inline constexpr std::size_t kMaxEnum = kMaxWrapper + kMaxInt;
inline constexpr std::size_t kMaxClassHeader = kMaxWrapper + 1 + kMaxSize;

class Writer;
class Reader;

// How dynamic values (Object, error details) of a definition's own types are written and read.
struct Table {
  // Writes id and content; false if the value's type is not in this table. Null: no custom types.
  bool (*write)(Writer& writer, const Value& value);
  // Reads the content; the id (and the overflow wrapper) is already read. It uses ReadClassFields()
  // or ReadEnumIndex() and calls Reader::FailOrdinal() if the table ends before `ordinal`.
  Value (*read)(Reader& reader, int ordinal);
};

// No custom types.
CAUSEWAY_EXPORT extern const Table kStandardTable;

// Malformed input: code "bad-message" (or "unknown-enum"), the message ends with "at byte N".
class CAUSEWAY_EXPORT MessageError : public Error {
 public:
  MessageError(std::string code, const std::string& message, std::size_t offset);
  MessageError(const MessageError&) noexcept;
  MessageError& operator=(const MessageError&) noexcept;
  ~MessageError() override;
  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t offset_;
};

// A growable message. Its memory is reused by Clear().
class CAUSEWAY_EXPORT Writer {
 public:
  Writer() noexcept = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer();

  const std::uint8_t* data() const noexcept { return begin_; }
  std::size_t size() const noexcept { return static_cast<std::size_t>(position_ - begin_); }
  std::size_t capacity() const noexcept { return static_cast<std::size_t>(end_ - begin_); }
  std::span<const std::uint8_t> bytes() const noexcept { return {begin_, size()}; }
  void Clear() noexcept {
    position_ = begin_;
    depth_ = 0;
  }
  // Gives the memory back.
  void Free() noexcept;
  // Memory for `n` foreign bytes, in place of the message.
  std::uint8_t* Overwrite(std::size_t n) {
    Clear();
    Reserve(n);
    return begin_;
  }

  // Room for `n` more bytes.
  CAUSEWAY_ALWAYS_INLINE void Reserve(std::size_t n) {
    if (n > static_cast<std::size_t>(end_ - position_)) [[unlikely]] {
      Grow(n);
    }
  }

  // ---- Unchecked: needs a Reserve() before.
  CAUSEWAY_ALWAYS_INLINE void PutByte(std::uint8_t byte) noexcept {
    *position_ = byte;
    ++position_;
  }
  CAUSEWAY_ALWAYS_INLINE void PutNull() noexcept { PutByte(kNull); }
  CAUSEWAY_ALWAYS_INLINE void PutBool(bool value) noexcept { PutByte(value ? kTrue : kFalse); }
  CAUSEWAY_ALWAYS_INLINE void PutInt(std::int64_t value) noexcept {
    std::uint8_t* at = position_;
    *at = kInt64;
    std::memcpy(at + 1, &value, 8);
    position_ = at + 9;
  }
  CAUSEWAY_ALWAYS_INLINE void PutDouble(double value) noexcept {
    std::uint8_t* at = position_;
    *at = kDouble;
    ++at;
    const std::size_t padding = (std::size_t{0} - static_cast<std::size_t>(at - begin_)) & 7;
    // Zeroes eight bytes whatever the padding is: no branch, and kMaxDouble has room for it.
    const std::uint64_t zero = 0;
    std::memcpy(at, &zero, 8);
    std::memcpy(at + padding, &value, 8);
    position_ = at + padding + 8;
  }
  CAUSEWAY_ALWAYS_INLINE void PutSize(std::size_t size) noexcept {
    if (size < 254) [[likely]] {
      PutByte(static_cast<std::uint8_t>(size));
    } else {
      PutLargeSize(size);
    }
  }
  CAUSEWAY_ALWAYS_INLINE void PutEnum(int ordinal, int index) noexcept {
    PutId(ordinal);
    PutInt(index);
  }
  CAUSEWAY_ALWAYS_INLINE void PutClassHeader(int ordinal, int field_count) noexcept {
    PutId(ordinal);
    PutByte(kList);
    PutSize(static_cast<std::size_t>(field_count));
  }
  // The id byte of a custom type, or the overflow wrapper around its content.
  CAUSEWAY_ALWAYS_INLINE void PutId(int ordinal) noexcept {
    if (ordinal < kDirectOrdinals) [[likely]] {
      PutByte(static_cast<std::uint8_t>(kFirstCustom + ordinal));
    } else {
      PutWrapper(ordinal);
    }
  }

  // ---- Checked.
  void WriteNull() {
    Reserve(kMaxNull);
    PutNull();
  }
  void WriteBool(bool value) {
    Reserve(kMaxBool);
    PutBool(value);
  }
  void WriteInt(std::int64_t value) {
    Reserve(kMaxInt);
    PutInt(value);
  }
  void WriteDouble(double value) {
    Reserve(kMaxDouble);
    PutDouble(value);
  }
  void WriteEnum(int ordinal, int index) {
    Reserve(kMaxEnum);
    PutEnum(ordinal, index);
  }
  void WriteClassHeader(int ordinal, int field_count) {
    Reserve(kMaxClassHeader);
    PutClassHeader(ordinal, field_count);
  }
  void WriteListHeader(std::size_t count) {
    Reserve(1 + kMaxSize);
    PutByte(kList);
    PutSize(CheckedSize(count));
  }
  void WriteMapHeader(std::size_t count) {
    Reserve(1 + kMaxSize);
    PutByte(kMap);
    PutSize(CheckedSize(count));
  }
  // Text that is not UTF-8 is written with U+FFFD for each maximal subpart of an ill-formed
  // sequence.
  void WriteString(std::string_view text);
  void WriteUint8List(std::span<const std::uint8_t> data) {
    WriteTyped(kUint8List, data.data(), data.size(), 1);
  }
  void WriteInt32List(std::span<const std::int32_t> data) {
    WriteTyped(kInt32List, data.data(), data.size(), 4);
  }
  void WriteInt64List(std::span<const std::int64_t> data) {
    WriteTyped(kInt64List, data.data(), data.size(), 8);
  }
  void WriteFloat32List(std::span<const float> data) {
    WriteTyped(kFloat32List, data.data(), data.size(), 4);
  }
  void WriteFloat64List(std::span<const double> data) {
    WriteTyped(kFloat64List, data.data(), data.size(), 8);
  }
  // Throws Error "unsupported-value" for a custom value that `table` does not know, and for nesting
  // that no reader would accept.
  void WriteValue(const Value& value, const Table& table);

  // One level of nesting; throws Error "unsupported-value" beyond kMaxDepth. Recursive types use
  // it.
  class Nested {
   public:
    explicit Nested(Writer& writer) : writer_(writer) {
      if (++writer_.depth_ > kMaxDepth) [[unlikely]] {
        --writer_.depth_;
        FailDepth();
      }
    }
    ~Nested() { --writer_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Writer& writer_;
  };

 private:
  void Grow(std::size_t n);
  void PutLargeSize(std::size_t size) noexcept;
  void PutWrapper(int ordinal) noexcept;
  static std::size_t CheckedSize(std::size_t count) {
    if (count > 0xffffffffU) [[unlikely]] {
      FailSize();
    }
    return count;
  }
  [[noreturn]] static void FailSize();
  [[noreturn]] static void FailDepth();
  void WriteTyped(Tag tag, const void* data, std::size_t count, std::size_t element_size);
  void WriteRepaired(std::string_view text, std::size_t valid);

  std::uint8_t* begin_ = nullptr;
  std::uint8_t* position_ = nullptr;
  std::uint8_t* end_ = nullptr;
  int depth_ = 0;
};

// Reads one message. The bytes must outlive the reader; everything that it returns is a copy.
// `what` names the place ("Marker.position") in the message of an error and costs nothing else.
class CAUSEWAY_EXPORT Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes, int max_depth = kMaxDepth) noexcept
      : begin_(bytes.data()),
        position_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        levels_left_(max_depth) {}

  std::size_t offset() const noexcept { return static_cast<std::size_t>(position_ - begin_); }
  std::size_t remaining() const noexcept { return static_cast<std::size_t>(end_ - position_); }

  // True if the next value is null, which is then read.
  CAUSEWAY_ALWAYS_INLINE bool ReadNullTag() noexcept {
    if (position_ != end_ && *position_ == kNull) {
      ++position_;
      return true;
    }
    return false;
  }
  CAUSEWAY_ALWAYS_INLINE bool ReadBool(const char* what = nullptr) {
    if (position_ != end_) [[likely]] {
      const std::uint8_t tag = *position_;
      if (tag == kTrue || tag == kFalse) [[likely]] {
        ++position_;
        return tag == kTrue;
      }
    }
    FailTag("bool", what);
  }
  CAUSEWAY_ALWAYS_INLINE std::int64_t ReadInt(const char* what = nullptr) {
    if (remaining() >= 9 && *position_ == kInt64) [[likely]] {
      std::int64_t value;
      std::memcpy(&value, position_ + 1, 8);
      position_ += 9;
      return value;
    }
    return ReadOtherInt(what);
  }
  CAUSEWAY_ALWAYS_INLINE double ReadDouble(const char* what = nullptr) {
    if (remaining() >= 16 && *position_ == kDouble) [[likely]] {
      const std::uint8_t* at = position_ + 1;
      at += (std::size_t{0} - static_cast<std::size_t>(at - begin_)) & 7;
      double value;
      std::memcpy(&value, at, 8);
      position_ = at + 8;
      return value;
    }
    return ReadLastDouble(what);
  }
  std::string ReadString(const char* what = nullptr);
  std::vector<std::uint8_t> ReadUint8List(const char* what = nullptr) {
    return ReadTyped<std::uint8_t>(kUint8List, what);
  }
  std::vector<std::int32_t> ReadInt32List(const char* what = nullptr) {
    return ReadTyped<std::int32_t>(kInt32List, what);
  }
  std::vector<std::int64_t> ReadInt64List(const char* what = nullptr) {
    return ReadTyped<std::int64_t>(kInt64List, what);
  }
  std::vector<float> ReadFloat32List(const char* what = nullptr) {
    return ReadTyped<float>(kFloat32List, what);
  }
  std::vector<double> ReadFloat64List(const char* what = nullptr) {
    return ReadTyped<double>(kFloat64List, what);
  }

  // The number of elements that follow. Each needs at least `element_size` bytes, so a count that
  // passes here can be reserved.
  std::size_t ReadListHeader(std::size_t element_size = 1, const char* what = nullptr) {
    ExpectTag(kList, "list", what);
    return ReadCount(element_size, what);
  }
  // The number of pairs that follow, each of at least `pair_size` bytes.
  std::size_t ReadMapHeader(std::size_t pair_size = 2, const char* what = nullptr) {
    ExpectTag(kMap, "map", what);
    return ReadCount(pair_size, what);
  }

  // The index of an enum, below `member_count`; else MessageError with code "unknown-enum".
  CAUSEWAY_ALWAYS_INLINE int ReadEnum(int ordinal, int member_count, const char* what = nullptr) {
    ExpectOrdinal(ordinal, what);
    return ReadEnumIndex(member_count, what);
  }
  CAUSEWAY_ALWAYS_INLINE void ReadClassHeader(int ordinal, int field_count,
                                              const char* what = nullptr) {
    ExpectOrdinal(ordinal, what);
    ReadClassFields(field_count, what);
  }
  // For values of several possible types: the id (and overflow wrapper), then one of the next two.
  int ReadCustomOrdinal(const char* what = nullptr);
  CAUSEWAY_ALWAYS_INLINE void ReadClassFields(int field_count, const char* what = nullptr) {
    // A field needs a byte at least: a truncated class fails before its fields are made.
    if (remaining() >= 2 && position_[0] == kList && position_[1] == field_count &&
        field_count < 254 && static_cast<std::size_t>(field_count) <= remaining() - 2) [[likely]] {
      position_ += 2;
      return;
    }
    ReadOtherClassFields(field_count, what);
  }
  CAUSEWAY_ALWAYS_INLINE int ReadEnumIndex(int member_count, const char* what = nullptr) {
    const std::int64_t index = ReadInt(what);
    if (index < 0 || index >= member_count) [[unlikely]] {
      FailEnum(index, member_count, what);
    }
    return static_cast<int>(index);
  }
  Value ReadValue(const Table& table, const char* what = nullptr);
  // Throws if bytes are left.
  void Finish() const {
    if (position_ != end_) [[unlikely]] {
      Fail("bytes are left behind the last value");
    }
  }

  // "MESSAGE at byte N", "WHAT: MESSAGE at byte N".
  [[noreturn]] void Fail(std::string_view message, const char* what = nullptr) const;
  // A null where `what` (such as "Marker.position") may not be null; call it after ReadNullTag().
  [[noreturn]] void FailNull(const char* what) const;
  // A custom type that the reader of a table or of a sealed class does not know.
  [[noreturn]] void FailOrdinal(int ordinal, const char* what = nullptr) const;

  // One level of nesting. ReadValue() does this by itself; generated code does it for each list,
  // map and class.
  class Nested {
   public:
    explicit Nested(Reader& reader) : reader_(reader) {
      if (reader_.levels_left_ == 0) [[unlikely]] {
        reader_.Fail("values are nested too deeply");
      }
      --reader_.levels_left_;
    }
    ~Nested() { ++reader_.levels_left_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Reader& reader_;
  };

 private:
  void ExpectTag(std::uint8_t tag, const char* name, const char* what) {
    if (position_ == end_ || *position_ != tag) [[unlikely]] {
      FailTag(name, what);
    }
    ++position_;
  }
  CAUSEWAY_ALWAYS_INLINE void ExpectOrdinal(int ordinal, const char* what) {
    if (position_ != end_ && ordinal < kDirectOrdinals && *position_ == kFirstCustom + ordinal)
        [[likely]] {
      ++position_;
      return;
    }
    ExpectOtherOrdinal(ordinal, what);
  }
  std::size_t ReadSize(const char* what) {
    if (position_ != end_ && *position_ < 254) [[likely]] {
      return *position_++;
    }
    return ReadLargeSize(what);
  }
  std::size_t ReadCount(std::size_t element_size, const char* what) {
    const std::size_t count = ReadSize(what);
    if (count > remaining() / element_size) [[unlikely]] {
      FailCount(count, what);
    }
    return count;
  }
  // Reads tag, count and padding and returns where the data begins; all of it is there.
  const std::uint8_t* ReadTypedHeader(Tag tag, std::size_t element_size, std::size_t* count,
                                      const char* what);
  template <class T>
  std::vector<T> ReadTyped(Tag tag, const char* what) {
    std::size_t count = 0;
    const std::uint8_t* data = ReadTypedHeader(tag, sizeof(T), &count, what);
    std::vector<T> list(count);
    if (count != 0) std::memcpy(list.data(), data, count * sizeof(T));
    position_ = data + count * sizeof(T);
    return list;
  }

  std::int64_t ReadOtherInt(const char* what);
  double ReadLastDouble(const char* what);
  std::size_t ReadLargeSize(const char* what);
  void ReadOtherClassFields(int field_count, const char* what);
  void ExpectOtherOrdinal(int ordinal, const char* what);
  std::string ReadStringContent(const char* what);
  [[noreturn]] void FailTag(const char* wanted, const char* what) const;
  [[noreturn]] void FailCount(std::size_t count, const char* what) const;
  [[noreturn]] void FailEnum(std::int64_t index, int member_count, const char* what) const;

  const std::uint8_t* begin_;
  const std::uint8_t* position_;
  const std::uint8_t* end_;
  int levels_left_;
};

}  // namespace causeway::codec
