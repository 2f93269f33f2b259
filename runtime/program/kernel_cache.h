// Kernels, loaded once for each device.
//
// In:  the handle of a kernel, a device.
// Out: the kernel, ready to launch; sycl::exception with
//      errc::kernel_not_supported if the device cannot run it, errc::build if
//      its image cannot be built.
// Why: the first submission decides, checks and builds; later ones follow two
//      pointers. Images that come later change nothing for kernels that are
//      there; images that go take theirs with them, once these have run.
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

// Who runs kernels: a queue.
class KernelUser {
 public:
  KernelUser();
  virtual ~KernelUser() = default;
  // Until those submitted so far are done.
  virtual void WaitForKernels() = 0;
  // Never given twice.
  uint64_t user_id() const { return id_; }

 private:
  const uint64_t id_;
};

struct LoadedKernel {
  std::string name;
  ProgramPtr program;
  KernelPtr kernel;
  KernelMetadata metadata;

  // Before the kernel is submitted.
  void NoteUser(const std::shared_ptr<KernelUser>& user);
  // Those that still exist.
  std::vector<std::shared_ptr<KernelUser>> Users();

 private:
  std::atomic<uint64_t> last_user_{0};
  std::mutex mutex_;
  std::vector<std::weak_ptr<KernelUser>> users_;
};

std::shared_ptr<LoadedKernel> LoadKernel(KernelEntry* entry,
                                         const DevicePtr& device);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_
