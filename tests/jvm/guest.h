// The C++ side of the behaviour tests: implements Guest, doing what `how` says, and waits for what
// arrives later.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "behaviour.h"
#include "tests/jvm/harness.h"

namespace causeway::test {

inline constexpr std::chrono::seconds kPatience{20};

// One value that another thread gives.
template <class T>
class Arrival {
 public:
  void Give(T value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(std::move(value));
    arrived_.notify_all();
  }
  // Fails the test and gives nothing if nothing comes.
  std::optional<T> Take() {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, kPatience, [&] { return !values_.empty(); })) {
      ADD_FAILURE() << "nothing arrived";
      return std::nullopt;
    }
    T value = std::move(values_.front());
    values_.pop_front();
    return value;
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return values_.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<T> values_;
};

inline std::string Repeat(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

class GuestImpl : public behaviour::Guest {
 public:
  explicit GuestImpl(std::int64_t step) : step_(step) {}
  ~GuestImpl() override {
    for (std::thread& thread : threads_) thread.join();
  }

  // Runs what "hold" kept back, on a thread of its own.
  void ReleaseHeld() {
    std::thread([this] {
      for (const auto& held : held_) held();
    }).join();
    held_.clear();
  }
  std::string second_reply_code() const { return second_reply_code_; }

  void Nothing() override {}
  std::int64_t Increment(std::int64_t value) override {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) +
                                     static_cast<std::uint64_t>(step_));
  }
  std::optional<std::int64_t> MaybeInt(std::optional<std::int64_t> value) override { return value; }
  std::optional<double> MaybeDouble(std::optional<double> value) override { return value; }
  behaviour::Mood EchoMood(behaviour::Mood mood) override { return mood; }
  std::optional<behaviour::Mood> EchoMaybeMood(std::optional<behaviour::Mood> mood) override {
    return mood;
  }
  behaviour::Tiny EchoTiny(const behaviour::Tiny& tiny) override { return tiny; }
  std::optional<behaviour::Tiny> EchoMaybeTiny(
      const std::optional<behaviour::Tiny>& tiny) override {
    return tiny;
  }
  std::string EchoString(const std::string& text) override { return text; }
  std::vector<std::string> EchoStrings(const std::vector<std::string>& texts) override {
    return texts;
  }
  behaviour::Label EchoLabel(const behaviour::Label& label) override { return label; }
  behaviour::Chain EchoChain(const behaviour::Chain& chain) override { return chain; }
  std::vector<behaviour::Mood> EchoMoods(const std::vector<behaviour::Mood>& moods) override {
    return moods;
  }
  causeway::Map<std::string, behaviour::Label> EchoLabels(
      const causeway::Map<std::string, behaviour::Label>& labels) override {
    return labels;
  }
  Value EchoObject(const Value& value) override { return value; }
  Value EchoMaybeObject(const Value& value) override { return value; }
  std::vector<std::uint8_t> EchoBytes(const std::vector<std::uint8_t>& bytes) override {
    return bytes;
  }
  std::optional<std::vector<std::uint8_t>> EchoMaybeBytes(
      const std::optional<std::vector<std::uint8_t>>& bytes) override {
    return bytes;
  }
  std::vector<std::int64_t> EchoInts(const std::vector<std::int64_t>& values) override {
    return values;
  }

  std::int64_t Fail(const std::string& how) override {
    if (how == "std") throw std::runtime_error("boom");
    if (how == "bad-text") throw std::runtime_error("caf\xE9");
    if (how == "int") throw 42;
    if (how == "text") throw "text";
    if (how == "error") {
      throw Error("own-code", "own message", behaviour::Label{"detail", 7});
    }
    if (how == "empty-error") throw Error("empty");
    if (how == "host") return behaviour::Host(TestVm()).Fail("api-error");
    return static_cast<std::int64_t>(how.size());
  }

  std::string Nest(std::int64_t depth, const std::string& text) override {
    if (depth == 0) {
      if (text.starts_with("throw")) throw Error("bottom", "thrown at the bottom");
      return text;
    }
    const std::string before = text;
    std::string result = behaviour::Host(TestVm()).Nest(depth - 1, text + "c");
    if (text != before || !result.starts_with(before)) {
      throw Error("lost", "the outer call lost its text");
    }
    return result + "C";
  }

  void Later(std::string how, std::string text, Reply<std::string> reply) override {
    Answer<std::string>(how, std::move(reply),
                        [text = std::move(text)](auto& to) { to.Success(text); });
  }
  void LaterInt(std::string how, std::int64_t value, Reply<std::int64_t> reply) override {
    Answer<std::int64_t>(how, std::move(reply), [value](auto& to) { to.Success(value + 1); });
  }
  void LaterNothing(std::string how, Reply<void> reply) override {
    Answer<void>(how, std::move(reply), [](auto& to) { to.Success(); });
  }
  void LaterLabels(std::string how, std::vector<behaviour::Label> labels,
                   Reply<std::vector<behaviour::Label>> reply) override {
    Answer<std::vector<behaviour::Label>>(
        how, std::move(reply), [labels = std::move(labels)](auto& to) { to.Success(labels); });
  }

 private:
  static Error LaterError() {
    return Error("later-code", "later message", behaviour::Label{"later", 8});
  }

  template <class T, class Give>
  void Answer(const std::string& how, Reply<T> reply, Give give) {
    const auto run = [&](auto body) {
      const std::lock_guard lock(mutex_);
      threads_.emplace_back(
          [reply = std::move(reply), body = std::move(body)]() mutable { body(reply); });
    };
    if (how == "inline") {
      give(reply);
    } else if (how == "thread") {
      run(give);
    } else if (how == "fail") {
      reply.Failure(LaterError());
    } else if (how == "fail-on-thread") {
      run([](Reply<T>& to) { to.Failure(LaterError()); });
    } else if (how == "throw") {
      throw std::runtime_error("thrown by the method");
    } else if (how == "answer-then-throw") {
      give(reply);
      throw std::runtime_error("too late");
    } else if (how == "twice" || how == "fail-after-success") {
      give(reply);
      second_reply_code_ = "none";
      try {
        how == "twice" ? give(reply) : reply.Failure(LaterError());
      } catch (const Error& error) {
        second_reply_code_ = error.code();
      }
    } else if (how == "drop-on-thread") {
      run([](Reply<T>& to) { const Reply<T> dropped = std::move(to); });
    } else if (how == "hold") {
      auto held = std::make_shared<Reply<T>>(std::move(reply));
      held_.push_back([held, give] { give(*held); });
    }  // else "drop": `reply` dies here
  }

  const std::int64_t step_;
  std::mutex mutex_;  // of threads_
  std::vector<std::thread> threads_;
  std::vector<std::function<void()>> held_;
  std::string second_reply_code_;
};

// Starts the JVM of the behaviour tests once, with both sides registered.
class Behaviour : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    TestVm();
    if (guest_ != nullptr) return;
    CallVoid("com/example/behaviour/HostImpl", "register");
    guest_ = std::make_shared<GuestImpl>(1);
    registration_ = behaviour::Guest::Register(TestVm(), guest_);
  }
  void TearDown() override {
    // Nothing stays pending, whatever a test did.
    EXPECT_FALSE(TestVm().env()->ExceptionCheck());
  }

  static behaviour::Host& host() {
    static behaviour::Host host(TestVm());
    return host;
  }

  static void RunGuestTest(const std::string& name) {
    EXPECT_EQ(RunJavaTest("com/example/behaviour/GuestTests", name), "");
  }

  static inline std::shared_ptr<GuestImpl> guest_;
  static inline Registration registration_;
};

// Runs `body`, which must throw an Error with `code`, and returns it.
template <class F>
Error Thrown(const std::string& code, F&& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an Error but " << error.what();
    return Error("none");
  }
  ADD_FAILURE() << "nothing was thrown, expected " << code;
  return Error("none");
}

}  // namespace causeway::test
