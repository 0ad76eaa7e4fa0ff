// The program on a real JVM, with few samples: counts are exact, times are only there.
#include "probe/run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace causeway::probe {
namespace {

Options Few() {
  Options options;
  options.program = std::getenv("CAUSEWAY_PROBE");
  options.jvm = std::getenv("CAUSEWAY_LIBJVM");
  options.samples = 2;
  options.sample_us = 20;
  return options;
}

// One list for all tests that look into it: to measure takes seconds.
const PriceList& List() {
  static const Result<PriceList> list = probe::Run(Few());
  if (!list) {
    ADD_FAILURE() << list.error().message;
    std::abort();
  }
  return *list;
}

TEST(ProbeRun, EveryPromisedRowIsThereAndPositive) {
  std::set<std::string> left_out;
  for (const LeftOut& row : List().left_out) left_out.insert(row.name);
  for (const char* name : {"identityHashCode, varargs",
                           "identityHashCode, varargs, ExceptionCheck",
                           "identityHashCode, A form",
                           "identityHashCode passed as an int",
                           "ExceptionCheck",
                           "IsSameObject, local and global, equal",
                           "IsSameObject, local and weak, equal",
                           "NewGlobalRef, DeleteGlobalRef",
                           "weak read and IsSameObject",
                           "GetLongField",
                           "GetFieldID",
                           "GetObjectClass, DeleteLocalRef",
                           "Java to Java, not inlined",
                           "Java to C++, no argument",
                           "callback: C++ to Java to C++",
                           "callback: Java to C++ to Java",
                           "NewStringUTF, DeleteLocalRef, 12 chars",
                           "GetStringCritical, Release, 1000 chars",
                           "GetIntArrayRegion, 16 ints",
                           "GetPrimitiveArrayCritical, Release, 1000 ints",
                           "GetDirectBufferAddress",
                           "foreign downcall, an int and back",
                           "foreign upcall, an int and back",
                           "by object: one repeated",
                           "by object: 64 in turn",
                           "by object: runs of eight, 8",
                           "by object: parent/child walk",
                           "by object: random over 20000",
                           "by object: 64 unregistered",
                           "by hash: random over 64",
                           "by handle: random over 20000",
                           "create: miss, factory, register",
                           "type map: the type of an object, 8 classes in turn, resolved at once",
                           "type map: a new object gets its peer, resolved lazily",
                           "C++ to Java, a direct buffer, 4096 bytes",
                           "Java to C++, a byte[], 65536 bytes"}) {
    const Row* row = List().Find(name);
    if (row == nullptr && left_out.contains(name)) continue;  // the foreign-function API
    ASSERT_NE(row, nullptr) << name;
    EXPECT_EQ(row->ns.size(), 2U) << name;
    for (const double ns : row->ns) EXPECT_GT(ns, 0) << name;
  }
}

TEST(ProbeRun, AllocationsAreCounted) {
  const auto java = [](const char* name) { return List().Find(name)->java_bytes.value_or(-1); };
  const auto cpp = [](const char* name) { return List().Find(name)->cpp_allocations; };
  EXPECT_EQ(java("IsSameObject, local and global, equal"), 0);
  EXPECT_EQ(cpp("IsSameObject, local and global, equal"), 0);
  EXPECT_EQ(java("by object: 64 in turn"), 0);
  EXPECT_EQ(cpp("by object: 64 in turn"), 0);
  EXPECT_EQ(cpp("by hash: random over 20000"), 0);
  // Header of 12 (or 16) bytes, a long, a reference: 24 or 32 bytes.
  EXPECT_GE(java("NewObject, DeleteLocalRef"), 24);
  EXPECT_LE(java("NewObject, DeleteLocalRef"), 32);
  // A header of at most 24 bytes and 1,000 ints.
  EXPECT_GE(java("NewIntArray, DeleteLocalRef, 1000 ints"), 4000);
  EXPECT_LE(java("NewIntArray, DeleteLocalRef, 1000 ints"), 4024);
  // At least the peer itself.
  EXPECT_GE(cpp("create: miss, factory, register"), 1);
  EXPECT_GE(cpp("type map of 8 classes, made and destroyed, resolved lazily"), 1);
}

TEST(ProbeRun, TheEnvironmentIsRecorded) {
  std::set<std::string> facts;
  for (const auto& fact : List().environment) facts.insert(fact.first);
  for (const char* fact : {"started", "cores", "java", "jvm", "mode", "collectors", "samples"}) {
    EXPECT_TRUE(facts.contains(fact)) << fact;
  }
}

TEST(ProbeRun, FilterKeepsFloorsAndOptionsReachTheJvm) {
  Options options = Few();
  options.filter = "lookup: by hash: one repeated";
  options.gc = "serial";
  options.interpreter = true;
  const Result<PriceList> list = probe::Run(options);
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->rows.size(), 2U);
  EXPECT_NE(list->Find("Java to C++, objects: one repeated"), nullptr);
  for (const auto& [fact, value] : list->environment) {
    if (fact == "collectors") {
      EXPECT_EQ(value, "Copy, MarkSweepCompact");
    }
    if (fact == "mode") {
      EXPECT_TRUE(value.starts_with("interpreted mode")) << value;
    }
  }
}

TEST(ProbeRun, OneClearErrorEach) {
  Options options = Few();
  options.filter = "no such row";
  EXPECT_EQ(probe::Run(options).error().code, Error::Code::kUsage);
  options = Few();
  options.jvm = "/nonexistent";
  EXPECT_EQ(probe::Run(options).error().code, Error::Code::kBadInput);
  options = Few();
  options.jvm = options.program;  // a file, but no library
  EXPECT_EQ(probe::Run(options).error().code, Error::Code::kBadInput);
  options = Few();
  options.program = "/nonexistent";
  EXPECT_EQ(probe::Run(options).error().code, Error::Code::kIo);
}

}  // namespace
}  // namespace causeway::probe
