// Kernels, loaded once for each device.
//
// In:  the handle of a kernel, a device.
// Out: the kernel, ready to launch; sycl::exception with
//      errc::kernel_not_supported if the device cannot run it, errc::build if
//      its image cannot be built.
// Why: the first submission decides, checks and builds; later ones follow two
//      pointers and write nothing that other threads read. Images that come
//      later change nothing for kernels that are there; images that go take
//      theirs with them, once these have run.
//
// Locks: programs are made without any lock that unloading a library takes, for
// drivers load libraries themselves.
#ifndef FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_
#define FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"

namespace facet {

// The owner of launches: a queue.
class KernelUser {
 public:
  KernelUser();
  virtual ~KernelUser() = default;
  // Until those submitted so far are done. Takes the lock under which the user
  // hands kernels to the driver.
  virtual void WaitForKernels() = 0;
  // Never given twice.
  uint64_t user_id() const { return id_; }

 private:
  const uint64_t id_;
};

// What is known of a kernel on a device stays for the life of the process, so
// that nobody who looks at it has to own it. The kernel itself goes with its
// images.
class LoadedKernel {
 public:
  LoadedKernel(std::string kernel_name, const KernelMetadata& kernel_metadata,
               KernelPtr kernel)
      : name(std::move(kernel_name)),
        metadata(kernel_metadata),
        info(kernel->info()),
        kernel_(std::move(kernel)) {}

  const std::string name;
  const KernelMetadata metadata;
  const KernelInfo info;

  // Before the kernel is submitted.
  bool Knows(const KernelUser& user) const {
    return recent_[user.user_id() % kRecent].load(std::memory_order_acquire) ==
           user.user_id();
  }
  void NoteUser(const std::shared_ptr<KernelUser>& user);
  // Returns those that still exist.
  std::vector<std::shared_ptr<KernelUser>> Users();

  // Returns the kernel if no images have come or gone since this generation;
  // null if some have. For those whom the kernel knows, under the lock that
  // their WaitForKernels takes: it stays as long as they hold that.
  const KernelPtr* IfCurrent(uint64_t generation) const {
    return ImageRegistry::Global().generation() == generation ? &kernel_
                                                              : nullptr;
  }
  // Returns null if its images have gone.
  KernelPtr Own() const;
  // Its images have gone, and those whom it knows have been waited for.
  void Drop();

 private:
  static constexpr size_t kRecent = 4;

  std::atomic<uint64_t> recent_[kRecent] = {};  // users recorded, by their number
  mutable std::mutex mutex_;
  KernelPtr kernel_;
  std::vector<std::weak_ptr<KernelUser>> users_;
};

// The kernel, and the generation of the images among which it was found.
using FoundKernel = KernelEntry::Node;
const FoundKernel& LoadKernel(KernelEntry* entry, const DevicePtr& device);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_
