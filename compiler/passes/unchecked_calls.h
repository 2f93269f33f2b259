//===- unchecked_calls.h - Which calls a later check must see -------------===//
//
// In:  one source's device module, before anything is inlined.
// Out: !sycl_unchecked_calls: of the calls of the source those on the paths
//      from functions with [[sycl::requires]] to functions of other sources.
// Why: what those functions use is known when all sources are linked. By then a
//      small function with the attribute has been inlined and is gone.
//
// Like post-link, it follows every mention of a function but those in
// conditional calls, also through tables of pointers. Linear time.
//
// SPEC 000, "Modifications to the post-link tool": the analysis is for every
// device function.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_UNCHECKED_CALLS_H
#define FACET_COMPILER_PASSES_UNCHECKED_CALLS_H

#include "llvm/IR/Module.h"

namespace facet {

void recordUncheckedCalls(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_UNCHECKED_CALLS_H
