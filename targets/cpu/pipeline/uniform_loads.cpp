//===- uniform_loads.cpp - Loads of one place by all work-items -----------===//
//
// See uniform_loads.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/uniform_loads.h"

#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// Moves loads of \p L that each work-item executes before it writes anything:
/// it might read what it has written itself. True if there are any.
bool hoistLoads(Loop &L) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(*L.getHeader())) {
    // Atomic operations may make writes of others visible.
    if (I.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I))
      break;
    if (isa<LoadInst>(I) && isOfAnyOrder(I) && L.hasLoopInvariantOperands(&I)) {
      I.moveBefore(L.getLoopPreheader()->getTerminator()->getIterator());
      Changed = true;
    }
  }
  return Changed;
}

} // namespace

PreservedAnalyses UniformLoads::run(Function &F,
                                    FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (isMarkedParallel(*L) && L->getLoopPreheader())
      Changed |= hoistLoads(*L);
  if (!Changed)
    return PreservedAnalyses::all();
  // What is computed from them leaves the loops, too. LLVM's vectorizer takes
  // time exponential in the length of what is the same for all and is not
  // outside (vputils::isUniformAcrossVFsAndUFs).
  cleanUpLoops(F, Analyses);
  return PreservedAnalyses::none();
}

} // namespace facet
