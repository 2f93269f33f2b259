//===- kept_variables.h - Variables that a debugger can show --------------===//
//
// In:  device code, and which of its functions are the user's (-O0 -g).
// Out: variables of these functions stay in memory: their accesses are
//      volatile, and the memory that a called function fills is read.
// Why: a source is compiled for all devices once, and most of them need device
//      code that is inlined and simplified. Volatile accesses are what every
//      pass of LLVM leaves in place and in order, so that a debugger finds each
//      variable at each line; releaseVariables() takes the mark away for
//      devices whose code nobody steps through.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_KEPT_VARIABLES_H
#define FACET_COMPILER_IR_KEPT_VARIABLES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class DIExpression;
class Function;
class Module;
} // namespace llvm

namespace facet {

/// Keeps the variables of the functions of \p M for which \p IsOfUser is true.
/// Every function of \p M gets an attribute that says that it was done.
void keepVariables(llvm::Module &M,
                   llvm::function_ref<bool(const llvm::Function &)> IsOfUser);

/// Returns true for the functions of a module that keepVariables has visited.
bool keepsVariables(const llvm::Function &F);

/// Clang says of what lies in a generic address space that it does. A variable of
/// a function lies in its private memory, and CPUs have one address space, whose
/// debuggers do not know the operation.
llvm::DIExpression *withoutAddressSpace(llvm::DIExpression *Expression);

/// Undoes keepVariables. Private memory of \p M that was volatile in the source
/// is an ordinary variable, too: nothing but its work-item sees it.
void releaseVariables(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_IR_KEPT_VARIABLES_H
