//===- ordered_sums.cpp - Vectors beside sums whose order is fixed --------===//
//
// See ordered_sums.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/ordered_sums.h"

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// Operations that a processor executes while it waits for an addition.
constexpr unsigned OperationsBesideSum = 16;

/// What a division or a root counts for.
constexpr unsigned OperationsOfDivision = 6;

constexpr StringLiteral Enable = "llvm.loop.vectorize.enable";

/// How many operations \p I counts for; all there can be for a function that
/// \p Library has for vectors.
unsigned operationsOf(const Instruction &I, const TargetLibraryInfo &Library) {
  if (const auto *Call = dyn_cast<CallInst>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    if (!Callee || !Call->getType()->isFloatingPointTy())
      return 0;
    if (Library.isFunctionVectorizable(Callee->getName()))
      return UINT_MAX;
    if (Callee->getIntrinsicID() == Intrinsic::sqrt)
      return OperationsOfDivision;
  }
  if (!isa<FPMathOperator>(I) || isa<PHINode, SelectInst>(I))
    return 0;
  return I.getOpcode() == Instruction::FDiv ? OperationsOfDivision : 1;
}

} // namespace

bool waitsForSums(Loop &L, const TargetLibraryInfo &Library) {
  // LLVM looks for what a sum begins with where the loop is entered.
  if (!L.isLoopSimplifyForm())
    return false;
  unsigned Sums = 0;
  for (PHINode &Phi : L.getHeader()->phis()) {
    RecurrenceDescriptor Reduction;
    Sums += RecurrenceDescriptor::isReductionPHI(&Phi, &L, Reduction) &&
            Reduction.isOrdered();
  }
  if (Sums == 0)
    return false;
  uint64_t Operations = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      Operations += operationsOf(I, Library);
  return Operations < uint64_t(OperationsBesideSum) * Sums;
}

void allowOrderedSums() {
  static const bool Allowed = [] {
    constexpr StringLiteral Name = "force-ordered-reductions";
    cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
    return Option && (Option->getNumOccurrences() != 0 ||
                      !Option->addOccurrence(0, Name, "true"));
  }();
  (void)Allowed;
}

PreservedAnalyses OrderedSums::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  const auto &Library = Analyses.getResult<TargetLibraryAnalysis>(F);
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && !findStringMetadataForLoop(L, Enable) &&
        waitsForSums(*L, Library))
      addStringMetadataToLoop(L, Enable.data(), /*V=*/0);
  // The passes over loops ask for what a loop says each time.
  return PreservedAnalyses::all();
}

} // namespace facet
