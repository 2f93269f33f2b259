//===- rotated_items.cpp - Loops over work-items that were rotated --------===//
//
// See rotated_items.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/rotated_items.h"

#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

#include <array>

using namespace llvm;

namespace facet {
namespace {

/// Accesses to one array that are compared with each other.
constexpr size_t MostCompared = 64;

/// Operands that are followed.
constexpr unsigned MostOperands = 256;

struct Access {
  const SCEV *Start;
  int64_t Bytes;
  bool IsStore;
};

/// True if \p Value is computed from \p Phi in \p L, or if that is not clear.
bool dependsOn(Value *Value, const PHINode &Phi, const Loop &L) {
  SmallPtrSet<Instruction *, 16> Seen;
  SmallVector<Instruction *> Left;
  auto Follow = [&](llvm::Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (I && L.contains(I) && Seen.insert(I).second)
      Left.push_back(I);
  };
  Follow(Value);
  while (!Left.empty()) {
    Instruction *I = Left.pop_back_val();
    if (I == &Phi || Seen.size() > MostOperands)
      return true;
    for (llvm::Value *Operand : I->operands())
      Follow(Operand);
  }
  return false;
}

class RoundsChecker {
public:
  RoundsChecker(Loop &L, ScalarEvolution &Evolution)
      : L(L), Evolution(Evolution) {}

  /// True if a round does something for the next work-item, or will.
  bool isRotated() {
    return isToBeRotated() || passesOn() ||
           any_of(accesses(), [&](const auto &Of) {
             return isNextTo(Of.second, *Of.first.second);
           });
  }

private:
  /// True if LLVM is going to rotate the loop, which was made with its end in
  /// the latch, and moves accesses by it.
  bool isToBeRotated() const {
    return !L.isLoopExiting(L.getLoopLatch()) &&
           any_of(*L.getHeader(), [](const Instruction &I) {
             return I.mayReadOrWriteMemory();
           });
  }

  /// True if the round before has computed what a round takes for its own.
  /// Counts go on, and sums.
  bool passesOn() const {
    return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
      Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
      return !L.isLoopInvariant(Next) && !dependsOn(Next, Phi, L);
    });
  }

  /// What \p L accesses at addresses that go up by the same: by array and step.
  MapVector<std::pair<const SCEV *, const SCEV *>, SmallVector<Access>>
  accesses() {
    MapVector<std::pair<const SCEV *, const SCEV *>, SmallVector<Access>>
        Result;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        Value *Pointer = getLoadStorePointerOperand(&I);
        auto *Where = Pointer
                          ? dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Pointer))
                          : nullptr;
        if (!Where || Where->getLoop() != &L || !Where->isAffine())
          continue;
        const TypeSize Bytes =
            I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
        if (!Bytes.isScalable())
          Result[{Evolution.getPointerBase(Where),
                  Where->getStepRecurrence(Evolution)}]
              .push_back({Where->getStart(),
                          static_cast<int64_t>(Bytes.getFixedValue()),
                          isa<StoreInst>(I)});
      }
    return Result;
  }

  /// True if two of \p Accesses, of which one is a store, are one \p Step from
  /// each other.
  bool isNextTo(ArrayRef<Access> Accesses, const SCEV &Step) {
    for (size_t I = 0; I != Accesses.size(); ++I)
      for (const Access &Other :
           Accesses.drop_front(I + 1).take_front(MostCompared))
        if ((Accesses[I].IsStore || Other.IsStore) &&
            areOneStepApart(Accesses[I], Other, Step))
          return true;
    return false;
  }

  bool areOneStepApart(const Access &One, const Access &Other,
                       const SCEV &Step) {
    const SCEV *Distance = Evolution.getMinusSCEV(Other.Start, One.Start);
    auto *Known = dyn_cast<SCEVConstant>(Distance);
    auto *KnownStep = dyn_cast<SCEVConstant>(&Step);
    if (!Known || !KnownStep)
      return Distance == &Step || Distance == Evolution.getNegativeSCEV(&Step);
    const int64_t Bytes = Known->getAPInt().getSExtValue(),
                  StepBytes = KnownStep->getAPInt().getSExtValue();
    return any_of(
        std::array{Bytes - StepBytes, Bytes + StepBytes},
        [&](int64_t From) { return -Other.Bytes < From && From < One.Bytes; });
  }

  Loop &L;
  ScalarEvolution &Evolution;
};

} // namespace

PreservedAnalyses RotatedItems::run(Function &F,
                                    FunctionAnalysisManager &Analyses) {
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (isMarkedParallel(*L) && L->getLoopLatch() &&
        RoundsChecker(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F))
            .isRotated())
      dropParallelMark(*L);
  return PreservedAnalyses::all();
}

} // namespace facet
