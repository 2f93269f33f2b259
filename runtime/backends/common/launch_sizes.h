// Sizes of a launch: the work-group size that a driver is told, and how many
// work-groups there are.
//
// In:  a LaunchRange, what is known of the kernel, the device's limits.
// Out: the size that the program or the kernel asks for, otherwise one that
//      fills a multiprocessor; the work-groups of the launch, or why the device
//      cannot launch them.
// Why: left alone with a prime size, a driver takes work-groups of one item.
//      The native CPU does not round up and has rules of its own
//      (cpu/work_groups.h).
#ifndef FACET_RUNTIME_BACKENDS_COMMON_LAUNCH_SIZES_H_
#define FACET_RUNTIME_BACKENDS_COMMON_LAUNCH_SIZES_H_

#include <cstdint>

#include "runtime/backends/backend.h"

namespace facet {

// All zero where nobody says a size and `range` must not be rounded up: then
// the driver may choose.
void ChooseWorkGroup(const LaunchRange& range, const KernelInfo& kernel,
                     const DeviceInfo& device, uint64_t local[3]);

// Returns kNdRange if there are too many, or if `local` is too large or, in a
// range that must not be rounded up, no divisor. Zeros in `local` become 1.
Status CountWorkGroups(const LaunchRange& range, const KernelInfo& kernel,
                       const DeviceInfo& device, uint64_t local[3],
                       uint32_t groups[3]);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_LAUNCH_SIZES_H_
