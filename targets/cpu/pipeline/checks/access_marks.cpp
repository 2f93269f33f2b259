//===- access_marks.cpp - Cells of accesses that are made -----------------===//
//
// In:  accesses of a kernel's launch that race with no other one of it.
// Out: code that records each of them in the cells of its words
//      (config/image/cpu_abi.h).
// Why: commands that come later may race with it. There is nothing to compare.
//
//===----------------------------------------------------------------------===//

#include "config/image/cpu_abi.h"
#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/checks/footprints.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

constexpr uint64_t Word = uint64_t{1} << FACET_CPU_CELL_WORD_SHIFT;

class Marker {
public:
  explicit Marker(const RuntimeCalls &Runtime) : Runtime(Runtime) {}

  void mark(const Access &A, Constant &Description) {
    IRBuilder<> Builder(A.I);
    Value *Address = A.I->getOperand(A.PointerOperand);
    const uint64_t Bytes = *bytesOf(A);
    constexpr uint64_t MostWords = 16;
    if (Bytes % Word != 0 || A.Alignment.value() % Word != 0 ||
        Bytes > MostWords * Word) {
      Runtime.callWithoutIds(
          Builder, offsetof(facet_cpu_checks, mark),
          {&Description, Address, Builder.getInt64(Bytes)},
          Builder.getVoidTy());
      return;
    }
    Value *Number = Builder.CreatePtrToInt(Address, Builder.getInt64Ty());
    Value *Stamp = stamp(Builder, *A.I->getModule());
    for (uint64_t Offset = 0; Offset < Bytes; Offset += Word) {
      Value *Cell = cellOf(
          Builder, Builder.CreateAdd(Number, Builder.getInt64(Offset)));
      if (A.Kind == FACET_CPU_LOAD)
        markRead(Builder, A, Cell, Stamp);
      else
        markWrite(Builder, A, Description, Cell, Stamp);
    }
  }

private:
  static Value *stamp(IRBuilder<> &Builder, Module &M) {
    FunctionCallee Stamp = M.getOrInsertFunction(
        builtin::AccessStamp, FunctionType::get(Builder.getInt64Ty(), false));
    cast<Function>(Stamp.getCallee())
        ->setMemoryEffects(MemoryEffects::none());
    return Builder.CreateCall(Stamp);
  }

  Value *cellOf(IRBuilder<> &Builder, Value *Number) const {
    Value *Index = Builder.CreateLShr(
        Builder.CreateAnd(Number,
                          (uint64_t{1} << FACET_CPU_CELL_ADDRESS_BITS) - 1),
        FACET_CPU_CELL_WORD_SHIFT);
    constexpr unsigned BlockBits = 14;
    static_assert(FACET_CPU_CELLS_PER_BLOCK == 1ull << BlockBits);
    Value *Block = Builder.CreateLoad(
        Builder.getPtrTy(),
        Builder.CreateGEP(
            Builder.getPtrTy(),
            Runtime.field(Builder, offsetof(facet_cpu_checks, cell_blocks)),
            Builder.CreateLShr(Index, BlockBits)));
    Value *Cell = Builder.CreateGEP(
        Builder.getInt64Ty(), Block,
        Builder.CreateAnd(Index, FACET_CPU_CELLS_PER_BLOCK - 1));
    return Builder.CreateSelect(
        Builder.CreateIsNull(Block),
        Runtime.field(Builder, offsetof(facet_cpu_checks, no_cell)), Cell);
  }

  static void markRead(IRBuilder<> &Builder, const Access &A, Value *Cell,
                       Value *Stamp) {
    constexpr uint64_t Reader =
        ((uint64_t{2} << FACET_CPU_CELL_STAMP_BITS) - 1)
        << FACET_CPU_CELL_READER;
    Value *Own = Builder.CreateShl(Stamp, FACET_CPU_CELL_READER);
    if (FACET_CPU_IS_ATOMIC_FOR_ALL(A.Flags))
      Own = Builder.CreateOr(Own, uint64_t{1}
                                      << FACET_CPU_CELL_READ_IS_ATOMIC);
    Value *Before = Builder.CreateLoad(Builder.getInt64Ty(), Cell);
    Builder.CreateStore(
        Builder.CreateOr(Builder.CreateAnd(Before, ~Reader), Own), Cell);
  }

  static void markWrite(IRBuilder<> &Builder, const Access &A,
                        Constant &Description, Value *Cell, Value *Stamp) {
    Value *Place = Builder.CreateShl(
        Builder.CreateZExt(
            Builder.CreateLoad(
                Builder.getInt32Ty(),
                Builder.CreateConstGEP1_64(Builder.getInt8Ty(), &Description,
                                           offsetof(facet_cpu_access, number))),
            Builder.getInt64Ty()),
        FACET_CPU_CELL_WRITE_PLACE);
    Value *Own = Builder.CreateOr(Stamp, Place);
    if (FACET_CPU_IS_ATOMIC_FOR_ALL(A.Flags))
      Own = Builder.CreateOr(Own, uint64_t{1}
                                      << FACET_CPU_CELL_WRITE_IS_ATOMIC);
    Builder.CreateStore(Own, Cell);
  }

  const RuntimeCalls &Runtime;
};

} // namespace

void markAccesses(ArrayRef<std::pair<Access, Constant *>> Marked,
                  const RuntimeCalls &Runtime) {
  Marker All(Runtime);
  for (const auto &[A, Description] : Marked)
    All.mark(A, *Description);
}

} // namespace facet
