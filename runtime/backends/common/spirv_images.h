// What back ends that take SPIR-V do with images before the driver sees them.
//
// In:  device images.
// Out: the one module that the driver gets, its compiler's options, and what
//      the images say of their kernels.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_SPIRV_IMAGES_H_
#define FACET_RUNTIME_BACKENDS_COMMON_SPIRV_IMAGES_H_

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet {

using ImageSpan = std::span<const sycl_device_image* const>;

// Makes the bytes of one image; several SPIR-V images are linked here and not
// by the driver: PoCL's own linker fails, and a missing symbol gets its name
// into the message. Conditions are decided before (constants[i] are those of
// images[i], or there are none), because constants of two images may have the
// same SpecId.
Status CodeOf(ImageSpan images, std::span<const SpecConstants> constants,
              std::vector<unsigned char>* code);

// What the back end adds to the arguments of kernels, in this order: local
// memory for "K@uses_local_arena", an address for "K@uses_assertion_flag".
struct ExtraArguments {
  std::set<std::string> arena, assertion_flag;
};
ExtraArguments ExtraArgumentsOf(ImageSpan images);

// Returns the options that the images have for the driver's compiler, separated
// by spaces; those of several images once if they are the same.
std::string BuildOptionsOf(ImageSpan images);

// Adds to a failed build the options it had: not every driver's log names the
// one that it does not know.
Status WithBuildOptions(const Status& status, std::string_view options);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_SPIRV_IMAGES_H_
