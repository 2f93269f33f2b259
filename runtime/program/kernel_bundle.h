// What a sycl::kernel_bundle is: kernels, and the devices that can run them.
//
// In:  devices, kernels (or none: all), a state.
// Out: pairs of a kernel and a device that runs it.
// Why: each pair is decided by the catalog, as a submission would.
#ifndef FACET_RUNTIME_PROGRAM_KERNEL_BUNDLE_H_
#define FACET_RUNTIME_PROGRAM_KERNEL_BUNDLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <sycl/kernel_bundle.hpp>
#include <utility>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/program/constant_values.h"
#include "runtime/program/kernel_catalog.h"
#include "runtime/registry/registry.h"

namespace facet {

struct KernelBundle {
  sycl::context context;
  std::vector<DevicePtr> devices;
  sycl::bundle_state state;
  std::set<std::pair<KernelEntry*, const Device*>> kernels = {};
  // What kernels submitted with the bundle read.
  ConstantValues constants = {};
  // One bundle for each image that the kernels come from, once it is asked for.
  std::optional<std::vector<std::shared_ptr<KernelBundle>>> images = {};
  sycl::detail::stored_images stored_images = {};  // the same, for the header
  // Of what is such an image itself.
  const sycl_device_image* image = nullptr;
  // The driver's, that the program made; each in the bundle's state.
  std::vector<std::shared_ptr<void>> programs = {};

  bool Has(KernelEntry* entry) const;
};

// These under registry.Hold().

// Returns the bundle's kernels by the image that defines them, images in the
// order of their kernels' names.
std::vector<std::shared_ptr<KernelBundle>> SplitByImage(
    KernelCatalog& catalog, const KernelBundle& bundle);

// What a sycl::kernel is.
struct BundleKernel {
  std::shared_ptr<KernelBundle> bundle;
  KernelEntry* entry;
  // One that the program made by the driver's functions; entry is null then.
  KernelPtr object = nullptr;
};

// Returns whether a kernel of the bundle has code that reads the specialization
// constant of this key (sycl/specialization_id.hpp); nullopt: any constant.
bool ReadsConstant(KernelCatalog& catalog, const KernelBundle& bundle,
                   std::optional<uint64_t> key);

// Returns the union of what bundles of one context and state have.
std::shared_ptr<KernelBundle> JoinImages(
    const std::vector<std::shared_ptr<KernelBundle>>& images);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_KERNEL_BUNDLE_H_
