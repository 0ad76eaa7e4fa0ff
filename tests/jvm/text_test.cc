// Strings of all of Unicode, re-entrancy, lists that lie, and calls above 1 MiB.
#include <gtest/gtest.h>
#include <malloc.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/jvm/guest.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

using behaviour::Label;

constexpr char kReplacement[] = "\xEF\xBF\xBD";
constexpr std::size_t kMiB = std::size_t{1} << 20;

class Text : public Behaviour {};

// Every Unicode scalar value once, in UTF-8 (RFC 3629).
std::string AllScalars() {
  std::string all;
  const auto add = [&all](std::uint32_t byte) { all += static_cast<char>(byte); };
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    if (code < 0x80) {
      add(code);
    } else if (code < 0x800) {
      add(0xC0 | code >> 6);
      add(0x80 | (code & 63));
    } else if (code < 0x10000) {
      add(0xE0 | code >> 12);
      add(0x80 | (code >> 6 & 63));
      add(0x80 | (code & 63));
    } else {
      add(0xF0 | code >> 18);
      add(0x80 | (code >> 12 & 63));
      add(0x80 | (code >> 6 & 63));
      add(0x80 | (code & 63));
    }
  }
  return all;
}

TEST_F(Text, EveryScalarValueCrossesBothWays) {
  const std::string all = AllScalars();
  EXPECT_TRUE(host().EchoString(all) == all);
  RunGuestTest("last-text-is-all-scalars");
}

TEST_F(Text, StringsOfJavaArriveInCppAndComeBack) { RunGuestTest("strings"); }

TEST_F(Text, StringsOfCppArriveInJavaAndComeBack) {
  const behaviour::Host& up = host();
  using namespace std::string_literals;
  for (const std::string& text : {""s, "\0"s, "a\0b\0"s, "\xF0\x9F\x98\x80"s, "\xEF\xBF\xBD"s}) {
    EXPECT_EQ(up.EchoString(text), text);
  }
  for (const int length : {11, 100, 1000, 100'000}) {
    const std::string text = Repeat("0123456789", length / 10) + Repeat("x", length % 10);
    EXPECT_TRUE(up.EchoString(text) == text);
    const std::string wide = text + "\xF0\x9F\x98\x80";
    EXPECT_TRUE(up.EchoString(wide) == wide);
  }
  const std::string ascii = Repeat("0123456789", 5);
  for (std::size_t length = 0; length < 40; ++length) {
    for (std::size_t at = 0; at <= length; ++at) {
      const std::string text = ascii.substr(0, at) + "\xC3\xA9" + ascii.substr(at, length - at);
      ASSERT_EQ(up.EchoString(text), text);
    }
  }
  const std::vector<std::string> list = {"", "a", Repeat("\xE2\x82\xAC", 300), "\0"s};
  EXPECT_EQ(up.EchoStrings(list), list);
}

// One U+FFFD for each maximal subpart of an ill-formed sequence (Unicode 15, 3.9, table 3-8 and
// its neighbours).
TEST_F(Text, InvalidUtf8OfCppIsReplaced) {
  const std::string r = kReplacement;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\xC3", r},
      {"\xE2\x82", r},
      {"\xF0\x9F\x98", r},
      {"\xC0\x80", r + r},
      {"\xFF", r},
      {"\xED\xA0\x80", r + r + r},          // a surrogate
      {"\xF4\x90\x80\x80", r + r + r + r},  // above U+10FFFF
      {"a\xF1\x80\x80\xE1\x80\xC2"
       "b\x80"
       "c\x80\xBF"
       "d",
       "a" + r + r + r + "b" + r + "c" + r + r + "d"},
      {"x\xE2\x28\xA1", "x" + r + "(" + r},
  };
  for (const auto& [sent, received] : cases) EXPECT_EQ(host().EchoString(sent), received);
  host().EchoString(cases[7].first);
  RunGuestTest("last-text-is-replacements");
}

// ---- Re-entrancy.

std::vector<Label> Labels(int n, bool weights = true) {
  std::vector<Label> labels;
  for (int i = 0; i < n; ++i) {
    labels.push_back(
        {"label " + std::to_string(i), weights ? std::optional<std::int64_t>(i) : std::nullopt});
  }
  return labels;
}

TEST_F(Text, AListThatCallsBackWhileItIsEncoded) {
  EXPECT_EQ(host().LazyLabels("guest", 25), Labels(25));
  RunGuestTest("lazy");
}

TEST_F(Text, AListThatLiesIsAnErrorAndHarmsNothing) {
  for (const char* how : {"too-few", "too-many", "negative", "enormous"}) {
    try {
      host().LazyLabels(how, 5);
      ADD_FAILURE() << how << " was believed";
    } catch (const Error& error) {
      EXPECT_FALSE(error.code().empty()) << how;
    }
    EXPECT_EQ(host().EchoString("after"), "after");
  }
  Thrown("java.lang.IllegalStateException", [] { host().LazyLabels("throws", 5); });
  Thrown("java.util.ConcurrentModificationException", [] { host().LazyLabels("modified", 5); });
  EXPECT_EQ(host().LazyLabels("plain", 5), Labels(5));
}

TEST_F(Text, CallsNestTwentyDeep) {
  const std::string text = Repeat("deep ", 300);
  EXPECT_EQ(host().Nest(20, text), text + Repeat("jc", 10) + Repeat("CJ", 10));
  for (int depth = 0; depth < 8; ++depth) {
    Thrown("bottom", [&] { host().Nest(depth, "throw"); });
    EXPECT_EQ(host().Nest(3, "fine"), "finejcjJCJ");
  }
  RunGuestTest("nest");
}

TEST_F(Text, ANestingAboveTheLimitIsAnErrorOfTheSender) {
  behaviour::Chain chain{"end", {}};
  for (int i = 0; i < 50; ++i) {
    behaviour::Chain outer{"link", {}};
    outer.next = chain;
    chain = outer;
  }
  EXPECT_EQ(host().EchoChain(chain), chain);
  for (int i = 0; i < 100; ++i) {
    behaviour::Chain outer{"link", {}};
    outer.next = std::move(chain);
    chain = std::move(outer);
  }
  EXPECT_THROW(host().EchoChain(chain), Error);
  EXPECT_EQ(host().EchoString("after"), "after");
}

// ---- Large calls.

// Length of the Java array through which the last region copy of `body` went.
template <class F>
std::size_t BufferLength(F&& body) {
  JniInterposer interposer(TestVm().env());
  body();
  return static_cast<std::size_t>(interposer.Read().last_region_array_length);
}

std::size_t NativeMemory() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST_F(Text, BuffersAboveOneMebibyteAreGivenBack) {
  const std::size_t before = NativeMemory();
  const std::size_t large = BufferLength([] {
    const std::string text(24 * kMiB, 'l');
    EXPECT_TRUE(host().EchoString(text) == text);
  });
  EXPECT_GT(large, 24 * kMiB);
  const auto small = [] { EXPECT_EQ(host().EchoString("small"), "small"); };
  EXPECT_LE(BufferLength(small), kMiB);
  RunGuestTest("large");
  EXPECT_LE(BufferLength([] { RunGuestTest("small"); }), kMiB);
  // What carried the 24 MiB each way is gone. The JVM's own needs vary by a few, and by more while
  // its compilers are at work.
  const std::size_t most = before + 12 * kMiB;
  for (int i = 0; i < 100 && NativeMemory() >= most; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_LT(NativeMemory(), most);
  // Growth in between: each size needs a larger buffer than the one before.
  for (std::size_t size = 3000; size < 3 * kMiB; size = size * 7 / 4) {
    const std::string text(size, 'g');
    ASSERT_TRUE(host().EchoString(text) == text);
    const std::vector<std::uint8_t> bytes(size, 7);
    ASSERT_TRUE(host().EchoBytes(bytes) == bytes);
  }
  EXPECT_LE(BufferLength(small), kMiB);
}

// An error after the buffer has grown leaves the buffer usable.
TEST_F(Text, AnErrorInALargeCallLeavesTheBufferInOrder) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_ANY_THROW(host().LazyLabels("too-many", 100'000));
    EXPECT_EQ(host().LazyLabels("plain", 100'000), Labels(100'000));
    EXPECT_EQ(host().EchoString("small"), "small");
  }
}

}  // namespace
}  // namespace causeway::test
