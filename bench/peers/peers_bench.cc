// Lookups per pattern, as ratio to a plain registry: gross time of a callback from a Java loop,
// with a fresh local reference each (the call itself is the row "empty").
//
//   peers_bench [--samples N] [--json FILE] [--markdown FILE] [--filter TEXT] [--log FILE]…
//
// All strategies of a pattern run in one process, in an order that is shuffled in each round; a
// ratio is the median of the rounds' ratios. Besides the fixed patterns there are sequences that
// nobody fitted (sequences.h): 200 random chains, of which the worst is shown, a synthetic start-up
// and the logs given. Beside the times stand the JNI operations and what they would cost on ART
// (operations.h).
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/peers/lookup_loop.h"
#include "bench/peers/patterns.h"
#include "bench/peers/table.h"
#include "bench/peers/type_maps.h"

namespace causeway::bench {
namespace {

constexpr std::uint64_t kChains = 200;

struct Arguments {
  Options sampling;
  std::string json_file;
  std::string markdown_file;
  std::string filter;
  std::vector<std::string> logs;

  bool Wants(const std::string& name) const { return name.find(filter) != std::string::npos; }
};

class Benchmark {
 public:
  Benchmark(Vm& vm, const Arguments& arguments)
      : vm_(vm), arguments_(arguments), options_(arguments.sampling), loop_(vm) {}

  // The whole report, in which `logs` are replayed.
  std::string Run(const std::vector<Sequence>& logs);
  const nlohmann::ordered_json& json() const { return json_; }

 private:
  Line MeasurePattern(const Pattern& pattern);
  Line MeasureSequence(const Sequence& sequence, const Options& options);
  Counted Count(const Sequence& sequence, const Line& line);
  Line TwoThreads();
  Line Create();
  Line HeldReferences();
  std::vector<Line> Counters();
  void Print(const std::string& title, const std::vector<std::string>& columns,
             const std::vector<std::string>& in_ns, const std::vector<Line>& lines);
  void PrintUnfitted(const std::vector<Sequence>& sequences);

  Vm& vm_;
  const Arguments& arguments_;
  const Options& options_;
  LookupLoop loop_;
  std::vector<Counted> counted_;
  std::ostringstream tables_;
  nlohmann::ordered_json json_ = nlohmann::ordered_json::array();
};

Line Benchmark::MeasurePattern(const Pattern& pattern) {
  const Sequence& lookups = pattern.lookups;
  loop_.Prepare(lookups);
  Row row;
  row.name = lookups.name;
  row.variants = {loop_.Of("empty", Role::kFloor, Method::kEmpty),
                  loop_.Of("plain", Role::kOther, Method::kPlain),
                  loop_.Of("A-form", Role::kOther, Method::kPlainA),
                  loop_.Of("16 stripes", Role::kOther, Method::kStriped),
                  loop_.Of("rwlock", Role::kOther, Method::kReadWrite),
                  loop_.Of("recent-1", Role::kOther, Method::kRecent),
                  loop_.Of("object", Role::kGenerated, Method::kBorrow),
                  loop_.Of("object, Ref", Role::kOther, Method::kPeek),
                  loop_.Of("hash passed", Role::kOther, Method::kByHash)};
  if (lookups.HasPeer(0)) {
    row.variants.push_back(loop_.Of("own class", Role::kOther, Method::kByHandle));
  }
  Line line = ToLine(lookups.name, Sample(row, options_).variants, "plain");
  for (const auto& [column, must] : pattern.must) line.cells.at(column).must = must;
  return line;
}

Line Benchmark::MeasureSequence(const Sequence& sequence, const Options& options) {
  loop_.Prepare(sequence);
  Row row;
  row.name = sequence.name;
  row.variants = {loop_.Of("plain", Role::kOther, Method::kPlain),
                  loop_.Of("recent-1", Role::kOther, Method::kRecent),
                  loop_.Of("object", Role::kGenerated, Method::kBorrow)};
  return ToLine(sequence.name, Sample(row, options).variants, "plain");
}

Counted Benchmark::Count(const Sequence& sequence, const Line& line) {
  return {.name = line.name,
          .plain = OperationsOfPlain(sequence),
          .recent = OperationsOfRecent(sequence),
          .here = loop_.Count(loop_.break_even()),
          .art = loop_.Count(kArtBreakEven),
          .recent_time = line.cells.at("recent-1").ratio.middle,
          .object_time = line.cells.at("object").ratio.middle};
}

// The slower thread's time, interleaved.
Line Benchmark::TwoThreads() {
  loop_.Prepare(MakeSequence("2 threads", 8, [](int i) { return i % 8; }));
  constexpr int kCalls = 200'000;
  const std::pair<const char*, Method> columns[] = {
      {"plain", Method::kPlain}, {"recent-1", Method::kRecent}, {"object", Method::kBorrow}};
  std::vector<Measured> measured;
  for (const auto& [name, method] : columns) measured.push_back({name, Role::kOther, {}, 0, 0, {}});
  for (int round = -3; round < options_.samples / 4; ++round) {
    for (std::size_t i = 0; i < std::size(columns); ++i) {
      const double ns = loop_.RunTwo(columns[i].second, kCalls);
      if (round >= 0) measured[i].ns.push_back(ns);
    }
  }
  Line line = ToLine("2 threads, opposite orders", measured, "plain");
  line.cells["object"].must = {0.35, 0.25};
  return line;
}

Line Benchmark::Create() {
  loop_.Prepare(MakeSequence("create", 1, [](int) { return 0; }));
  constexpr int kCalls = 20'000;
  const std::pair<const char*, Method> columns[] = {{"plain", Method::kCreatePlain},
                                                    {"object", Method::kCreate}};
  std::vector<Measured> measured;
  for (const auto& [name, method] : columns) measured.push_back({name, Role::kOther, {}, 0, 0, {}});
  for (int round = -3; round < options_.samples / 4; ++round) {
    for (std::size_t i = 0; i < std::size(columns); ++i) {
      const auto begin = std::chrono::steady_clock::now();
      loop_.Run(columns[i].second, kCalls);
      const std::chrono::duration<double, std::nano> spent =
          std::chrono::steady_clock::now() - begin;
      if (round >= 0) measured[i].ns.push_back(spent.count() / kCalls);
      loop_.ForgetCreated();
    }
  }
  Line line = ToLine("create: miss, factory, register", measured, "plain");
  line.cells["object"].must = {0.8, 0.6};
  return line;
}

Line Benchmark::HeldReferences() {
  for (const Pattern& pattern : Patterns()) {
    if (pattern.lookups.name != "random over 64") continue;
    loop_.Prepare(pattern.lookups);
    using Held = LookupLoop::Held;
    Row row;
    row.variants = {loop_.OfHeld("plain", Role::kOther, Held::kPlain),
                    loop_.OfHeld("object", Role::kOther, Held::kBorrow),
                    loop_.OfHeld("held", Role::kGenerated, Held::kBorrowHeld)};
    return ToLine("random over 64", Sample(row, options_).variants, "plain");
  }
  Die("there is no such pattern");
}

std::vector<Line> Benchmark::Counters() {
  Options longer = options_;
  longer.sample_ns *= 8;  // what it costs to switch them on is no part of it
  std::vector<Line> lines;
  for (const Pattern& pattern : Patterns()) {
    const Sequence& lookups = pattern.lookups;
    if (lookups.name != "one repeated" && lookups.name != "64 in turn" &&
        lookups.name != "random over 64") {
      continue;
    }
    loop_.Prepare(lookups);
    Row row;
    row.variants = {loop_.Of("object", Role::kGenerated, Method::kBorrow),
                    loop_.OfCounted("object, counters on")};
    Line line = ToLine(lookups.name, Sample(row, longer).variants, "object");
    line.cells.at("object, counters on").must = {1.02, 1.01};
    lines.push_back(std::move(line));
  }
  return lines;
}

void Benchmark::Print(const std::string& title, const std::vector<std::string>& columns,
                      const std::vector<std::string>& in_ns, const std::vector<Line>& lines) {
  AddJson(lines, json_);
  if (lines.empty()) return;
  if (tables_.tellp() != 0) tables_ << '\n';
  PrintTable(tables_, title, columns, in_ns, lines);
}

void Benchmark::PrintUnfitted(const std::vector<Sequence>& sequences) {
  std::vector<Line> lines;
  for (const Sequence& sequence : sequences) {
    // A sample is all that is done once, or more: its parts differ.
    Options whole = options_;
    whole.sample_ns = std::max(whole.sample_ns, 250.0 * static_cast<double>(sequence.once));
    Line line = MeasureSequence(sequence, whole);
    line.name += fmt::format(": {} objects, {:.1f} bits a lookup", sequence.objects(),
                             BitsOfALookup(sequence));
    counted_.push_back(Count(sequence, line));
    lines.push_back(std::move(line));
  }
  Print("not fitted", {"plain", "recent-1", "object"}, {"plain"}, lines);
  if (!arguments_.Wants("chain")) return;

  std::vector<Line> chains;
  std::vector<Counted> counted;
  for (std::uint64_t seed = 0; seed < kChains; ++seed) {
    const Sequence chain = Chain(seed);
    Line line = MeasureSequence(chain, options_);
    line.name += fmt::format(": {} objects, {:.1f} bits", chain.objects(), BitsOfALookup(chain));
    counted.push_back(Count(chain, line));
    chains.push_back(std::move(line));
  }
  AddJson(chains, json_);
  AddJson(counted, json_);
  if (tables_.tellp() != 0) tables_ << '\n';
  PrintChains(tables_, chains, counted);
}

std::string Benchmark::Run(const std::vector<Sequence>& logs) {
  fmt::print("guessing pays from a share of {:.2f} right; with ART's prices from {:.2f}\n",
             loop_.break_even(), kArtBreakEven);
  std::vector<Line> lines;
  for (const Pattern& pattern : Patterns()) {
    if (!arguments_.Wants(pattern.lookups.name)) continue;
    lines.push_back(MeasurePattern(pattern));
    counted_.push_back(Count(pattern.lookups, lines.back()));
  }
  if (arguments_.Wants("2 threads")) lines.push_back(TwoThreads());
  if (arguments_.Wants("create")) lines.push_back(Create());
  Print("pattern",
        {"empty", "plain", "A-form", "16 stripes", "rwlock", "recent-1", "object", "object, Ref",
         "hash passed", "own class"},
        {"empty", "plain"}, lines);
  if (arguments_.Wants("held")) {
    Print("references held natively, a loop in C++", {"plain", "object", "held"}, {"plain"},
          {HeldReferences()});
  }
  if (arguments_.Wants("counters")) {
    Print("counters, as ratio to none", {"object", "object, counters on"}, {"object"}, Counters());
  }
  std::vector<Sequence> unfitted = logs;
  if (arguments_.Wants("start-up")) unfitted.insert(unfitted.begin(), StartUp());
  PrintUnfitted(unfitted);
  if (!counted_.empty()) {
    tables_ << '\n';
    PrintCounted(tables_, counted_);
    AddJson(counted_, json_);
  }
  if (arguments_.Wants("type map")) PrintTypeMaps(vm_, tables_);
  return tables_.str();
}

std::optional<Arguments> Parse(int argc, char** argv) {
  Arguments arguments;
  arguments.sampling.samples = 200;
  for (int i = 1; i < argc; i += 2) {
    const std::string flag = argv[i];
    if (i + 1 == argc) return std::nullopt;
    const char* value = argv[i + 1];
    if (flag == "--samples") {
      arguments.sampling.samples = std::atoi(value);
    } else if (flag == "--json") {
      arguments.json_file = value;
    } else if (flag == "--markdown") {
      arguments.markdown_file = value;
    } else if (flag == "--filter") {
      arguments.filter = value;
    } else if (flag == "--log") {
      arguments.logs.emplace_back(value);
    } else {
      return std::nullopt;
    }
  }
  if (arguments.sampling.samples < 4) return std::nullopt;
  return arguments;
}

int Main(int argc, char** argv) {
  const std::optional<Arguments> arguments = Parse(argc, argv);
  if (!arguments) {
    fmt::print(stderr,
               "usage: [--samples N] [--json FILE] [--markdown FILE] [--filter TEXT] [--log "
               "FILE]...\n"
               "N is 4 or more; TEXT is part of a pattern's name, or of: 2 threads, create, held, "
               "counters, start-up, chain, type map\n");
    return 2;
  }
  std::vector<Sequence> logs;
  for (const std::string& file : arguments->logs) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::string error = "cannot be read";
    std::optional<std::vector<Sequence>> sequences;
    if (in) {
      sequences = ReplayLog(std::filesystem::path(file).stem().string(),
                            std::as_bytes(std::span(bytes)), error);
    }
    if (!sequences) {
      fmt::print(stderr, "peers_bench: {}: {}\n", file, error);
      return 3;
    }
    logs.insert(logs.end(), sequences->begin(), sequences->end());
  }
  EmbedOptions embed;
  embed.class_path = {CAUSEWAY_BENCH_JAR};
  embed.options = {"-Xms1g", "-Xmx1g"};
  if (const char* gc = std::getenv("CAUSEWAY_BENCH_GC")) embed.options.push_back(gc);
  Benchmark benchmark(Embed(embed), *arguments);
  const std::string report = benchmark.Run(logs);
  fmt::print("\n{}", report);
  if (!arguments->markdown_file.empty()) std::ofstream(arguments->markdown_file) << report;
  if (!arguments->json_file.empty()) {
    std::ofstream(arguments->json_file) << benchmark.json().dump(1) << "\n";
  }
  return 0;
}

}  // namespace

}  // namespace causeway::bench

int main(int argc, char** argv) { return causeway::bench::Main(argc, argv); }
