// What a launch and a memset are to the driver, in a stream or in a graph.
//
// In:  kernels with their sizes and arguments; patterns.
// Out: a function, blocks, threads and parameters; values.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_LAUNCH_H_
#define FACET_RUNTIME_BACKENDS_CUDA_LAUNCH_H_

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/pattern_fill.h"
#include "runtime/backends/cuda/device.h"
#include "runtime/backends/cuda/program.h"

namespace facet::cuda {

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
    return static_cast<unsigned>(launch_->local_memory_bytes +
                                 kernel_->own_dynamic_bytes());
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

// Memsets take one, two or four bytes.
inline constexpr FillLimits kFillLimits = {.largest = 4, .aligned = true};

inline unsigned MemsetValue(std::span<const char> pattern) {
  unsigned value = 0;
  std::memcpy(&value, pattern.data(), pattern.size());
  return value;
}

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_LAUNCH_H_
