//===- whole_sub_groups.cpp - Kernels for groups of whole sub-groups ------===//
//
// See whole_sub_groups.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/whole_sub_groups.h"

#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/lifted_barriers.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace facet {
namespace {

SmallVector<IntrinsicInst *> queriesOf(Function &F, Intrinsic::ID Query) {
  SmallVector<IntrinsicInst *> Result;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Query)
      Result.push_back(Call);
  return Result;
}

/// Folds what is computed of the size as well: numbers of rounds are found for
/// loops that start at a constant, and no way leads around one that is entered.
void setSizes(Function &F, uint32_t Size,
              Intrinsic::ID Query = Intrinsic::spv_subgroup_size) {
  const SmallVector<IntrinsicInst *> Queries = queriesOf(F, Query);
  for (IntrinsicInst *Each : Queries)
    replaceAndRecursivelySimplify(Each,
                                  ConstantInt::get(Each->getType(), Size));
  if (Queries.empty())
    return;
  for (BasicBlock &Block : F)
    ConstantFoldTerminator(&Block, /*DeleteDeadConditions=*/true);
  EliminateUnreachableBlocks(F);
}

/// True if all groups have a size that is known, and whole sub-groups.
bool areAllWhole(const CpuKernelShape &Shape) {
  if (!Shape.WorkGroupSize)
    return false;
  uint64_t All = 1;
  for (uint32_t Size : *Shape.WorkGroupSize)
    All *= Size;
  return All % Shape.SubGroupSize == 0;
}

/// True if work-items of \p F meet in the work-group.
bool meetsInWorkGroup(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      return false;
    if (isGroupCombination(*Callee))
      return true;
    auto *Scope = Callee->getName() == builtin::ControlBarrier
                      ? dyn_cast<ConstantInt>(Call->getArgOperand(0))
                      : nullptr;
    return Scope && Scope->getZExtValue() <= ScopeWorkGroup;
  });
}

} // namespace

void setLargestSubGroups(Function &Kernel, uint32_t Size) {
  setSizes(Kernel, Size, Intrinsic::spv_subgroup_max_size);
}

Function *copyForWholeSubGroups(Function &Kernel, const CpuKernelShape &Shape) {
  if (Kernel.hasFnAttribute(WholeBodyAttribute) ||
      (queriesOf(Kernel, Intrinsic::spv_subgroup_size).empty() &&
       !hasShuffles(Kernel)))
    return nullptr;
  const bool AreAllWhole = areAllWhole(Shape);
  if (AreAllWhole)
    setSizes(Kernel, Shape.SubGroupSize);
  else if (Shape.WorkGroupSize)
    return nullptr;
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Kernel, Map);
  setSizes(*Copy, Shape.SubGroupSize);
  const bool HasMoreLoops =
      !AreAllWhole &&
      countLoopsAroundBarriers(*Copy) > countLoopsAroundBarriers(Kernel);
  // Tiles are better where they can be: in rows of whole sub-groups.
  const bool HasOtherThanTiles =
      hasShuffles(*Copy) && (meetsInWorkGroup(*Copy) || Shape.Dimensions > 1);
  if (!HasMoreLoops && !HasOtherThanTiles) {
    Copy->eraseFromParent();
    return nullptr;
  }
  gatherShuffles(*Copy);
  Copy->setName(Kernel.getName() + WholeSubGroupsSuffix);
  Copy->addFnAttr(WholeSubGroupsAttribute);
  return Copy;
}

void chooseWholeSubGroups(Function &Full, Function &Any,
                          const CpuKernelShape &Shape) {
  chooseVersion(Any, Full, "full", [&](IRBuilder<> &Builder, Value &Group) {
    CpuQueries Queries(&Group, Shape, /*Uniform=*/nullptr);
    return Builder.CreateIsNull(
        Builder.CreateURem(Queries.groupSize(Builder),
                           Builder.getInt64(Shape.SubGroupSize)));
  });
}

} // namespace facet
