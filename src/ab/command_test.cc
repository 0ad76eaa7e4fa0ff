#include "ab/command.h"

#include <gtest/gtest.h>

namespace causeway::ab {
namespace {

using Words = std::vector<std::string>;

TEST(SplitCommand, Words) {
  EXPECT_EQ(SplitCommand("java -jar app.jar"), (Words{"java", "-jar", "app.jar"}));
  EXPECT_EQ(SplitCommand("  a \t b\n"), (Words{"a", "b"}));
  EXPECT_EQ(SplitCommand("'a b' \"c d\" e\\ f"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(SplitCommand("a'b'\"c\""), (Words{"abc"}));
  EXPECT_EQ(SplitCommand("'' \"\""), (Words{"", ""}));
  EXPECT_EQ(SplitCommand("\"a\\\"b\\\\c\\d\" '\\'"), (Words{"a\"b\\c\\d", "\\"}));
  EXPECT_EQ(SplitCommand("echo $HOME * | > ~"), (Words{"echo", "$HOME", "*", "|", ">", "~"}));
}

TEST(SplitCommand, Mistakes) {
  const auto message = [](std::string_view text) {
    const auto words = SplitCommand(text);
    return words ? "no error" : words.error().message;
  };
  EXPECT_EQ(message("a 'b"), "the quote ' at character 3 has no end: a 'b");
  EXPECT_EQ(message("\"a\\\""), "the quote \" at character 1 has no end: \"a\\\"");
  EXPECT_EQ(message("a\\"), "the command ends with a backslash: a\\");
  EXPECT_EQ(message(" "), "the command is empty");
}

TEST(WordsOf, PlaceholdersNeverMakeMoreWords) {
  const CommandContext context{
      .arm = "b", .artifact = "my app.apk", .pass = 1, .block = 7, .kind = "warmup"};
  EXPECT_EQ(WordsOf("install {artifact} x{arm}{pass}-{block}-{kind}", false, context),
            (Words{"install", "my app.apk", "xb1-7-warmup"}));
  EXPECT_EQ(WordsOf("install $CAUSEWAY_AB_ARTIFACT | {arm}", true, context),
            (Words{"/bin/sh", "-c", "install $CAUSEWAY_AB_ARTIFACT | {arm}"}));
}

}  // namespace
}  // namespace causeway::ab
