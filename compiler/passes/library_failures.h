//===- library_failures.h - Failures of the standard library --------------===//
//
// In:  the module that Clang generates, with calls of functions that throw an
//      exception of the standard library (std::__throw_out_of_range), and
//      functions of it that are recursive though they need not be.
// Out: failed assertions in their place (__sycl_assert_fail), and no recursion.
// Why: std::array::at, std::get and their like throw in a branch that a correct
//      kernel does not take; device code has neither exceptions nor a stack for
//      recursion.
//
// Which functions these are, compiler/frontend/library_functions.h knows.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_LIBRARY_FAILURES_H
#define FACET_COMPILER_PASSES_LIBRARY_FAILURES_H

#include "llvm/IR/Module.h"

#include <string>

namespace facet {

/// What the message of a failure says.
struct LibraryFailure {
  std::string Expression; ///< What does not hold.
  std::string File;
  unsigned Line = 0;
  std::string Function;
};

/// Makes each call of \p Thrower a failed assertion, for which \p Describe gets
/// the calling function, and empties \p Thrower.
void replaceThrower(
    llvm::Function &Thrower,
    llvm::function_ref<LibraryFailure(const llvm::Function &)> Describe);

/// Returns the number of the only integer argument of \p F, or -1.
int onlyIntegerArgument(const llvm::Function &F);

/// Lets \p F call a copy of itself with 0 for its argument number \p Argument,
/// with which \p F returns before it would call itself.
void endRecursionByZero(llvm::Function &F, unsigned Argument);

/// Lets \p F call copies of itself, \p Levels deep; the last fails.
void limitRecursion(llvm::Function &F, unsigned Levels,
                    const LibraryFailure &Failure);

} // namespace facet

#endif // FACET_COMPILER_PASSES_LIBRARY_FAILURES_H
