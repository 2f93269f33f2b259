// See launch_sizes.h.
#include "runtime/backends/common/launch_sizes.h"

#include <algorithm>
#include <bit>

namespace facet {

void ChooseSizes(const LaunchRange& range, const KernelInfo& kernel,
                 uint64_t max_work_group_size, size_t global[3],
                 size_t local[3]) {
  for (int d = 0; d < 3; ++d) {
    global[d] = range.global[d];
    local[d] = range.local[d];
  }
  if (local[0] != 0) return;
  if (kernel.reqd_work_group_size[0] != 0) {
    for (int d = 0; d < 3; ++d) local[d] = kernel.reqd_work_group_size[d];
  } else if (range.may_round_up) {
    // A driver left alone with a prime size takes groups of one item.
    uint64_t room = kernel.max_work_group_size ? kernel.max_work_group_size
                                               : max_work_group_size;
    room = std::clamp<uint64_t>(room, 1, 256);
    for (int d = 0; d < 3; ++d) {
      const uint64_t wanted = std::bit_ceil(std::max<uint64_t>(global[d], 1));
      local[d] = std::min(wanted, std::bit_floor(room));
      room /= local[d];
    }
  } else {
    return;  // one item, or sizes only the driver may choose
  }
  if (!range.may_round_up) return;
  for (int d = 0; d < 3; ++d)
    global[d] = (global[d] + local[d] - 1) / local[d] * local[d];
}

}  // namespace facet
