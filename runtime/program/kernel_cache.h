// Kernels, loaded once for each device.
//
// In:  the handle of a kernel, a device.
// Out: the kernel, ready to launch; sycl::exception with
//      errc::kernel_not_supported if the device cannot run it, errc::build if
//      its image cannot be built.
// Why: the first submission decides, checks and builds; later ones follow two
//      pointers.
#ifndef FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_
#define FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_

#include <memory>
#include <string_view>

#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"

namespace facet {

struct LoadedKernel {
  std::string name;
  ProgramPtr program;
  KernelPtr kernel;
  KernelMetadata metadata;
};

std::shared_ptr<LoadedKernel> LoadKernel(KernelEntry* entry,
                                         const DevicePtr& device);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_KERNEL_CACHE_H_
