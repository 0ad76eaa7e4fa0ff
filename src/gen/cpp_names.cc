#include "gen/cpp_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace causeway::gen {
namespace {

// Keywords of C++20 (with the contextual import and module, which the preprocessor reads at the
// start of a line), the alternative tokens, and macros that common headers or compilers define.
// Sorted (checked by a test).
constexpr auto kReserved = std::to_array<std::string_view>({
    "BIG_ENDIAN",    "BUFSIZ",       "CHAR_BIT",
    "CHAR_MAX",      "CHAR_MIN",     "CONST",
    "DEBUG",         "DELETE",       "DIR",
    "DOMAIN",        "E2BIG",        "EACCES",
    "EAGAIN",        "EBADF",        "EBUSY",
    "ECANCELED",     "ECHILD",       "ECHO",
    "ECONNREFUSED",  "EDEADLK",      "EDOM",
    "EEXIST",        "EFAULT",       "EFBIG",
    "EILSEQ",        "EINTR",        "EINVAL",
    "EIO",           "EISDIR",       "EMFILE",
    "EMLINK",        "ENFILE",       "ENODEV",
    "ENOENT",        "ENOEXEC",      "ENOLCK",
    "ENOMEM",        "ENOSPC",       "ENOSYS",
    "ENOTDIR",       "ENOTEMPTY",    "ENOTSUP",
    "ENOTTY",        "ENXIO",        "EOF",
    "EPERM",         "EPIPE",        "ERANGE",
    "EROFS",         "ERROR",        "ESPIPE",
    "ESRCH",         "ETIMEDOUT",    "EXDEV",
    "FALSE",         "FILE",         "HUGE",
    "HUGE_VAL",      "IGNORE",       "IN",
    "INFINITE",      "INFINITY",     "INT_MAX",
    "INT_MIN",       "JNICALL",      "JNIEXPORT",
    "JNIEnv",        "JNIIMPORT",    "JavaVM",
    "LITTLE_ENDIAN", "LONG_MAX",     "LONG_MIN",
    "MAX",           "MIN",          "NAN",
    "NDEBUG",        "NULL",         "OPTIONAL",
    "OUT",           "OVERFLOW",     "PI",
    "RAND_MAX",      "SEEK_CUR",     "SEEK_END",
    "SEEK_SET",      "SIGABRT",      "SIGFPE",
    "SIGILL",        "SIGINT",       "SIGKILL",
    "SIGSEGV",       "SIGTERM",      "SING",
    "TRUE",          "UNDERFLOW",    "VOID",
    "_Bool",         "_Complex",     "_Imaginary",
    "alignas",       "alignof",      "and",
    "and_eq",        "asm",          "assert",
    "auto",          "bitand",       "bitor",
    "bool",          "break",        "case",
    "catch",         "char",         "char16_t",
    "char32_t",      "char8_t",      "class",
    "co_await",      "co_return",    "co_yield",
    "compl",         "concept",      "const",
    "const_cast",    "consteval",    "constexpr",
    "constinit",     "continue",     "decltype",
    "default",       "delete",       "do",
    "double",        "dynamic_cast", "else",
    "emit",          "enum",         "errno",
    "explicit",      "export",       "extern",
    "false",         "float",        "for",
    "foreach",       "friend",       "goto",
    "i386",          "if",           "import",
    "inline",        "int",          "linux",
    "long",          "major",        "makedev",
    "minor",         "module",       "mutable",
    "namespace",     "new",          "noexcept",
    "not",           "not_eq",       "nullptr",
    "offsetof",      "operator",     "or",
    "or_eq",         "private",      "protected",
    "public",        "register",     "reinterpret_cast",
    "requires",      "return",       "setjmp",
    "short",         "signals",      "signed",
    "sizeof",        "slots",        "static",
    "static_assert", "static_cast",  "stderr",
    "stdin",         "stdout",       "struct",
    "switch",        "template",     "this",
    "thread_local",  "throw",        "true",
    "try",           "typedef",      "typeid",
    "typename",      "typeof",       "union",
    "unix",          "unsigned",     "using",
    "va_arg",        "va_copy",      "va_end",
    "va_start",      "virtual",      "void",
    "volatile",      "wchar_t",      "while",
    "xor",           "xor_eq",
});
static_assert(std::ranges::is_sorted(kReserved));

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWord(char c) { return IsUpper(c) || IsLower(c) || IsDigit(c); }
char Upper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char Lower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// A name must begin with a letter; Dart allows names of underscores, dollars and digits alone.
std::string BeginWithLetter(std::string name, char letter) {
  if (name.empty() || IsDigit(name[0])) {
    name.insert(name.begin(), letter);
  }
  return name;
}

}  // namespace

std::string ToSnakeCase(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!IsWord(c)) {
      if (!out.empty() && out.back() != '_') {
        out.push_back('_');
      }
      continue;
    }
    // A word begins at a capital behind a small letter or digit ("latLng"), and at the last
    // capital of a run that a small letter follows ("URLPath").
    const bool after_small = i > 0 && (IsLower(name[i - 1]) || IsDigit(name[i - 1]));
    const bool ends_run =
        i > 0 && IsUpper(name[i - 1]) && i + 1 < name.size() && IsLower(name[i + 1]);
    if (IsUpper(c) && (after_small || ends_run) && !out.empty() && out.back() != '_') {
      out.push_back('_');
    }
    out.push_back(Lower(c));
  }
  while (!out.empty() && out.back() == '_') {
    out.pop_back();
  }
  return BeginWithLetter(std::move(out), 'x');
}

std::string ToPascalCase(std::string_view name) {
  std::string out;
  bool begins_word = true;
  for (const char c : name) {
    if (!IsWord(c)) {
      begins_word = true;
      continue;
    }
    // "a_1_2" must not become what "a12" becomes.
    if (begins_word && IsDigit(c) && !out.empty() && IsDigit(out.back())) {
      out.push_back('_');
    }
    out.push_back(begins_word ? Upper(c) : c);
    begins_word = false;
  }
  return BeginWithLetter(std::move(out), 'X');
}

std::string EscapeCppWord(std::string name) {
  if (std::ranges::binary_search(kReserved, std::string_view(name))) {
    name.push_back('_');
  }
  return name;
}

std::string NameScope::Claim(std::string wanted) {
  wanted = EscapeCppWord(std::move(wanted));
  std::string name = wanted;
  for (int i = 2; !taken_.insert(name).second; ++i) {
    name = wanted + (wanted.ends_with('_') ? "" : "_") + std::to_string(i);
  }
  return name;
}

void CppNames::AddTypes(const Type& type, std::set<std::string>& names) const {
  if (type.kind == TypeKind::kEnum) names.insert(EnumName(type.decl));
  if (type.kind == TypeKind::kClass) names.insert(ClassName(type.decl));
  for (const Type& arg : type.args) AddTypes(arg, names);
}

CppNames::CppNames(const Program& program, std::string_view cpp_namespace) {
  while (!cpp_namespace.empty()) {
    const std::size_t end = cpp_namespace.find_first_of(":.");
    if (end != 0) {
      namespaces_.push_back(EscapeCppWord(std::string(cpp_namespace.substr(0, end))));
      scope_ += namespaces_.back() + "::";
    }
    cpp_namespace.remove_prefix(end == std::string_view::npos ? cpp_namespace.size() : end + 1);
  }
  const auto claim_type = [this](const std::string& name) {
    std::string claimed = namespace_scope_.Claim(ToPascalCase(name));
    types_.insert(claimed);
    return claimed;
  };
  for (const EnumDecl& decl : program.enums) {
    Named named{claim_type(decl.name), {}};
    NameScope scope;
    for (std::size_t i = 0; i < decl.members.size(); ++i) {
      named.members.push_back(scope.Claim("k" + ToPascalCase(decl.MemberWords(i))));
    }
    enums_.push_back(std::move(named));
  }
  for (const ClassDecl& decl : program.classes) {
    Named named{claim_type(decl.name), {}};
    NameScope scope;
    for (const Field& field : decl.fields) {
      named.members.push_back(scope.Claim(ToSnakeCase(field.name)));
    }
    classes_.push_back(std::move(named));
  }
  for (const Definition& definition : program.definitions) {
    std::vector<Named>& apis = apis_.emplace_back();
    for (const Api& api : definition.apis) {
      Named named{claim_type(api.name), {}};
      // A method called like its class would be a constructor; Register is ours. In a class that
      // implements the API, a method hides the type of its name, which a signature there needs.
      std::set<std::string> taken = {named.name, "Register"};
      if (api.kind == ApiKind::kFlutter) {
        for (const Method& method : api.methods) {
          AddTypes(method.returns, taken);
          for (const Parameter& parameter : method.parameters) AddTypes(parameter.type, taken);
        }
      }
      NameScope scope(std::move(taken));
      for (const Method& method : api.methods) {
        const std::string pascal = ToPascalCase(method.name);
        named.members.push_back(scope.Claim(scope.contains(pascal) ? pascal + "_" : pascal));
      }
      apis.push_back(std::move(named));
    }
    std::vector<std::string>& constants = constants_.emplace_back();
    for (const Constant& constant : definition.constants) {
      constants.push_back(
          namespace_scope_.Claim("k" + ToPascalCase(WithoutConstantMark(constant.name))));
    }
  }
}

}  // namespace causeway::gen
