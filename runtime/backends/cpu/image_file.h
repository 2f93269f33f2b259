// The file from which the C library loads an x86-64 image.
//
// In:  an ELF shared object in memory.
// Out: a path for dlopen that no other image of the process has.
// Why: debuggers, profilers and the symbolizers of sanitizers are processes of
//      their own that open a library by the path that the loader knows.
//
// The file is in memory, and its descriptor is closed when the image is loaded:
// a program may have more images than a process may have files. That of an
// image with debugging information stays open, for debuggers that attach to
// the process. With SYCL_CPU_IMAGE_DIR=DIR in the environment the file is one
// of that directory and stays there, for tools that look for it when the
// process is gone.
#ifndef FACET_RUNTIME_BACKENDS_CPU_IMAGE_FILE_H_
#define FACET_RUNTIME_BACKENDS_CPU_IMAGE_FILE_H_

#include <sys/types.h>

#include <span>
#include <string>

#include "runtime/backends/backend.h"

namespace facet {

class ImageFile {
 public:
  ImageFile() = default;
  ImageFile(ImageFile&& other) noexcept;
  ImageFile& operator=(ImageFile&& other) noexcept;
  ~ImageFile();

  static Status Write(std::span<const unsigned char> image, ImageFile* file);

  const std::string& path() const { return path_; }
  // Says that the image is loaded, or could not be.
  void Loaded();

 private:
  static Status WriteTo(const std::string& directory,
                        std::span<const unsigned char> image, ImageFile* file);
  void Close();

  std::string path_;
  int descriptor_ = -1;
  // Programs that close all files they know nothing of may open another one
  // with the same descriptor.
  dev_t device_ = 0;
  ino_t inode_ = 0;
  bool stays_open_ = false;
};

// Returns true if a debugger finds lines of the source in this ELF file.
bool HasDebugLines(std::span<const unsigned char> image);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_IMAGE_FILE_H_
