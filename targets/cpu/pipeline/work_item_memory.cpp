//===- work_item_memory.cpp - what outlives a region ----------------------===//
//
// See work_item_memory.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/work_item_memory.h"

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/loops.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// Of the arrays of a tile, which are on the stack of a thread.
constexpr uint64_t MaximumTileBytes = 16384;

/// Alignment of each array of the work-items' values.
constexpr uint64_t ArrayAlignment = 64;

Type *storedType(Type *Ty) {
  return Ty->isIntegerTy(1) ? Type::getInt8Ty(Ty->getContext()) : Ty;
}

} // namespace

Value *elementOf(IRBuilder<> &Builder, Value &Array, uint64_t Size,
                 Value &Index) {
  return Builder.CreateInBoundsPtrAdd(
      &Array, Builder.CreateNUWMul(&Index, Builder.getInt64(Size)));
}

WorkItemMemory::WorkItemMemory(BasicBlock &Entry, Instruction &End,
                               CpuQueries &Queries, bool IsTile)
    : Entry(Entry), End(End), Queries(Queries), IsTile(IsTile),
      ScratchCall(callScratch()) {}

CallInst *WorkItemMemory::callScratch() {
  IRBuilder<> Builder(&End);
  Bytes = Builder.getInt64(0);
  CallInst *Call = Queries.scratch(Builder, Bytes, Align(ArrayAlignment));
  Call->setName("arrays");
  Call->addRetAttr(Attribute::NoAlias);
  return Call;
}

Value *WorkItemMemory::makeVariable(Type *Ty) {
  AllocaInst *Variable = IRBuilder<>(&Entry, Entry.begin())
                             .CreateAlloca(storedType(Ty), nullptr, "uniform");
  Variables.insert(Variable);
  return Variable;
}

/// An array of the few work-items of a tile, whose places are constants:
/// registers. Null if that is not what \p Size bytes for each come to.
Value *WorkItemMemory::makeArrayOfTile(uint64_t Size, Align Alignment) {
  if (!IsTile)
    return nullptr;
  IRBuilder<> Early(&Entry, Entry.begin());
  const uint64_t All =
      Size * cast<ConstantInt>(Queries.groupSize(Early))->getZExtValue();
  if (TileBytes + All > MaximumTileBytes)
    return nullptr;
  TileBytes += All;
  AllocaInst *Array = createArrayOfItems(
      Early, All, std::max(Alignment, Align(ArrayAlignment)));
  Arrays.insert(Array);
  return Array;
}

Value *WorkItemMemory::makeArray(uint64_t Size, Align Alignment) {
  if (Value *Array = makeArrayOfTile(Size, Alignment))
    return Array;
  ScratchAlignment = std::max(ScratchAlignment, Alignment);
  IRBuilder<> Sizes(ScratchCall);
  auto RoundUp = [&](Value *Number, uint64_t Unit) {
    return Sizes.CreateAnd(Sizes.CreateNUWAdd(Number, Sizes.getInt64(Unit - 1)),
                           Sizes.getInt64(~(Unit - 1)));
  };
  // All sizes are multiples, and nothing that was rounded is rounded again:
  // scalar evolution takes that apart, and an array would cost twice the one
  // before.
  Value *Offset = Bytes;
  Bytes = Sizes.CreateNUWAdd(
      Bytes, RoundUp(Sizes.CreateNUWMul(Queries.groupSize(Sizes),
                                        Sizes.getInt64(Size)),
                     ArrayAlignment));
  if (Alignment > ArrayAlignment) {
    Offset = RoundUp(Offset, Alignment.value());
    Bytes = Sizes.CreateNUWAdd(
        Bytes, Sizes.getInt64(Alignment.value() - ArrayAlignment));
  }
  return IRBuilder<>(&End).CreatePtrAdd(ScratchCall, Offset, "array");
}

WorkItemMemory::Slot WorkItemMemory::makeSlot(Type *Ty, bool IsArray) {
  if (!IsArray)
    return {Ty, makeVariable(Ty), false};
  auto *Array = new FreezeInst(
      PoisonValue::get(PointerType::getUnqual(Ty->getContext())), "kept",
      End.getIterator());
  Unplaced[Array] = storedType(Ty);
  return {Ty, Array, true};
}

void WorkItemMemory::join(const Slot &From, const Slot &Into) {
  auto *Array = cast<Instruction>(From.Memory);
  Array->replaceAllUsesWith(Into.Memory);
  Array->eraseFromParent();
  Unplaced.erase(Array);
}

void WorkItemMemory::placeArrays() {
  const DataLayout &Layout = Entry.getDataLayout();
  for (auto [Array, Stored] : Unplaced) {
    Array->replaceAllUsesWith(makeArray(Layout.getTypeAllocSize(Stored),
                                        Layout.getABITypeAlign(Stored)));
    Array->eraseFromParent();
  }
  Unplaced.clear();
}

Value *WorkItemMemory::addressOf(IRBuilder<> &Builder, const Slot &S,
                                 Value *Index) {
  if (!S.IsArray)
    return S.Memory;
  uint64_t Size = Entry.getDataLayout().getTypeAllocSize(storedType(S.Ty));
  return elementOf(Builder, *S.Memory, Size, *Index);
}

StoreInst *WorkItemMemory::store(IRBuilder<> &Builder, Value *V, const Slot &S,
                                 Value *Index) {
  return Builder.CreateStore(Builder.CreateZExt(V, storedType(V->getType())),
                             addressOf(Builder, S, Index));
}

Value *WorkItemMemory::load(IRBuilder<> &Builder, const Slot &S, Value *Index) {
  Value *V = Builder.CreateLoad(storedType(S.Ty), addressOf(Builder, S, Index));
  return S.Ty->isIntegerTy(1) ? Builder.CreateTrunc(V, S.Ty) : V;
}

void WorkItemMemory::finish() {
  if (ScratchCall->use_empty()) {
    ScratchCall->eraseFromParent();
    return;
  }
  ScratchCall->setArgOperand(0, Bytes);
  Align Whole = std::max(ScratchAlignment, Align(ArrayAlignment));
  ScratchCall->setArgOperand(1,
                             IRBuilder<>(ScratchCall).getInt64(Whole.value()));
  ScratchCall->addRetAttr(
      Attribute::getWithAlignment(ScratchCall->getContext(), Whole));
}

} // namespace facet
