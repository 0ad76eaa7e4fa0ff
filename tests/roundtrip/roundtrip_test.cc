#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include "tests/roundtrip/harness.h"

namespace causeway::roundtrip {
namespace {

constexpr int kPrintedFailures = 12;

int HexDigit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

// "-" is an empty message.
Bytes FromHex(std::string_view text) {
  Bytes bytes;
  if (text == "-") return bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(HexDigit(text[i]) * 16 + HexDigit(text[i + 1])));
  }
  return bytes;
}

// The bytes from a little before `from`, shortened for a message.
std::string Hex(std::span<const std::uint8_t> bytes, std::size_t from) {
  constexpr char kDigits[] = "0123456789abcdef";
  from = from < 24 ? 0 : from - 24;
  std::string text = from == 0 ? "" : "..";
  for (std::size_t i = from; i < bytes.size() && i < from + 72; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return from + 72 < bytes.size() ? text + ".." : text;
}

Expectation ParseExpectation(const std::string& text, const Bytes& input) {
  if (text == "!") return {Verdict::kReject, {}};
  if (text == "?") return {Verdict::kEither, {}};
  if (text == "+") return {Verdict::kAccept, {}};
  return {Verdict::kExact, text == "=" ? input : FromHex(text)};
}

// The offset in "... at byte N", or -1.
long OffsetIn(const std::string& message) {
  const std::string mark = "at byte ";
  const std::size_t at = message.rfind(mark);
  if (at == std::string::npos) return -1;
  long offset = -1;
  std::from_chars(message.data() + at + mark.size(), message.data() + message.size(), offset);
  return offset;
}

}  // namespace

Session::Session(Vm& vm, std::string_view group)
    : vm_(vm), path_(CAUSEWAY_ROUNDTRIP_FOLDER "/" + std::string(group) + "/cases.txt") {
  std::ifstream file(path_);
  EXPECT_TRUE(file.is_open()) << path_;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::size_t type = 0;
    std::string kind, bytes, cpp, java;
    words >> type >> kind >> bytes >> cpp >> java;
    Case c;
    c.line = number;
    c.is_value = kind == "value";
    c.bytes = FromHex(bytes);
    c.cpp = ParseExpectation(cpp, c.bytes);
    c.java = ParseExpectation(java, c.bytes);
    if (type >= cases_.size()) cases_.resize(type + 1);
    cases_[type].push_back(std::move(c));
  }
}

void Session::RegisterJava(const char* java_class) {
  JNIEnv* env = vm_.env();
  const jclass found = env->FindClass(java_class);
  ASSERT_NE(found, nullptr) << java_class;
  const jmethodID method = env->GetStaticMethodID(found, "register", "()V");
  ASSERT_NE(method, nullptr);
  env->CallStaticVoidMethod(found, method);
  if (env->ExceptionCheck()) {
    env->ExceptionDescribe();
    env->ExceptionClear();
    Fail("register() threw");
  }
  env->DeleteLocalRef(found);
}

const std::vector<Case>& Session::cases(std::size_t type) const {
  static const std::vector<Case> kNone;
  return type < cases_.size() ? cases_[type] : kNone;
}

void Session::Start(const char* type_name, const Case& c) {
  type_ = type_name;
  case_ = &c;
}

void Session::Fail(std::string_view what) {
  ++failures_;
  if (failures_ > kPrintedFailures) return;
  std::ostringstream message;
  message << type_ << ": " << what;
  if (case_ != nullptr) {
    message << "\n  " << path_ << ":" << case_->line << "\n  input  " << Hex(case_->bytes, 0);
  }
  ADD_FAILURE() << message.str();
}

void Session::SameBytes(std::string_view what, std::span<const std::uint8_t> got,
                        const Bytes& wanted) {
  ++checks_;
  std::size_t at = 0;
  while (at < got.size() && at < wanted.size() && got[at] == wanted[at]) ++at;
  if (at == got.size() && at == wanted.size()) return;
  Fail(std::string(what) + ": bytes differ at " + std::to_string(at) + "\n  got    " +
       Hex(got, at) + "\n  wanted " + Hex(wanted, at));
}

void Session::Agree(const Attempt& cpp, const Attempt& java) {
  ++checks_;
  if (cpp.accepted == java.accepted) return;
  Fail(cpp.accepted ? "C++ accepted what Java rejects: " + java.message
                    : "Java accepted what C++ rejects: " + cpp.message);
}

void Session::Compare(std::string_view side, const Expectation& expected, const Attempt& attempt) {
  ++checks_;
  if (!attempt.accepted && expected.verdict != Verdict::kEither) {
    if (attempt.code != "bad-message" && attempt.code != "unknown-enum") {
      Fail(std::string(side) + " said " + attempt.code + ": " + attempt.message);
      return;
    }
    const long offset = OffsetIn(attempt.message);
    if (offset < 0 || offset > static_cast<long>(case_->bytes.size())) {
      Fail(std::string(side) + " gave no offset within the message: " + attempt.message);
    }
  }
  switch (expected.verdict) {
    case Verdict::kEither:
      break;
    case Verdict::kReject:
      if (attempt.accepted) {
        Fail(std::string(side) + " accepted malformed bytes as " + Hex(attempt.bytes, 0));
      }
      break;
    case Verdict::kAccept:
    case Verdict::kExact:
      if (!attempt.accepted) {
        Fail(std::string(side) + " rejected a value: " + attempt.message);
      } else if (expected.verdict == Verdict::kExact) {
        SameBytes(std::string(side) + " codec", attempt.bytes, expected.bytes);
      }
      break;
  }
}

namespace {

Vm& TestVm() {
  static Vm& vm = []() -> Vm& {
    EmbedOptions options;
    options.class_path = {CAUSEWAY_ROUNDTRIP_FOLDER "/classes", CAUSEWAY_RUNTIME_JAR_FILE};
    options.options = {"-Xcheck:jni"};
    if (const char* libjvm = std::getenv("CAUSEWAY_LIBJVM")) options.libjvm = libjvm;
    return Embed(options);
  }();
  return vm;
}

class RoundTrip : public testing::TestWithParam<Group> {};

TEST_P(RoundTrip, EveryType) {
  const Group& group = GetParam();
  Session session(TestVm(), group.name);
  group.run(session);
  RecordProperty("checks", session.checks());
  EXPECT_GT(session.checks(), 0);
  EXPECT_EQ(session.failures(), 0) << "of " << session.checks() << " checks";
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RoundTrip);
INSTANTIATE_TEST_SUITE_P(Definitions, RoundTrip, testing::ValuesIn(kGroups),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(RoundTripInputs, ArePresent) {
  if (kGroups.empty()) {
    GTEST_SKIP()
        << "no corpus: set CAUSEWAY_CORPUS or provide ../shared/corpus and configure again";
  }
}

}  // namespace
}  // namespace causeway::roundtrip
