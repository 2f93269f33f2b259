//===- given_header.h - A precompiled <sycl/sycl.hpp> of a build ----------===//
//
// In:  a -cc1 command, or a precompiled header that a step of a build has made
//      and a command that may use it.
// Out: the header, or whether the command reads the same.
// Why: a build system's steps have no folder in common, and each runs with the
//      files that it declares. So the header is a file like others: its record
//      says of which options it is, and what headers are made of is not checked
//      here, as the build makes the file anew when they change.
//
// Three files: `NAME.pch`; `NAME.json` (header_record.h), with options; and
// `NAME.names`, the names that the headers mention. A command may define other
// macros than the header's as long as their names are not among these.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PRECOMPILED_GIVEN_HEADER_H
#define FACET_COMPILER_PRECOMPILED_GIVEN_HEADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace facet {

struct GivenHeader {
  std::string Path; // NAME.pch
  /// Folders that are not the user's, of the compiler's installation.
  std::vector<std::string> SdkHeaders;
};

/// Writes the header, and the files beside it, for commands such as \p
/// Arguments, which \p Program compiles. All files are there afterwards, or
/// none. If all sources need the headers' text with these options, or it has
/// errors, the files are empty, and fit no command: that source alone reports
/// errors which has no options of its own against them.
llvm::Error writeGivenHeader(const GivenHeader &Header, llvm::StringRef Program,
                             llvm::ArrayRef<std::string> Arguments);

/// Returns whether the command, which compiles \p Source, may begin with the
/// header: not if source or command need the headers' text, the options are
/// others, or the user's folders have one of the headers that it contains; nor
/// if one of its files is missing or damaged.
bool fitsGivenHeader(const GivenHeader &Header,
                     llvm::ArrayRef<std::string> Arguments,
                     llvm::StringRef Source);

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_GIVEN_HEADER_H
