// Golden files of the corpus: the folder named by CAUSEWAY_CORPUS, or ../shared/corpus beside the
// source tree.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace causeway::stats {

inline std::filesystem::path GoldenFile(const std::string& name) {
  std::filesystem::path corpus;
  if (const char* folder = std::getenv("CAUSEWAY_CORPUS")) {
    corpus = folder;
  } else if (const char* source = std::getenv("CAUSEWAY_SOURCE_DIR")) {
    corpus = std::filesystem::path(source) / "../shared/corpus";
  }
  return corpus / "golden" / name;
}

inline std::optional<nlohmann::json> LoadGolden(const std::string& name) {
  std::ifstream file(GoldenFile(name));
  if (!file) return std::nullopt;
  return nlohmann::json::parse(file);
}

inline std::vector<double> Values(const nlohmann::json& array) {
  return array.get<std::vector<double>>();
}

}  // namespace causeway::stats
