//===- container.h - Module and image files between actions ---------------===//
//
// What travels between sycl-post-link, sycl-aot and sycl-offload-wrapper.
//
//   module file  one self-contained piece of device code as LLVM bitcode,
//                with the property sets the runtime will want and the symbols
//                it defines. Made by sycl-post-link, one per split module.
//   image file   the same for one target: code in the target's format, or no
//                bytes at all when the target lacks a feature the module
//                needs (the properties stay, so that the runtime can say why).
//                Several images of one module and target may follow each
//                other: PTX and the cubin made of it.
//
// Both are llvm::object::OffloadBinary files, so LLVM's own tools can list
// them; one behind the other is their way to have several in a file. The keys
// of the string table:
//
//   facet       "module" or "image"
//   name        the module's name, derived from its content
//   properties  llvm/Frontend/Offloading/PropertySet.h as JSON
//   symbols     kernels and exported functions, one per line
//   target      image only: the target as the configuration file names it
//   format      image only: sycl_image_format of config/image/image.h, decimal
//
// Reading never trusts a file: a truncated or foreign file is an error that
// says what is wrong, never a crash.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONTAINER_CONTAINER_H
#define FACET_POSTLINK_CONTAINER_CONTAINER_H

#include "config/image/image.h"
#include "features/requirements/requirements.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

// LLVM 22's PropertySet.h has no include guard: include it through this header
// only.
#include "llvm/Frontend/Offloading/PropertySet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace facet {

using PropertySetRegistry = llvm::offloading::PropertySetRegistry;

struct DeviceModule {
  std::string Name;
  llvm::SmallVector<char, 0> Bitcode;
  PropertySetRegistry Properties;
  std::vector<std::string> Symbols;
};

struct DeviceImage {
  /// A sycl_image_format value.
  uint32_t Format = 0;
  std::string Name;
  std::string Target;
  llvm::SmallVector<char, 0> Bytes;
  PropertySetRegistry Properties;
  std::vector<std::string> Symbols;
};

llvm::Expected<DeviceModule> readDeviceModule(llvm::MemoryBufferRef Buffer);
/// At least one.
llvm::Expected<std::vector<DeviceImage>>
readDeviceImages(llvm::MemoryBufferRef Buffer);

/// Returns the same, opening \p Path first.
llvm::Expected<DeviceModule> readDeviceModuleFile(llvm::StringRef Path);
llvm::Expected<std::vector<DeviceImage>>
readDeviceImageFile(llvm::StringRef Path);

/// Returns the bytes of the file, the same for the same content.
llvm::SmallString<0> serialize(const DeviceModule &Module);
llvm::SmallString<0> serialize(const DeviceImage &Image);

/// Writes beside \p Path, then renames: a failure leaves nothing half-written.
llvm::Error writeDeviceModule(const DeviceModule &Module, llvm::StringRef Path);
llvm::Error writeDeviceImages(llvm::ArrayRef<DeviceImage> Images,
                              llvm::StringRef Path);

/// Returns what the "SYCL/device requirements" set asks of a device. An absent
/// set asks nothing.
llvm::Expected<Requirements> requirementsOf(const PropertySetRegistry &Sets);

} // namespace facet

#endif // FACET_POSTLINK_CONTAINER_CONTAINER_H
