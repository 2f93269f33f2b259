// Images that do not go with their library.
//
// In:  images of the registry, held (ImageRegistry::Hold).
// Out: the same images, byte for byte.
// Why: making a program takes long and may need the dynamic linker, which a
//      thread that unloads a library has locked: nobody can wait for the other
//      there. So programs are made of copies.
#ifndef FACET_RUNTIME_PROGRAM_COPIED_IMAGES_H_
#define FACET_RUNTIME_PROGRAM_COPIED_IMAGES_H_

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "config/image/image.h"

namespace facet {

class CopiedImages {
 public:
  explicit CopiedImages(std::span<const sycl_device_image* const> images);
  CopiedImages(const CopiedImages&) = delete;
  CopiedImages& operator=(const CopiedImages&) = delete;

  std::span<const sycl_device_image* const> images() const { return images_; }

 private:
  template <typename T>
  T* Allocate(size_t count);
  const char* Copy(const char* text);
  const unsigned char* Copy(const void* bytes, size_t size);
  sycl_property_set Copy(const sycl_property_set& set);
  sycl_device_image Copy(const sycl_device_image& image);

  std::pmr::monotonic_buffer_resource memory_;
  std::vector<const sycl_device_image*> images_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_COPIED_IMAGES_H_
