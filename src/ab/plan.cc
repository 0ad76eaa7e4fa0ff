#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "ab/command.h"
#include "ab/noise_record.h"
#include "ab/run.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/text.h"

// The plan of a run: everything that can be decided and refused before a launch.
//
// Why the defaults are what they are. The unit of analysis is a pair of blocks, so it is pairs that
// make an interval narrow, not launches: 16 of them (8 in each of 2 passes) give the t interval 15
// degrees of freedom, where its factor (2.13) is close to the normal one, and sign flips that can
// be enumerated (65,536). 5 launches a block average the launch-to-launch noise without a block
// lasting so long that the machine changes within a pair. One warm-up a block takes the cost of the
// switch of arms (page cache, branch history, a fresh install). The second pass runs in reverse
// order: an effect that only one of them shows is not believed. That is 192 launches and 2 cold
// ones for two arms: 3 minutes for a start-up of a second, 10 minutes for one of 3 seconds.

namespace causeway::ab {
namespace {

constexpr int kMostArms = 8;
constexpr int kMostLaunches = 10'000'000;

std::unexpected<Error> Usage(std::string message) {
  return Fail(Error::Code::kUsage, std::move(message));
}

std::string Plural(long count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Result<void> CheckNumbers(const RunOptions& options) {
  const auto at_least = [](const char* name, int value, int least) -> Result<void> {
    if (value >= least) return {};
    return Usage(fmt::format("{} is {}, and must be at least {}", name, value, least));
  };
  for (const auto& [name, value, least] :
       {std::tuple{"--blocks", options.blocks, 1}, std::tuple{"--per-block", options.per_block, 1},
        std::tuple{"--passes", options.passes, 1}, std::tuple{"--warmup", options.warmup, 0},
        std::tuple{"--retry", options.retry, 0}}) {
    const Result<void> checked = at_least(name, value, least);
    if (!checked) return checked;
  }
  for (const auto& [name, value] :
       {std::pair{"--cooldown", options.cooldown}, std::pair{"--timeout", options.timeout},
        std::pair{"--hook-timeout", options.hook_timeout},
        std::pair{"--until-limit", options.until_limit}}) {
    if (!(value >= 0) || value > 1e6) {
      return Usage(fmt::format("{} is {} seconds, and must be from 0 to 1000000", name, value));
    }
  }
  const double launches = static_cast<double>(options.arms.size()) * options.blocks *
                          options.passes * (1.0 * options.per_block + options.warmup);
  if (launches > kMostLaunches) {
    return Usage(
        fmt::format("the plan has {:.0f} launches; {} are the most", launches, kMostLaunches));
  }
  return {};
}

// Others of stats are there to show what they do wrong.
bool IsOffered(stats::ScheduleKind kind) {
  return kind == stats::ScheduleKind::kAbba || kind == stats::ScheduleKind::kRandom ||
         kind == stats::ScheduleKind::kLatin;
}

std::array<std::pair<const char*, std::string_view>, 4> HooksOf(const RunOptions& options) {
  return {{{"--setup", options.setup},
           {"--prepare", options.prepare},
           {"--until", options.until},
           {"--sample-env", options.sample_env}}};
}

Result<void> CheckHooks(const RunOptions& options) {
  for (const auto& [name, text] : HooksOf(options)) {
    if (text.empty() || options.shell) continue;
    const Result<std::vector<std::string>> words = SplitCommand(text);
    if (!words) return Usage(fmt::format("{}: {}", name, words.error().message));
    for (const std::string_view given : PlaceholdersIn(text)) {
      if (IsPlaceholder(given)) continue;
      // A program's own language may have such words ("awk '{print}'"), but hardly ones so alike.
      const std::optional<std::string_view> meant = ClosestMatch(given, kPlaceholders);
      if (meant) {
        return Usage(fmt::format("{}: there is no {}; did you mean {}?", name, given, *meant));
      }
    }
    if (!FindProgram(words->front())) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("{}: no executable program {}", name, Quote(words->front())));
    }
  }
  return {};
}

Result<ArmInfo> PlanArm(const ArmOptions& arm, bool shell) {
  ArmInfo info{.label = arm.label, .command = {}, .shell = shell, .artifact = {}};
  if (shell) {
    info.command = {arm.command};
    return info;
  }
  Result<std::vector<std::string>> words = SplitCommand(arm.command);
  if (!words) return Usage(fmt::format("--{}: {}", arm.label, words.error().message));
  if (!FindProgram(words->front())) {
    return Fail(Error::Code::kBadInput,
                fmt::format("--{}: no executable program {}{}", arm.label, Quote(words->front()),
                            words->front().find_first_of(" |;&$") == std::string::npos
                                ? ""
                                : "; commands run without a shell unless --shell is given"));
  }
  info.command = std::move(*words);
  return info;
}

std::string HashOf(const RunOptions& options) {
  nlohmann::ordered_json json;
  for (const ArmOptions& arm : options.arms) {
    json["arms"].push_back({arm.label, arm.command, arm.artifact});
  }
  json["metrics"] = options.metrics;
  json["schedule"] = {options.schedule, options.blocks, options.per_block,
                      options.passes,   options.warmup, options.seed};
  json["hooks"] = {options.shell,    options.setup, options.prepare,
                   options.cooldown, options.until, options.sample_env};
  return fmt::format(
      "{:016x}", HashFnv1a64(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
}

// What is legal and probably not what was meant.
std::string Notes(const Plan& plan) {
  const RunOptions& options = plan.options;
  std::string text;
  const auto note = [&text](std::string_view option, std::string_view word, std::string_view what) {
    text += fmt::format("  note     {}: {} {}\n", option, Quote(word), what);
  };
  const auto shell_words = [&](std::string_view option, std::span<const std::string> words) {
    const auto word = std::ranges::find_if(words, MeansShell);
    if (word != words.end()) {
      note(option, *word, "is an argument here; --shell lets a shell run the command");
    }
  };
  for (const ArmInfo& arm : plan.arms) {
    const std::string option = "--" + arm.label;
    if (!arm.shell) shell_words(option, arm.command);
    for (const std::string& word : arm.command) {
      for (const std::string_view given : PlaceholdersIn(word)) {
        if (!IsPlaceholder(given)) continue;
        note(option, given, "stays as it is; only the commands around the launches are filled in");
      }
    }
  }
  for (const auto& [name, command] : HooksOf(options)) {
    if (command.empty()) continue;
    if (!options.shell) shell_words(name, *SplitCommand(command));
    for (const std::string_view given : PlaceholdersIn(command)) {
      if (options.shell && IsPlaceholder(given)) {
        note(name, given, "stays as it is with --shell; the value is in $CAUSEWAY_AB_…");
      } else if (!options.shell && !IsPlaceholder(given)) {
        note(name, given, "stays as it is; causeway has no such word");
      }
    }
  }
  return text;
}

std::string BlockLetters(const Plan& plan) {
  std::string text;
  int pass = -1;
  int pair = -1;
  for (const PlannedBlock& block : plan.blocks) {
    if (block.pass != pass) {
      text += fmt::format("{}  pass {}: ", text.empty() ? "" : "\n", block.pass + 1);
    } else if (block.pair != pair) {
      text += ' ';
    }
    pass = block.pass;
    pair = block.pair;
    text += plan.arms[static_cast<std::size_t>(block.arm)].label;
  }
  return text + "\n";
}

}  // namespace

int Plan::launches() const {
  const int per_block = options.per_block + options.warmup;
  return static_cast<int>(arms.size()) + static_cast<int>(blocks.size()) * per_block;
}

Result<Plan> MakePlan(const RunOptions& options) {
  if (options.arms.size() < 2) {
    return Usage("give at least two arms: --a CMD --b CMD ('ab aa CMD' compares one with itself)");
  }
  if (options.arms.size() > kMostArms) return Usage(fmt::format("{} arms at most", kMostArms));
  if (const Result<void> checked = CheckNumbers(options); !checked) {
    return std::unexpected(checked.error());
  }
  Plan plan;
  plan.options = options;
  Result<std::vector<Metric>> metrics = ParseMetrics(options.metrics);
  if (!metrics) return std::unexpected(metrics.error());
  plan.metrics = std::move(*metrics);
  for (const Metric& metric : plan.metrics) {
    if (metric.kind != Metric::Kind::kInstructions) continue;
    const Result<void> can = CanCountInstructions();
    if (!can) return Usage(fmt::format("--metric {}: {}", metric.info.name, can.error().message));
  }
  for (const ArmOptions& arm : options.arms) {
    Result<ArmInfo> info = PlanArm(arm, options.shell);
    if (!info) return std::unexpected(info.error());
    plan.arms.push_back(std::move(*info));
  }
  if (const Result<void> checked = CheckHooks(options); !checked) {
    return std::unexpected(checked.error());
  }
  const std::optional<stats::ScheduleKind> kind = stats::ParseScheduleKind(options.schedule);
  if (!kind || !IsOffered(*kind)) return Usage("--schedule is abba, random or latin");
  plan.blocks = stats::Schedule(*kind, static_cast<int>(options.arms.size()), options.blocks,
                                options.passes, options.seed);
  plan.hash = HashOf(options);
  return plan;
}

std::string DescribePlan(const Plan& plan, bool full) {
  const RunOptions& options = plan.options;
  std::string text = "plan\n";
  for (const ArmInfo& arm : plan.arms) {
    text += fmt::format(
        "  arm {}    {}\n", arm.label,
        arm.shell ? fmt::format("sh -c {}", Quote(arm.command.front())) : JoinCommand(arm.command));
  }
  std::vector<std::string> metrics;
  for (const Metric& metric : plan.metrics) {
    metrics.push_back(metric.info.unit.empty()
                          ? metric.info.name
                          : fmt::format("{} ({})", metric.info.name, metric.info.unit));
  }
  text += fmt::format("  metrics  {}\n", fmt::join(metrics, ", "));
  text += fmt::format("  order    {}, seed {}: {} of each arm in {}{}\n", options.schedule,
                      options.seed, Plural(options.blocks, "block"),
                      options.passes == 1 ? "1 pass" : fmt::format("{} passes", options.passes),
                      options.passes > 1 ? ", every other one in reverse order" : "");
  text += fmt::format("  block    {}{} and {} measured\n", options.setup.empty() ? "" : "set-up, ",
                      Plural(options.warmup, "warm-up"), options.per_block);
  text += fmt::format("  launches {}: one cold of each arm first, then {} in blocks\n",
                      plan.launches(), plan.launches() - static_cast<int>(plan.arms.size()));
  text += Notes(plan);
  if (full) text += BlockLetters(plan);
  return text;
}

}  // namespace causeway::ab
