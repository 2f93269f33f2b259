//===- fenced_atomics.h - Orderings of atomics as fences ------------------===//
//
// In: a module for a processor whose atomic instructions order nothing (NVIDIA
// before sm_70). Out: the same with relaxed atomics between fences: a releasing
// one before, an acquiring one behind, of the same scope.
//
// LLVM's back end does so for some instructions only and fails on the others.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_FENCED_ATOMICS_H
#define FACET_POSTLINK_RETARGET_FENCED_ATOMICS_H

#include "llvm/Support/AtomicOrdering.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace facet {

void orderAtomicsByFences(llvm::Module &M);

/// Returns the ordering of the atomic load, store or update \p I, which becomes
/// relaxed; of a compare-and-exchange the stronger of both.
llvm::AtomicOrdering takeOrdering(llvm::Instruction &I);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_FENCED_ATOMICS_H
