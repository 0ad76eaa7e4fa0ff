#pragma once

#include <string>
#include <utility>
#include <vector>

namespace causeway {

// What a figure of this machine depends on, read from /proc and /sys: machine (a hash that tells
// machines apart and names nobody), cpu, cores, os, kernel, governor, turbo, load, container,
// virtual. Only what can be read is there.
struct Environment {
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<std::string> notes;  // why absolute values may not be compared, a sentence each
};

// `root` is "" but in tests, where it is a folder that holds proc/, sys/ and etc/.
Environment ReadEnvironment(const std::string& root = "");

std::string UtcNow();  // "2026-12-01T02:00:00Z"

// Seconds since such a time; 0 if the text is not one.
double SecondsSince(const std::string& utc);

}  // namespace causeway
