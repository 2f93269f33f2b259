//===- turned_kernels.cpp - Kernels along another dimension than x --------===//
//
// See turned_kernels.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/turned_kernels.h"

#include "config/image/cpu_abi.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// What a work-item asks of a dimension.
enum class Query { None, Id, Size };

Query queryOf(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::spv_thread_id:
  case Intrinsic::spv_thread_id_in_group:
  case Intrinsic::spv_group_id:
    return Query::Id;
  case Intrinsic::spv_workgroup_size:
  case Intrinsic::spv_global_size:
  case Intrinsic::spv_global_offset:
  case Intrinsic::spv_num_workgroups:
    return Query::Size;
  default:
    return Query::None;
  }
}

/// What is the same however the work-items of a group are numbered.
bool hasNoDimension(const CallBase &Call, const Function &Callee) {
  if (Callee.getName() == builtin::ControlBarrier) {
    auto *Scope = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    return Scope && Scope->getZExtValue() == ScopeWorkGroup;
  }
  return !needsWorkItem(Callee) || Callee.getName() == builtin::LocalArena;
}

/// The calls of \p Kernel that ask for something of a dimension, if each can be
/// asked of another one.
std::optional<SmallVector<CallBase *>> queriesOf(Function &Kernel) {
  SmallVector<CallBase *> Result;
  for (Instruction &I : instructions(Kernel)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      continue;
    if (queryOf(*Call) != Query::None) {
      if (!isa<ConstantInt>(Call->getArgOperand(0)))
        return std::nullopt;
      Result.push_back(Call);
    } else if (!hasNoDimension(*Call, *Callee)) {
      return std::nullopt;
    }
  }
  return Result;
}

uint64_t dimensionOf(const CallBase &Call) {
  return cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue();
}

void turn(Function &Kernel) {
  if (Kernel.hasFnAttribute(WholeBodyAttribute) ||
      requiredWorkGroupSize(Kernel))
    return;
  const std::optional<SmallVector<CallBase *>> Queries = queriesOf(Kernel);
  if (!Queries)
    return;
  uint64_t Along = 0;
  for (const CallBase *Call : *Queries) {
    if (queryOf(*Call) != Query::Id)
      continue;
    const uint64_t Dimension = dimensionOf(*Call);
    if (Dimension == 0 || Dimension > 2 || (Along != 0 && Along != Dimension))
      return;
    Along = Dimension;
  }
  if (Along == 0)
    return;
  for (CallBase *Call : *Queries) {
    const uint64_t Dimension = dimensionOf(*Call);
    if (Dimension == 0 || Dimension == Along)
      Call->setArgOperand(0, ConstantInt::get(Call->getArgOperand(0)->getType(),
                                              Along - Dimension));
  }
  markKernel(Kernel, FACET_CPU_TURNED_PREFIX, uint8_t(Along));
}

} // namespace

void turnKernels(Module &M, ArrayRef<std::string> Kernels) {
  for (Function *Kernel : functionsNamed(M, Kernels))
    turn(*Kernel);
}

} // namespace facet
