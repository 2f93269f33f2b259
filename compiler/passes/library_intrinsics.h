//===- library_intrinsics.h - Intrinsics that are calls of libm -----------===//
//
// In:  the module that Clang generates: it makes intrinsics of lround, lrint,
//      modf, frexp and sincos, of which back ends make calls of the C library,
//      if they know them at all.
// Out: the same by intrinsics and integer operations that every target has.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_LIBRARY_INTRINSICS_H
#define FACET_COMPILER_PASSES_LIBRARY_INTRINSICS_H

#include "llvm/IR/Module.h"

namespace facet {

void replaceLibraryIntrinsics(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_LIBRARY_INTRINSICS_H
