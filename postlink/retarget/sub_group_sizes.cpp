//===- sub_group_sizes.cpp - Sub-group sizes that nobody has asked for ----===//
//
// See sub_group_sizes.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/sub_group_sizes.h"

#include "compiler/ir/sycl_metadata.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

constexpr uint32_t WarpSize = 32;

/// Those whose results depend on how many work-items a sub-group has.
bool dependsOnSize(const Function &F) {
  switch (F.getIntrinsicID()) {
  case Intrinsic::spv_subgroup_size:
  case Intrinsic::spv_subgroup_max_size:
  case Intrinsic::spv_num_subgroups:
  case Intrinsic::spv_subgroup_id:
  case Intrinsic::spv_subgroup_local_invocation_id:
    return true;
  default:
    return F.getName() == builtin::SubGroupShuffle ||
           F.getName() == builtin::ExchangeAmong ||
           F.getName() == builtin::BarrierAmong;
  }
}

} // namespace

void preferWarps(Module &M, ArrayRef<std::string> Kernels,
                 ArrayRef<uint32_t> Sizes) {
  if (!is_contained(Sizes, WarpSize))
    return;
  SmallVector<Function *> Asked;
  for (Function &F : M)
    if (dependsOnSize(F))
      Asked.push_back(&F);
  SetVector<Function *> Callers = callersOf(Asked);
  for (Function *Kernel : functionsNamed(M, Kernels))
    if (Callers.contains(Kernel) && !readSubGroupSize(*Kernel))
      writeSubGroupSize(*Kernel, WarpSize);
}

} // namespace facet
