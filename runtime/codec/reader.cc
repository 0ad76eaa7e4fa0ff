#include "causeway/codec.h"
#include "runtime/codec/text.h"
#include "runtime/codec/utf8.h"

namespace causeway::codec {
namespace {

std::string Prefix(const char* what) {
  return what == nullptr ? std::string() : Concat({what, ": "});
}

// Names the tag that was found in place of the wanted one.
std::string TagName(std::uint8_t tag) {
  static constexpr const char* kNames[] = {"null",      "bool",        "bool",       "int",
                                           "int",       "big integer", "double",     "string",
                                           "Uint8List", "Int32List",   "Int64List",  "Float64List",
                                           "list",      "map",         "Float32List"};
  if (tag < std::size(kNames)) return kNames[tag];
  if (tag == kOverflow) return "wrapped custom type";
  if (tag >= kFirstCustom) return Concat({"custom type ", Decimal(tag - kFirstCustom)});
  return Concat({"unknown tag ", Decimal(tag)});
}

}  // namespace

MessageError::MessageError(std::string code, const std::string& message, std::size_t offset)
    : Error(std::move(code),
            Concat({message, " at byte ", Decimal(static_cast<std::int64_t>(offset))})),
      offset_(offset) {}
MessageError::MessageError(const MessageError&) noexcept = default;
MessageError& MessageError::operator=(const MessageError&) noexcept = default;
MessageError::~MessageError() = default;

void Reader::Fail(std::string_view message, const char* what) const {
  throw MessageError("bad-message", Concat({Prefix(what), message}), offset());
}

void Reader::FailNull(const char* what) const {
  throw MessageError("bad-message", Concat({Prefix(what), "null for a non-null value"}),
                     offset() == 0 ? 0 : offset() - 1);
}

void Reader::FailTag(const char* wanted, const char* what) const {
  if (position_ == end_) {
    Fail(Concat({"the message ends where ", wanted, " is expected"}), what);
  }
  if (*position_ == kNull) {
    Fail(Concat({"null for a non-null ", wanted}), what);
  }
  Fail(Concat({TagName(*position_), " where ", wanted, " is expected"}), what);
}

void Reader::FailCount(std::size_t count, const char* what) const {
  Fail(Concat({"a count of ", Decimal(static_cast<std::int64_t>(count)), " needs more than the ",
               Decimal(static_cast<std::int64_t>(remaining())), " bytes left"}),
       what);
}

void Reader::FailEnum(std::int64_t index, int member_count, const char* what) const {
  throw MessageError("unknown-enum",
                     Concat({Prefix(what), "index ", Decimal(index), " of an enum with ",
                             Decimal(member_count), " members"}),
                     offset());
}

void Reader::FailOrdinal(int ordinal, const char* what) const {
  Fail(Concat({"custom type ", Decimal(ordinal), " is not expected here"}), what);
}

std::int64_t Reader::ReadOtherInt(const char* what) {
  if (position_ == end_) FailTag("int", what);
  if (*position_ == kInt32) {
    if (remaining() < 5) Fail("the message ends within an int", what);
    std::int32_t value;
    std::memcpy(&value, position_ + 1, 4);
    position_ += 5;
    return value;
  }
  if (*position_ != kInt64) FailTag("int", what);
  // The fast path takes every int64 that is whole.
  Fail("the message ends within an int", what);
}

double Reader::ReadLastDouble(const char* what) {
  ExpectTag(kDouble, "double", what);
  const std::size_t padding = (std::size_t{0} - offset()) & 7;
  if (remaining() < padding + 8) Fail("the message ends within a double", what);
  double value;
  std::memcpy(&value, position_ + padding, 8);
  position_ += padding + 8;
  return value;
}

std::size_t Reader::ReadLargeSize(const char* what) {
  if (position_ == end_) Fail("the message ends where a size is expected", what);
  const std::size_t width = *position_ == 254 ? 2 : 4;
  if (remaining() < 1 + width) Fail("the message ends within a size", what);
  std::uint32_t size = 0;
  std::memcpy(&size, position_ + 1, width);
  position_ += 1 + width;
  return size;
}

std::string Reader::ReadString(const char* what) {
  // The usual string is short and ASCII: everything about it is decided here at once.
  if (remaining() >= 2 && position_[0] == kString && position_[1] < 16) [[likely]] {
    const std::size_t size = position_[1];
    const char* text = reinterpret_cast<const char*>(position_ + 2);
    if (size <= remaining() - 2 && IsShortAscii(text, size)) [[likely]] {
      position_ += 2 + size;
      return std::string(text, size);
    }
  }
  ExpectTag(kString, "string", what);
  return ReadStringContent(what);
}

std::string Reader::ReadStringContent(const char* what) {
  const std::size_t size = ReadCount(1, what);
  if (size == 0) return {};
  const std::string_view text(reinterpret_cast<const char*>(position_), size);
  const std::size_t valid = ValidUtf8Prefix(text);
  if (valid != size) {
    position_ += valid;
    Fail("a string is not UTF-8", what);
  }
  position_ += size;
  return std::string(text);
}

const std::uint8_t* Reader::ReadTypedHeader(Tag tag, std::size_t element_size, std::size_t* count,
                                            const char* what) {
  if (position_ == end_ || *position_ != tag) FailTag(TagName(tag).c_str(), what);
  ++position_;
  *count = ReadSize(what);
  const std::size_t padding = (std::size_t{0} - offset()) & (element_size - 1);
  if (remaining() < padding) Fail("the message ends within padding", what);
  position_ += padding;
  if (*count > remaining() / element_size) FailCount(*count, what);
  return position_;
}

void Reader::ReadOtherClassFields(int field_count, const char* what) {
  ExpectTag(kList, "list of fields", what);
  const std::size_t count = ReadSize(what);
  if (count != static_cast<std::size_t>(field_count)) {
    Fail(Concat({"a class has ", Decimal(static_cast<std::int64_t>(count)), " fields instead of ",
                 Decimal(field_count)}),
         what);
  }
  if (count > remaining()) FailCount(count, what);
}

int Reader::ReadCustomOrdinal(const char* what) {
  if (position_ == end_) FailTag("class or enum", what);
  const std::uint8_t tag = *position_;
  if (tag < kFirstCustom) FailTag("class or enum", what);
  if (tag != kOverflow) {
    ++position_;
    return tag - kFirstCustom;
  }
  const Reader start = *this;
  ++position_;
  if (ReadListHeader(1, what) != 2) start.Fail("a wrapped custom type is not a list of 2", what);
  const std::int64_t index = ReadInt(what);
  if (index < 0 || index > 0x7fffffff - kDirectOrdinals) {
    start.Fail(Concat({"a wrapped custom type has index ", Decimal(index)}), what);
  }
  return static_cast<int>(index) + kDirectOrdinals;
}

void Reader::ExpectOtherOrdinal(int ordinal, const char* what) {
  const Reader start = *this;
  const int found = ReadCustomOrdinal(what);
  if (found != ordinal) {
    start.Fail(
        Concat({"custom type ", Decimal(found), " where ", Decimal(ordinal), " is expected"}),
        what);
  }
}

Value Reader::ReadValue(const Table& table, const char* what) {
  if (position_ == end_) FailTag("value", what);
  switch (*position_) {
    case kNull:
      ++position_;
      return {};
    case kTrue:
    case kFalse:
      return ReadBool(what);
    case kInt32:
    case kInt64:
      return ReadInt(what);
    case kBigInt:
      // As Dart and C++ readers do: the hexadecimal text.
      ++position_;
      return ReadStringContent(what);
    case kDouble:
      return ReadDouble(what);
    case kString:
      return ReadString(what);
    case kUint8List:
      return ReadUint8List(what);
    case kInt32List:
      return ReadInt32List(what);
    case kInt64List:
      return ReadInt64List(what);
    case kFloat32List:
      return ReadFloat32List(what);
    case kFloat64List:
      return ReadFloat64List(what);
    case kList: {
      const Nested level(*this);
      const std::size_t count = ReadListHeader(1, what);
      Value::List list;
      // A Value is some fifty times as large as the byte that may stand for it: the list grows with
      // what is really there.
      list.reserve(count < 1024 ? count : 1024);
      for (std::size_t i = 0; i < count; ++i) list.push_back(ReadValue(table, what));
      return list;
    }
    case kMap: {
      const Nested level(*this);
      const std::size_t count = ReadMapHeader(2, what);
      Value::Map map;
      for (std::size_t i = 0; i < count; ++i) {
        Value key = ReadValue(table, what);
        Value element = ReadValue(table, what);
        map.insert_or_assign(std::move(key), std::move(element));
      }
      return map;
    }
    default: {
      if (*position_ < kFirstCustom) FailTag("value", what);
      const Nested level(*this);
      const int ordinal = ReadCustomOrdinal(what);
      if (table.read == nullptr) FailOrdinal(ordinal, what);
      return table.read(*this, ordinal);
    }
  }
}

}  // namespace causeway::codec
