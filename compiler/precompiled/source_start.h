//===- source_start.h - Whether a source begins with SYCL's header --------===//
//
// In:  a source, and the user's include folders.
// Out: whether <sycl/sycl.hpp> may as well be read before the source's first
//      line. It may if all that precedes it, in the source and the headers that
//      lead to it, is comments, include guards and headers of the standard
//      library, which mean the same on both sides of it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PRECOMPILED_SOURCE_START_H
#define FACET_COMPILER_PRECOMPILED_SOURCE_START_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

/// Folders of a command line, in the order of their search.
struct IncludeFolders {
  std::vector<std::string> Quoted; ///< for "…" alone: -iquote
  std::vector<std::string> Angled; ///< for both: -I, then -isystem
};

/// Reads \p Source and the user's headers before that of SYCL; each at most
/// once. False also if one cannot be read.
bool beginsWithSyclHeader(llvm::StringRef Source,
                          const IncludeFolders &Folders);

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_SOURCE_START_H
