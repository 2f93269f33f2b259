//===- tiles.cpp - Sub-groups one after the other -------------------------===//
//
// See tiles.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/tiles.h"

#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/tile_ids.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

/// Fewer are no vector, and more than two of the largest registers' worth are
/// not in use.
constexpr uint32_t MinimumSize = 4, MaximumSize = 64;

bool mayHaveTiles(const CpuKernelShape &Shape) {
  const uint32_t Size = Shape.SubGroupSize;
  if (Size < MinimumSize || Size > MaximumSize || !isPowerOf2_32(Size) ||
      (Shape.IsAcrossRows && (Shape.Dimensions == 1 || Shape.RowLength != 0)))
    return false;
  if (!Shape.WorkGroupSize)
    return true;
  const auto &Group = *Shape.WorkGroupSize;
  const bool HasRows = Group[0] % Size == 0;
  return Shape.IsAcrossRows
             ? !HasRows && uint64_t(Group[0]) * Group[1] * Group[2] % Size == 0
             : HasRows;
}

bool meetsInSubGroup(const Function &Kernel) {
  return any_of(instructions(Kernel), [](const Instruction &I) {
    return scopeOfBarrier(I) == ScopeSubGroup;
  });
}

/// True where the group's rows consist of tiles, and these are where \p Tile
/// needs them.
Value *fits(IRBuilder<> &Builder, CpuQueries &Queries, const Function &Tile,
            uint64_t Size) {
  Value *Row = Queries.localRange(Builder, 0);
  Value *Left = Builder.CreateURem(Row, Builder.getInt64(Size));
  if (Tile.hasFnAttribute(AcrossRowsAttribute))
    return Builder.CreateAnd(
        Builder.CreateIsNotNull(Left),
        Builder.CreateIsNull(Builder.CreateURem(Queries.groupSize(Builder),
                                                Builder.getInt64(Size))));
  if (!Tile.hasFnAttribute(PlacedTileAttribute))
    return Builder.CreateIsNull(Left);
  Value *First = Queries.field(Builder, GroupField::GlobalBase, 0);
  Left = Builder.CreateOr(Left,
                          Builder.CreateURem(First, Builder.getInt64(Size)));
  return Builder.CreateAnd(
      Builder.CreateIsNull(Left),
      Builder.CreateICmpULE(Builder.CreateNUWAdd(First, Row),
                            Builder.getInt64(uint64_t(1) << 31)));
}

/// A place in \p F for its calls, if \p Part, a part of the same kernel, has
/// debug information. \p F then has a description of its own.
DebugLoc describeAs(Function &F, const Function &Part) {
  DISubprogram *Known = Part.getSubprogram();
  if (!Known)
    return DebugLoc();
  LLVMContext &Context = F.getContext();
  DISubprogram *Own = MDNode::replaceWithDistinct(Known->clone());
  Own->replaceRetainedNodes(DINodeArray(MDTuple::get(Context, {})));
  F.setSubprogram(Own);
  return DILocation::get(Context, Known->getLine(), 0, Own);
}

/// The loops of the group function over tiles.
void writeLoops(Function &F, Function &Tile, BasicBlock *Tiles, BasicBlock *End,
                uint64_t Size, CpuQueries &Queries, const DebugLoc &Place) {
  IRBuilder<> Builder(Tiles);
  Builder.SetCurrentDebugLocation(Place);
  const uint64_t Steps[] = {Size, 1, 1};
  Value *Range[3], *Next[3];
  PHINode *First[3];
  const bool IsAcrossRows = Tile.hasFnAttribute(AcrossRowsAttribute);
  for (unsigned D : {0, 1, 2})
    Range[D] = IsAcrossRows ? D == 0 ? Queries.groupSize(Builder)
                                     : Builder.getInt64(1)
                            : Queries.localRange(Builder, D);
  for (unsigned D : {2, 1, 0}) {
    BasicBlock *Before = Builder.GetInsertBlock();
    auto *Loop = BasicBlock::Create(F.getContext(), "tiles", &F, End);
    Builder.CreateBr(Loop);
    Builder.SetInsertPoint(Loop);
    First[D] = Builder.CreatePHI(Builder.getInt64Ty(), 2, "first");
    First[D]->addIncoming(Builder.getInt64(0), Before);
  }
  Builder.CreateCall(&Tile,
                     {F.getArg(0), F.getArg(1), First[0], First[1], First[2]});
  for (unsigned D : {0, 1, 2}) {
    Next[D] = Builder.CreateNUWAdd(First[D], Builder.getInt64(Steps[D]));
    First[D]->addIncoming(Next[D], Builder.GetInsertBlock());
    BasicBlock *Exit =
        D == 2 ? End : BasicBlock::Create(F.getContext(), "tiles.end", &F, End);
    Builder.CreateCondBr(Builder.CreateICmpULT(Next[D], Range[D]),
                         First[D]->getParent(), Exit);
    Builder.SetInsertPoint(Exit);
  }
}

} // namespace

Function *copyForTiles(Function &Kernel, const CpuKernelShape &Shape) {
  if (!mayHaveTiles(Shape) || Kernel.hasFnAttribute(WholeBodyAttribute) ||
      !meetsInSubGroup(Kernel))
    return nullptr;
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Kernel, Map);
  Copy->setName(Kernel.getName() +
                (Shape.IsAcrossRows ? ".rows.tile" : ".tile"));
  Copy->addFnAttr(TileAttribute);
  if (Shape.IsAcrossRows)
    Copy->addFnAttr(AcrossRowsAttribute);
  gatherShuffles(*Copy);
  if (useIdsOfTile(*Copy, Shape.SubGroupSize))
    Copy->addFnAttr(PlacedTileAttribute);
  return Copy;
}

CpuKernelShape shapeAcrossRows(const CpuKernelShape &Shape) {
  CpuKernelShape Result = Shape;
  Result.IsAcrossRows = true;
  return Result;
}

CpuKernelShape shapeOfTiles(const CpuKernelShape &Shape) {
  CpuKernelShape Result = Shape;
  Result.IsTile = true;
  return Result;
}

void chooseTiles(Function &Tile, Function &Whole, const CpuKernelShape &Shape) {
  Function *F = replaceByChoice(
      Whole, Tile,
      Tile.hasFnAttribute(AcrossRowsAttribute) ? ".in.rows" : ".whole");
  Tile.addFnAttr(Attribute::AlwaysInline);

  LLVMContext &Context = F->getContext();
  auto *Entry = BasicBlock::Create(Context, "entry", F);
  auto *Tiles = BasicBlock::Create(Context, "has.tiles", F);
  auto *Rest = BasicBlock::Create(Context, "has.none", F);
  auto *End = BasicBlock::Create(Context, "end", F);
  IRBuilder<> Builder(Entry);
  const DebugLoc Place = describeAs(*F, Whole);
  Builder.SetCurrentDebugLocation(Place);
  CpuQueries Queries(F->getArg(1), Shape, /*Uniform=*/nullptr);
  Builder.CreateCondBr(fits(Builder, Queries, Tile, Shape.SubGroupSize), Tiles,
                       Rest);
  writeLoops(*F, Tile, Tiles, End, Shape.SubGroupSize, Queries, Place);
  Builder.SetInsertPoint(Rest);
  Builder.CreateCall(&Whole, {F->getArg(0), F->getArg(1)});
  Builder.CreateBr(End);
  Builder.SetInsertPoint(End);
  Builder.CreateRetVoid();
}

void chooseWaitingTiles(Function &Tiles, Function &Any,
                        const CpuKernelShape &Shape) {
  chooseVersion(Any, Tiles, "has.tiles", [&](IRBuilder<> &Builder, Value &Group) {
    CpuQueries Queries(&Group, Shape, /*Uniform=*/nullptr);
    return fits(Builder, Queries, Tiles, Shape.SubGroupSize);
  });
}

} // namespace facet
