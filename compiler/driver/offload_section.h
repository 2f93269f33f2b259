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
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
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

  bool isFor(llvm::StringRef Name) const;
};

/// The contents of the section for one source: \p Bitcode, and the pieces of
/// single targets.
llvm::Error packDeviceCode(llvm::StringRef Bitcode,
                           llvm::ArrayRef<DevicePiece> OfTargets,
                           llvm::StringRef PackedPath);

/// Writes each piece of device bitcode of the objects and archives \p Inputs to
/// \p Directory, in the order of the inputs. Inputs that are no objects (shared
/// libraries, linker scripts) have none.
llvm::Expected<std::vector<DevicePiece>>
unpackDeviceCode(llvm::ArrayRef<std::string> Inputs, llvm::StringRef Directory);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_OFFLOAD_SECTION_H
