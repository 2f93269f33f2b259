//===- analyses.h - What LLVM knows of a kernel ---------------------------===//
//
// In:  a function.
// Out: LLVM's analyses of it, which know each other.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_ANALYSES_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_ANALYSES_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/TargetParser/Triple.h"

namespace facet {

struct Analyses {
  explicit Analyses(llvm::Function &F)
      : Library(LibraryImpl, &F), Assumptions(F), Dominators(F),
        Loops(Dominators),
        Evolution(F, Library, Assumptions, Dominators, Loops) {}

  llvm::TargetLibraryInfoImpl LibraryImpl{llvm::Triple()};
  llvm::TargetLibraryInfo Library;
  llvm::AssumptionCache Assumptions;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::ScalarEvolution Evolution;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_ANALYSES_H
