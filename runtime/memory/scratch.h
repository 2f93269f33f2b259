// Memory of a device for the time that one command runs, used again.
//
// In:  a device, a size.
// Out: memory that goes back when nobody holds it any more.
// Why: each launch of a reduction needs some, and allocating on a device costs
//      more than most kernels; some drivers wait for the whole device.
#ifndef FACET_RUNTIME_MEMORY_SCRATCH_H_
#define FACET_RUNTIME_MEMORY_SCRATCH_H_

#include <cstddef>
#include <memory>

#include "runtime/backends/backend.h"

namespace facet {

// Throws errc::memory_allocation. The last owner goes when the command is done.
std::shared_ptr<void> TakeScratch(const DevicePtr& device, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_MEMORY_SCRATCH_H_
