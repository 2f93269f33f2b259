//===- group_atomics.cpp - Atomic operations within a work-group ----------===//
//
// See group_atomics.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/group_atomics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/atomics.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/groups/queries.h"

using namespace llvm;

namespace facet {
namespace {

/// SPIR-V's Workgroup storage class as LLVM numbers it.
constexpr unsigned SpirvLocalSpace = 3;

} // namespace

void narrowLocalAtomics(Module &M) {
  const SyncScope::ID Local =
      M.getContext().getOrInsertSyncScopeID(kLocalScope);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isAtomicIn(I, SpirvLocalSpace))
        setAtomicSyncScopeID(&I, Local);
}

void lowerGroupAtomics(Module &M) {
  const SyncScope::ID Local =
      M.getContext().getOrInsertSyncScopeID(kLocalScope);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      const Value *Pointer = atomicPointer(I);
      if (!Pointer ||
          (getAtomicSyncScopeID(&I) != Local && !isOfLocalMemory(*Pointer)))
        continue;
      makeOrdinary(I);
    }
}

} // namespace facet
