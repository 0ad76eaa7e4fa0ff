#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace causeway {
namespace {

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "causeway_files_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::size_t CountFiles(const std::string& folder) const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
  }

  std::string folder_;
};

TEST_F(FilesTest, WritesIntoNewFoldersAndReadsBack) {
  const std::string path = Path("a/b/c.txt");
  const std::string content("one\0two", 7);
  ASSERT_EQ(WriteFile(path, content).value(), WriteOutcome::kWritten);
  EXPECT_EQ(ReadFile(path).value(), content);
  EXPECT_EQ(CountFiles(Path("a/b")), 1U) << "the file beside it must be gone";
}

TEST_F(FilesTest, DoesNotTouchAnEqualFile) {
  const std::string path = Path("same.txt");
  ASSERT_TRUE(WriteFile(path, "text"));
  struct stat before = {};
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  EXPECT_EQ(WriteFile(path, "text").value(), WriteOutcome::kUnchanged);
  struct stat after = {};
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(WriteFile(path, "tex2").value(), WriteOutcome::kWritten);
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_NE(before.st_ino, after.st_ino) << "replaced by rename, not rewritten in place";
  EXPECT_EQ(ReadFile(path).value(), "tex2");
}

TEST_F(FilesTest, ReportsWhatCannotBeRead) {
  const Result<std::string> missing = ReadFile(Path("none"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Error::Code::kIo);
  EXPECT_EQ(missing.error().where, Path("none"));
  EXPECT_EQ(missing.error().message, "cannot open the file: No such file or directory");

  EXPECT_EQ(ReadFile(folder_).error().message, "not a regular file");

  ASSERT_TRUE(WriteFile(Path("big"), "12345"));
  EXPECT_EQ(ReadFile(Path("big"), 4).error().message,
            "the file has 5 bytes, more than the limit of 4");
  EXPECT_EQ(ReadFile(Path("big"), 5).value(), "12345");
}

TEST_F(FilesTest, RefusesAFifoWithoutHanging) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(ReadFile(Path("pipe")).error().message, "not a regular file");
}

TEST_F(FilesTest, ReportsWhatCannotBeWritten) {
  ASSERT_TRUE(WriteFile(Path("file"), "x"));
  EXPECT_FALSE(WriteFile(Path("file/below"), "x")) << "a file is not a folder";
}

TEST_F(FilesTest, SaysThatANameIsEmpty) {
  EXPECT_EQ(ReadFile("").error().message, "the name of a file is empty");
}

TEST_F(FilesTest, SeesWhatIsInTheWayOfAFile) {
  const auto why = [&](const std::string& name) {
    const Result<void> can = CheckCanWrite(Path(name));
    return can ? std::string()
               : can.error().where.substr(folder_.size()) + ": " + can.error().message;
  };
  EXPECT_EQ(why("new"), "");
  EXPECT_EQ(why("a/b/new"), "");
  EXPECT_FALSE(std::filesystem::exists(Path("a"))) << "it may only look";
  ASSERT_TRUE(WriteFile(Path("file"), "x"));
  EXPECT_EQ(why("file"), "") << "a file can be replaced";
  EXPECT_EQ(why("file/below"), "/file: a file is where a folder should be");
  EXPECT_EQ(why("file/below/deep"), "/file: a file is where a folder should be");
  std::filesystem::create_directories(Path("folder"));
  EXPECT_EQ(why("folder"), "/folder: a folder is where the file should be");
  std::filesystem::create_symlink(Path("absent"), Path("link"));
  EXPECT_EQ(why("link/a"), "/link: a symbolic link that leads nowhere is where a folder should be");
  std::filesystem::create_symlink(Path("folder"), Path("good"));
  EXPECT_EQ(why("good/a"), "");
  if (::geteuid() != 0) {  // nothing is closed to root
    ASSERT_EQ(::chmod(Path("folder").c_str(), 0500), 0);
    EXPECT_EQ(why("folder/a/b"), "/folder: cannot write into the folder: Permission denied");
    ASSERT_EQ(::chmod(Path("folder").c_str(), 0700), 0);
  }
}

}  // namespace
}  // namespace causeway
