#include "report/html.h"

#include <cstddef>

#include "base/text.h"

namespace causeway::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--muted:#5b6570;--line:#d5dae0;--panel:#f5f7f9;
--a:#0b66c3;--b:#c2410c;--c:#0f766e;--d:#7c3aed;--good:#15803d;--bad:#b91c1c}
@media (prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e9ec;--muted:#9aa5b1;--line:#353c44;
--panel:#1c2126;--a:#6cb2ff;--b:#ff9a62;--c:#4fd1c0;--d:#b79bff;--good:#5fd38a;--bad:#ff8080}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px;max-width:1100px;background:var(--bg);color:var(--fg);
font:15px/1.5 system-ui,sans-serif}
h1{font-size:22px;margin:0 0 8px}h2{font-size:17px;margin:28px 0 8px}
p.verdict{font-size:18px;padding:12px 16px;background:var(--panel);border-left:4px solid var(--a)}
.muted{color:var(--muted)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:4px 10px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;
overflow-wrap:anywhere}
td.n,th.n{text-align:right;white-space:nowrap}
code,pre{font-family:ui-monospace,monospace;font-size:13px}
pre{background:var(--panel);padding:10px;overflow-x:auto}
figure{margin:16px 0}figcaption{color:var(--muted);font-size:13px}
svg{max-width:100%;height:auto;display:block}
svg text{fill:var(--fg);font:12px system-ui,sans-serif}
@media print{:root{color-scheme:light;--bg:#fff;--fg:#000;--muted:#444;--line:#bbb;--panel:#f4f4f4;
--a:#0b66c3;--b:#c2410c;--c:#0f766e;--d:#7c3aed}body{max-width:none;padding:0;font-size:11px}
figure,tr{break-inside:avoid}}
)";

}  // namespace

std::string EscapeHtml(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  std::size_t bad = FindInvalidUtf8(text).value_or(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == bad) {
      out += kReplacement;
      const std::size_t next = i + 1;
      const auto more = FindInvalidUtf8(text.substr(next));
      bad = more ? next + *more : text.size();
      continue;
    }
    const char c = text[i];
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == '\x7f') {
          out += kReplacement;
        } else {
          out += c;
        }
    }
  }
  return out;
}

std::string EscapeJsonBlock(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string RenderHtml(const HtmlPage& page) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  out += EscapeHtml(page.title);
  out += "</title>\n<style>";
  out += kStyle;
  out += page.extra_style;
  out += "</style>\n</head>\n<body>\n";
  out += page.body;
  if (!page.data_json.empty()) {
    // A data block: browsers do not execute it, and the policy would not let them.
    out += "\n<script type=\"application/json\" id=\"data\">";
    out += EscapeJsonBlock(page.data_json);
    out += "</script>";
  }
  out += "\n</body>\n</html>\n";
  return out;
}

std::string RenderHtmlTable(const HtmlTable& table) {
  const auto cell = [&table](std::string_view tag, std::size_t column, const std::string& text) {
    std::string out = "<";
    out += tag;
    if (column < table.numeric.size() && table.numeric[column]) out += " class=\"n\"";
    out += ">";
    out += EscapeHtml(text);
    out += "</";
    out += tag;
    out += ">";
    return out;
  };
  std::string out = "<table>\n<thead><tr>";
  for (std::size_t i = 0; i < table.head.size(); ++i) out += cell("th", i, table.head[i]);
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) out += cell("td", i, row[i]);
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n";
  return out;
}

}  // namespace causeway::report
