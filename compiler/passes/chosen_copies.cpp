//===- chosen_copies.cpp - Copies of one of several objects ---------------===//
//
// See chosen_copies.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/chosen_copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace facet {
namespace {

/// Of an object that is copied in so many parts.
constexpr size_t MaximumParts = 16;

/// What lies at an offset.
struct Part {
  uint64_t Offset;
  Type *Ty;
};

/// The type of the object of this function that \p Address is the address of;
/// null if it is none.
Type *objectAt(const Value &Address) {
  const Value *Object = Address.stripPointerCasts();
  if (const auto *Alloca = dyn_cast<AllocaInst>(Object))
    return Alloca->isArrayAllocation() ? nullptr : Alloca->getAllocatedType();
  const auto *Parameter = dyn_cast<Argument>(Object);
  if (!Parameter)
    return nullptr;
  Type *Result = Parameter->getParamStructRetType();
  return Result ? Result : Parameter->getParamByValType();
}

/// Adds the scalars and vectors of \p Ty. False if there are too many, or
/// others.
bool addParts(Type *Ty, uint64_t Offset, const DataLayout &Layout,
              SmallVectorImpl<Part> &Parts) {
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Offsets = Layout.getStructLayout(Struct);
    for (auto [N, Element] : enumerate(Struct->elements()))
      if (!addParts(Element,
                    Offset + Offsets->getElementOffset(N).getFixedValue(),
                    Layout, Parts))
        return false;
    return true;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    const uint64_t Bytes =
        Layout.getTypeAllocSize(Array->getElementType()).getFixedValue();
    for (uint64_t N = 0; N != Array->getNumElements(); ++N)
      if (Parts.size() == MaximumParts ||
          !addParts(Array->getElementType(), Offset + N * Bytes, Layout, Parts))
        return false;
    return true;
  }
  if (!Ty->isSingleValueType() || isa<ScalableVectorType>(Ty) ||
      !Layout.typeSizeEqualsStoreSize(Ty))
    return false;
  Parts.push_back({Offset, Ty});
  return Parts.size() <= MaximumParts;
}

/// Adds what is between \p Parts and behind them: the object may be a union,
/// of whose members LLVM knows one.
bool addGaps(SmallVectorImpl<Part> &Parts, uint64_t Bytes,
             const DataLayout &Layout, Type *Byte) {
  SmallVector<Part> Gaps;
  uint64_t End = 0;
  for (const Part &P : Parts) {
    for (; End < P.Offset; ++End)
      Gaps.push_back({End, Byte});
    End = P.Offset + Layout.getTypeStoreSize(P.Ty).getFixedValue();
  }
  for (; End < Bytes; ++End)
    Gaps.push_back({End, Byte});
  append_range(Parts, Gaps);
  return End == Bytes && Parts.size() <= MaximumParts;
}

/// The parts of what \p Copy copies, if it is one of several objects; empty if
/// it is not.
SmallVector<Part> partsOf(const MemCpyInst &Copy) {
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length || Copy.isVolatile())
    return {};
  SmallVector<const Value *> Choice;
  const Value *From = Copy.getRawSource()->stripPointerCasts();
  if (auto *Phi = dyn_cast<PHINode>(From))
    append_range(Choice, Phi->incoming_values());
  else if (auto *Select = dyn_cast<SelectInst>(From))
    Choice = {Select->getTrueValue(), Select->getFalseValue()};
  if (Choice.empty())
    return {};
  // Of references, only what they are copied to is known.
  Choice.push_back(Copy.getRawDest());
  const DataLayout &Layout = Copy.getDataLayout();
  for (const Value *Address : Choice) {
    Type *Ty = objectAt(*Address);
    SmallVector<Part> Parts;
    if (Ty && Ty->isSized() && !Ty->isScalableTy() &&
        Layout.getTypeAllocSize(Ty) == Length->getZExtValue() &&
        addParts(Ty, 0, Layout, Parts) &&
        addGaps(Parts, Length->getZExtValue(), Layout,
                Type::getInt8Ty(Copy.getContext())))
      return Parts;
  }
  return {};
}

void divide(MemCpyInst &Copy, ArrayRef<Part> Parts) {
  IRBuilder<> Builder(&Copy);
  const auto at = [&](Value *Start, const Part &P) {
    return P.Offset == 0 ? Start
                         : Builder.CreateConstInBoundsGEP1_64(
                               Builder.getInt8Ty(), Start, P.Offset);
  };
  const Align From = Copy.getSourceAlign().valueOrOne(),
              To = Copy.getDestAlign().valueOrOne();
  SmallVector<Value *> Values;
  for (const Part &P : Parts)
    Values.push_back(Builder.CreateAlignedLoad(
        P.Ty, at(Copy.getRawSource(), P), commonAlignment(From, P.Offset)));
  for (auto [P, V] : zip(Parts, Values))
    Builder.CreateAlignedStore(V, at(Copy.getRawDest(), P),
                               commonAlignment(To, P.Offset));
  Copy.eraseFromParent();
}

} // namespace

bool divideChosenCopies(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Copy = dyn_cast<MemCpyInst>(&I))
        if (SmallVector<Part> Parts = partsOf(*Copy); !Parts.empty()) {
          divide(*Copy, Parts);
          Changed = true;
        }
  return Changed;
}

} // namespace facet
