// The kernels that one command runs, one after the other.
//
// In:  kernels, their sizes and the bytes of their arguments.
// Out: calls of a stream.
// Why: nearly every command is handed to the driver by the call that submits
//      it. Then kernels and arguments need no memory but the caller's stack,
//      and nobody has to own a kernel: the stream's lock keeps it there.
#ifndef FACET_RUNTIME_SUBMISSION_KERNEL_LAUNCHES_H_
#define FACET_RUNTIME_SUBMISSION_KERNEL_LAUNCHES_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <sycl/detail/runtime_types.hpp>
#include <vector>

#include "runtime/order/command.h"
#include "runtime/order/inline_vector.h"
#include "runtime/program/kernel_cache.h"

namespace facet {

class KernelLaunch {
 public:
  KernelLaunch(KernelEntry* entry, const FoundKernel& found,
               const LaunchRange& range, bool takes_constants)
      : entry_(entry),
        found_(&found),
        range_(range),
        takes_constants_(takes_constants) {}

  const LaunchRange& range() const { return range_; }
  // `shape` is of the kind and dimensions that the kernel was submitted with. A
  // range is an argument, too.
  void SetRange(const LaunchRange& range,
                const sycl::detail::launch_shape& shape);
  // For a queue other than the one that the kernel was found for.
  void NoteUser(const std::shared_ptr<Queue>& queue) const;

  const LoadedKernel& kernel() const { return *found_->kernel; }
  bool empty() const {
    return range_.global[0] == 0 || range_.global[1] == 0 ||
           range_.global[2] == 0;
  }
  // Copies of the bytes.
  void SetArguments(std::span<const sycl::detail::kernel_argument> arguments);
  // One more, behind those.
  void AddAddress(const void* address);
  std::span<std::byte> bytes() { return {bytes_.data(), bytes_.size()}; }
  // The last argument is the address of the constants' table, to be filled in.
  bool takes_constants() const { return takes_constants_; }
  void SetConstants(const void* table);

  // Once. `local` bytes of dynamic local memory, which local accessors share.
  Status Run(const std::shared_ptr<Queue>& queue, Stream& stream, size_t local,
             std::span<const LocalPart> local_parts, EventPtr* event);
  // From now on the kernel outlives its images.
  void Own(const std::shared_ptr<Queue>& queue);

 private:
  KernelEntry* entry_;
  const FoundKernel* found_;
  KernelPtr owned_;
  LaunchRange range_;
  bool takes_constants_;
  InlineVector<std::byte, 128> bytes_;
  InlineVector<KernelArgument, 4> arguments_;  // data: offset into bytes_
  size_t constants_at_ = 0;                    // the offset of that argument
};

class KernelLaunches final : public DeviceWork {
 public:
  bool empty() const { return !first_; }
  bool has_one() const { return first_ && more_.empty(); }
  const KernelLaunch& front() const { return *first_; }
  KernelLaunch& back() { return more_.empty() ? *first_ : more_.back(); }
  KernelLaunch& Add(KernelEntry* entry, const FoundKernel& found,
                    const LaunchRange& range, bool takes_constants);
  // Those without work-items.
  void RemoveEmpty();
  template <typename F>
  void ForEach(F function) {
    if (first_) function(*first_);
    for (KernelLaunch& launch : more_) function(launch);
  }
  void set_local_memory(size_t bytes, std::vector<LocalPart> parts) {
    local_bytes_ = bytes;
    local_parts_ = std::move(parts);
  }
  // Nobody needs what is there before the kernels.
  void DiscardBefore(void* address, size_t bytes) {
    discarded_.push_back({address, bytes});
  }
  // Says that the bytes, which stay valid, are copied to the device before the
  // kernels.
  void CopyBefore(void* to, std::span<const std::byte> bytes) {
    copy_to_ = to;
    copied_ = bytes;
  }

  Status Run(const std::shared_ptr<Queue>& queue, Stream& stream,
             EventPtr* event) override;
  DeviceAction Keep(const std::shared_ptr<Queue>& queue) override;

 private:
  std::optional<KernelLaunch> first_;
  std::vector<KernelLaunch> more_;
  size_t local_bytes_ = 0;
  std::vector<LocalPart> local_parts_;
  std::vector<std::pair<void*, size_t>> discarded_;
  void* copy_to_ = nullptr;
  std::span<const std::byte> copied_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_SUBMISSION_KERNEL_LAUNCHES_H_
