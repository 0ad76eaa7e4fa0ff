#include "base/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

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

TEST_F(FilesTest, ALinkStaysAndTheFileItLeadsToIsReplaced) {
  namespace fs = std::filesystem;
  fs::create_directories(Path("data"));
  ASSERT_TRUE(WriteFile(Path("data/real"), "old"));
  fs::create_symlink("data/real", Path("link"));
  fs::create_symlink("link", Path("link2"));
  ASSERT_EQ(WriteFile(Path("link2"), "new").value(), WriteOutcome::kWritten);
  EXPECT_EQ(ReadFile(Path("data/real")).value(), "new");
  EXPECT_EQ(fs::read_symlink(Path("link")), "data/real");
  EXPECT_EQ(fs::read_symlink(Path("link2")), "link");
  EXPECT_EQ(CountFiles(folder_), 3U);

  fs::create_symlink("data/not_yet", Path("dangling"));
  EXPECT_TRUE(CheckCanWrite(Path("dangling"), Folders::kMustExist));
  ASSERT_TRUE(WriteFile(Path("dangling"), "made"));
  EXPECT_TRUE(fs::is_symlink(Path("dangling")));
  EXPECT_EQ(ReadFile(Path("data/not_yet")).value(), "made");

  fs::create_symlink("loop", Path("loop"));
  EXPECT_EQ(WriteFile(Path("loop"), "x").error().message, "cannot follow the link");
  EXPECT_TRUE(fs::is_symlink(Path("loop")));
}

TEST_F(FilesTest, WritesIntoAFifo) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] {
    const int fd = ::open(Path("pipe").c_str(), O_RDONLY | O_CLOEXEC);
    char buffer[64];
    for (ssize_t n = 0; (n = ::read(fd, buffer, sizeof buffer)) > 0;) {
      got.append(buffer, static_cast<std::size_t>(n));
    }
    ::close(fd);
  });
  EXPECT_TRUE(WriteFile(Path("pipe"), "through"));
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(Path("pipe")));
}

// A node of its own: if this fails, the machine's /dev/full must not be what is lost.
TEST_F(FilesTest, ADeviceStaysAndItsErrorsAreReported) {
  const std::string full = Path("full");
  if (::mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0) {
    GTEST_SKIP() << "no right to make a device node";
  }
  const int fd = ::open(full.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) GTEST_SKIP() << "devices do not work in the folder for temporary files";
  ::close(fd);
  struct stat before = {};
  ASSERT_EQ(::stat(full.c_str(), &before), 0);
  EXPECT_TRUE(CheckCanWrite(full, Folders::kMustExist));
  EXPECT_EQ(WriteFile(full, "x").error().message, "cannot write to it: No space left on device");
  struct stat after = {};
  ASSERT_EQ(::stat(full.c_str(), &after), 0);
  EXPECT_TRUE(S_ISCHR(after.st_mode));
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(before.st_rdev, after.st_rdev);
  EXPECT_FALSE(IsSameFile(full, full));
}

// A socket cannot be opened by its name, and a file is not to be replaced under its other writers.
TEST_F(FilesTest, WritesThroughAnOpenFileOfThisProcess) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(ends[0]), Path("socket"));
  EXPECT_TRUE(WriteFile(Path("socket"), "hello"));
  char buffer[8];
  EXPECT_EQ(::read(ends[1], buffer, sizeof buffer), 5);
  ::close(ends[0]);
  ::close(ends[1]);

  const int fd = ::open(Path("log").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(fd, "one ", 4), 4);
  EXPECT_TRUE(WriteFile("/dev/fd/" + std::to_string(fd), "two"));
  ASSERT_EQ(::write(fd, " three", 6), 6);
  ::close(fd);
  EXPECT_EQ(ReadFile(Path("log")).value(), "one two three");
}

TEST_F(FilesTest, AMissingFolderIsInTheWayIfItMustExist) {
  const Result<void> can = CheckCanWrite(Path("a/b/new"), Folders::kMustExist);
  ASSERT_FALSE(can);
  EXPECT_EQ(can.error().message, "there is no such folder");
  EXPECT_EQ(can.error().where, Path("a/b"));
  EXPECT_TRUE(CheckCanWrite(Path("new"), Folders::kMustExist));
  std::filesystem::create_symlink("a/new", Path("into_nothing"));
  EXPECT_FALSE(CheckCanWrite(Path("into_nothing"), Folders::kMustExist));
  EXPECT_TRUE(CheckCanWrite("in_the_current_folder", Folders::kMustExist));
}

TEST_F(FilesTest, KnowsOneFileByAllItsNames) {
  namespace fs = std::filesystem;
  ASSERT_TRUE(WriteFile(Path("file"), "x"));
  fs::create_symlink("file", Path("link"));
  fs::create_hard_link(Path("file"), Path("twin"));
  EXPECT_TRUE(IsSameFile(Path("file"), Path("./file")));
  EXPECT_TRUE(IsSameFile(Path("file"), Path("link")));
  EXPECT_TRUE(IsSameFile(Path("file"), Path("twin")));
  EXPECT_FALSE(IsSameFile(Path("file"), Path("new")));
  EXPECT_TRUE(IsSameFile(Path("new"), Path("x/../new")));
  EXPECT_FALSE(IsSameFile(Path("new"), Path("newer")));
  fs::create_symlink("new", Path("to_new"));
  fs::create_symlink(folder_, Path("here"));
  EXPECT_TRUE(IsSameFile(Path("new"), Path("to_new")));
  EXPECT_TRUE(IsSameFile(Path("new"), Path("here/new")));
  EXPECT_TRUE(IsSameFile("relative", fs::current_path().string() + "/relative"));
  EXPECT_FALSE(IsSameFile("/dev/null", "/dev/null")) << "nothing of it can be lost";
}

}  // namespace
}  // namespace causeway
