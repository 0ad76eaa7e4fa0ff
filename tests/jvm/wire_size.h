// How many bytes a message takes, reckoned from the description of the format (docs/transport.md)
// alone: the gates compare it with what was copied over the boundary.
#pragma once

#include <cstddef>

namespace causeway::test {

class WireSize {
 public:
  std::size_t bytes() const { return at_; }

  WireSize& Null() { return Add(1); }
  WireSize& Bool() { return Add(1); }
  WireSize& Int() { return Add(1 + 8); }
  WireSize& Double() { return Add(1).Align(8).Add(8); }
  WireSize& String(std::size_t utf8) { return Add(1).Size(utf8).Add(utf8); }
  WireSize& Enum() { return Add(1).Int(); }  // an id byte around an int
  WireSize& Class(std::size_t fields) { return Add(1).List(fields); }
  WireSize& List(std::size_t count) { return Add(1).Size(count); }
  WireSize& Map(std::size_t count) { return Add(1).Size(count); }
  WireSize& Typed(std::size_t element, std::size_t count) {
    return Add(1).Size(count).Align(element).Add(element * count);
  }

 private:
  WireSize& Add(std::size_t n) {
    at_ += n;
    return *this;
  }
  WireSize& Align(std::size_t to) { return Add((to - at_ % to) % to); }
  WireSize& Size(std::size_t n) { return Add(n < 254 ? 1 : n <= 0xffff ? 3 : 5); }

  std::size_t at_ = 0;
};

}  // namespace causeway::test
