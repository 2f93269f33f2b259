//===- memory_checks.h - CPU kernels whose accesses are checked -----------===//
//
// In:  kernels `void K(byval Functor, ...)` that do the work of one work-item,
//      and functions that they call, of sources that are compiled with
//      -fsycl-check=memory (compiler/ir/checked_memory.h).
// Out: before each access whose object is not known at compile time, a
//      comparison with the shadow of its address (config/image/cpu_abi.h), or
//      with the bounds of its variable. If that does not permit the access, a
//      call of the runtime, which returns the address to access instead.
// Why: before there are loops over work-items, because the call passes the ids
//      of the work-item.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_CHECKS_MEMORY_CHECKS_H
#define FACET_TARGETS_CPU_CHECKS_MEMORY_CHECKS_H

#include <string>

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace facet {

/// Marks calls of checked functions for inlining, so that checks know the
/// work-item. Functions that cannot be inlined report an unknown work-item.
void requestInliningOfCheckedCode(llvm::Module &M);

/// Adds the checks to the functions of \p M that ask for them.
void addMemoryChecks(llvm::Module &M, llvm::ArrayRef<std::string> Kernels);

}  // namespace facet

#endif  // FACET_TARGETS_CPU_CHECKS_MEMORY_CHECKS_H
