// Images as drivers take them that know nothing of conditional code.
//
// In:  images, and for each the values of the specialization constants that its
//      conditions ask for.
// Out: the same images; SPIR-V with conditions is what those values leave of
// it. Why: hardly a driver knows SPV_INTEL_function_variants
// (spirv/specialize.h).
#ifndef FACET_RUNTIME_PROGRAM_SPECIALIZED_IMAGES_H_
#define FACET_RUNTIME_PROGRAM_SPECIALIZED_IMAGES_H_

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "config/image/image.h"
#include "runtime/backends/backend.h"

namespace facet {

class SpecializedImages {
 public:
  // constants[i] are those of images[i]. An image without any stays itself.
  static Status Make(std::span<const sycl_device_image* const> images,
                     std::span<const SpecConstants> constants,
                     std::unique_ptr<SpecializedImages>* specialized);

  // Good as long as this object, and the images it was made from, live.
  std::span<const sycl_device_image* const> images() const { return images_; }

 private:
  Status Add(const sycl_device_image& image, const SpecConstants& constants);

  std::vector<const sycl_device_image*> images_;
  // Of those that were specialised.
  std::deque<sycl_device_image> copies_;
  std::deque<std::vector<unsigned char>> bytes_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_SPECIALIZED_IMAGES_H_
