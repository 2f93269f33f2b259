// Which targets of the configuration a device is whose driver takes SPIR-V or
// ocloc binaries, and how well an image suits it.
//
// In:  what the driver says: hardware IP version, kind of device, SPIR-V or
//      not.
// Out: DeviceInfo::target_names and architecture_id; ranks of images.
//
// SPEC 001, "Identifying a compatible offload bundle" (IP version).
#ifndef FACET_RUNTIME_BACKENDS_COMMON_INTEL_TARGETS_H_
#define FACET_RUNTIME_BACKENDS_COMMON_INTEL_TARGETS_H_

#include <cstdint>
#include <string_view>

#include "runtime/backends/backend.h"

namespace facet {

// `ip_version` 0: unknown. info->type is set before. A CPU whose driver takes
// SPIR-V is of the host's architecture, whatever its vendor.
void AddIntelTargets(uint32_t ip_version, bool takes_spirv, DeviceInfo* info);

// ImageRanks. An image for a target that is not built in is for the devices
// whose IP version it names (config/image/described_target.h).
int RankIntelImage(const sycl_device_image& image, const DeviceInfo& info,
                   bool takes_spirv);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_INTEL_TARGETS_H_
