// See launch.h.

#include "runtime/backends/cuda/launch.h"

#include <algorithm>
#include <iterator>

#include "runtime/backends/common/launch_sizes.h"

namespace facet::cuda {

Status KernelCall::Prepare(const CudaDevice& device, Kernel& kernel,
                           const LaunchDescription& launch) {
  const LaunchRange& range = launch.range;
  if (std::ranges::count(range.global, uint64_t{0}) != 0) return Status();
  uint64_t local[3];
  ChooseWorkGroup(range, kernel.info(), device.info(), local);
  if (Status s = CountWorkGroups(range, kernel.info(), device.info(), local,
                                 grid);
      !s.ok())
    return s;
  std::copy_n(local, 3, block);
  kernel_ = &static_cast<CudaKernel&>(kernel);
  launch_ = &launch;
  const size_t count = launch.arguments.size();
  if (count + 3 > std::size(few_)) many_.resize(count + 3);
  parameters_ = many_.empty() ? few_ : many_.data();
  for (size_t i = 0; i < count; ++i)
    parameters_[i] = const_cast<void*>(launch.arguments[i].data);
  // For kernels that take the offset.
  for (int d = 0; d < 3; ++d)
    parameters_[count + d] = const_cast<uint64_t*>(&range.offset[d]);
  return Status();
}

Status KernelCall::MakeReady() {
  if (std::ranges::any_of(launch_->range.offset,
                          [](uint64_t o) { return o != 0; }))
    if (Status s = kernel_->WithOffset(&kernel_); !s.ok()) return s;
  return kernel_->ReserveSharedMemory(launch_->local_memory_bytes);
}

}  // namespace facet::cuda
