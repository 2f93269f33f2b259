// Fills with any pattern, in a list of commands.
//
// In:  a pattern of any size.
// Out: commands of a list.
// Why: drivers fill with patterns of some sizes only.
#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FILL_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FILL_H_

#include <cstddef>
#include <span>

#include "runtime/backends/common/pattern_fill.h"
#include "runtime/backends/level_zero/device.h"
#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {

// `barrier()` orders what comes after it behind what comes before it. `bytes`
// are not 0.
template <typename Barrier>
Status AppendFill(LevelZeroDevice& device, ze_command_list_handle_t list,
                  Barrier barrier, void* to, std::span<const char> pattern,
                  size_t bytes, ze_event_handle_t signal) {
  const Api& api = device.api();
  const FillLimits limits = {.largest = device.traits().max_fill_pattern,
                             .aligned = false};
  return FillPattern(
      limits, to, pattern, bytes,
      [&](char* at, std::span<const char> piece, size_t count, bool last) {
        return ToStatus(
            api.zeCommandListAppendMemoryFill(list, at, piece.data(),
                                              piece.size(), count,
                                              last ? signal : nullptr, 0,
                                              nullptr),
            "zeCommandListAppendMemoryFill");
      },
      [&](char* at, const char* from, size_t count, bool last) {
        if (Status s = barrier(); !s.ok()) return s;
        return ToStatus(
            api.zeCommandListAppendMemoryCopy(list, at, from, count,
                                              last ? signal : nullptr, 0,
                                              nullptr),
            "zeCommandListAppendMemoryCopy");
      });
}

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FILL_H_
