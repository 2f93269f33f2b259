// The device images inside an executable or shared library, without running it.
//
// In:  an x86-64 ELF file.
// Out: its registrations (config/image/image.h), as the runtime would get them.
// Why: what runs where can then be asked on a machine that has none of the
//      devices, and of a program that one would not run.
//
// Pointers are read as the dynamic loader would leave them: from the relative
// relocations of position independent files, from the bytes of others. Any file
// is accepted: what is malformed gives an error and where it is.
#ifndef FACET_CONFIG_PROGRAM_PROGRAM_IMAGES_H_
#define FACET_CONFIG_PROGRAM_PROGRAM_IMAGES_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/image/image.h"

namespace facet {

class ProgramImages {
 public:
  // Null, and *error, if there is nothing to be read. `file` outlives the
  // result.
  static std::unique_ptr<ProgramImages> Read(
      std::span<const unsigned char> file, std::string* error);

  const std::deque<sycl_image_registration>& registrations() const {
    return registrations_;
  }

 private:
  friend class ImageReader;
  std::deque<sycl_image_registration> registrations_;
  std::deque<std::vector<sycl_device_image>> images_;
  std::deque<std::vector<const char*>> symbols_;
  std::deque<std::vector<sycl_property_set>> sets_;
  std::deque<std::vector<sycl_property>> properties_;
};

}  // namespace facet

#endif  // FACET_CONFIG_PROGRAM_PROGRAM_IMAGES_H_
