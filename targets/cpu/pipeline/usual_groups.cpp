//===- usual_groups.cpp - A kernel for groups of the usual size ----------===//
//
// See usual_groups.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/usual_groups.h"

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

constexpr GroupSize Tile = {16, 16, 1}, Row = {256, 1, 1};

/// Instructions of a kernel without rows that is compiled twice.
constexpr unsigned LongestKernel = 600;

Value *isOfSize(IRBuilder<> &Builder, Value &Group, const GroupSize &Size) {
  Value *Result = nullptr;
  for (size_t D = 0; D != Size.size(); ++D) {
    Value *Address = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), &Group,
        offsetof(facet_cpu_group, local_range) + D * sizeof(uint64_t));
    Value *Equal = Builder.CreateICmpEQ(
        Builder.CreateAlignedLoad(Builder.getInt64Ty(), Address, Align(8)),
        Builder.getInt64(Size[D]));
    Result = Result ? Builder.CreateAnd(Result, Equal) : Equal;
  }
  return Result;
}

} // namespace

std::optional<GroupSize> usualGroupOf(Function &Kernel,
                                      ArrayRef<CallInst *> Calls,
                                      bool HasVersionForRows) {
  if (Calls.empty())
    return std::nullopt;
  if (hasRows(Kernel))
    return Tile;
  if (HasVersionForRows || Kernel.getInstructionCount() > LongestKernel)
    return std::nullopt;
  const DominatorTree Tree(Kernel);
  const LoopInfo Loops(Tree);
  const bool HasSteps = any_of(Calls, [&](const CallInst *Call) {
    return Loops.getLoopFor(Call->getParent());
  });
  return HasSteps ? std::optional(Row) : std::nullopt;
}

void chooseBySize(Function &Any, Function &Usual, const GroupSize &Size) {
  chooseVersion(Any, Usual, "usual",
                [&](IRBuilder<> &Builder, Value &Group) {
                  return isOfSize(Builder, Group, Size);
                });
}

} // namespace facet
