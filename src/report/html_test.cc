#include "report/html.h"

#include <gtest/gtest.h>

namespace causeway::report {
namespace {

TEST(Html, EscapesTextAndAttributes) {
  EXPECT_EQ(EscapeHtml(R"(<a href="x" id='y'>&)"),
            "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(EscapeHtml("µ\n\t"), "µ\n\t");
  EXPECT_EQ(EscapeHtml("a\xFF"
                       "b\xC3"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  EXPECT_EQ(EscapeHtml(std::string("\0\x1b", 2)), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Html, NothingEndsTheDataBlock) {
  EXPECT_EQ(EscapeJsonBlock(R"({"a":"</script><!--"})"), R"({"a":"\u003c/script>\u003c!--"})");
}

TEST(Html, PageForbidsEverythingButItsStyle) {
  const std::string page = RenderHtml({"<t>", "<p>body</p>", "{}", ""});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("content=\"default-src 'none'; style-src 'unsafe-inline'\""),
            std::string::npos);
  EXPECT_NE(page.find("<title>&lt;t&gt;</title>"), std::string::npos);
  EXPECT_NE(page.find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_NE(page.find("@media print"), std::string::npos);
  EXPECT_EQ(page.find("http://"), std::string::npos);
}

TEST(Html, Table) {
  EXPECT_EQ(RenderHtmlTable({{"name", "ns"}, {false, true}, {{"<a>", "1"}}}),
            "<table>\n<thead><tr><th>name</th><th class=\"n\">ns</th></tr></thead>\n<tbody>\n"
            "<tr><td>&lt;a&gt;</td><td class=\"n\">1</td></tr>\n</tbody>\n</table>\n");
}

}  // namespace
}  // namespace causeway::report
