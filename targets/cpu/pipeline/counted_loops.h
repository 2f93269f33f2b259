//===- counted_loops.h - Loops whose rounds are counted -------------------===//
//
// The loops of a function and what scalar evolution knows of them, for passes
// that have no analysis managers.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_COUNTED_LOOPS_H
#define FACET_TARGETS_CPU_PIPELINE_COUNTED_LOOPS_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

namespace facet {

struct CountedLoops {
  explicit CountedLoops(llvm::Function &F)
      : Dominators(F), Loops(Dominators),
        FunctionsImpl(F.getParent()->getTargetTriple()),
        Functions(FunctionsImpl), Assumptions(F),
        Evolution(F, Functions, Assumptions, Dominators, Loops) {}

  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::TargetLibraryInfoImpl FunctionsImpl;
  llvm::TargetLibraryInfo Functions;
  llvm::AssumptionCache Assumptions;
  llvm::ScalarEvolution Evolution;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_COUNTED_LOOPS_H
