// A fill with any pattern, in the operations that a driver has.
//
// In:  memory, a pattern, the patterns that the driver takes.
// Out: one operation if the driver takes the pattern; otherwise the first
//      pattern in pieces that it does take, then copies of what is there, twice
//      as much each time.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_PATTERN_FILL_H_
#define FACET_RUNTIME_BACKENDS_COMMON_PATTERN_FILL_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/backends/backend.h"

namespace facet {

// Patterns that a driver takes have a power of two of bytes.
struct FillLimits {
  size_t largest = 1;
  bool aligned = true;  // the address must be a multiple of the pattern's size
};

// Calls `fill(char* to, std::span<const char> pattern, size_t bytes, bool last)`
// and `copy(char* to, const char* from, size_t bytes, bool last)`, which return
// a Status, until one fails. A copy must come after all calls before it.
// `bytes` is a multiple of the pattern's size, and not 0.
template <typename Fill, typename Copy>
Status FillPattern(const FillLimits& limits, void* address,
                   std::span<const char> pattern, size_t bytes, Fill fill,
                   Copy copy) {
  char* const to = static_cast<char*>(address);
  if (std::ranges::count(pattern, pattern.front()) == std::ssize(pattern))
    pattern = pattern.first(1);
  const auto largest_at = [&](size_t at) {
    const size_t most = std::bit_floor(
        std::min(pattern.size() - at, std::max<size_t>(limits.largest, 1)));
    const auto start = reinterpret_cast<uintptr_t>(to + at);
    return limits.aligned ? std::min<size_t>(most, start & -start) : most;
  };
  if (largest_at(0) == pattern.size()) return fill(to, pattern, bytes, true);
  Status status;
  for (size_t at = 0; at < pattern.size() && status.ok();) {
    const size_t piece = largest_at(at);
    status = fill(to + at, pattern.subspan(at, piece), piece,
                  at + piece == bytes);
    at += piece;
  }
  for (size_t done = pattern.size(); done < bytes && status.ok();) {
    const size_t next = std::min(done, bytes - done);
    status = copy(to + done, to, next, done + next == bytes);
    done += next;
  }
  return status;
}

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_PATTERN_FILL_H_
