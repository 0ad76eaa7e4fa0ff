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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
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

// What &Api::Method says about a method with one parameter.
template <class Method>
struct MethodTraits;
template <class C, class R, class A>
struct MethodTraits<R (C::*)(A)> {
  using Class = C;
  using Result = R;
  using Argument = A;
};
template <class C, class R, class A>
struct MethodTraits<R (C::*)(A) const> : MethodTraits<R (C::*)(A)> {};
template <auto kMethod>
using ResultOf = typename MethodTraits<decltype(kMethod)>::Result;
template <auto kMethod>
using ArgumentOf = typename MethodTraits<decltype(kMethod)>::Argument;

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

// All checks of one type. kEcho… are methods of the HostApi; see echo.py for what they do.
template <auto kEcho, auto kEchoNullable, auto kEchoList, auto kEncode, auto kRecode, auto kViaCpp,
          auto kViaCppNullable, auto kViaCppList, class Host, class T>
void CheckType(Session& session, Host& host, std::size_t type, const char* name,
               T (*read)(codec::Reader&), void (*write)(codec::Writer&, const T&)) {
  const auto encoded = [write](const T& value) {
    codec::Writer writer;
    write(writer, value);
    return Bytes(writer.bytes().begin(), writer.bytes().end());
  };
  const auto decoded = [read](const Bytes& bytes) {
    codec::Reader reader(bytes);
    T value = read(reader);
    reader.Finish();
    return value;
  };
  std::vector<T> values;
  for (const Case& c : session.cases(type)) {
    session.Start(name, c);
    session.Compare("C++", c.cpp, Try([&] { return encoded(decoded(c.bytes)); }));
    session.Compare("Java", c.java, Try([&] { return (host.*kRecode)(c.bytes); }));
    if (!c.is_value) continue;
    session.Guard("a call", [&] {
      const T value = decoded(c.bytes);
      const Bytes& wanted = c.cpp.bytes;
      const auto same = [&](const char* what, const T& result) {
        session.Expect(result == value, what);
        session.SameBytes(what, encoded(result), wanted);
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

}  // namespace causeway::roundtrip
