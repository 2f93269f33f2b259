// See unpacked_images.h. The functions are those of zstd.h; their signatures
// have been stable since version 1.3.
#include "runtime/program/unpacked_images.h"

#include <dlfcn.h>

#include <cstddef>
#include <new>
#include <string>

namespace facet {
namespace {

constexpr char kLibrary[] = SYCL_IMAGE_ZSTD_LIBRARY;

struct Zstd {
  unsigned long long (*frame_content_size)(const void* frame, size_t size);
  size_t (*decompress)(void* out, size_t capacity, const void* frame,
                       size_t size);
  unsigned (*is_error)(size_t code);
  bool loaded = false;
};

// Frames of the wrapper say how large their content is.
constexpr unsigned long long kSizeUnknown = -1ULL, kSizeError = -2ULL;

template <class Function>
bool Find(void* library, const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(library, name));
  return *function != nullptr;
}

Zstd Load() {
  Zstd zstd = {};
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  zstd.loaded = library &&
                Find(library, "ZSTD_getFrameContentSize",
                     &zstd.frame_content_size) &&
                Find(library, "ZSTD_decompress", &zstd.decompress) &&
                Find(library, "ZSTD_isError", &zstd.is_error);
  return zstd;
}

Status Damaged(const sycl_device_image& image) {
  return Status(StatusCode::kBuildFailed,
                std::string("damaged compressed device image for '") +
                    image.target + "'");
}

Status Decompress(const sycl_device_image& image,
                  std::unique_ptr<unsigned char[]>* bytes, size_t* size) {
  static const Zstd zstd = Load();
  if (!zstd.loaded)
    return Status(StatusCode::kNotSupported,
                  std::string("a device image is compressed, and ") + kLibrary +
                      " cannot be loaded: install zstd's library");
  const size_t frame_size = image.end - image.begin;
  const unsigned long long content =
      zstd.frame_content_size(image.begin, frame_size);
  if (content == kSizeUnknown || content == kSizeError) return Damaged(image);
  *size = content;
  // A zero follows: some formats are text that is read to its end.
  bytes->reset(new (std::nothrow) unsigned char[*size + 1]);
  if (!*bytes)
    return Status(StatusCode::kOutOfMemory,
                  "no memory for a decompressed device image of " +
                      std::to_string(*size) + " bytes");
  const size_t written =
      zstd.decompress(bytes->get(), *size, image.begin, frame_size);
  if (zstd.is_error(written) || written != *size) return Damaged(image);
  (*bytes)[*size] = 0;
  return {};
}

}  // namespace

Status UnpackedImages::Add(const sycl_device_image& image) {
  if (image.flags & ~uint32_t{SYCL_IMAGE_FLAG_ZSTD})
    return Status(StatusCode::kNotSupported,
                  "device image with flags " + std::to_string(image.flags) +
                      ", which this runtime does not know");
  if (!image.flags) {
    images_.push_back(&image);
    return {};
  }
  std::unique_ptr<unsigned char[]> bytes;
  size_t size = 0;
  if (Status s = Decompress(image, &bytes, &size); !s.ok()) return s;
  sycl_device_image& copy = copies_.emplace_back(image);
  copy.flags = 0;
  copy.begin = bytes.get();
  copy.end = copy.begin + size;
  bytes_.push_back(std::move(bytes));
  images_.push_back(&copy);
  return {};
}

Status UnpackedImages::Make(std::span<const sycl_device_image* const> images,
                            std::unique_ptr<UnpackedImages>* unpacked) {
  auto result = std::make_unique<UnpackedImages>();
  for (const sycl_device_image* image : images)
    if (Status s = result->Add(*image); !s.ok()) return s;
  *unpacked = std::move(result);
  return {};
}

}  // namespace facet
