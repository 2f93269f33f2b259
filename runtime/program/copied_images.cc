// See copied_images.h.
#include "runtime/program/copied_images.h"

#include <cstring>
#include <new>

namespace facet {

CopiedImages::CopiedImages(std::span<const sycl_device_image* const> images) {
  for (const sycl_device_image* image : images)
    images_.push_back(new (Allocate<sycl_device_image>(1))
                          sycl_device_image(Copy(*image)));
}

template <typename T>
T* CopiedImages::Allocate(size_t count) {
  return static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T)));
}

const char* CopiedImages::Copy(const char* text) {
  return reinterpret_cast<const char*>(Copy(text, std::strlen(text)));
}

// A zero follows: some formats are text that is read to its end. Images are
// aligned as the wrapper aligns them.
const unsigned char* CopiedImages::Copy(const void* bytes, size_t size) {
  auto* copy = static_cast<unsigned char*>(
      memory_.allocate(size + 1, size < 64 ? 8 : 64));
  if (size != 0) std::memcpy(copy, bytes, size);
  copy[size] = 0;
  return copy;
}

sycl_property_set CopiedImages::Copy(const sycl_property_set& set) {
  const size_t count = set.end - set.begin;
  auto* properties = Allocate<sycl_property>(count);
  for (size_t i = 0; i < count; ++i) {
    sycl_property copy = set.begin[i];
    copy.name = Copy(copy.name);
    if (copy.data) copy.data = Copy(copy.data, copy.size);
    new (properties + i) sycl_property(copy);
  }
  return {Copy(set.name), properties, properties + count};
}

sycl_device_image CopiedImages::Copy(const sycl_device_image& image) {
  sycl_device_image copy = image;
  copy.target = Copy(image.target);
  if (image.begin) {
    const size_t size = image.end - image.begin;
    copy.begin = Copy(image.begin, size);
    copy.end = copy.begin + size;
  }
  const size_t symbols = image.symbols_end - image.symbols_begin;
  auto** names = Allocate<const char*>(symbols);
  for (size_t i = 0; i < symbols; ++i)
    names[i] = Copy(image.symbols_begin[i]);
  copy.symbols_begin = names;
  copy.symbols_end = names + symbols;
  const size_t sets = image.property_sets_end - image.property_sets_begin;
  auto* copies = Allocate<sycl_property_set>(sets);
  for (size_t i = 0; i < sets; ++i)
    new (copies + i) sycl_property_set(Copy(image.property_sets_begin[i]));
  copy.property_sets_begin = copies;
  copy.property_sets_end = copies + sets;
  return copy;
}

}  // namespace facet
