//===- private_atomics.cpp - Atomic operations of private memory ----------===//
//
// See private_atomics.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/private_atomics.h"

#include "postlink/retarget/atomics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

bool isPrivate(const Value &Address) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects);
  return all_of(Objects, [](const Value *V) { return isa<AllocaInst>(V); });
}

} // namespace

void lowerPrivateAtomics(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (const Value *Address = atomicPointer(I);
          Address && isPrivate(*Address))
        makeOrdinary(I);
}

} // namespace facet
