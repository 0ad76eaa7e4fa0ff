#include "ab/load.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "formats/samples/samples.h"

namespace causeway::ab {
namespace {

std::string Stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

Result<std::string> Bytes(const std::string& path) { return ReadFile(path, kMaxSampleFile); }

Result<void> AddSessions(SessionFile more, const std::string& path, SessionFile& all) {
  for (SessionRun& run : more.runs) {
    const auto twice = std::ranges::find_if(all.runs, [&run](const SessionRun& known) {
      return known.header.session == run.header.session &&
             known.header.started == run.header.started && known.header.plan == run.header.plan;
    });
    if (twice != all.runs.end()) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("session {} of {} is given twice; counted twice it would look surer "
                              "than it is",
                              Quote(run.header.session), run.header.started),
                  path);
    }
    all.runs.push_back(std::move(run));
  }
  all.cut_short = all.cut_short || more.cut_short;
  return {};
}

struct HashLess {
  bool operator()(const XXH128_hash_t& a, const XXH128_hash_t& b) const {
    return std::tie(a.high64, a.low64) < std::tie(b.high64, b.low64);
  }
};

// Names that occur twice, as without --session, are told apart by when they began.
void NameApart(SessionFile& file) {
  for (std::size_t i = 0; i < file.runs.size(); ++i) {
    SessionHeader& header = file.runs[i].header;
    const auto same = [&header](const SessionRun& run) {
      return run.header.session == header.session;
    };
    if (std::ranges::count_if(file.runs, same) < 2) continue;
    const std::string name = header.session;
    for (SessionRun& run : file.runs) {
      if (run.header.session == name) run.header.session = name + " " + run.header.started;
    }
  }
}

// A benchmark tool's file says nothing of the order against another file.
void ForgetPlaces(samples::SampleSet& set) {
  set.sessions.clear();
  set.session.clear();
  set.pass.clear();
  set.pair.clear();
  set.block.clear();
  set.order.clear();
}

}  // namespace

Result<Experiment> LoadExperiment(std::span<const std::string> paths, FileIs file_is) {
  SessionFile sessions;
  std::vector<samples::SampleSet> sets;
  std::map<XXH128_hash_t, std::string, HashLess> seen;
  for (const std::string& path : paths) {
    const Result<std::string> text = Bytes(path);
    if (!text) return std::unexpected(text.error());
    const auto [known, is_new] = seen.emplace(XXH3_128bits(text->data(), text->size()), path);
    if (!is_new) {
      return Fail(Error::Code::kBadInput,
                  known->second == path
                      ? std::string("the file is given twice; counted twice it would look surer "
                                    "than it is")
                      : fmt::format("holds the same bytes as {}; counted twice they would look "
                                    "surer than they are",
                                    known->second),
                  path);
    }
    if (LooksLikeSession(*text)) {
      Result<SessionFile> file = ParseSession(*text, path);
      if (!file) return std::unexpected(file.error());
      const auto added = AddSessions(std::move(*file), path, sessions);
      if (!added) return std::unexpected(added.error());
    } else {
      Result<samples::SampleSet> set = samples::Read(std::as_bytes(std::span(*text)), path);
      if (!set) return std::unexpected(set.error());
      sets.push_back(std::move(*set));
    }
  }
  if (!sessions.runs.empty() && !sets.empty()) {
    return Fail(Error::Code::kUsage,
                "session files of causeway ab and other files do not go together");
  }
  if (!sessions.runs.empty()) {
    if (file_is == FileIs::kArm) {
      return Fail(Error::Code::kUsage, "--arms files: a session file names its arms itself");
    }
    NameApart(sessions);
    return FromSession(sessions);
  }
  if (file_is == FileIs::kAuto) {
    const bool tools = std::ranges::all_of(sets, [](const auto& s) { return s.format != "CSV"; });
    file_is = tools && sets.size() > 1 ? FileIs::kArm : FileIs::kSession;
  }
  samples::SampleSet all;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::string stem = Stem(paths[i]);
    if (file_is == FileIs::kArm) {
      if (std::ranges::find(all.arms, stem) != all.arms.end()) {
        return Fail(Error::Code::kBadInput,
                    fmt::format("two files are called {}, and each is an arm", Quote(stem)),
                    paths[i]);
      }
      samples::MakeOneArm(sets[i], stem);
    }
    if (sets.size() == 1) {
      all = std::move(sets[0]);
      break;
    }
    const auto appended = samples::Append(all, sets[i], file_is == FileIs::kArm ? stem : paths[i]);
    if (!appended) return std::unexpected(appended.error());
    sets[i] = {};
  }
  if (file_is == FileIs::kArm) ForgetPlaces(all);
  return FromSamples(all, paths.size() == 1 ? paths[0] : fmt::format("{} files", paths.size()));
}

Result<SessionFile> LoadSessions(std::span<const std::string> paths) {
  SessionFile all;
  for (const std::string& path : paths) {
    const Result<std::string> text = Bytes(path);
    if (!text) return std::unexpected(text.error());
    if (!LooksLikeSession(*text)) {
      return Fail(Error::Code::kBadInput,
                  "not a session file of causeway ab --save; merge joins only those (analyze takes "
                  "several files of other kinds)",
                  path);
    }
    Result<SessionFile> file = ParseSession(*text, path);
    if (!file) return std::unexpected(file.error());
    const auto added = AddSessions(std::move(*file), path, all);
    if (!added) return std::unexpected(added.error());
  }
  const Result<Experiment> fits = FromSession(all);  // for its checks
  if (!fits) return std::unexpected(fits.error());
  return all;
}

Result<void> SelectMetrics(Experiment& experiment, std::span<const std::string> names) {
  if (names.empty()) return {};
  std::vector<bool> keep(experiment.metrics.size());
  for (const std::string& name : names) {
    const auto at = std::ranges::find(experiment.metrics, name, &samples::Metric::name);
    if (at == experiment.metrics.end()) {
      std::vector<std::string> known;
      for (const samples::Metric& metric : experiment.metrics) known.push_back(metric.name);
      return Fail(Error::Code::kUsage, fmt::format("--metric {}: there is no such metric, only {}",
                                                   name, fmt::join(known, ", ")));
    }
    keep[static_cast<std::size_t>(at - experiment.metrics.begin())] = true;
  }
  std::size_t to = 0;
  for (std::size_t from = 0; from < keep.size(); ++from) {
    if (!keep[from]) continue;
    if (from != to) {
      experiment.metrics[to] = std::move(experiment.metrics[from]);
      experiment.launches[to] = std::move(experiment.launches[from]);
      experiment.cold[to] = std::move(experiment.cold[from]);
    }
    ++to;
  }
  experiment.metrics.resize(to);
  experiment.launches.resize(to);
  experiment.cold.resize(to);
  return {};
}

}  // namespace causeway::ab
