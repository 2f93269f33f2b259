//===- work_item_memory.h - what outlives a region ------------------------===//
//
// A group function keeps values between its regions (fission.h): variables of
// the group, and arrays with one element for each work-item. The arrays lie in
// the runtime's scratch memory, those of tiles on the stack, where they become
// registers.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_WORK_ITEM_MEMORY_H
#define FACET_TARGETS_CPU_PIPELINE_WORK_ITEM_MEMORY_H

#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"

namespace facet {

/// The element of \p Array, of \p Size bytes each, at \p Index.
llvm::Value *elementOf(llvm::IRBuilder<> &Builder, llvm::Value &Array,
                       uint64_t Size, llvm::Value &Index);

/// Memory of a group function, made in its entry.
class WorkItemMemory {
public:
  /// A place for values of Ty: a variable of the group, or an array.
  struct Slot {
    llvm::Type *Ty;
    llvm::Value *Memory;
    bool IsArray;
  };

  /// \p Entry ends with \p End, in front of which the arrays' addresses are
  /// made. \p IsTile: the group has a few work-items, whose number is constant.
  /// All arguments live as long as this.
  WorkItemMemory(llvm::BasicBlock &Entry, llvm::Instruction &End,
                 CpuQueries &Queries, bool IsTile);

  /// An array of \p Size bytes for each work-item, a multiple of
  /// \p Alignment.
  llvm::Value *makeArray(uint64_t Size, llvm::Align Alignment);

  /// An array is made by placeArrays().
  Slot makeSlot(llvm::Type *Ty, bool IsArray);

  /// Makes the array \p From the array \p Into, and nobody may use \p From
  /// again. Both are for one type.
  void join(const Slot &From, const Slot &Into);

  /// Makes the arrays of all slots: once, when none is made or joined any more.
  void placeArrays();

  /// \p Index: the work-item's, for arrays.
  llvm::StoreInst *store(llvm::IRBuilder<> &Builder, llvm::Value *V, const Slot &S,
             llvm::Value *Index);
  llvm::Value *load(llvm::IRBuilder<> &Builder, const Slot &S,
                    llvm::Value *Index);

  /// Asks the runtime for as many bytes as the arrays need: once, when all are
  /// made.
  void finish();

  /// Variables of the group.
  const llvm::SmallPtrSetImpl<llvm::AllocaInst *> &variables() const {
    return Variables;
  }
  /// Arrays of a tile.
  const llvm::SmallPtrSetImpl<llvm::AllocaInst *> &arrays() const {
    return Arrays;
  }

private:
  llvm::CallInst *callScratch();
  llvm::Value *makeVariable(llvm::Type *Ty);
  llvm::Value *makeArrayOfTile(uint64_t Size, llvm::Align Alignment);
  llvm::Value *addressOf(llvm::IRBuilder<> &Builder, const Slot &S,
                         llvm::Value *Index);

  llvm::BasicBlock &Entry;
  llvm::Instruction &End;
  CpuQueries &Queries;
  const bool IsTile;
  llvm::SmallPtrSet<llvm::AllocaInst *, 16> Variables;
  llvm::SmallPtrSet<llvm::AllocaInst *, 16> Arrays;
  /// What stands for the addresses of the slots' arrays, and what they are for.
  llvm::MapVector<llvm::Instruction *, llvm::Type *> Unplaced;
  uint64_t TileBytes = 0;
  /// Bytes of all arrays so far.
  llvm::Value *Bytes = nullptr;
  llvm::CallInst *ScratchCall;
  llvm::Align ScratchAlignment;
};

} // namespace facet

#endif
