//===- interleaved_accesses.h - Accesses that keep their order ------------===//
//
// In: a function, before its loops become vector code. Out: the same, where no
// access moves over another one of its iteration that may be to the same memory,
// in loops whose iterations are independent or checked to be.
// Why: of `o[4 * i] = x; o[4 * i + j] = y; o[4 * i + 1] = z` LLVM makes one
// store of vectors with x and z, where the last of them is. It asks the
// analysis of dependences whether that is right (InterleavedAccessInfo), but
// for a loop that is annotated as parallel the analysis finds none, not even
// within an iteration, and of a loop with checks of addresses before it none of
// accesses that the checks do not compare: `o[i].b = 1; o[i + n].b = 2;
// use(o[i].b)` loaded what was there before (LLVM 22,
// LoopAccessInfo::analyzeLoop).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_INTERLEAVED_ACCESSES_H
#define FACET_POSTLINK_RETARGET_INTERLEAVED_ACCESSES_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// In loops in simplified form: takes the annotation away where LLVM can check
/// addresses before the loop. Freezes those of such accesses elsewhere, which
/// are of no known distance then and stay where they are. Control flow stays.
struct InterleavedAccesses : llvm::PassInfoMixin<InterleavedAccesses> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_INTERLEAVED_ACCESSES_H
