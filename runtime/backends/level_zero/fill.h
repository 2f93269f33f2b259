// Fills with any pattern, in a list of commands.
#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FILL_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FILL_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

#include "runtime/backends/level_zero/device.h"
#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {

// `barrier()` orders what comes after it behind what comes before it. `bytes`
// are not 0.
//
// A pattern that the device does not take: the first one in pieces that it
// does, then copies of what is there, twice as much each time.
template <typename Barrier>
Status AppendFill(LevelZeroDevice& device, ze_command_list_handle_t list,
                  Barrier barrier, char* to, std::span<const char> pattern,
                  size_t bytes, ze_event_handle_t signal) {
  const Api& api = device.api();
  const size_t most = device.traits().max_fill_pattern;
  if (std::all_of(pattern.begin(), pattern.end(),
                  [&](char c) { return c == pattern.front(); }))
    pattern = pattern.first(1);
  const auto fill = [&](char* at, std::span<const char> piece, size_t length,
                        ze_event_handle_t s) {
    return ToStatus(
        api.zeCommandListAppendMemoryFill(list, at, piece.data(), piece.size(),
                                          length, s, 0, nullptr),
        "zeCommandListAppendMemoryFill");
  };
  if (std::has_single_bit(pattern.size()) && pattern.size() <= most)
    return fill(to, pattern, bytes, signal);
  for (size_t at = 0; at < pattern.size();) {
    const size_t piece =
        std::bit_floor(std::min(pattern.size() - at, std::bit_floor(most)));
    const bool last = at + piece == bytes;
    if (Status s = fill(to + at, pattern.subspan(at, piece), piece,
                        last ? signal : nullptr);
        !s.ok())
      return s;
    at += piece;
  }
  for (size_t done = pattern.size(); done < bytes;) {
    if (Status s = barrier(); !s.ok()) return s;
    const size_t next = std::min(done, bytes - done);
    const bool last = done + next == bytes;
    Status status = ToStatus(
        api.zeCommandListAppendMemoryCopy(list, to + done, to, next,
                                          last ? signal : nullptr, 0, nullptr),
        "zeCommandListAppendMemoryCopy");
    if (!status.ok()) return status;
    done += next;
  }
  return Status();
}

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FILL_H_
