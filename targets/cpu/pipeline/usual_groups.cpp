//===- usual_groups.cpp - A kernel for groups of the usual size ----------===//
//
// See usual_groups.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/usual_groups.h"

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

Value *isUsualGroup(IRBuilder<> &Builder, Value &Group) {
  Value *Result = nullptr;
  for (size_t D = 0; D != UsualGroup.size(); ++D) {
    Value *Address = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), &Group,
        offsetof(facet_cpu_group, local_range) + D * sizeof(uint64_t));
    Value *Equal = Builder.CreateICmpEQ(
        Builder.CreateAlignedLoad(Builder.getInt64Ty(), Address, Align(8)),
        Builder.getInt64(UsualGroup[D]));
    Result = Result ? Builder.CreateAnd(Result, Equal) : Equal;
  }
  return Result;
}

} // namespace

void chooseBySize(Function &Any, Function &Usual) {
  chooseVersion(Any, Usual, "usual", isUsualGroup);
}

} // namespace facet
