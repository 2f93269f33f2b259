//===- local_variables.h - Variables in local memory ----------------------===//
//
// Work-groups have memory for the variables of their kernel that
// compiler/passes/local_objects.h made: `__sycl_local_variable(@v)` is the
// address of `@v`'s. In: calls of it. Out:
//
//   NVIDIA, AMD   @v itself, which is a variable in local memory there
//   SPIR-V, x86   a part of the kernel's scratch memory, behind that of group
//                 algorithms (local_arena.h)
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_LOCAL_VARIABLES_H
#define FACET_POSTLINK_RETARGET_LOCAL_VARIABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

void lowerLocalVariablesToShared(llvm::Module &M);

/// After inlining: only kernels may have calls left.
llvm::Error lowerLocalVariablesToScratch(llvm::Module &M,
                                         llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_LOCAL_VARIABLES_H
