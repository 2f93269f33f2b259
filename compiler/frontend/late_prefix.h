//===- late_prefix.h - Names of kernels in host code that come late -------===//
//
// In:  a host module that was compiled with LatePrefix for the prefix of its
//      kernels' names, before optimizations; the prefix.
// Out: the module that a compilation with the prefix would have made.
// Why: the prefix is a hash of the device code. Host code is parsed before the
//      device code is there.
//
// The names are constants in which the tag
// (headers/sycl/detail/source_names.hpp) is as long for each prefix. An empty
// prefix is a source without such kernels in device code: a name that only host
// code has loses its tag.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_LATE_PREFIX_H
#define FACET_COMPILER_FRONTEND_LATE_PREFIX_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <string>

namespace facet {

/// As long as contentHash() of kernel_symbols.h.
inline constexpr llvm::StringLiteral LatePrefix =
    "the prefix is known once devices";

/// Replaces LatePrefix by \p Prefix in the names of kernels.
void replaceLatePrefix(llvm::Module &M, const std::string &Prefix);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_LATE_PREFIX_H
