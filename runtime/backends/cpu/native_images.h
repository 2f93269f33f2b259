// Which images the native CPU runs, and how well.
//
// In:  an image's target and the instructions that it says it uses
//      (config/image/described_target.h).
// Out: ImageRanks; why not.
// Why: an image may be for a processor that has more than its target's level, or
//      for one that only the author of the program described.
#ifndef FACET_RUNTIME_BACKENDS_CPU_NATIVE_IMAGES_H_
#define FACET_RUNTIME_BACKENDS_CPU_NATIVE_IMAGES_H_

#include <string>

#include "config/image/image.h"
#include "runtime/backends/device_info.h"

namespace facet {

// Returns an ImageRank of the native CPU, whose info this is: higher the more
// instructions of the processor an image uses.
int RankNativeImage(const sycl_device_image& image, const DeviceInfo& info);

// Returns a sentence that lists what the image uses and the processor has not;
// "" if there is nothing.
std::string NativeImageProblem(const sycl_device_image& image,
                               const DeviceInfo& info);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_NATIVE_IMAGES_H_
