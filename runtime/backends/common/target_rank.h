// How well images suit a device that is known by the name of its target.
//
// In:  the formats and targets of images; a target's name and architecture.
// Out: ImageRanks by the rules of the back ends, and the targets whose code the
//      device runs.
// Why: an emulated device and a column of sycl-explain must take exactly the
//      images that the real device takes. So the rules are those of the
//      families (targets/), which the back ends apply, too.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_TARGET_RANK_H_
#define FACET_RUNTIME_BACKENDS_COMMON_TARGET_RANK_H_

#include <cstdint>
#include <string_view>

#include "runtime/backends/backend.h"

namespace facet {

// Returns a device that is `target`, a name without "emu_", of this
// architecture (0: unknown). A target that is not built in takes its own images
// only.
int RankForTarget(uint32_t format, std::string_view made_for,
                  std::string_view target, uint64_t architecture_id);

// Returns the same of an emulated device, whose info this is, and an image for
// an emulated target, which counts as if it had the real target's format.
int RankEmulatedImage(const sycl_device_image& image, const DeviceInfo& info);

// Adds the target aspects of all built-in targets whose code runs on such a
// device.
void AddTargetAspects(std::string_view target, uint64_t architecture_id,
                      DeviceFeatures* features);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_TARGET_RANK_H_
