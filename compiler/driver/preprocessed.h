//===- preprocessed.h - Text of the host's and the device's preprocessor --===//
//
// In:  what -E, or -M and its kin, write for the host and for devices.
// Out: one file that stands for both.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_PREPROCESSED_H
#define FACET_COMPILER_DRIVER_PREPROCESSED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace facet {

/// One source of which the compilation for devices takes \p Device and that for
/// the host \p Host.
std::string joinPreprocessed(llvm::StringRef Host, llvm::StringRef Device);

/// Error: one of \p Paths has no part for devices.
llvm::Error checkPreprocessed(llvm::ArrayRef<std::string> Paths);

/// \p Host, a make rule, with the prerequisites of \p Device that it lacks.
std::string joinDependencies(llvm::StringRef Host, llvm::StringRef Device);

/// Joins two files. \p Output may be "-".
using JoinFunction = std::string (*)(llvm::StringRef, llvm::StringRef);
llvm::Error joinFiles(JoinFunction Join, llvm::StringRef HostPath,
                      llvm::StringRef DevicePath, llvm::StringRef Output);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_PREPROCESSED_H
