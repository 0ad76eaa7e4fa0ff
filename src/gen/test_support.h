#pragma once

// Helpers for the tests of the front end.

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "gen/model.h"
#include "gen/sema.h"

namespace causeway::gen {

struct Loaded {
  std::unique_ptr<Diagnostics> diagnostics = std::make_unique<Diagnostics>();
  Program program;

  // Errors as "line:col: message" or "line:col: message | suggestion", sorted.
  std::vector<std::string> Errors() const;
  std::string AllErrors() const { return diagnostics->Render(Diagnostics::Severity::kError); }
  // Messages of what was ignored, sorted by place.
  std::vector<std::string> Ignored() const;
};

// Loads `inputs` of `files` (path -> text); imports find the others.
Loaded LoadAll(const std::map<std::string, std::string>& files,
               const std::vector<std::string>& inputs);

// Loads one file named a.dart.
Loaded LoadText(std::string_view text);

// A definition with mistakes. Each '^' in `source` marks the place at which the next of `errors` is
// expected, and is removed before the file is parsed. An error is the message, or
// "message | suggestion".
struct ErrorCase {
  const char* source;
  std::vector<std::string> errors;
};

// Checks that a case gives exactly its errors at exactly its places.
void ExpectErrors(const ErrorCase& error_case);

inline void ExpectAll(const std::vector<ErrorCase>& cases) {
  for (const ErrorCase& error_case : cases) ExpectErrors(error_case);
}

}  // namespace causeway::gen
