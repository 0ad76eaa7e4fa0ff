#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "gen/lexer.h"
#include "gen/parser.h"
#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

namespace fs = std::filesystem;

// One name for one file, as far as the text of a path tells; nothing is looked up on disk.
std::string Normalise(const fs::path& path) { return path.lexically_normal().generic_string(); }

std::string StemOf(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (name.ends_with(".dart")) name.resize(name.size() - 5);
  return name;
}

}  // namespace

void Checker::LoadFiles(const std::vector<SourceFile>& inputs) {
  for (const SourceFile& input : inputs) {
    const std::string key = Normalise(input.path);
    if (file_of_key_.contains(key)) continue;  // the same file twice is the same file
    const std::int32_t file = AddFile(input.path, key, input.text);
    At(files_, file).requested = true;
  }
  for (std::size_t i = 0; i < files_.size(); ++i) FollowImports(i);
  SortFiles();
}

std::int32_t Checker::AddFile(std::string path, std::string key, std::string text) {
  File file;
  file.path = std::move(path);
  file.key = std::move(key);
  file.source = diagnostics_.AddSource(file.path, std::move(text));
  if (CheckEncoding(file.source, diagnostics_)) {
    file.ast = Parse(file.source, diagnostics_);
  } else {
    file.ast.incomplete = true;
  }
  const auto index = static_cast<std::int32_t>(files_.size());
  file_of_key_.emplace(file.key, index);
  files_.push_back(std::move(file));
  return index;
}

void Checker::FollowImports(std::size_t file) {
  const std::vector<ast::ImportNode> imports = files_[file].ast.imports;
  const fs::path folder = fs::path(files_[file].path).parent_path();
  bool failed = false;
  for (const ast::ImportNode& import : imports) {
    const std::string& uri = import.uri.text;
    const SourceRange range = import.uri.range;
    if (uri == "package:pigeon/pigeon.dart") continue;
    if (uri.starts_with("dart:")) {
      diagnostics_.Error(range, fmt::format("the import {} is not supported", Quote(uri)),
                         "remove it: typed data and the annotations need no import of their own");
      continue;
    }
    if (uri.starts_with("package:") || uri.find("://") != std::string::npos) {
      constexpr std::string_view kPigeon[] = {"package:pigeon/pigeon.dart"};
      std::string hint = DidYouMean(uri, kPigeon);
      if (hint.empty()) hint = "import another definition by its path: import 'other.dart';";
      diagnostics_.Error(range, fmt::format("the import {} is not supported", Quote(uri)),
                         std::move(hint));
      failed = true;
      continue;
    }
    const std::string path = (folder / uri).lexically_normal().generic_string();
    std::int32_t target = -1;
    if (const auto known = file_of_key_.find(path); known != file_of_key_.end()) {
      target = known->second;
    } else if (uri.empty()) {
      diagnostics_.Error(range, "the import names no file");
      continue;
    } else {
      Result<std::string> text = loader_(path);
      if (!text) {
        diagnostics_.Error(range,
                           fmt::format("cannot read {}: {}", Quote(path), text.error().message));
        failed = true;
        continue;
      }
      target = AddFile(path, path, std::move(*text));
    }
    std::vector<std::int32_t>& known_imports = files_[file].imports;
    if (std::find(known_imports.begin(), known_imports.end(), target) != known_imports.end()) {
      diagnostics_.Ignored(range, fmt::format("the import {}: it is imported above", Quote(uri)));
    } else if (target == static_cast<std::int32_t>(file)) {
      diagnostics_.Ignored(range, fmt::format("the import {}: a file sees itself", Quote(uri)));
    } else {
      known_imports.push_back(target);
      files_[file].import_ranges.push_back(range);
    }
  }
  if (failed) files_[file].ast.incomplete = true;
}

void Checker::SortFiles() {
  std::vector<std::size_t> order(files_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [this](std::size_t a, std::size_t b) { return files_[a].key < files_[b].key; });
  std::vector<std::int32_t> place(files_.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::int32_t>(i);
  std::vector<File> sorted;
  for (const std::size_t i : order) sorted.push_back(std::move(files_[i]));
  files_ = std::move(sorted);
  for (File& file : files_) {
    for (std::int32_t& import : file.imports) import = At(place, import);
    Definition definition;
    definition.path = file.path;
    definition.stem = StemOf(file.path);
    definition.source = file.source;
    definition.imports = file.imports;
    definition.import_ranges = file.import_ranges;
    definition.requested = file.requested;
    program_.definitions.push_back(std::move(definition));
  }
}

}  // namespace causeway::gen
