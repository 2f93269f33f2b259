//===- tables.h - Images from file tables ---------------------------------===//
//
// In:  a file table as sycl-post-link writes it, whose code files have been
//      compiled for one target by a tool of the user's choice.
// Out: its images.
// Why: SPEC 001, "AOT compilation and offload wrapping": one table for each
//      target, and one run of the wrapper with -target= for each table.
//
//   [Code|Properties|Symbols]
//   mod1.bin|mod1.prop|mod1.sym
//   empty.bc|mod2.prop|mod2.sym        filtered out: the empty LLVM module
//
// Names are relative to the table. A code file's format shows in its first
// bytes. A table in the place of code stands for its rows; the other columns of
// that row must be empty.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_WRAPPER_TABLES_H
#define FACET_POSTLINK_WRAPPER_TABLES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "postlink/container/container.h"

#include <vector>

namespace facet {

/// Adds the images of the table at \p Path to \p Images.
llvm::Error readImageTable(llvm::StringRef Path, llvm::StringRef Target,
                           std::vector<DeviceImage> &Images);

/// Error: the image has a requirement that no runtime knows of and that would
/// therefore go unchecked, or one that cannot be read.
llvm::Error checkProperties(const PropertySetRegistry &Properties,
                            llvm::StringRef Where);

} // namespace facet

#endif // FACET_POSTLINK_WRAPPER_TABLES_H
