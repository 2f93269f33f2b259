// Sizes of a launch: from SYCL's order to SPIR-V's, and whether they are legal.
//
// In:  the shape of a launch, its kernel and device.
// Out: the sizes in SPIR-V's order, or why there can be no launch.
#ifndef FACET_RUNTIME_PROGRAM_LAUNCH_CHECK_H_
#define FACET_RUNTIME_PROGRAM_LAUNCH_CHECK_H_

#include <cstdint>
#include <string>

#include <sycl/detail/runtime_types.hpp>

#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"

namespace facet {

LaunchRange ToLaunchRange(const sycl::detail::launch_shape& shape);

// Sets the sizes of work-groups if they are those of auto_range
// (sycl_ext_oneapi_auto_local_range): what the kernel requires, else divisors of
// the range that kernel and device can have, rows of 32 work-items if possible.
void ChooseWorkGroup(LaunchRange& range, const KernelMetadata& metadata,
                     const KernelInfo& kernel, const DeviceInfo& device);

// SYCL 2020, 4.9.4.2.2 and 5.8.1: kNdRange when the device or the kernel cannot
// take the sizes; the message names them.
Status CheckLaunch(const LaunchRange& range, sycl::detail::launch_kind kind,
                   const KernelMetadata& metadata, const KernelInfo& kernel,
                   const DeviceInfo& device);

// Returns why a function object cannot be copied to a device: its size or the
// places of its members are others there. Empty if both agree, or one of them
// is not known. `host` is a kernel_handle's layout, `device`
// KernelMetadata::functor_layout.
std::string DescribeLayoutDifference(uint64_t host, uint64_t device);

// Returns how many work-items share a range of `items`, of which each takes
// `bytes` of local memory for what it reduces.
sycl::detail::reduction_plan PlanReduction(const DeviceInfo& device,
                                           size_t items, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_LAUNCH_CHECK_H_
