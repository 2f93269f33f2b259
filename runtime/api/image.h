// Limits of images, which the API and its queries share.
#ifndef FACET_RUNTIME_API_IMAGE_H_
#define FACET_RUNTIME_API_IMAGE_H_

#include <cstddef>
#include <cstdint>

namespace facet {

// Of each dimension: coordinates of unsampled images are of type int.
inline constexpr size_t kMaxImageExtent = INT32_MAX;

}  // namespace facet

#endif  // FACET_RUNTIME_API_IMAGE_H_
