// Blocks and threads of a launch; see launch.h.
// CUDA C++ Programming Guide, "Compute Capabilities" (technical limits).

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "runtime/backends/cuda/launch.h"

namespace facet::cuda {
namespace {

// Enough to fill a multiprocessor with any register count up to 128.
constexpr uint64_t kUsualThreads = 256;

// Fills `block` for a range whose group size nobody has chosen.
void ChooseBlock(const LaunchRange& range, const KernelInfo& kernel,
                 const DeviceLimits& limits, uint64_t block[3]) {
  // What each dimension must have so that the grid is not too large.
  uint64_t needed[3], all = 1;
  for (int d = 0; d < 3; ++d) {
    const uint64_t least =
        (range.global[d] + limits.grid[d] - 1) / limits.grid[d];
    needed[d] = std::min(least, limits.block[d]);
    needed[d] = std::bit_ceil(std::max<uint64_t>(needed[d], 1));
    all *= needed[d];
  }
  uint64_t room = std::min(
      std::bit_floor(std::max<uint64_t>(kernel.max_work_group_size, 1)),
      std::max(all, kUsualThreads));
  // Slow dimensions may have few blocks only (65535): they take what they must
  // before x takes the rest.
  for (int d = 2; d > 0; --d) {
    block[d] = std::min(needed[d], room);
    room /= block[d];
  }
  block[0] =
      std::bit_ceil(std::min(std::max<uint64_t>(range.global[0], 1), room));
  if (!range.may_round_up)  // one work-item, or sizes that must divide
    for (int d = 0; d < 3; ++d)
      while (range.global[d] % block[d] != 0) block[d] /= 2;
}

}  // namespace

Status ChooseGrid(const LaunchRange& range, const KernelInfo& kernel,
                  const DeviceLimits& limits, unsigned grid[3],
                  unsigned block[3]) {
  uint64_t local[3];
  if (range.local[0] != 0)
    std::copy(range.local, range.local + 3, local);
  else if (kernel.reqd_work_group_size[0] != 0)
    std::copy(kernel.reqd_work_group_size, kernel.reqd_work_group_size + 3,
              local);
  else
    ChooseBlock(range, kernel, limits, local);
  const auto refuse = [](const std::string& what) {
    return Status(StatusCode::kNdRange, what);
  };
  uint64_t threads = 1;
  for (int d = 0; d < 3; ++d) {
    if (local[d] == 0 || local[d] > limits.block[d])
      return refuse("a work-group has at most " +
                    std::to_string(limits.block[d]) +
                    " work-items in dimension " + std::to_string(d) +
                    " (0 is the fastest), not " + std::to_string(local[d]));
    threads *= local[d];
    if (range.global[d] % local[d] != 0 && !range.may_round_up)
      return refuse("the global size " + std::to_string(range.global[d]) +
                    " is no multiple of the work-group size " +
                    std::to_string(local[d]));
    const uint64_t blocks = (range.global[d] + local[d] - 1) / local[d];
    if (blocks > limits.grid[d])
      return refuse(std::to_string(blocks) + " work-groups in dimension " +
                    std::to_string(d) + " (0 is the fastest), the device can " +
                    "launch " + std::to_string(limits.grid[d]));
    grid[d] = static_cast<unsigned>(blocks);
    block[d] = static_cast<unsigned>(local[d]);
  }
  if (threads > kernel.max_work_group_size)
    return refuse("a work-group of " + std::to_string(threads) +
                  " work-items; this kernel can have " +
                  std::to_string(kernel.max_work_group_size));
  return Status();
}

}  // namespace facet::cuda
