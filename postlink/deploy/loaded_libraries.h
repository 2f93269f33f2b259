//===- loaded_libraries.h - The libraries that a program needs ------------===//
//
// In:  a program or shared library.
// Out: the libraries that the dynamic linker loads with it, and where it finds
//      them; what the program opens later; which C library all of them need.
// Why: the dynamic linker is asked itself, as ldd does, without running anything
//      of the program: its rules of search are its own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_DEPLOY_LOADED_LIBRARIES_H
#define FACET_POSTLINK_DEPLOY_LOADED_LIBRARIES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VersionTuple.h"

#include <string>
#include <vector>

namespace facet {

struct LoadedLibrary {
  std::string Name; ///< as the program asks for it
  std::string Path; ///< empty: it is not found
};

enum class SearchEnvironment {
  Ours, ///< with this process' LD_LIBRARY_PATH
  Bare, ///< without any variable
};

/// Returns what \p Program loads when it starts, in the dynamic linker's order,
/// without the parts of the C library (GNU's), which every machine has. A
/// program that is linked statically loads nothing. An error names \p Program.
llvm::Expected<std::vector<LoadedLibrary>>
loadedLibraries(llvm::StringRef Program, SearchEnvironment Environment);

/// Returns whether device images of \p File are compressed, so that the runtime
/// opens SYCL_IMAGE_ZSTD_LIBRARY. False for files without images.
bool hasCompressedImages(llvm::MemoryBufferRef File);

/// Returns the newest version of the C library that \p File asks for; empty:
/// any.
llvm::Expected<llvm::VersionTuple>
neededCLibrary(llvm::MemoryBufferRef File);

} // namespace facet

#endif // FACET_POSTLINK_DEPLOY_LOADED_LIBRARIES_H
