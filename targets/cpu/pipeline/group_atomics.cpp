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
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "postlink/retarget/atomics.h"

using namespace llvm;

namespace facet {
namespace {

/// SPIR-V's Workgroup storage class as LLVM numbers it.
constexpr unsigned SpirvLocalSpace = 3;

/// Of operations on local memory. Where an optimization loses it, they are
/// slower.
constexpr char LocalMetadata[] = "facet.local";

} // namespace

void narrowLocalAtomics(Module &M) {
  MDNode *Yes = MDNode::get(M.getContext(), {});
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isAtomicIn(I, SpirvLocalSpace)) {
        setAtomicSyncScopeID(&I, SyncScope::SingleThread);
        I.setMetadata(LocalMetadata, Yes);
      }
}

void lowerGroupAtomics(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (!atomicPointer(I) || !I.getMetadata(LocalMetadata))
        continue;
      I.setMetadata(LocalMetadata, nullptr);
      if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
        lowerAtomicRMWInst(Update);
      else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        lowerAtomicCmpXchgInst(Exchange);
      else if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->setAtomic(AtomicOrdering::NotAtomic);
      else
        cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
    }
}

} // namespace facet
