// An image and everything that has to be linked with it.
//
// In:  the registry, a device, the image of a kernel.
// Out: that image, the add-on images that the device gets (SPEC 003), the
//      images that export what these import, and so on; or what is missing.
// Why: one walk over all images of a program, however often they need each
//      other, so that requirements are checked for what is linked and nothing
//      else.
#ifndef FACET_RUNTIME_PROGRAM_IMAGE_CLOSURE_H_
#define FACET_RUNTIME_PROGRAM_IMAGE_CLOSURE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "features/conditions/conditions.h"
#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"

namespace facet {

// Returns what conditions ask of a device.
ConditionFacts FactsOf(const DeviceInfo& info);

struct RankedImage {
  const sycl_device_image* image;
  int rank;
  size_t position;
};

// Images of one symbol that the device takes: those of `home` before others,
// then the best first; equal ones in order of registration.
std::vector<RankedImage> RankedImages(const ImageRegistry& registry,
                                      const Device& device,
                                      std::string_view symbol,
                                      const ImageRange& home);

// For an image without code, which was filtered out when the program was built:
// whether the device would take its code.
bool TakesTarget(const Device& device, const sycl_device_image& filtered);

struct ImageClosure {
  struct Member {
    const sycl_device_image* image;
    // The kernel, or the functions that other members import from here.
    std::vector<std::string_view> used;
  };
  // [0] is the kernel's. An import is bound to the first one that exports it.
  std::vector<Member> members;
  // Functions that no image exports which the device takes, and the images that
  // would have if they had not been filtered out.
  struct Missing {
    std::string_view symbol;
    std::vector<const sycl_device_image*> filtered = {};
    // The executable or library that the dynamic linker takes it from, if that
    // has images of it: its path.
    std::optional<std::string> bound_to = std::nullopt;
    // The target of an image that exports it, for the device, but whose code
    // cannot be called from that of `caller`. Empty: there is none.
    std::string_view unlinkable;
    std::string_view caller;
  };
  std::vector<Missing> missing;
  // Sentences on what else is missing or damaged; then nothing can be linked.
  std::vector<std::string> errors;
};

ImageClosure CloseOver(const ImageRegistry& registry, const Device& device,
                       const ConditionFacts& facts,
                       const sycl_device_image& first,
                       std::string_view kernel);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_IMAGE_CLOSURE_H_
