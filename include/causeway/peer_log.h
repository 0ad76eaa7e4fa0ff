// A log of lookups: which peers the program's threads asked for, in which order, with the rounds of
// the bridge and the collections that it noticed. To replay a program's locality without the
// program.
//
// The file, all numbers as LEB128 (seven bits a byte, the lowest first, the high bit set on all but
// the last):
//
//   8 bytes   "CWPEERS1"
//   number    of marks; then a byte for each, in their order: 0 a collection of the Java heap was
//             noticed, 1 a round began, 2 a round ended
//   number    of threads; then for each
//     number  of lookups that were not logged, because there was no room; they are its last
//     number  of bytes that follow
//     events  in the order in which the thread saw them. The low two bits of a number are its kind:
//             0  a peer: the other bits are the difference to the place of the peer before it,
//                zigzag (0, -1, 1, -2, …); the first one's difference is to 0
//             1  the same; a number follows: which peer it is of those that have had this place,
//                one after the other. Kind 0 is the peer 0 of its place
//             2  an object without a peer; no other bits
//             3  marks: so many more have been set since the thread's lookup before
//
// Lookups by object, by hash and of held references are logged. Lookups by handle search nothing
// and are not.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway {

struct PeerLog {
  enum class Mark : std::uint8_t { kCollection, kRoundBegan, kRoundEnded };
  static constexpr std::uint8_t kMarks = 3;

  struct Thread {
    // Peers by number, in the order in which they first occur in the file; kNone; or marks. Of
    // those between two lookups each kind is there once, in the order of their last ones, so that
    // a log takes no more memory than its file asks for.
    std::vector<std::int64_t> events;
    std::uint64_t dropped = 0;
  };
  static constexpr std::int64_t kNone = -1;
  static constexpr std::int64_t Event(Mark mark) { return -2 - static_cast<std::int64_t>(mark); }

  std::vector<Mark> marks;
  std::vector<Thread> threads;
  std::size_t peers = 0;  // different ones
};

inline constexpr std::string_view kPeerLogMagic = "CWPEERS1";

namespace peers {

class LogReader {
 public:
  explicit LogReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  // Nothing if the number does not end, or does not fit.
  std::optional<std::uint64_t> Number() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64 && left() != 0; shift += 7) {
      const auto byte = static_cast<std::uint64_t>(bytes_[at_++]);
      const std::uint64_t bits = byte & 0x7F;
      if (shift == 63 && bits > 1) return std::nullopt;
      number |= bits << shift;
      if ((byte & 0x80) == 0) return number;
    }
    return std::nullopt;
  }
  std::span<const std::byte> Take(std::size_t size) {
    at_ += size;
    return bytes_.subspan(at_ - size, size);
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace peers

// What is wrong, and at which byte of the file.
struct PeerLogError {
  std::string_view what;
  std::size_t at = 0;
};

// Reads a log; memory and time are linear in its size. Nothing if it is not one: `error` says why.
inline std::optional<PeerLog> ParsePeerLog(std::span<const std::byte> bytes, PeerLogError& error) {
  const auto fail = [&](std::string_view what, std::size_t at) -> std::optional<PeerLog> {
    error = {what, at};
    return std::nullopt;
  };
  if (bytes.size() < kPeerLogMagic.size() ||
      std::string_view(reinterpret_cast<const char*>(bytes.data()), kPeerLogMagic.size()) !=
          kPeerLogMagic) {
    return fail("does not begin with CWPEERS1", 0);
  }
  peers::LogReader file(bytes);
  file.Take(kPeerLogMagic.size());

  PeerLog log;
  const std::optional<std::uint64_t> marks = file.Number();
  if (!marks || *marks > file.left()) return fail("the marks are cut off", file.at());
  for (const std::byte mark : file.Take(*marks)) {
    if (static_cast<std::uint8_t>(mark) >= PeerLog::kMarks) {
      return fail("there is no such mark", file.at() - *marks + log.marks.size());
    }
    log.marks.push_back(static_cast<PeerLog::Mark>(mark));
  }
  // For each mark where the last one of each kind up to it is, plus one; 0: nowhere.
  using Places = std::array<std::size_t, PeerLog::kMarks>;
  std::vector<Places> last(log.marks.size());
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (i > 0) last[i] = last[i - 1];
    last[i][static_cast<std::size_t>(log.marks[i])] = i + 1;
  }
  const std::optional<std::uint64_t> threads = file.Number();
  // A thread takes two bytes at least.
  if (!threads || *threads > file.left() / 2) return fail("the threads are cut off", file.at());

  std::map<std::pair<std::int64_t, std::uint64_t>, std::int64_t> numbers;
  for (std::uint64_t t = 0; t < *threads; ++t) {
    PeerLog::Thread& thread = log.threads.emplace_back();
    const std::optional<std::uint64_t> dropped = file.Number();
    const std::optional<std::uint64_t> size = dropped ? file.Number() : std::nullopt;
    if (!size || *size > file.left()) return fail("a thread is cut off", file.at());
    thread.dropped = *dropped;
    const std::size_t begin = file.at();
    peers::LogReader events(file.Take(*size));
    std::int64_t place = 0;
    std::size_t seen = 0;  // marks
    while (events.left() != 0) {
      const std::size_t at = begin + events.at();
      const std::optional<std::uint64_t> word = events.Number();
      if (!word) return fail("an event is cut off", at);
      const std::uint64_t value = *word >> 2;
      switch (*word & 3) {
        case 2:
          if (value != 0) return fail("an event of no kind", at);
          thread.events.push_back(PeerLog::kNone);
          break;
        case 3:
          if (value == 0 || value > log.marks.size() - seen) return fail("no such mark", at);
          {
            Places in_order = last[seen + value - 1];
            std::ranges::sort(in_order);
            for (const std::size_t last_of_kind : in_order) {
              if (last_of_kind > seen) {
                thread.events.push_back(PeerLog::Event(log.marks[last_of_kind - 1]));
              }
            }
          }
          seen += value;
          break;
        default: {
          std::optional<std::uint64_t> use = 0;
          if ((*word & 3) == 1) use = events.Number();
          if (!use) return fail("an event is cut off", at);
          const auto half = static_cast<std::int64_t>(value >> 1);
          place += (value & 1) != 0 ? -half - 1 : half;
          if (place < 0 || place > 0xFFFFFFFF) return fail("a place that no peer can have", at);
          const auto next = static_cast<std::int64_t>(numbers.size());
          thread.events.push_back(numbers.try_emplace({place, *use}, next).first->second);
        }
      }
    }
  }
  if (file.left() != 0) return fail("bytes follow the last thread", file.at());
  log.peers = numbers.size();
  return log;
}

}  // namespace causeway
