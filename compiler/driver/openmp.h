//===- openmp.h - The machine's OpenMP runtime ----------------------------===//
//
// In:  Clang's arguments; where the machine keeps its LLVM releases.
// Out: what -fopenmp needs besides: libomp is not part of an installation.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_OPENMP_H
#define FACET_COMPILER_DRIVER_OPENMP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace facet {

struct OpenMP {
  /// Of omp.h, beside headers of another Clang: to be searched last.
  std::string HeaderDirectory;
  /// Of libomp.so.
  std::string LibraryDirectory;
};

/// Returns the newest release of \p Root ("/usr") that has both, where Debian
/// has them: lib/llvm-19, lib/llvm-14, …
std::optional<OpenMP> findOpenMP(llvm::StringRef Root);

/// Returns whether \p Arguments ask for OpenMP by libomp.
bool usesOpenMP(llvm::ArrayRef<std::string> Arguments);

/// Error: a link with \p Arguments finds no libomp. It names the package.
llvm::Error checkOpenMP(llvm::ArrayRef<std::string> Arguments,
                        llvm::StringRef Root);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_OPENMP_H
