// sycl::kernel and what it says about itself.
#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>

#include <algorithm>

#include "runtime/devices/errors.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/kernel_bundle.h"
#include "runtime/program/kernel_cache.h"

namespace sycl {
inline namespace _V1 {
namespace {

using implementation = detail::access_implementation;
namespace specific = info::kernel_device_specific;

struct OnDevice {
  const facet::KernelInfo& kernel_info;
  facet::KernelMetadata metadata;
  const facet::DeviceInfo* device;

  const facet::KernelInfo& kernel() const { return kernel_info; }
  size_t WorkGroupSize() const {
    const size_t device_limit = device->features.limits.max_work_group_size;
    const size_t own = kernel().max_work_group_size;
    if (own == 0 || device_limit == 0) return std::max(own, device_limit);
    return std::min(own, device_limit);
  }
  uint32_t MaxSubGroupSize() const {
    if (metadata.reqd_sub_group_size != 0) return metadata.reqd_sub_group_size;
    if (kernel().sub_group_size != 0) return kernel().sub_group_size;
    const auto& sizes = device->features.sub_group_sizes;
    return sizes.empty() ? 1 : *std::max_element(sizes.begin(), sizes.end());
  }
  uint32_t MaxSubGroups() const {
    const size_t size = std::max<uint32_t>(1, MaxSubGroupSize());
    return std::max<size_t>(1, (WorkGroupSize() + size - 1) / size);
  }
  // In SYCL's order; zeros if the kernel has none.
  range<3> RequiredWorkGroup() const {
    const auto& m = metadata;
    if (m.reqd_work_group_dimensions == 0) return range<3>(0, 0, 0);
    return range<3>(m.reqd_work_group_size[2], m.reqd_work_group_size[1],
                    m.reqd_work_group_size[0]);
  }
};

OnDevice Load(const facet::BundleKernel& k, const device& dev) {
  const auto& d = implementation::get(dev);
  if (k.object) {
    const auto& devices = k.bundle->devices;
    if (std::count(devices.begin(), devices.end(), d) == 0)
      facet::Throw(errc::invalid, "kernel::get_info: device '" +
                                      d->info().name +
                                      "' is not in the kernel's context");
    facet::KernelMetadata metadata;
    const auto& required = k.object->info().reqd_work_group_size;
    if (required[0] != 0) {
      metadata.reqd_work_group_dimensions = 3;
      std::copy_n(required, 3, metadata.reqd_work_group_size);
    }
    return {k.object->info(), metadata, &d->info()};
  }
  if (k.bundle->kernels.count({k.entry, d.get()}) == 0)
    facet::Throw(errc::invalid, "kernel::get_info: the kernel's bundle does "
                                "not have it for device '" +
                                    d->info().name + "'");
  const facet::LoadedKernel& loaded = *facet::LoadKernel(k.entry, d).kernel;
  return {loaded.info, loaded.metadata, &d->info()};
}

}  // namespace

backend kernel::get_backend() const noexcept {
  return implementation_->bundle->context.get_backend();
}
context kernel::get_context() const { return implementation_->bundle->context; }
kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return implementation::make<kernel_bundle<bundle_state::executable>>(
      implementation_->bundle);
}

template <>
std::uint32_t kernel::get_info<info::kernel::num_args>() const {
  if (implementation_->object)
    return implementation_->object->info().argument_count;
  if (const auto* function = implementation_->entry->function())
    return function->arguments.size();
  facet::Throw(errc::invalid,
               "info::kernel::num_args is for kernels of functions and those "
               "made by interoperation");
}
template <>
std::string kernel::get_info<info::kernel::attributes>() const {
  return "";
}

template <>
range<3> kernel::get_info<specific::global_work_size>(const device&) const {
  facet::Throw(errc::invalid,
               "info::kernel_device_specific::global_work_size is for built-in "
               "kernels and custom devices");
}

#define KERNEL_INFO(NAME, EXPRESSION)                                \
  template <>                                                        \
  specific::NAME::return_type kernel::get_info<specific::NAME>(      \
      const device& dev) const {                                     \
    [[maybe_unused]] const OnDevice k = Load(*implementation_, dev); \
    return EXPRESSION;                                               \
  }
KERNEL_INFO(work_group_size, k.WorkGroupSize())
KERNEL_INFO(compile_work_group_size, k.RequiredWorkGroup())
KERNEL_INFO(preferred_work_group_size_multiple,
            k.kernel().preferred_work_group_multiple)
KERNEL_INFO(private_mem_size, k.kernel().private_memory_size)
KERNEL_INFO(max_num_sub_groups, k.MaxSubGroups())
KERNEL_INFO(compile_num_sub_groups, 0)
KERNEL_INFO(max_sub_group_size, k.MaxSubGroupSize())
KERNEL_INFO(compile_sub_group_size, k.metadata.reqd_sub_group_size)
#undef KERNEL_INFO

}  // namespace _V1
}  // namespace sycl
