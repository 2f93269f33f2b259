//===- registration.h - Images as constant data of a program --------------===//
//
// In:  device images and the targets to emulate by default.
// Out: an x86-64 module with the structures of config/image/image.h filled in
//      and a constructor and destructor that hand them to the runtime.
// Why: the executable finds its device code at run time without reading files.
//      (SPEC 001, "AOT compilation and offload wrapping".)
//
// Strings go to read-only sections; what holds addresses goes to .data.rel.ro,
// so that the object fits executables, position independent ones and shared
// libraries alike. The bytes of many images go to .lrodata, x86-64's place for
// large constants: linkers keep it away from what code reaches with 32-bit
// distances, so that gigabytes of images do no harm. Those of few go to
// .rodata: with -z relro, gold 1.16 fails on some programs with the other.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_WRAPPER_REGISTRATION_H
#define FACET_POSTLINK_WRAPPER_REGISTRATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/container/container.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace facet {

/// An image as it is to be embedded.
struct EmbeddedImage {
  DeviceImage Image;
  /// sycl_image_flag values.
  uint32_t Flags = 0;
};

/// What a program gets beside the images.
struct RegistrationOptions {
  /// Devices to emulate by default, separated by commas.
  std::string EmulatedDevices;
  /// Libraries whose device code is in the images, each once in a program: two
  /// objects with one of them define the same symbol, which linkers refuse.
  std::vector<std::string> Contents;
};

/// Returns the structures and calls. Of the images' bytes it has the places
/// only, so that the code generator need not handle gigabytes.
std::unique_ptr<llvm::Module>
makeRegistration(llvm::ArrayRef<EmbeddedImage> Images,
                 const RegistrationOptions &Options,
                 llvm::LLVMContext &Context);

/// ELF object code of \p M.
llvm::Expected<llvm::SmallVector<char, 0>> emitObject(llvm::Module &M);

/// Writes \p Object, made by the above, with the images' bytes put in.
llvm::Error writeObject(llvm::StringRef Path, llvm::SmallVector<char, 0> Object,
                        llvm::ArrayRef<EmbeddedImage> Images);

/// Where the bytes of each image are, and how many there are in all.
struct ImageLayout {
  explicit ImageLayout(llvm::ArrayRef<EmbeddedImage> Images);

  std::vector<uint64_t> Offsets;
  uint64_t Size = 0;
};

/// The section of the bytes. The code generator reserves it under the first
/// name, as one without bytes in the file; writeObject fills it and gives it
/// one of the others, which are not longer.
inline constexpr llvm::StringLiteral ReservedSection = ".bss.sycl_images";
inline constexpr llvm::StringLiteral ImageSection = ".rodata.sycl";
inline constexpr llvm::StringLiteral LargeImageSection = ".lrodata.sycl";
/// Bytes of one object's images: 32 such objects fit into 2 GiB.
inline constexpr uint64_t LargeImages = uint64_t(64) << 20;

} // namespace facet

#endif // FACET_POSTLINK_WRAPPER_REGISTRATION_H
