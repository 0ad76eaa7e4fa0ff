#include "formats/zip/central_directory.h"

#include <gtest/gtest.h>

#include <cstring>

namespace causeway::zip {
namespace {

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string Little(std::uint64_t value, int size) {
  std::string text;
  for (int i = 0; i < size; ++i) text += static_cast<char>((value >> (8 * i)) & 0xff);
  return text;
}

// By the tables of APPNOTE 4.3.12.
std::string EntryBytes(const std::string& name, std::uint64_t crc, std::uint64_t compressed,
                       std::uint64_t size, const std::string& extra = "",
                       std::uint64_t offset = 0) {
  return "PK\x01\x02" + Little(20, 2) + Little(20, 2) + Little(0, 2) + Little(8, 2) + Little(0, 4) +
         Little(crc, 4) + Little(compressed, 4) + Little(size, 4) + Little(name.size(), 2) +
         Little(extra.size(), 2) + Little(0, 2) + Little(0, 2) + Little(0, 2) + Little(0, 4) +
         Little(offset, 4) + name + extra;
}

std::string EndBytes(std::uint64_t entries, std::uint64_t size, std::uint64_t offset,
                     const std::string& comment = "") {
  return "PK\x05\x06" + Little(0, 2) + Little(0, 2) + Little(entries, 2) + Little(entries, 2) +
         Little(size, 4) + Little(offset, 4) + Little(comment.size(), 2) + comment;
}

TEST(CentralDirectory, EntriesInOrder) {
  const std::string directory = EntryBytes("a.txt", 0x11223344, 5, 9) + EntryBytes("d/", 0, 0, 0);
  const std::string file = "data!" + directory + EndBytes(2, directory.size(), 5, "a comment");
  const auto entries = ReadArchive(Bytes(file));
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 2U);
  EXPECT_EQ(entries->at(0).name, "a.txt");
  EXPECT_EQ(entries->at(0).crc32, 0x11223344U);
  EXPECT_EQ(entries->at(0).compressed_size, 5U);
  EXPECT_EQ(entries->at(0).size, 9U);
  EXPECT_EQ(entries->at(0).method, 8);
  EXPECT_FALSE(entries->at(0).is_folder());
  EXPECT_TRUE(entries->at(1).is_folder());
}

TEST(CentralDirectory, BytesBeforeTheArchive) {
  const std::string directory = EntryBytes("a", 1, 2, 3);
  const std::string file =
      "#!/bin/sh\n" + std::string("data!") + directory + EndBytes(1, directory.size(), 5);
  const auto entries = ReadArchive(Bytes(file));
  ASSERT_TRUE(entries) << entries.error().message;
  EXPECT_EQ(entries->at(0).name, "a");
}

TEST(CentralDirectory, SignatureInsideTheCommentIsNotTheEnd) {
  const std::string directory = EntryBytes("a", 1, 2, 3);
  const std::string comment = EndBytes(7, 0, 0) + "x";
  const std::string file = directory + EndBytes(1, directory.size(), 0, comment);
  const auto entries = ReadArchive(Bytes(file));
  ASSERT_TRUE(entries) << entries.error().message;
  EXPECT_EQ(entries->size(), 1U);
}

TEST(CentralDirectory, Zip64) {
  constexpr std::uint64_t kBig = 0x1'2345'6789;
  const std::string extra = Little(0x5455, 2) + Little(1, 2) + "t" + Little(1, 2) + Little(16, 2) +
                            Little(kBig, 8) + Little(77, 8);
  const std::string directory = EntryBytes("big", 1, 0xffffffff, 0xffffffff, extra);
  const std::string end64 = "PK\x06\x06" + Little(44, 8) + Little(45, 2) + Little(45, 2) +
                            Little(0, 4) + Little(0, 4) + Little(1, 8) + Little(1, 8) +
                            Little(directory.size(), 8) + Little(0, 8);
  const std::string locator =
      "PK\x06\x07" + Little(0, 4) + Little(directory.size(), 8) + Little(1, 4);
  const std::string file = directory + end64 + locator + EndBytes(0xffff, 0xffffffff, 0xffffffff);
  const auto entries = ReadArchive(Bytes(file));
  ASSERT_TRUE(entries) << entries.error().message;
  EXPECT_EQ(entries->at(0).size, kBig);
  EXPECT_EQ(entries->at(0).compressed_size, 77U);
}

TEST(CentralDirectory, EveryPrefixAndEveryChangedByteGivesAnAnswer) {
  const std::string directory = EntryBytes("a.txt", 1, 5, 9) + EntryBytes("b", 2, 3, 4);
  const std::string file = directory + EndBytes(2, directory.size(), 0);
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_FALSE(ReadArchive(Bytes(file.substr(0, size)))) << size;
  }
  for (std::size_t at = 0; at < file.size(); ++at) {
    std::string changed = file;
    changed[at] = static_cast<char>(changed[at] ^ 0xff);
    const auto entries = ReadArchive(Bytes(changed));
    if (entries) {
      EXPECT_LE(entries->size(), 2U) << at;
    }
  }
}

TEST(CentralDirectory, ManyEntriesThatCannotFitAreRefusedBeforeMemoryIsTaken) {
  const std::string file = EndBytes(60000, 0, 0);
  const auto entries = ReadArchive(Bytes(file));
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().message, "60000 entries do not fit a central directory of 0 bytes");
  EXPECT_EQ(entries.error().where, "0");
}

TEST(CentralDirectory, EmptyArchive) {
  const auto entries = ReadArchive(Bytes(EndBytes(0, 0, 0)));
  ASSERT_TRUE(entries);
  EXPECT_TRUE(entries->empty());
}

}  // namespace
}  // namespace causeway::zip
