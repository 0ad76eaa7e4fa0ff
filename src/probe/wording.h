#pragma once

#include <string>
#include <vector>

#include "probe/compare.h"
#include "probe/price_list.h"

// Words and figures that the text and the page share.

namespace causeway::probe {

// Three digits: "0.33", "12.3", "1230".
std::string Ns(double ns);
// Of an amount per operation: "0", "< 1", "24".
std::string Bytes(double bytes);

// Groups in the order of their first row.
std::vector<std::string> Groups(const PriceList& list);
// A head and a row for each row of the group.
std::vector<std::vector<std::string>> PriceTable(const PriceList& list, const std::string& group);
std::vector<std::vector<std::string>> ChangeTable(const Comparison& comparison);
// What else is to be said of a comparison, a sentence each.
std::vector<std::string> Remarks(const Comparison& comparison, std::string_view a,
                                 std::string_view b);

}  // namespace causeway::probe
