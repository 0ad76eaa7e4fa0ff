#include "ab/fingerprint.h"

#include <gtest/gtest.h>

#include "ab/test_support.h"
#include "base/environment.h"

namespace causeway::ab {
namespace {

std::string Little(std::uint64_t value, int size) {
  std::string text;
  for (int i = 0; i < size; ++i) text += static_cast<char>((value >> (8 * i)) & 0xff);
  return text;
}

// An archive that stores `content` under each name; CRC-32 stands in as given.
std::string Zip(const std::vector<std::pair<std::string, std::uint32_t>>& entries) {
  std::string file;
  std::string directory;
  for (const auto& [name, crc] : entries) {
    const std::string common = Little(20, 2) + Little(0, 2) + Little(0, 2) + Little(0, 4) +
                               Little(crc, 4) + Little(1, 4) + Little(1, 4) +
                               Little(name.size(), 2) + Little(0, 2);
    directory += "PK\x01\x02" + Little(20, 2) + common + Little(0, 2) + Little(0, 2) +
                 Little(0, 2) + Little(0, 4) + Little(file.size(), 4) + name;
    file += "PK\x03\x04" + common + name + "x";
  }
  const std::size_t offset = file.size();
  return file + directory + "PK\x05\x06" + Little(0, 4) + Little(entries.size(), 2) +
         Little(entries.size(), 2) + Little(directory.size(), 4) + Little(offset, 4) + Little(0, 2);
}

TEST(Fingerprint, SameContentSameHashWhereverItLies) {
  const TempFolder folder;
  const auto a = TakeFingerprint({folder.Write("x/a", "one")}, true);
  const auto b = TakeFingerprint({folder.Write("y/b", "one")}, true);
  const auto c = TakeFingerprint({folder.Write("y/c", "two")}, true);
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(a->artifact.hash, b->artifact.hash);
  EXPECT_NE(a->artifact.hash, c->artifact.hash);
  EXPECT_TRUE(a->artifact.hash.starts_with("xxh3:"));
  EXPECT_EQ(a->artifact.hash.size(), 5U + 32U);
  EXPECT_EQ(a->artifact.files[0].kind, "file");
  // XXH3_128bits of no bytes with seed 0, from the xxHash project's documentation of the variant.
  const auto empty = TakeFingerprint({folder.Write("empty", "")}, true);
  EXPECT_EQ(empty->artifact.hash, "xxh3:99aa06d3014798d86001c324468d497f");
}

TEST(Fingerprint, EntriesOfArchives) {
  const TempFolder folder;
  const auto a =
      TakeFingerprint({folder.Write("a.apk", Zip({{"x", 1}, {"gone", 1}, {"y", 1}}))}, true);
  const auto b =
      TakeFingerprint({folder.Write("b.jar", Zip({{"x", 1}, {"y", 2}, {"new", 1}}))}, true);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->artifact.files[0].kind, "apk");
  EXPECT_EQ(b->artifact.files[0].kind, "jar");
  const EntryDifference difference = Compare(*a, *b);
  EXPECT_EQ(difference.added, 1U);
  EXPECT_EQ(difference.removed, 1U);
  EXPECT_EQ(difference.changed, 1U);
  EXPECT_EQ(difference.same, 1U);
  ASSERT_EQ(difference.listed.size(), 3U);
  EXPECT_EQ(difference.listed[0].name, "gone");  // a byte more or less first, then by name
  EXPECT_EQ(difference.listed[1].name, "new");
  EXPECT_EQ(difference.listed[2].name, "y");
}

TEST(Fingerprint, Folders) {
  const TempFolder folder;
  folder.Write("a/one", "1");
  folder.Write("a/sub/two", "22");
  folder.Write("b/one", "1");
  folder.Write("b/sub/two", "33");
  const auto a = TakeFingerprint({folder.Path("a")}, true);
  const auto b = TakeFingerprint({folder.Path("b")}, true);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->artifact.files[0].kind, "directory");
  EXPECT_EQ(a->artifact.files[0].size, 3U);
  EXPECT_NE(a->artifact.hash, b->artifact.hash);
  EXPECT_EQ(Compare(*a, *b).listed[0].name, "sub/two");
  folder.Write("b/sub/two", "22");
  EXPECT_EQ(TakeFingerprint({folder.Path("b")}, true)->artifact.hash, a->artifact.hash);
}

TEST(Fingerprint, NoticesAChangeAndForgivesACopy) {
  const TempFolder folder;
  const std::string path = folder.Write("app", "one");
  auto fingerprint = TakeFingerprint({path}, true);
  ASSERT_TRUE(fingerprint);
  EXPECT_TRUE(*IsUnchanged(*fingerprint));
  std::filesystem::remove(path);
  folder.Write("app", "one");
  EXPECT_TRUE(*IsUnchanged(*fingerprint));
  folder.Write("app", "two");
  EXPECT_FALSE(*IsUnchanged(*fingerprint));
  EXPECT_FALSE(*HasSameContent(*fingerprint));
  std::filesystem::remove(path);
  EXPECT_FALSE(IsUnchanged(*fingerprint));
}

TEST(Fingerprint, FilesOfACommand) {
  const TempFolder folder;
  const std::string jar = folder.Write("a.jar", Zip({{"x", 1}}));
  const std::string other = folder.Write("b.jar", Zip({{"y", 1}}));
  const std::string data = folder.Write("data.bin", "data");
  const std::string script = folder.Write("x.py", "print()");
  using Words = std::vector<std::string>;
  EXPECT_EQ(FilesOfCommand({"/bin/sh", "-jar", jar, data, "-cp", jar + ":" + other,
                            "--agent=" + script, "no-such-file"},
                           false),
            (Words{"/bin/sh", jar, other, script}));
  EXPECT_EQ(FilesOfCommand({"/bin/sh '" + jar + "' | cat"}, true), (Words{"/bin/sh", jar}));
}

TEST(Fingerprint, FileThatIsNotThere) {
  const auto missing = TakeFingerprint({"/nowhere/app"}, true);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().where, "/nowhere/app");
  EXPECT_EQ(missing.error().message, "cannot be read: No such file or directory");
}

std::string Fact(const Environment& environment, const std::string& key) {
  for (const auto& [name, value] : environment.facts) {
    if (name == key) return value;
  }
  return "";
}

TEST(Environment, WhatAFigureDependsOn) {
  const TempFolder root;
  root.Write("proc/cpuinfo",
             "processor\t: 0\nmodel name\t: Slow CPU 1\nflags\t\t: fpu hypervisor sse\n");
  root.Write("proc/loadavg", "1000.25 0.10 0.05 1/100 1234\n");
  root.Write("proc/sys/kernel/hostname", "here\n");
  root.Write("etc/os-release", "NAME=x\nPRETTY_NAME=\"Some OS 12\"\n");
  root.Write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  root.Write("sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "acpi-cpufreq\n");
  root.Write("sys/devices/system/cpu/cpufreq/boost", "1\n");
  const Environment environment = ReadEnvironment(root.Path(""));
  EXPECT_EQ(Fact(environment, "cpu"), "Slow CPU 1");
  EXPECT_EQ(Fact(environment, "os"), "Some OS 12");
  EXPECT_EQ(Fact(environment, "governor"), "powersave");
  EXPECT_EQ(Fact(environment, "turbo"), "on");
  EXPECT_EQ(Fact(environment, "load"), "1000.25");
  EXPECT_EQ(Fact(environment, "virtual"), "yes");
  EXPECT_EQ(Fact(environment, "container"), "");
  EXPECT_EQ(environment.notes.size(), 3U);  // powersave, busy, virtual
  const std::string machine = Fact(environment, "machine");
  EXPECT_EQ(machine.size(), 16U);
  root.Write("etc/machine-id", "0123\n");
  EXPECT_NE(Fact(ReadEnvironment(root.Path("")), "machine"), machine);
  // The intel_pstate driver calls its ordinary mode "powersave".
  root.Write("sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate\n");
  EXPECT_EQ(ReadEnvironment(root.Path("")).notes.size(), 2U);
}

}  // namespace
}  // namespace causeway::ab
