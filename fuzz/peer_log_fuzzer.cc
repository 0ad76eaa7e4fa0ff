#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "causeway/peer_log.h"

// Any bytes give a log or an error at one of them. A log is no larger than its file: an event takes
// a byte at least, and a byte is three events at the most.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using causeway::PeerLog;
  causeway::PeerLogError error;
  const auto log = causeway::ParsePeerLog(std::as_bytes(std::span(data, size)), error);
  if (!log) {
    if (error.what.empty() || error.at > size) std::abort();
    return 0;
  }
  std::size_t events = 0;
  for (const PeerLog::Thread& thread : log->threads) {
    events += thread.events.size();
    for (const std::int64_t event : thread.events) {
      const bool known = event < static_cast<std::int64_t>(log->peers) &&
                         event >= PeerLog::Event(PeerLog::Mark::kRoundEnded);
      if (!known) std::abort();
    }
  }
  if (events + log->marks.size() > 3 * size) std::abort();
  return 0;
}
