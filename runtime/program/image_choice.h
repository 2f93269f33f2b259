// Which image of a kernel a device runs, or every reason why none.
//
// In:  a device, a kernel name, the registry.
// Out: the images to load (the kernel's, then add-ons and those it imports
//      from), or the text of the exception.
// Why: SPEC 001, "Identifying a compatible offload bundle" and "Raising an
//      exception when features are incompatible", and the runtime parts of 000
//      and 003: decided from properties alone, before anything reads an image's
//      bytes, and from this kernel's needs only, never because of another
//      kernel.
#ifndef FACET_RUNTIME_PROGRAM_IMAGE_CHOICE_H_
#define FACET_RUNTIME_PROGRAM_IMAGE_CHOICE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/registry/registry.h"
#include "targets/family.h"

namespace facet {

struct ImageChoice {
  // images[0] defines the kernel. Empty: not supported, and `message` says why.
  std::vector<const sycl_device_image*> images;
  // Of each image; empty for those whose code does not depend on the device.
  std::vector<SpecConstants> constants;
  std::string message;
  // The reasons in `message`, for those who want them one by one.
  std::vector<Reason> reasons;
};

// Under registry.Hold(), as long as the images are read. Those of `home`
// come first (KernelEntry).
ImageChoice ChooseImages(const ImageRegistry& registry, const Device& device,
                         std::string_view kernel,
                         const ImageRange& home = {});

// What the program has for the device, at best: an image that the device could
// load; one that was made for it and then filtered out, so that submissions say
// why; or nothing. Under Hold(), too.
enum class ImageSupply { kNothing, kFilteredOut, kUsable };
ImageSupply BestSupply(const ImageRegistry& registry, const Device& device);
// Returns the most that this can be of devices that take images of these
// families alone.
ImageSupply PossibleSupply(const ImageRegistry& registry,
                           std::span<const TargetFamily* const> families);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_IMAGE_CHOICE_H_
