// A nullable value that lives on the heap and is copied deeply. It stands where std::optional<T>
// would, inside a class that contains itself: T may be incomplete where the member is declared.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace causeway {

template <class T>
class Box {
 public:
  using value_type = T;

  Box() noexcept = default;
  Box(std::nullopt_t) noexcept {}  // NOLINT(google-explicit-constructor)
  // NOLINTNEXTLINE(google-explicit-constructor)
  Box(const T& value) : value_(std::make_unique<T>(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Box(T&& value) : value_(std::make_unique<T>(std::move(value))) {}
  Box(const Box& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Box(Box&& other) noexcept = default;
  Box& operator=(const Box& other) {
    if (this != &other) {
      Box copy(other);
      value_ = std::move(copy.value_);
    }
    return *this;
  }
  Box& operator=(Box&& other) noexcept = default;
  ~Box() = default;

  bool has_value() const noexcept { return value_ != nullptr; }
  explicit operator bool() const noexcept { return has_value(); }
  const T& operator*() const noexcept { return *value_; }
  T& operator*() noexcept { return *value_; }
  const T* operator->() const noexcept { return value_.get(); }
  T* operator->() noexcept { return value_.get(); }
  void reset() noexcept { value_.reset(); }
  template <class... Args>
  T& emplace(Args&&... args) {
    value_ = std::make_unique<T>(std::forward<Args>(args)...);
    return *value_;
  }

  // Two empty boxes are equal; an empty one differs from every full one.
  friend bool operator==(const Box& a, const Box& b) {
    return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace causeway
