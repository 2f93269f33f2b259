//===- print_calls.h - Calls of printf in device code ---------------------===//
//
// In:  the module that Clang generates, with calls of C's printf and of what
//      sycl::ext::oneapi::experimental::printf calls.
// Out: calls of __sycl_printf; a float that C promoted to double is a float
//      again.
// Why: a kernel that prints a float must not need aspect::fp64 for it. Targets
//      that print doubles only promote it (postlink/retarget/printf.h).
//
// Before any optimization, which would make other calls of printf, and before
// the propagation of aspects. Linear in the number of calls.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_PRINT_CALLS_H
#define FACET_COMPILER_PASSES_PRINT_CALLS_H

#include "llvm/IR/Module.h"

namespace facet {

void preparePrintCalls(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_PRINT_CALLS_H
