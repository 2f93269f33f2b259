// Work-group and global sizes of a launch, for drivers that take both.
//
// In:  a LaunchRange, what is known of the kernel, the device's limit.
// Out: the work-group size to launch with (all zero where only the driver may
//      choose, or where there is one work-item), and the global size, rounded
//      up if it may be.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_LAUNCH_SIZES_H_
#define FACET_RUNTIME_BACKENDS_COMMON_LAUNCH_SIZES_H_

#include <cstddef>
#include <cstdint>

#include "runtime/backends/backend.h"

namespace facet {

void ChooseSizes(const LaunchRange& range, const KernelInfo& kernel,
                 uint64_t max_work_group_size, size_t global[3],
                 size_t local[3]);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_LAUNCH_SIZES_H_
