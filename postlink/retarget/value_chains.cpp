//===- value_chains.cpp - Chains that the vectorizer can look through -----===//
//
// See value_chains.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/value_chains.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// More paths than sums and polynomials have that programs write. A number
/// below takes the vectorizer no time.
constexpr uint64_t MaximumWays = 10000;

/// True if the vectorizer looks through \p I.
bool isTransparent(const Instruction &I) {
  return I.isBinaryOp() ||
         isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(I);
}

} // namespace

PreservedAnalyses ValueChainBreaker::run(Function &F,
                                         FunctionAnalysisManager &Analyses) {
  LoopInfo &Loops = Analyses.getResult<LoopAnalysis>(F);
  DenseMap<const Value *, uint64_t> Ways;
  SmallVector<Instruction *> Long;
  auto Add = [&](uint64_t &Sum, const Value *V) { Sum += Ways.lookup(V); };
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
    if (!Loops.getLoopFor(Block))
      continue;
    for (Instruction &I : *Block) {
      uint64_t Sum = 1;
      if (auto *Phi = dyn_cast<PHINode>(&I); Phi && !Loops.isLoopHeader(Block))
        for (BasicBlock *From : Phi->blocks()) {
          Add(Sum, Phi->getIncomingValueForBlock(From));
          // The vectorizer makes a choice of it, by the condition.
          if (auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
              Branch && Branch->isConditional())
            Add(Sum, Branch->getCondition());
        }
      else if (isTransparent(I))
        for (const Value *Operand : I.operands())
          Add(Sum, Operand);
      if (Sum > MaximumWays) {
        Long.push_back(&I);
        Sum = 1;
      }
      Ways[&I] = Sum;
    }
  }
  for (Instruction *I : Long) {
    BasicBlock::iterator Behind = isa<PHINode>(I)
                                      ? I->getParent()->getFirstInsertionPt()
                                      : std::next(I->getIterator());
    auto *End = new FreezeInst(I, "", Behind);
    I->replaceUsesWithIf(End, [&](Use &U) { return U.getUser() != End; });
  }
  return preservedWithBranches(!Long.empty());
}

} // namespace facet
