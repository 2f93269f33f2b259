// See launch_check.h.
#include "runtime/program/launch_check.h"

#include <algorithm>

namespace facet {
namespace {

// As the user wrote it: fastest dimension last.
std::string SizeText(const uint64_t (&sizes)[3], uint32_t dimensions) {
  std::string text = "{";
  for (uint32_t d = dimensions; d-- > 0;)
    text += std::to_string(sizes[d]) + (d ? ", " : "}");
  return text;
}

Status NdRange(std::string message) {
  return {StatusCode::kNdRange, std::move(message)};
}

Status CheckRequired(const LaunchRange& range, sycl::detail::launch_kind kind,
                     const KernelMetadata& metadata) {
  const auto& required = metadata.reqd_work_group_size;
  if (required[0] == 0) return {};
  const std::string text =
      SizeText(required, std::max(1u, metadata.reqd_work_group_dimensions));
  // SYCL 2020, 5.8.1: the numbers of dimensions must match.
  if (kind != sycl::detail::launch_kind::single_task &&
      metadata.reqd_work_group_dimensions != range.dimensions)
    return NdRange("The kernel requires the work-group size " + text + " in " +
                   std::to_string(metadata.reqd_work_group_dimensions) +
                   " dimensions but was submitted in " +
                   std::to_string(range.dimensions) + ".");
  if (kind == sycl::detail::launch_kind::nd_range) {
    if (std::equal(required, required + 3, range.local)) return {};
    return NdRange("The kernel requires the work-group size " + text +
                   " but was submitted with " +
                   SizeText(range.local, range.dimensions) + ".");
  }
  for (int d = 0; d < 3; ++d)
    if (range.global[d] % required[d] != 0)
      return NdRange("The kernel requires the work-group size " + text +
                     ", which does not divide its range " +
                     SizeText(range.global, range.dimensions) + ".");
  return {};
}

Status CheckDimensions(const LaunchRange& range, const KernelInfo& kernel) {
  for (uint32_t d = kernel.dimensions; d < range.dimensions; ++d)
    if (range.global[d] != 1)
      return NdRange("The kernel is one of " +
                     std::to_string(kernel.dimensions) +
                     " dimensions but was submitted with the range " +
                     SizeText(range.global, range.dimensions) + ".");
  return {};
}

}  // namespace

LaunchRange ToLaunchRange(const sycl::detail::launch_shape& shape) {
  LaunchRange range;
  range.dimensions = shape.dimensions;
  range.may_round_up = shape.kind == sycl::detail::launch_kind::range;
  const bool chosen = range.may_round_up;
  for (int d = 0; d < 3; ++d) range.local[d] = chosen ? 0 : 1;
  for (int d = 0; d < shape.dimensions; ++d) {
    const int from = shape.dimensions - 1 - d;
    range.global[d] = shape.global[from];
    range.offset[d] = shape.offset[from];
    if (!chosen) range.local[d] = shape.local[from];
  }
  return range;
}

namespace {
// The largest divisor of `items` up to `most`, a multiple of 32 if there is one.
uint64_t DivisorOf(uint64_t items, uint64_t most) {
  if (items == 0) return 1;
  most = std::min(items, most);
  for (uint64_t n = most / 32 * 32; n != 0; n -= 32)
    if (items % n == 0) return n;
  for (uint64_t n = most; n > 1; --n)
    if (items % n == 0) return n;
  return 1;
}
}  // namespace

void ChooseWorkGroup(LaunchRange& range, const KernelMetadata& metadata,
                     const KernelInfo& kernel, const DeviceInfo& device) {
  // More work-items seldom help, and leave each fewer registers.
  constexpr uint64_t kMost = 256;
  for (uint32_t d = 0; d < range.dimensions; ++d)
    if (range.local[d] != sycl::detail::auto_work_group_size) return;
  if (metadata.reqd_work_group_size[0] != 0) {
    std::copy_n(metadata.reqd_work_group_size, 3, range.local);
    return;
  }
  uint64_t left = kMost;
  for (const uint64_t limit :
       {device.features.limits.max_work_group_size, kernel.max_work_group_size})
    if (limit != 0) left = std::min(left, limit);
  for (uint32_t d = 0; d < range.dimensions; ++d) {
    const uint64_t limit = device.features.limits.max_work_item_sizes[2 - d];
    range.local[d] = DivisorOf(range.global[d],
                               limit == 0 ? left : std::min(left, limit));
    left /= range.local[d];
  }
}

Status CheckLaunch(const LaunchRange& range, sycl::detail::launch_kind kind,
                   const KernelMetadata& metadata, const KernelInfo& kernel,
                   const DeviceInfo& device) {
  if (!device.takes_offsets &&
      std::any_of(range.offset, range.offset + 3,
                  [](uint64_t offset) { return offset != 0; }))
    return {StatusCode::kNotSupported,
            "Device '" + device.name + "' takes no global offset."};
  // Ids, and the numbers of work-items and work-groups, are 64 bits wide.
  uint64_t items = std::count(range.global, range.global + 3, 0) ? 0 : 1;
  for (uint64_t n : range.global) {
    if (items > INT64_MAX / std::max<uint64_t>(n, 1))
      return NdRange("The global range " +
                     SizeText(range.global, range.dimensions) +
                     " has too many work-items.");
    items *= n;
  }
  if (kind == sycl::detail::launch_kind::nd_range) {
    uint64_t total = 1;
    for (uint32_t d = 0; d < range.dimensions; ++d) {
      if (range.local[d] == 0)
        return NdRange("A work-group size of zero is not allowed.");
      if (range.global[d] % range.local[d] != 0)
        return NdRange("The global range " +
                       SizeText(range.global, range.dimensions) +
                       " is not a multiple of the work-group size " +
                       SizeText(range.local, range.dimensions) + ".");
      // features are in SYCL's order for three dimensions.
      const uint64_t limit = device.features.limits.max_work_item_sizes[2 - d];
      if (limit != 0 && range.local[d] > limit)
        return NdRange("The work-group size " +
                       SizeText(range.local, range.dimensions) +
                       " exceeds the device's limit in a dimension, " +
                       std::to_string(limit) + ".");
      total = total > UINT64_MAX / range.local[d] ? UINT64_MAX
                                                  : total * range.local[d];
    }
    uint64_t limit = device.features.limits.max_work_group_size;
    if (kernel.max_work_group_size != 0)
      limit = limit == 0 ? kernel.max_work_group_size
                         : std::min(limit, kernel.max_work_group_size);
    if (limit != 0 && total > limit)
      return NdRange("The work-group size " +
                     SizeText(range.local, range.dimensions) + " has " +
                     std::to_string(total) +
                     " work-items; this kernel can have " +
                     std::to_string(limit) + " on device '" + device.name +
                     "'.");
  }
  if (Status status = CheckDimensions(range, kernel); !status.ok())
    return status;
  return CheckRequired(range, kind, metadata);
}

std::string DescribeLayoutDifference(uint64_t host, uint64_t device) {
  if (host == 0 || device == 0) return "";
  const uint64_t host_size = host & 0xffffffff, host_places = host >> 32;
  const uint64_t device_size = device & 0xffffffff;
  const uint64_t device_places = device >> 32;
  std::string difference;
  if (host_size != device_size)
    difference = "has " + std::to_string(host_size) + " bytes in host code and " +
                 std::to_string(device_size) + " in device code";
  else if (host_places != 0 && device_places != 0 &&
           host_places != device_places)
    difference = "has other members in host code than in device code";
  else
    return "";
  return "its function object " + difference +
         ": a macro such as __SYCL_DEVICE_ONLY__, or an option of one of the two "
         "compilations, changes its members.";
}

sycl::detail::reduction_plan PlanReduction(const DeviceInfo& device,
                                           size_t items, size_t bytes) {
  const auto at_least_one = [](uint64_t n) { return std::max<uint64_t>(n, 1); };
  sycl::detail::reduction_plan plan;
  const uint64_t units = at_least_one(device.max_compute_units);
  if (device.type == DeviceType::kCpu) {
    // A loop over neighbours in each work-item; more groups than cores, so that
    // slow cores get fewer.
    plan = {1, 8 * units, true};
  } else {
    const DeviceLimits& limits = device.features.limits;
    uint64_t size = 256;
    if (limits.max_work_group_size != 0)
      size = std::min(size, limits.max_work_group_size);
    if (limits.local_memory_size != 0)
      size = std::min(size, at_least_one(limits.local_memory_size / 2 /
                                         at_least_one(bytes)));
    plan = {size, 8 * units, false};
  }
  const size_t needed = items / plan.group_size + (items % plan.group_size != 0);
  plan.groups = at_least_one(std::min(plan.groups, needed));
  return plan;
}

}  // namespace facet
