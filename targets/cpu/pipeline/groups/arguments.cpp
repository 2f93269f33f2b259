//===- arguments.cpp - Arguments of a CPU kernel --------------------------===//
//
// See arguments.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/groups/arguments.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/kernel_arguments.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

struct Slot {
  Type *Ty;
  Align Alignment;
};

Slot slotOf(const Argument &A, const DataLayout &Layout) {
  if (!A.hasByValAttr())
    return {A.getType(), Layout.getABITypeAlign(A.getType())};
  Type *Ty = A.getParamByValType();
  return {Ty, A.getParamAlign().value_or(Layout.getABITypeAlign(Ty))};
}

} // namespace

uint64_t readArgumentsFromBlock(Function &Kernel, Value &Block,
                                Instruction &Copies) {
  const DataLayout &Layout = Kernel.getDataLayout();
  IRBuilder<> Builder(&Copies);
  uint64_t Offset = 0;
  for (Argument &A : Kernel.args()) {
    Slot S = slotOf(A, Layout);
    Offset = alignTo(Offset, S.Alignment);
    uint64_t Size = Layout.getTypeAllocSize(S.Ty);
    Value *Address =
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Block, Offset);
    Offset += Size;
    if (!A.hasByValAttr()) {
      A.replaceAllUsesWith(
          Builder.CreateAlignedLoad(S.Ty, Address, S.Alignment));
      continue;
    }
    if (!isOnlyRead(A)) {
      // A work-item's copy, but one stack slot: the body may be in a loop.
      IRBuilder<> Entry(
          &*Copies.getFunction()->getEntryBlock().getFirstInsertionPt());
      AllocaInst *Copy = Entry.CreateAlloca(S.Ty);
      Copy->setAlignment(S.Alignment);
      Builder.CreateMemCpy(Copy, S.Alignment, Address, S.Alignment, Size);
      Address = Copy;
    }
    A.replaceAllUsesWith(Address);
  }
  return Offset;
}

void describeBlock(Argument &Block, uint64_t Size, uint64_t Alignment) {
  AttrBuilder Attributes(Block.getContext());
  Attributes.addAttribute(Attribute::NoAlias)
      .addAttribute(Attribute::ReadOnly)
      .addAttribute(Attribute::NonNull)
      .addAttribute(Attribute::NoUndef)
      .addAlignmentAttr(Align(Alignment))
      .addDereferenceableAttr(std::max<uint64_t>(Size, 1));
  Block.addAttrs(Attributes);
}

} // namespace facet
