// Properties of device images.
//
// In:  an image.
// Out: the properties of one of its sets.
// Why: the runtime, its back ends and the families of targets read them. std
//      only.

#ifndef FACET_CONFIG_IMAGE_PROPERTIES_H_
#define FACET_CONFIG_IMAGE_PROPERTIES_H_

#include <span>
#include <string_view>

#include "config/image/image.h"

namespace facet {

// Returns the properties of one set of an image; none if it has no such set.
// They are parts of the image.
inline std::span<const sycl_property> PropertiesOf(
    const sycl_device_image& image, std::string_view set) {
  for (auto* s = image.property_sets_begin; s != image.property_sets_end; ++s)
    if (set == s->name) return {s->begin, s->end};
  return {};
}

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_PROPERTIES_H_
