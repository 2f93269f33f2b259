// See launch_sizes.h.
#include "runtime/backends/common/launch_sizes.h"

#include <algorithm>
#include <bit>
#include <string>

namespace facet {
namespace {

// Enough to fill a multiprocessor with any register count up to 128.
constexpr uint64_t kUsualItems = 256;

// Of these in the fastest dimension. 32 numbers of `float` are a cache line;
// what the rows of a square have in common is then read by one multiprocessor: a
// product of matrices took 0.65 of the time with 32 x 8 instead of 256 x 1 (H100).
constexpr uint64_t kUsualRow = 32;

// Limits that are 0 are not known.
uint64_t Known(uint64_t limit) { return limit == 0 ? UINT32_MAX : limit; }

// Work-items of a work-group in a dimension: features are in SYCL's order.
uint64_t MostItems(const DeviceInfo& device, int d) {
  return Known(device.features.limits.max_work_item_sizes[2 - d]);
}

uint64_t DivideUp(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }

// Powers of two.
void FillWorkGroup(const LaunchRange& range, const KernelInfo& kernel,
                   const DeviceInfo& device, uint64_t local[3]) {
  // What each dimension must have so that there are not too many work-groups.
  uint64_t all = 1;
  for (int d = 0; d < 3; ++d) {
    const uint64_t least =
        DivideUp(range.global[d], Known(device.max_work_groups[d]));
    local[d] = std::bit_ceil(
        std::clamp<uint64_t>(least, 1, std::bit_floor(MostItems(device, d))));
    all *= local[d];
  }
  uint64_t most = kernel.max_work_group_size;
  if (most == 0) most = device.features.limits.max_work_group_size;
  uint64_t room = std::min(std::bit_floor(std::max<uint64_t>(most, 1)),
                           std::max(all, kUsualItems));
  for (int d = 2; d >= 0; --d) {
    local[d] = std::min(local[d], room);
    room /= local[d];
  }
  // What is left: a row, as many rows as cost few work-items outside of the range,
  // and then all of what there is room for.
  const auto most_of = [&](int d) {
    return std::min(
        local[d] * std::bit_ceil(
                       std::min(DivideUp(range.global[d], local[d]), room)),
        std::bit_floor(MostItems(device, d)));
  };
  const auto grow = [&](int d, uint64_t to) {
    if (to <= local[d]) return;
    room /= to / local[d];
    local[d] = to;
  };
  const auto grow_without_waste = [&](int d) {
    const uint64_t extent = range.global[d];
    uint64_t to = most_of(d);
    while (to > local[d] && DivideUp(extent, to) * to - extent > extent / 8)
      to /= 2;
    grow(d, to);
  };
  grow(0, std::min(most_of(0), kUsualRow));
  grow_without_waste(1);
  grow_without_waste(2);
  for (int d = 0; d < 3; ++d) grow(d, most_of(d));
}

Status Refuse(const std::string& what) { return {StatusCode::kNdRange, what}; }

}  // namespace

void ChooseWorkGroup(const LaunchRange& range, const KernelInfo& kernel,
                     const DeviceInfo& device, uint64_t local[3]) {
  const bool required = kernel.reqd_work_group_size[0] != 0;
  if (range.local[0] == 0 && !required && range.may_round_up)
    return FillWorkGroup(range, kernel, device, local);
  std::copy_n(range.local[0] == 0 && required ? kernel.reqd_work_group_size
                                              : range.local,
              3, local);
}

Status CountWorkGroups(const LaunchRange& range, const KernelInfo& kernel,
                       const DeviceInfo& device, uint64_t local[3],
                       uint32_t groups[3]) {
  uint64_t items = 1;
  for (int d = 0; d < 3; ++d) {
    local[d] = std::max<uint64_t>(local[d], 1);
    const std::string where =
        " in dimension " + std::to_string(d) + " (0 is the fastest)";
    if (local[d] > MostItems(device, d))
      return Refuse("a work-group has at most " +
                    std::to_string(MostItems(device, d)) + " work-items" +
                    where + ", not " + std::to_string(local[d]));
    items *= local[d];
    if (range.global[d] % local[d] != 0 && !range.may_round_up)
      return Refuse("the global size " + std::to_string(range.global[d]) +
                    " is no multiple of the work-group size " +
                    std::to_string(local[d]));
    const uint64_t count = DivideUp(range.global[d], local[d]);
    if (count > Known(device.max_work_groups[d]))
      return Refuse(std::to_string(count) + " work-groups" + where +
                    ", the device can launch " +
                    std::to_string(Known(device.max_work_groups[d])));
    groups[d] = static_cast<uint32_t>(count);
  }
  if (kernel.max_work_group_size != 0 && items > kernel.max_work_group_size)
    return Refuse("a work-group of " + std::to_string(items) +
                  " work-items; this kernel can have " +
                  std::to_string(kernel.max_work_group_size));
  return {};
}

}  // namespace facet
