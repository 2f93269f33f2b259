//===- kernel_symbols.h - Kernels of internal linkage ---------------------===//
//
// In:  a device module; kernels of it that another source may have, too, with
//      another body (headers/sycl/detail/source_names.hpp).
// Out: names of these kernels that no other source has. Host code names them in
//      the same way, with the same prefix.
// Why: Clang makes every kernel a strong symbol.
//
// A prefix that nobody gave is a hash of the device code itself: two sources
// with the same one have the same kernels, and it says nothing of paths.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_KERNEL_SYMBOLS_H
#define FACET_COMPILER_FRONTEND_KERNEL_SYMBOLS_H

#include "llvm/IR/Module.h"

#include <string>

namespace facet {

/// Returns whether a kernel of \p M may have the name of another source's.
bool hasInternalKernels(const llvm::Module &M);

/// Returns a hash of \p M that is the same wherever the source lies.
std::string contentHash(const llvm::Module &M);

/// Tags the kernels of internal linkage. With an empty prefix it does nothing.
void tagInternalKernels(llvm::Module &M, const std::string &Prefix);

/// Returns a prefix as a part of an identifier.
std::string identifierOf(llvm::StringRef Prefix);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_KERNEL_SYMBOLS_H
