// What the images that are registered offer: kernels, the image each device
// takes of a kernel, the kernels that read specialization constants.
//
// In:  a registry.
// Out: answers that are found once and stand until images come or go.
// Why: programs make bundles by the thousand (one for each submission, say),
//      and a bundle asks these of every kernel.
//
// The functions are called under registry.Hold(), by any thread.
#ifndef FACET_RUNTIME_PROGRAM_KERNEL_CATALOG_H_
#define FACET_RUNTIME_PROGRAM_KERNEL_CATALOG_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"

namespace facet {

class KernelCatalog {
 public:
  explicit KernelCatalog(ImageRegistry& registry) : registry_(registry) {}
  // That of ImageRegistry::Global(). Never destroyed, as the registry.
  static KernelCatalog& Global();

  // A specialization constant's key (sycl/specialization_id.hpp) and the
  // kernels whose code reads it, in order of their addresses.
  using Readers = std::unordered_map<uint64_t, std::vector<KernelEntry*>>;
  using Kernels = std::vector<KernelEntry*>;

  // Kernels that images define, in order of their names.
  std::shared_ptr<const Kernels> AllKernels();
  std::shared_ptr<const Readers> ConstantReaders();

  // Returns the image that defines the kernel where the device loads it, as a
  // submission would choose; null if the device cannot have the kernel.
  const sycl_device_image* ImageFor(const Device& device,
                                    const KernelEntry& kernel);

 private:
  using Choices =
      std::unordered_map<const KernelEntry*, const sycl_device_image*>;

  // With the lock: forgets what was found among other images.
  void Refresh();

  ImageRegistry& registry_;
  std::mutex mutex_;
  uint64_t generation_ = 0;
  std::shared_ptr<const Kernels> kernels_;
  std::shared_ptr<const Readers> readers_;
  std::unordered_map<const Device*, Choices> choices_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_KERNEL_CATALOG_H_
