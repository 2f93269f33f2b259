// What an image asks of a device, and what its code is told of the device.
//
// In:  an image's property sets, the names used of it, a device.
// Out: requirements (SPEC 001's of the image, SPEC 003's that hold under a
//      condition, SPEC 000's of single kernels and functions), and the values
//      of the SPIR-V specialization constants that choose its code.
// Why: the submission, bundles and the specialiser read properties in one way.
#ifndef FACET_RUNTIME_PROGRAM_IMAGE_NEEDS_H_
#define FACET_RUNTIME_PROGRAM_IMAGE_NEEDS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "config/image/image.h"
#include "features/conditions/conditions.h"
#include "runtime/backends/backend.h"

namespace facet {

// Returns what is needed of a device: by the image, and by those of its kernels
// and exported functions that are in `used`. nullopt, and *error, when
// properties make no sense.
std::optional<Requirements> NeedsOf(const sycl_device_image& image,
                                    std::span<const std::string_view> used,
                                    const ConditionFacts& facts,
                                    std::string* error);

// For each need of any kernel or function of the image, and for each aspect
// and architecture that its code is chosen by: whether the device has it.
// Ascending SpecIds, each once. Only SPIR-V images have any.
std::optional<SpecConstants> ConstantsOf(const sycl_device_image& image,
                                         const ConditionFacts& facts,
                                         std::string* error);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_IMAGE_NEEDS_H_
