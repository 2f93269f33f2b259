// The local memory that the local accessors of a command group ask for.
//
// In:  sizes and alignments, then the kernels.
// Out: offsets, and how much memory the kernels are given.
#ifndef FACET_RUNTIME_SUBMISSION_LOCAL_ALLOCATIONS_H_
#define FACET_RUNTIME_SUBMISSION_LOCAL_ALLOCATIONS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/submission/kernel_launches.h"

namespace facet {

// All kernels of a group share the memory. Not thread-safe.
class LocalAllocations {
 public:
  // Returns the offset of `bytes` for kernels of the device. More than there can
  // be is refused with the kernel (Check).
  size_t Allocate(const DeviceInfo& device, size_t bytes, size_t alignment);
  // Returns a word for the local accessor to the memory at `offset`, the last
  // one allocated; it tells functors that hold the accessor from others.
  uint64_t Mark(size_t offset);

  // A kernel without work-groups must not have a local accessor (SYCL 2020,
  // 4.7.6.11): errc::kernel_argument. One that it does not have is none of its
  // business.
  void RefuseIn(const std::string& kernel,
                std::span<const std::byte> functor) const;
  // Throws errc::memory_allocation if the kernels need more than the device has.
  void Check(const DeviceInfo& device, KernelLaunches& launches);
  // Tells the kernels.
  void GiveTo(KernelLaunches& launches) const;

 private:
  size_t AddCheckedPart(size_t bytes, size_t alignment);
  size_t CheckedBytes() const;
  size_t UsedBytes(KernelLaunches& launches) const;

  struct Accessor {
    uint64_t mark;
    size_t end;  // of its memory
  };
  size_t bytes_ = 0;
  std::vector<Accessor> accessors_;
  std::vector<LocalPart> parts_;  // where kernels are checked
};

}  // namespace facet

#endif  // FACET_RUNTIME_SUBMISSION_LOCAL_ALLOCATIONS_H_
