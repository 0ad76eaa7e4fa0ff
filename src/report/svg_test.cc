#include "report/svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace causeway::report {
namespace {

TEST(Svg, NumbersAreShortAndFinite) {
  EXPECT_EQ(SvgNumber(12), "12");
  EXPECT_EQ(SvgNumber(100), "100");
  EXPECT_EQ(SvgNumber(0.5), "0.5");
  EXPECT_EQ(SvgNumber(1.239), "1.24");
  EXPECT_EQ(SvgNumber(-0.001), "0");
  EXPECT_EQ(SvgNumber(std::nan("")), "0");
  EXPECT_EQ(SvgNumber(std::numeric_limits<double>::infinity()), "0");
}

TEST(Svg, TicksAreOneTwoOrFive) {
  const LinearScale scale(0, 23, 0, 100);
  EXPECT_EQ(scale.Step(), 5);
  EXPECT_EQ(scale.Ticks(), (std::vector<double>{0, 5, 10, 15, 20}));
  const LinearScale nice = LinearScale::Nice(0.3, 22, 0, 100);
  EXPECT_EQ(nice.from(), 0);
  EXPECT_EQ(nice.to(), 25);
  EXPECT_EQ(LinearScale(0, 0.6, 0, 1).Ticks().size(), 7U);
  EXPECT_EQ(TickText(0.30000000000000004, 0.1), "0.3");
  EXPECT_EQ(TickText(-1e-17, 0.1), "0.0");
  EXPECT_EQ(TickText(1200, 200), "1200");
}

TEST(Svg, ScalesThatHaveNoWidth) {
  for (const double value : {0.0, 5.0, -5.0, 1e15}) {
    const LinearScale scale(value, value, 0, 100);
    EXPECT_TRUE(std::isfinite(scale(value))) << value;
    EXPECT_NEAR(scale(value), 50, 1e-6) << value;
    EXPECT_FALSE(scale.Ticks().empty()) << value;
  }
  EXPECT_EQ(LinearScale(0, 10, 100, 0)(2.5), 75);
}

TEST(Svg, TextIsEscaped) {
  Svg svg(10, 20, "<label>");
  svg.Text({1, 2}, "a < b & c");
  svg.Circle({1, 1}, 2, "var(--a)", 1, "\"tip\"");
  const std::string out = svg.Finish();
  EXPECT_NE(out.find("aria-label=\"&lt;label&gt;\""), std::string::npos);
  EXPECT_NE(out.find(">a &lt; b &amp; c</text>"), std::string::npos);
  EXPECT_NE(out.find("<title>&quot;tip&quot;</title>"), std::string::npos);
  EXPECT_NE(out.find("viewBox=\"0 0 10 20\""), std::string::npos);
}

}  // namespace
}  // namespace causeway::report
