//===- offload_section.h - Device bitcode inside host objects -------------===//
//
// In/out: a host object carries the device bitcode of its source as an
// llvm::object::OffloadBinary (image kind bitcode, offload kind SYCL) in the
// section .llvm.offloading, so that objects and archives travel as one file.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_OFFLOAD_SECTION_H
#define FACET_COMPILER_DRIVER_OFFLOAD_SECTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace facet {

/// One file of device bitcode. A source whose conditions were decided early has
/// one for each of some targets, and one for all others.
struct DevicePiece {
  std::string Path;
  std::string Target; // "": for all but OwnCode
  /// Targets with code of their own, of the same source.
  std::vector<std::string> OwnCode;
  /// The object that it comes from.
  std::string Origin = "";

  bool isFor(llvm::StringRef Name) const;
};

/// Makes the contents of the section for one source: \p Bitcode, and the
/// pieces of single targets.
llvm::Error packDeviceCode(llvm::StringRef Bitcode,
                           llvm::ArrayRef<DevicePiece> OfTargets,
                           llvm::StringRef PackedPath);

/// The device code of one host object.
struct DeviceObject {
  std::string Name; // for messages: "a.o", "libb.a(c.o)"
  std::vector<llvm::object::OffloadFile> Pieces;
};

/// What is no object (a shared library, a linker script) has no pieces, as an
/// archive: its members are objects of their own.
llvm::Expected<DeviceObject> readDeviceObject(llvm::MemoryBufferRef Object,
                                              const llvm::Twine &Name);

/// Returns whether \p Is holds for the file \p Path or, if that is an archive,
/// for one of its members; false for what cannot be read.
bool anyObject(llvm::StringRef Path,
               llvm::function_ref<bool(llvm::MemoryBufferRef)> Is);

/// Returns true for an object, shared library or archive of objects with device
/// images, whose functions are found when the program runs.
bool hasDeviceImages(llvm::StringRef Path);

/// Returns the objects \p Paths, and all members of the archives among them.
llvm::Expected<std::vector<DeviceObject>>
readDeviceObjects(llvm::ArrayRef<std::string> Paths);

/// Writes the pieces to folders below \p Directory, in the order of the objects:
/// `device/N.bc`, and `device-TARGET/N.bc` for code of one target.
llvm::Expected<std::vector<DevicePiece>>
writeDevicePieces(llvm::ArrayRef<DeviceObject> Objects,
                  llvm::StringRef Directory);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_OFFLOAD_SECTION_H
