//===- private_arrays.cpp - Private arrays as values ----------------------===//
//
// See private_arrays.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/private_arrays.h"

#include "targets/cpu/pipeline/counted_loops.h"
#include "targets/cpu/pipeline/strides.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Bytes of an array that may become values.
constexpr uint64_t LargestArray = 512;
/// Rounds of a loop, and instructions that a function gets by all unrolling.
constexpr unsigned MaximumRounds = 64;
constexpr uint64_t MaximumUnrolledSize = 2048;

using LoopSet = SmallSetVector<const Loop *, 4>;

/// Finds out which loops decide about places in an array.
class ArrayAccesses {
public:
  ArrayAccesses(AllocaInst &Array, CountedLoops &Counted)
      : Array(Array), Counted(Counted) {}

  /// The loops that must be unrolled for all places to be constants; nullopt if
  /// they would not be then.
  std::optional<LoopSet> loops() {
    SmallVector<Instruction *> Left{&Array};
    while (!Left.empty())
      for (Use &U : Left.pop_back_val()->uses()) {
        auto *User = cast<Instruction>(U.getUser());
        if (isa<GetElementPtrInst>(User)) {
          Left.push_back(User);
          continue;
        }
        if (!isAccess(*User, U) || !hasKnownPlace(*U.get()))
          return std::nullopt;
      }
    return Found;
  }

private:
  static bool isAccess(const Instruction &User, const Use &U) {
    if (User.isLifetimeStartOrEnd())
      return true;
    if (auto *Memory = dyn_cast<MemIntrinsic>(&User))
      return isa<ConstantInt>(Memory->getLength()) && !Memory->isVolatile();
    if (auto *Store = dyn_cast<StoreInst>(&User))
      return Store->isSimple() &&
             U.getOperandNo() == StoreInst::getPointerOperandIndex();
    auto *Load = dyn_cast<LoadInst>(&User);
    return Load && Load->isSimple();
  }

  /// True if the place is a constant once the loops that count it are unrolled.
  bool hasKnownPlace(Value &Address) {
    ScalarEvolution &SE = Counted.Evolution;
    const SCEV *Place =
        SE.getMinusSCEV(SE.getSCEV(&Address), SE.getSCEV(&Array));
    bool IsKnown = !isa<SCEVCouldNotCompute>(Place);
    visitAll(Place, [&](const SCEV *Part) {
      if (auto *Counter = dyn_cast<SCEVAddRecExpr>(Part))
        IsKnown &= mayUnroll(*Counter->getLoop());
      else
        IsKnown &= !isa<SCEVUnknown>(Part);
    });
    return IsKnown;
  }

  bool mayUnroll(const Loop &L) {
    const unsigned Rounds = Counted.Evolution.getSmallConstantTripCount(&L);
    if (Rounds == 0 || Rounds > MaximumRounds ||
        findOptionMDForLoop(&L, "llvm.loop.unroll.disable") ||
        findOptionMDForLoop(&L, "llvm.loop.unroll.count"))
      return false;
    Found.insert(&L);
    return true;
  }

  static void visitAll(const SCEV *Whole,
                       function_ref<void(const SCEV *)> Visit) {
    SCEVExprContains(Whole, [&](const SCEV *Part) {
      Visit(Part);
      return false;
    });
  }

  AllocaInst &Array;
  CountedLoops &Counted;
  LoopSet Found;
};

/// True if what the rounds of \p Unrolled access in memory is the same for
/// all work-items or lies side by side: then these become vectors. Elements
/// that one work-item has side by side are vectors as they are, of an array in
/// memory.
bool areNeighboursSideBySide(Function &F, CountedLoops &Counted,
                             const LoopSet &Unrolled, Strides &Lengths) {
  for (BasicBlock &Block : F) {
    const Loop *L = Counted.Loops.getLoopFor(&Block);
    while (L && !Unrolled.contains(L))
      L = L->getParentLoop();
    if (!L)
      continue;
    for (Instruction &I : Block) {
      Value *Address = getLoadStorePointerOperand(&I);
      if (!Address ||
          isa<AllocaInst>(getUnderlyingObject(Address, /*MaxLookup=*/0)))
        continue;
      const std::optional<int64_t> Stride = Lengths.of(Address);
      const int64_t Size =
          F.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
      if (!Stride || (*Stride != 0 && *Stride != Size))
        return false;
    }
  }
  return true;
}

/// Instructions of \p F once \p Unrolled are.
uint64_t sizeAfter(Function &F, CountedLoops &Counted,
                   const LoopSet &Unrolled) {
  uint64_t Size = 0;
  for (BasicBlock &Block : F) {
    uint64_t Times = 1;
    for (const Loop *L = Counted.Loops.getLoopFor(&Block); L;
         L = L->getParentLoop())
      if (Unrolled.contains(L))
        Times = SaturatingMultiply<uint64_t>(
            Times, Counted.Evolution.getSmallConstantTripCount(L));
    Size =
        SaturatingMultiplyAdd<uint64_t>(Times, Block.sizeWithoutDebug(), Size);
  }
  return Size;
}

} // namespace

bool requestUnrollingOverArrays(Function &F) {
  SmallVector<AllocaInst *> Arrays;
  for (Instruction &I : instructions(F))
    if (auto *Array = dyn_cast<AllocaInst>(&I);
        Array && Array->isStaticAlloca() &&
        Array->getAllocationSize(F.getDataLayout())->getFixedValue() <=
            LargestArray)
      Arrays.push_back(Array);
  if (Arrays.empty())
    return false;
  CountedLoops Counted(F);
  CpuUniformity Analysis(F, uniformityInKernel(F));
  Strides Lengths(Analysis.uniformity(), F.getDataLayout());
  LoopSet All;
  const uint64_t Largest =
      sizeAfter(F, Counted, /*Unrolled=*/{}) + MaximumUnrolledSize;
  for (AllocaInst *Array : Arrays)
    if (std::optional<LoopSet> Some = ArrayAccesses(*Array, Counted).loops();
        Some && areNeighboursSideBySide(F, Counted, *Some, Lengths)) {
      LoopSet More = All;
      More.insert_range(*Some);
      if (sizeAfter(F, Counted, More) <= Largest)
        All = std::move(More);
    }
  for (const Loop *L : All)
    addStringMetadataToLoop(const_cast<Loop *>(L), "llvm.loop.unroll.full",
                            /*V=*/1);
  return !All.empty();
}

} // namespace facet
