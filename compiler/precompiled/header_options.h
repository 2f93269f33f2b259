//===- header_options.h - What options mean for SYCL's headers ------------===//
//
// In:  a -cc1 command line.
// Out: the options that a precompiled header depends on, and the folders that
//      are searched for headers.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PRECOMPILED_HEADER_OPTIONS_H
#define FACET_COMPILER_PRECOMPILED_HEADER_OPTIONS_H

#include "compiler/precompiled/source_start.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace facet {

/// A -cc1 command line, sorted by what it means for headers.
struct HeaderOptions {
  /// What a precompiled header is made with; without "-cc1".
  std::vector<std::string> Shared;
  /// So too: -DNAME… and -UNAME, each in one word.
  std::vector<std::string> Macros;
  IncludeFolders User;
  std::vector<std::string> SystemFolders;

  /// Those of User, for quotes first.
  std::vector<std::string> userFolders() const;
};

/// Returns nothing if a command with these options must read headers as they
/// are: because it includes something before the source, lists what it reads,
/// counts executions, or has plugins or modules of the user's. \p SdkHeaders is
/// the one folder of -isystem that is not the user's.
std::optional<HeaderOptions>
headerOptionsOf(llvm::ArrayRef<std::string> Arguments,
                llvm::ArrayRef<std::string> SdkHeaders);

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_HEADER_OPTIONS_H
