// What a launch and a fill are to the driver, in a stream or in a graph.
//
// In:  kernels with their sizes and arguments; patterns.
// Out: a function, blocks, threads and parameters; memsets and copies.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_LAUNCH_H_
#define FACET_RUNTIME_BACKENDS_CUDA_LAUNCH_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/device.h"
#include "runtime/backends/cuda/program.h"

namespace facet::cuda {

// Blocks and threads for a launch, or why there are none.
Status ChooseGrid(const LaunchRange& range, const KernelInfo& kernel,
                  const DeviceLimits& limits, unsigned grid[3],
                  unsigned block[3]);

// One launch. The kernel and the description stay while it lives.
class KernelCall {
 public:
  KernelCall() = default;
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;

  Status Prepare(const CudaDevice& device, Kernel& kernel,
                 const LaunchDescription& launch);
  // Without work-items: nothing to launch.
  bool empty() const { return kernel_ == nullptr; }
  // With the context current, before the next ones.
  Status MakeReady();
  CUfunction function() const { return kernel_->function(); }
  unsigned shared_bytes() const {
    return static_cast<unsigned>(launch_->local_memory_bytes);
  }
  void** parameters() { return parameters_; }

  unsigned grid[3], block[3];

 private:
  CudaKernel* kernel_ = nullptr;
  const LaunchDescription* launch_ = nullptr;
  void** parameters_ = nullptr;
  void* few_[11];
  std::vector<void*> many_;
};

// `set(to, value, element_size, count)` and `copy(to, from, bytes)`, one after
// the other, fill memory with any pattern.
//
// Patterns that no memset knows: the first one by single memsets, whose values
// travel in the calls (a copy from the caller's bytes would need them after
// this call), then copies of what is there, twice as much each time.
template <typename Set, typename Copy>
Status FillBySteps(CUdeviceptr to, std::span<const unsigned char> pattern,
                   size_t bytes, Set set, Copy copy) {
  if (bytes == 0) return Status();
  if (std::all_of(pattern.begin(), pattern.end(),
                  [&](unsigned char c) { return c == pattern.front(); }))
    return set(to, pattern.front(), 1, bytes);
  const size_t size = pattern.size();
  if (to % size == 0 && size == 2) {
    uint16_t value;
    std::memcpy(&value, pattern.data(), sizeof value);
    return set(to, value, 2, bytes / 2);
  }
  if (to % size == 0 && size == 4) {
    uint32_t value;
    std::memcpy(&value, pattern.data(), sizeof value);
    return set(to, value, 4, bytes / 4);
  }
  Status status;
  for (size_t at = 0; at < size && status.ok();) {
    uint32_t word = pattern[at];
    const bool whole = (to + at) % 4 == 0 && size - at >= 4;
    if (whole) std::memcpy(&word, pattern.data() + at, sizeof word);
    status = set(to + at, word, whole ? 4 : 1, 1);
    at += whole ? 4 : 1;
  }
  for (size_t done = size; done < bytes && status.ok();) {
    const size_t next = std::min(done, bytes - done);
    status = copy(to + done, to, next);
    done += next;
  }
  return status;
}

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_LAUNCH_H_
