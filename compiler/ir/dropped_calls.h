//===- dropped_calls.h - Calls that only tell something -------------------===//
//
// In:  a module.
// Out: the module without such functions and their calls.
//
// Functions that nobody defines, whose calls tell a later step something, and
// code without it does the same: who reads a constant, how often a line is
// executed, what a sanitizer checks.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_DROPPED_CALLS_H
#define FACET_COMPILER_IR_DROPPED_CALLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

/// Returns true for functions of the sanitizers' runtime libraries, which
/// programs with sanitizers have, for code of CPUs.
bool isSanitizerFunction(llvm::StringRef Name);

/// Removes the functions for which \p Is, and their calls, whose results nobody
/// uses.
void dropCallsOf(llvm::Module &M,
                 llvm::function_ref<bool(const llvm::Function &)> Is);

} // namespace facet

#endif // FACET_COMPILER_IR_DROPPED_CALLS_H
