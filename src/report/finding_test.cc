#include "report/finding.h"

#include <gtest/gtest.h>

#include "report/test_support.h"

namespace causeway::report {
namespace {

TEST(Finding, IdIgnoresWhereInTheFileAndHowThePathIsWritten) {
  const Finding a = SampleFinding("points");
  Finding b = a;
  b.place.line = 99;
  b.place.column = 1;
  b.place.offset = 4096;  // it has a name
  b.place.file = "./api/old/..//messages.dart";
  b.cost->ns = 7;
  b.message = "worded anew";
  EXPECT_EQ(IdOf(a), IdOf(b));
  EXPECT_EQ(IdOf(a).size(), 16U);
}

TEST(Finding, IdDependsOnEachPartOfThePlace) {
  const Finding a = SampleFinding("points");
  for (std::string Place::* part : {&Place::file, &Place::entry, &Place::class_name, &Place::method,
                                    &Place::native_function, &Place::value}) {
    Finding b = a;
    b.place.*part += "x";
    EXPECT_NE(IdOf(a), IdOf(b));
  }
  Finding c = a;
  c.rule = "gen.untyped-object";
  EXPECT_NE(IdOf(a), IdOf(c));
  // "drawp" + "oints" is another place than "draw" + "points".
  Finding d = a;
  d.place.method = "drawp";
  d.place.value = "oints";
  EXPECT_NE(IdOf(a), IdOf(d));
}

TEST(Finding, OffsetCountsOnlyWhereNothingHasAName) {
  Finding a;
  a.rule = "x";
  a.place.file = "lib.so";
  a.place.offset = 1;
  Finding b = a;
  b.place.offset = 2;
  EXPECT_NE(IdOf(a), IdOf(b));
}

TEST(Finding, SeverityIsCostTimesCount) {
  Finding finding = SampleFinding("points", 799);
  EXPECT_EQ(SeverityOf(finding), Severity::kInfo);
  finding.count = 2;
  EXPECT_EQ(SeverityOf(finding), Severity::kLow);
  finding.count = 101;  // 80.7 µs
  EXPECT_EQ(SeverityOf(finding), Severity::kMedium);
  finding.count = 10013;  // 8.0004 ms
  EXPECT_EQ(SeverityOf(finding), Severity::kHigh);
  finding.cost.reset();
  EXPECT_EQ(SeverityOf(finding), Severity::kInfo);
  finding.rule = "ab.mixed-builds";  // not usable
  EXPECT_EQ(SeverityOf(finding), Severity::kHigh);
}

TEST(Finding, SortsBySeverityThenCost) {
  std::vector<Finding> findings = {SampleFinding("a", 10), SampleFinding("c", 9e6),
                                   SampleFinding("b", 20)};
  SortFindings(findings);
  EXPECT_EQ(findings[0].place.value, "c");
  EXPECT_EQ(findings[1].place.value, "b");
  EXPECT_EQ(findings[2].place.value, "a");
}

TEST(Finding, Texts) {
  Finding finding = SampleFinding("points", 1250);
  EXPECT_EQ(PlaceText(finding.place), "api/messages.dart:12:3: Api.draw(points)");
  EXPECT_EQ(CostText(finding), "1.25 µs per element (modelled)");
  finding.count = 3;
  EXPECT_EQ(CostText(finding), "3 × 1.25 µs per element (modelled)");
  Place place;
  place.file = "app.apk";
  place.entry = "lib/arm64-v8a/libapp.so";
  place.offset = 64;
  EXPECT_EQ(PlaceText(place), "app.apk!lib/arm64-v8a/libapp.so+0x40");
}

}  // namespace
}  // namespace causeway::report
