//===- header_precompilation.h - <sycl/sycl.hpp> as a tree on disk --------===//
//
// In:  a -cc1 command with -emit-pch, for the host or for devices; later,
//      commands of the same options with -fsycl-precompiled=.
// Out: the precompiled header and its record
//      (compiler/precompiled/header_record.h); later, the compilation as if it
//      had read the header.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_HEADER_PRECOMPILATION_H
#define FACET_COMPILER_FRONTEND_HEADER_PRECOMPILATION_H

#include "compiler/precompiled/header_record.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace facet {

/// Writes the precompiled header that \p CI is to make, \p RecordPath, and if it
/// is not empty \p NamesPath, all identifiers of the headers. False after an
/// error, which is reported: also if the header has declarations
/// that a record cannot name.
bool precompileHeaders(clang::CompilerInstance &CI, llvm::StringRef RecordPath,
                       llvm::StringRef NamesPath);

/// Lets \p CI read \p Path before its source, and sets \p Record. False, with
/// no message and no effect, if the header or its record is missing, damaged,
/// or does not fit the options. \p CI has diagnostics and a file system. What
/// tags the source's kernels of internal linkage, \p KernelPrefix, host code is
/// told behind the headers.
bool usePrecompiledHeaders(clang::CompilerInstance &CI, llvm::StringRef Path,
                           const std::string &KernelPrefix,
                           HeaderRecord &Record);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_HEADER_PRECOMPILATION_H
