#pragma once

#include <string>

#include "probe/compare.h"
#include "probe/price_list.h"

// The forms in which prices and comparisons are given: a table for a terminal, JSON, one
// self-contained page.

namespace causeway::probe {

std::string ListText(const PriceList& list);
// {"causeway": "probe-prices", "version": 1, …}; docs/verbs/probe.md has all of it.
std::string ListJson(const PriceList& list);
std::string ListHtml(const PriceList& list);

// Names are what the lists are called: their files.
struct Names {
  std::string a;
  std::string b;
};
std::string ComparisonText(const Comparison& comparison, const Names& names);
std::string ComparisonJson(const Comparison& comparison, const Names& names);
std::string ComparisonHtml(const Comparison& comparison, const Names& names);

}  // namespace causeway::probe
