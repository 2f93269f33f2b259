// See local_allocations.h.
#include "runtime/submission/local_allocations.h"

#include <algorithm>

#include "runtime/backends/cpu/checks/state/local_memory.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/buffer.h"
#include "runtime/registry/kernel_names.h"

namespace facet {
namespace {

bool Holds(std::span<const std::byte> bytes, uint64_t mark) {
  const auto* first = reinterpret_cast<const std::byte*>(&mark);
  return std::search(bytes.begin(), bytes.end(), first, first + sizeof(mark)) !=
         bytes.end();
}

}  // namespace

size_t LocalAllocations::Allocate(const DeviceInfo& device, size_t bytes,
                                  size_t alignment) {
  constexpr size_t kMost = PTRDIFF_MAX;
  const size_t offset = (bytes_ + alignment - 1) / alignment * alignment;
  bytes_ = bytes > kMost - std::min(offset, kMost) ? kMost : offset + bytes;
  if (MemoryIsChecked() && bytes_ != kMost &&
      device.backend == BackendKind::kCpu)
    return AddCheckedPart(bytes, alignment);
  return offset;
}

// Behind a red zone, which counts for no limit of the device.
size_t LocalAllocations::AddCheckedPart(size_t bytes, size_t alignment) {
  alignment = std::max<size_t>(alignment, kLocalPartAlignment);
  const size_t end = CheckedBytes();
  const size_t offset =
      end == 0 ? 0
               : (end + kLocalRedZone + alignment - 1) / alignment * alignment;
  parts_.push_back({offset, bytes});
  return offset;
}

size_t LocalAllocations::CheckedBytes() const {
  return parts_.empty() ? 0 : parts_.back().offset + parts_.back().bytes;
}

uint64_t LocalAllocations::Mark(size_t offset) {
  constexpr int kLocal = -1;  // not what a placeholder has
  const uint64_t mark =
      AddressMark(reinterpret_cast<const void*>(offset), kLocal);
  accessors_.push_back({mark, bytes_});
  return mark;
}

// What the kernels need whose functors hold local accessors. Asked only where
// there is not memory for all: it takes time.
size_t LocalAllocations::UsedBytes(KernelLaunches& launches) const {
  size_t used = 0;
  launches.ForEach([&](KernelLaunch& launch) {
    for (const Accessor& accessor : accessors_)
      if (accessor.end > used && Holds(launch.bytes(), accessor.mark))
        used = accessor.end;
  });
  return used;
}

void LocalAllocations::RefuseIn(const std::string& kernel,
                                std::span<const std::byte> functor) const {
  for (const Accessor& accessor : accessors_)
    if (Holds(functor, accessor.mark))
      Throw(sycl::errc::kernel_argument,
            "Kernel '" + ReadableKernelName(kernel) +
                "' uses a local_accessor but is submitted without work-groups: "
                "by single_task, or parallel_for with a range.");
}

void LocalAllocations::Check(const DeviceInfo& device,
                             KernelLaunches& launches) {
  const uint64_t known = device.features.limits.local_memory_size;
  const size_t most = known == 0 ? PTRDIFF_MAX - 1 : known;
  if (bytes_ <= most) return;
  // Local accessors that no kernel has cost nothing.
  if (const size_t used = UsedBytes(launches); used <= most) {
    bytes_ = used;
    return;
  }
  Throw(sycl::errc::memory_allocation,
        "Kernel '" + ReadableKernelName(launches.back().kernel().name) +
            "' needs " + std::to_string(bytes_) +
            " bytes of local memory; device '" + device.name + "' has " +
            std::to_string(most) + ".");
}

void LocalAllocations::GiveTo(KernelLaunches& launches) const {
  launches.set_local_memory(std::max(bytes_, CheckedBytes()), parts_);
}

}  // namespace facet
