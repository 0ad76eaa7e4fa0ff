// Sends the cases of an independent encoder through generated code on both sides of the boundary.
//
// A case is bytes of one type and what each side must make of them: a C++ value is decoded,
// encoded again, sent to Java and back, sent to Java and from there to C++ and back, as it is, as
// a nullable and in a list; Java decodes and encodes the same bytes with its own codec. Every
// result is compared as a value and, encoded, with the bytes that the Python encoder wrote. For
// malformed bytes each side must say no, with an offset, or accept exactly what the oracle accepts.
//
// The generated drivers (echo.py) know the names; everything that they repeat stands here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "causeway/codec.h"
#include "causeway/error.h"
#include "causeway/vm.h"

namespace causeway::roundtrip {

using Bytes = std::vector<std::uint8_t>;

enum class Verdict {
  kExact,   // must be accepted and encode to `bytes`
  kAccept,  // must be accepted
  kReject,
  kEither,  // the format leaves it open
};

struct Expectation {
  Verdict verdict = Verdict::kExact;
  Bytes bytes;
};

struct Case {
  int line = 0;
  bool is_value = false;  // a valid value that is sent through all calls
  Bytes bytes;
  Expectation cpp;
  Expectation java;
};

// What came of decoding and encoding again.
struct Attempt {
  bool accepted = false;
  Bytes bytes;
  std::string code;
  std::string message;
};

// One group (one definition file) while its checks run.
class Session {
 public:
  // Reads <folder>/<group>/cases.txt; a failure of the file is a failure of the test.
  Session(Vm& vm, std::string_view group);

  Vm& vm() const { return vm_; }
  // Calls `static void register()` of a Java class ("roundtrip/x/EchoImpl").
  void RegisterJava(const char* java_class);
  const std::vector<Case>& cases(std::size_t type) const;

  void Start(const char* type_name, const Case& c);
  // At most a handful of failures of a group are printed in full.
  void Fail(std::string_view what);
  void Expect(bool condition, std::string_view what) {
    ++checks_;
    if (!condition) Fail(what);
  }
  void SameBytes(std::string_view what, std::span<const std::uint8_t> got, const Bytes& wanted);
  // Whatever the format leaves open, both sides must answer alike.
  void Agree(const Attempt& cpp, const Attempt& java);
  void Compare(std::string_view side, const Expectation& expected, const Attempt& attempt);
  // Runs a check; an exception is a failure of it.
  template <class Function>
  void Guard(std::string_view what, Function&& check) {
    try {
      check();
    } catch (const std::exception& error) {
      Fail(std::string(what) + " threw " + error.what());
    }
  }

  int checks() const { return checks_; }
  int failures() const { return failures_; }

 private:
  Vm& vm_;
  std::string path_;
  std::vector<std::vector<Case>> cases_;  // by type
  const char* type_ = "";
  const Case* case_ = nullptr;
  int checks_ = 0;
  int failures_ = 0;
};

// The definition files of a test program; echo.py writes it.
struct Group {
  const char* name;
  void (*run)(Session& session);
};
extern const std::vector<Group> kGroups;

// What &Api::Method says about a method: drivers spell no type, whatever it is called in C++.
template <class Method>
struct MethodTraits;
template <class C, class R, class... As>
struct MethodTraits<R (C::*)(As...)> {
  using Result = R;
  using Arguments = std::tuple<As...>;
};
template <class C, class R, class... As>
struct MethodTraits<R (C::*)(As...) const> : MethodTraits<R (C::*)(As...)> {};
template <auto kMethod>
using ResultOf = typename MethodTraits<decltype(kMethod)>::Result;
template <auto kMethod, std::size_t kIndex = 0>
using ArgumentOf =
    std::tuple_element_t<kIndex, typename MethodTraits<decltype(kMethod)>::Arguments>;

template <class Function>
Attempt Try(Function&& encode) {
  Attempt attempt;
  try {
    attempt.bytes = encode();
    attempt.accepted = true;
  } catch (const Error& error) {
    attempt.code = error.code();
    attempt.message = error.message();
  }
  return attempt;
}

// Codec is a struct of the driver: T, `static T Read(Reader&)` and `static void Write(Writer&, T)`.
template <class Codec>
Bytes Encoded(const typename Codec::T& value) {
  codec::Writer writer;
  Codec::Write(writer, value);
  return Bytes(writer.bytes().begin(), writer.bytes().end());
}

template <class Codec>
typename Codec::T Decoded(const Bytes& bytes) {
  codec::Reader reader(bytes);
  typename Codec::T value = Codec::Read(reader);
  reader.Finish();
  return value;
}

// All checks of one type. kEcho… are methods of the HostApi; see echo.py for what they do.
template <class Codec, auto kEcho, auto kEchoNullable, auto kEchoList, auto kEncode, auto kRecode,
          auto kViaCpp, auto kViaCppNullable, auto kViaCppList, class Host>
void CheckType(Session& session, Host& host, std::size_t type, const char* name) {
  using T = typename Codec::T;
  std::vector<T> values;
  for (const Case& c : session.cases(type)) {
    session.Start(name, c);
    const Attempt cpp = Try([&] { return Encoded<Codec>(Decoded<Codec>(c.bytes)); });
    const Attempt java = Try([&] { return (host.*kRecode)(c.bytes); });
    session.Compare("C++", c.cpp, cpp);
    session.Compare("Java", c.java, java);
    session.Agree(cpp, java);
    if (!c.is_value) continue;
    session.Guard("a call", [&] {
      const T value = Decoded<Codec>(c.bytes);
      const Bytes& wanted = c.cpp.bytes;
      const T twin = value;
      session.Expect(value == twin && !(value != twin), "a value differs from its copy");
      session.Expect(!(value < twin), "a value is less than its copy");
      session.Expect(std::hash<T>()(value) == std::hash<T>()(twin), "a copy has another hash");
      const auto same = [&](const char* what, const T& result) {
        session.Expect(result == value, what);
        session.SameBytes(what, Encoded<Codec>(result), wanted);
      };
      session.SameBytes("encoded by Java", (host.*kEncode)(value), wanted);
      same("echo", (host.*kEcho)(value));
      same("echo through C++", (host.*kViaCpp)(value));
      const std::optional<T> nullable = (host.*kEchoNullable)(value);
      session.Expect(nullable.has_value(), "nullable echo lost the value");
      if (nullable.has_value()) same("nullable echo", *nullable);
      const std::optional<T> through = (host.*kViaCppNullable)(value);
      session.Expect(through.has_value(), "nullable echo through C++ lost the value");
      if (through.has_value()) same("nullable echo through C++", *through);
      values.push_back(value);
    });
  }
  session.Guard("null", [&] {
    session.Expect(!(host.*kEchoNullable)(std::nullopt).has_value(), "null came back as a value");
    session.Expect(!(host.*kViaCppNullable)(std::nullopt).has_value(),
                   "null came back through C++ as a value");
  });
  session.Guard("a list", [&] {
    session.Expect((host.*kEchoList)(values) == values, "list of all values");
    session.Expect((host.*kViaCppList)(values) == values, "list of all values through C++");
    session.Expect((host.*kEchoList)(std::vector<T>()).empty(), "empty list");
    session.Expect((host.*kViaCppList)(std::vector<T>()).empty(), "empty list through C++");
    if (values.empty()) return;
    const std::vector<T> many(300, values.front());
    session.Expect((host.*kEchoList)(many) == many, "list of 300");
    session.Expect((host.*kViaCppList)(many) == many, "list of 300 through C++");
  });
}

// Checks whose results, put back into a copy of the value, must give the value's bytes.
template <class Codec>
class ValueCheck {
 public:
  using T = typename Codec::T;
  ValueCheck(Session& session, const T& value, const Bytes& wanted)
      : session_(session), value_(value), wanted_(wanted) {}

  // `call` replaces one member of the copy that it is given.
  template <class Function>
  void Member(const char* what, Function&& call) {
    session_.Guard(what, [&] {
      T copy = value_;
      call(copy);
      session_.SameBytes(what, Encoded<Codec>(copy), wanted_);
    });
  }
  template <class Function>
  void Same(const char* what, Function&& call) {
    session_.Guard(what, [&] { session_.SameBytes(what, Encoded<Codec>(call()), wanted_); });
  }

 private:
  Session& session_;
  const T& value_;
  const Bytes& wanted_;
};

// Calls `check(ValueCheck<Codec>&, const T& value)` for every valid value of a type.
template <class Codec, class Function>
void CheckValues(Session& session, std::size_t type, const char* name, Function&& check) {
  for (const Case& c : session.cases(type)) {
    if (!c.is_value) continue;
    session.Start(name, c);
    session.Guard("decoding", [&] {
      const typename Codec::T value = Decoded<Codec>(c.bytes);
      ValueCheck<Codec> of_value(session, value, c.cpp.bytes);
      check(of_value, value);
    });
  }
}

}  // namespace causeway::roundtrip
