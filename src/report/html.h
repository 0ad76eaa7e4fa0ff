#pragma once

#include <string>
#include <string_view>
#include <vector>

// One self-contained HTML page: no script that runs, no network, light and dark, printable.

namespace causeway::report {

// For text and for attribute values between double quotes: & < > " ' are escaped, control
// characters that HTML forbids and bytes that are not UTF-8 become U+FFFD.
std::string EscapeHtml(std::string_view text);

// JSON for a <script type="application/json"> block: every '<' is written \u003c, so no content
// can end the block or open a comment. `json` must be JSON (there '<' occurs in strings only).
std::string EscapeJsonBlock(std::string_view json);

struct HtmlPage {
  std::string title;
  std::string body;         // HTML, already escaped
  std::string data_json;    // embedded as <script type="application/json" id="data">
  std::string extra_style;  // CSS of the page besides the frame's
};

// The whole document. Styles that pages may use: table, th, td.n (numbers, right-aligned),
// p.verdict (the sentence at the top), .muted, figure, figcaption; CSS variables --fg --bg --muted
// --line --panel --a --b --c --d (colours of arms) --good --bad.
std::string RenderHtml(const HtmlPage& page);

struct HtmlTable {
  std::vector<std::string> head;
  std::vector<bool> numeric;                   // by column; shorter: text
  std::vector<std::vector<std::string>> rows;  // text, not HTML
};
std::string RenderHtmlTable(const HtmlTable& table);

}  // namespace causeway::report
