#pragma once

#include <span>
#include <string_view>

// Text of docs/rules/*.md, made a source file at build time (embed_pages.cmake).

namespace causeway::report {

struct PageOfRule {
  std::string_view id;
  std::string_view text;
};
std::span<const PageOfRule> RulePages();

}  // namespace causeway::report
