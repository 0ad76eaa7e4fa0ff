#include "probe/price_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"

namespace causeway::probe {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

// One file's reader: where it is, and its first complaint.
class Reader {
 public:
  Reader(std::string_view text, const std::string& where)
      : lines_(SplitLines(text)), where_(where) {}

  Result<PriceList> Read() {
    for (line_ = 0; line_ < lines_.size(); ++line_) {
      const Json json = Json::parse(lines_[line_], nullptr, false);
      if (!json.is_object()) return Wrong("not a line of a price list");
      if (line_ == 0) {
        if (Result<void> header = ReadHeader(json); !header) {
          return std::unexpected(header.error());
        }
      } else if (json.contains("row")) {
        Result<Row> row = ReadRow(json);
        if (!row) return std::unexpected(row.error());
        list_.rows.push_back(std::move(*row));
      } else if (json.contains("left_out")) {
        LeftOut out;
        if (!Text(json, "left_out", out.name) || !Text(json, "why", out.why)) {
          return Wrong("a row that was left out needs left_out and why, both text");
        }
        list_.left_out.push_back(std::move(out));
      } else if (json.contains("end")) {
        return Finish(json["end"]);
      } else {
        return Wrong("neither a row nor the end of a price list");
      }
    }
    return lines_.empty() ? Wrong("the file is empty") : Wrong("the price list was cut off");
  }

 private:
  std::unexpected<Error> Wrong(std::string message) const {
    return Fail(
        Error::Code::kBadInput, std::move(message),
        fmt::format("{}:{}", where_, std::min(line_ + 1, std::max<std::size_t>(1, lines_.size()))));
  }

  static bool Text(const Json& json, const char* key, std::string& out) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) return false;
    out = found->get<std::string>();
    return true;
  }
  static bool Amount(const Json& json, const char* key, double& out) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number()) return false;
    out = found->get<double>();
    return std::isfinite(out) && out >= 0;
  }

  Result<void> ReadHeader(const Json& json) {
    std::string kind;
    if (!Text(json, "causeway", kind) || kind != "probe") {
      return Wrong("not a price list (causeway probe --save makes one)");
    }
    const auto version = json.find("version");
    if (version == json.end() || !version->is_number_integer()) return Wrong("no version");
    if (*version != kVersion) {
      return Wrong(fmt::format("a price list of version {}; this causeway reads version {}",
                               version->dump(), kVersion));
    }
    const auto environment = json.find("environment");
    if (environment == json.end() || !environment->is_object()) return Wrong("no environment");
    for (const auto& [key, value] : environment->items()) {
      if (!value.is_string()) return Wrong("a fact of the environment is not text");
      list_.environment.emplace_back(key, value.get<std::string>());
    }
    if (const auto notes = json.find("notes"); notes != json.end()) {
      if (!notes->is_array()) return Wrong("notes is not a list");
      for (const Json& note : *notes) {
        if (!note.is_string()) return Wrong("a note is not text");
        list_.notes.push_back(note.get<std::string>());
      }
    }
    return {};
  }

  Result<Row> ReadRow(const Json& json) {
    Row row;
    if (!Text(json, "row", row.name) || row.name.empty() || !Text(json, "group", row.group) ||
        !Text(json, "floor", row.floor) || !Text(json, "about", row.about)) {
      return Wrong("a row needs row, group, floor and about, all text");
    }
    if (!names_.insert(row.name).second) {
      return Wrong(fmt::format("there are two rows {}", Quote(row.name)));
    }
    double calls = 0;
    if (!Amount(json, "calls", calls) || calls < 1 || calls > 1e15 ||
        !Amount(json, "cpp_allocations", row.cpp_allocations) ||
        !Amount(json, "cpp_bytes", row.cpp_bytes)) {
      return Wrong("a row needs calls, cpp_allocations and cpp_bytes, none negative");
    }
    row.calls = static_cast<std::int64_t>(calls);
    if (const auto bytes = json.find("java_bytes"); bytes != json.end() && !bytes->is_null()) {
      double amount = 0;
      if (!Amount(json, "java_bytes", amount)) return Wrong("java_bytes is no amount");
      row.java_bytes = amount;
    }
    const auto ns = json.find("ns");
    if (ns == json.end() || !ns->is_array() || ns->empty()) return Wrong("a row without samples");
    for (const Json& sample : *ns) {
      const double value = sample.is_number() ? sample.get<double>() : -1;
      if (!std::isfinite(value) || value < 0) return Wrong("a sample is no time");
      row.ns.push_back(value);
    }
    return row;
  }

  Result<PriceList> Finish(const Json& count) {
    if (!count.is_number_unsigned() || count.get<std::size_t>() != list_.rows.size()) {
      return Wrong(
          fmt::format("{} rows were announced, there are {}", count.dump(), list_.rows.size()));
    }
    for (const Row& row : list_.rows) {
      if (!row.floor.empty() && !names_.contains(row.floor)) {
        return Wrong(
            fmt::format("there is no row {}, the floor of {}", Quote(row.floor), Quote(row.name)));
      }
    }
    for (std::size_t i = line_ + 1; i < lines_.size(); ++i) {
      if (lines_[i].empty()) continue;
      line_ = i;
      return Wrong("something follows the end of the price list");
    }
    return std::move(list_);
  }

  std::vector<std::string> lines_;
  const std::string& where_;
  std::size_t line_ = 0;
  PriceList list_;
  std::set<std::string> names_;
};

}  // namespace

const Row* PriceList::Find(std::string_view name) const {
  const auto row = std::ranges::find(rows, name, &Row::name);
  return row == rows.end() ? nullptr : &*row;
}

Result<PriceList> ParsePriceList(std::string_view text, const std::string& where) {
  return Reader(text, where).Read();
}

std::string ToText(const PriceList& list) {
  const auto line = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  };
  Json environment = Json::object();
  for (const auto& [key, value] : list.environment) environment[key] = value;
  std::string text = line({{"causeway", "probe"},
                           {"version", kVersion},
                           {"environment", std::move(environment)},
                           {"notes", list.notes}});
  for (const Row& row : list.rows) {
    text += line({{"row", row.name},
                  {"group", row.group},
                  {"floor", row.floor},
                  {"about", row.about},
                  {"calls", row.calls},
                  {"cpp_allocations", row.cpp_allocations},
                  {"cpp_bytes", row.cpp_bytes},
                  {"java_bytes", row.java_bytes ? Json(*row.java_bytes) : Json()},
                  {"ns", row.ns}});
  }
  for (const LeftOut& row : list.left_out) {
    text += line({{"left_out", row.name}, {"why", row.why}});
  }
  return text + line({{"end", list.rows.size()}});
}

}  // namespace causeway::probe
