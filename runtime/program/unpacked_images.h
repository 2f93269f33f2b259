// Images as back ends take them: never compressed.
//
// In:  images of the registry, some of them zstd frames (SYCL_IMAGE_FLAG_ZSTD).
// Out: the same images, those with their bytes decompressed.
// Why: only this file knows of compression. The library is loaded when the
//      first compressed image is, so that programs without any need none.
#ifndef FACET_RUNTIME_PROGRAM_UNPACKED_IMAGES_H_
#define FACET_RUNTIME_PROGRAM_UNPACKED_IMAGES_H_

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "config/image/image.h"
#include "runtime/backends/backend.h"

namespace facet {

class UnpackedImages {
 public:
  // The names and properties stay those of `images`.
  static Status Make(std::span<const sycl_device_image* const> images,
                     std::unique_ptr<UnpackedImages>* unpacked);

  // Good as long as this object, and the images it was made from, live.
  std::span<const sycl_device_image* const> images() const { return images_; }

 private:
  Status Add(const sycl_device_image& image);

  std::vector<const sycl_device_image*> images_;
  // Of those that were compressed.
  std::deque<sycl_device_image> copies_;
  std::vector<std::unique_ptr<unsigned char[]>> bytes_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_UNPACKED_IMAGES_H_
