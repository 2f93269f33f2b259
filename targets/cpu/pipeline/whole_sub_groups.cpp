//===- whole_sub_groups.cpp - Kernels for groups of whole sub-groups ------===//
//
// See whole_sub_groups.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/whole_sub_groups.h"

#include "targets/cpu/pipeline/lifted_barriers.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

SmallVector<IntrinsicInst *> sizesOf(Function &F) {
  SmallVector<IntrinsicInst *> Result;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::spv_subgroup_size)
      Result.push_back(Call);
  return Result;
}

/// Folds what is computed of the size as well: numbers of rounds are found for
/// loops that start at a constant.
void setSizes(Function &F, uint32_t Size) {
  for (IntrinsicInst *Query : sizesOf(F))
    replaceAndRecursivelySimplify(Query,
                                  ConstantInt::get(Query->getType(), Size));
}

} // namespace

Function *copyForWholeSubGroups(Function &Kernel, const CpuKernelShape &Shape) {
  if (Kernel.hasFnAttribute(WholeBodyAttribute) || sizesOf(Kernel).empty())
    return nullptr;
  if (Shape.WorkGroupSize) {
    uint64_t All = 1;
    for (uint32_t Size : *Shape.WorkGroupSize)
      All *= Size;
    if (All % Shape.SubGroupSize == 0)
      setSizes(Kernel, Shape.SubGroupSize);
    return nullptr;
  }
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Kernel, Map);
  setSizes(*Copy, Shape.SubGroupSize);
  if (countLoopsAroundBarriers(*Copy) <= countLoopsAroundBarriers(Kernel)) {
    Copy->eraseFromParent();
    return nullptr;
  }
  Copy->setName(Kernel.getName() + WholeSubGroupsSuffix);
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
