//===- queries.h - Where a CPU work-item finds its ids --------------------===//
//
// In:  calls of queries in a kernel.
// Out: values of the local id and the group.
//
// On a CPU the ids of a work-item are its local id, which the code that runs
// the group counts, and the group's facet_cpu_group (config/image/cpu_abi.h),
// which the runtime passes. CpuQueries writes the arithmetic between them.
//
// Sub-groups are runs of consecutive work-items in linear order, so every id
// in one follows from the linear local id.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUPS_QUERIES_H
#define FACET_TARGETS_CPU_PIPELINE_GROUPS_QUERIES_H

#include "llvm/IR/IRBuilder.h"

#include <array>
#include <map>
#include <optional>

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace facet {

/// Fields of facet_cpu_group by their index in it.
enum class GroupField : unsigned {
  GroupId,
  GroupCount,
  LocalRange,
  UniformLocalRange,
  GlobalRange,
  GlobalBase,
  LocalMemory,
  Scratch,
  PointsInto,
  AccessStamp
};

/// What is known of a kernel at compile time.
struct CpuKernelShape {
  /// In SPIR-V order, x fastest.
  std::optional<std::array<uint32_t, 3>> WorkGroupSize;
  uint32_t SubGroupSize = 1;
  /// In which the work-items are counted: sizes in others are 1.
  unsigned Dimensions = 3;
  /// The group is a tile (tiles.h): one sub-group, which has all its work-items,
  /// in a row of the work-group. The arguments of the group function behind the
  /// group are the local ids of its first work-item.
  bool IsTile = false;
  /// The tile's work-items follow each other in linear order, in several rows. Of
  /// the arguments, the first one is the linear id of its first work-item.
  bool IsAcrossRows = false;
  /// The tile waits for the others of its work-group at barriers of that: its
  /// function becomes a coroutine (barriers.h).
  bool WaitsForTiles = false;
  /// If not zero: the local ids of the work-items, which have one dimension, are
  /// those of rows of so many (group_rows.h). WorkGroupSize is the group's.
  uint32_t RowLength = 0;
};

/// A kernel with this attribute is not cut into regions: for checks of its
/// barriers, and for tests that compare what regions and coroutines compute.
inline constexpr char WholeBodyAttribute[] = "facet-whole-body";

/// The attribute of functions that execute one whole sub-group (tiles.h): its
/// work-items agree on which it is and on its size.
inline constexpr char TileAttribute[] = "facet-tile";

/// The attribute of functions of tiles across rows.
inline constexpr char AcrossRowsAttribute[] = "facet-tile-across-rows";

/// The attribute of a function of tiles whose length must divide the global id
/// of the first work-item of each row, which must be an int (tile_ids.h).
inline constexpr char PlacedTileAttribute[] = "facet-placed-tile";

/// Where the function of a tile waits for the others of its work-group.
inline constexpr char WaitForTiles[] = "__facet_wait_for_tiles";

/// The attribute of versions for groups of whole sub-groups
/// (whole_sub_groups.h).
inline constexpr char WholeSubGroupsAttribute[] = "facet-whole-sub-groups";

/// The argument of a group function that points to its facet_cpu_group has this
/// attribute.
inline constexpr char GroupArgumentAttribute[] = "facet-group";

class CpuQueries {
public:
  /// If \p Uniform is given, what is equal for the whole group is computed
  /// before that instruction, once; otherwise where it is used.
  CpuQueries(llvm::Value *Group, const CpuKernelShape &Shape,
             llvm::Instruction *Uniform);

  llvm::Value *field(llvm::IRBuilder<> &Builder, GroupField Field,
                     unsigned Dimension);
  /// Returns the size of the running group, or tile, or the length and the number
  /// of the group's rows.
  llvm::Value *localRange(llvm::IRBuilder<> &Builder, unsigned Dimension);
  /// Returns the size of the work-group, also in a tile.
  llvm::Value *workGroupRange(llvm::IRBuilder<> &Builder, unsigned Dimension);
  /// Says where a tile across rows has the local ids of its work-items, one of 32
  /// bits for each, in the dimensions of the kernel.
  void setLocalIds(std::array<llvm::Value *, 3> Arrays) { IdArrays = Arrays; }
  /// Returns the number of work-items in the running group, or tile.
  llvm::Value *groupSize(llvm::IRBuilder<> &Builder);
  /// Returns the number of its sub-groups, of which the last may be shorter.
  llvm::Value *numberOfSubGroups(llvm::IRBuilder<> &Builder);

  /// Asks the runtime for memory that the running group has until its end.
  llvm::CallInst *scratch(llvm::IRBuilder<> &Builder, llvm::Value *Bytes,
                          llvm::Align Alignment);

  /// Replaces the work-item queries and arena requests in \p Blocks by the
  /// values for the work-item with \p LocalId.
  void lower(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
             std::array<llvm::Value *, 3> LocalId);
  /// Returns the position of \p LocalId in the group, or tile.
  llvm::Value *linearId(llvm::IRBuilder<> &Builder,
                        std::array<llvm::Value *, 3> LocalId);

private:
  llvm::Value *rangeWithRows(llvm::IRBuilder<> &Builder, unsigned Dimension);
  llvm::Value *workGroupSize(llvm::IRBuilder<> &Builder);
  llvm::Value *numberOfRows(llvm::IRBuilder<> &Builder);
  /// Where the first work-item of a tile is in its work-group.
  llvm::Value *firstOfTile(unsigned Dimension) const;
  /// Of the work-item in its work-group.
  llvm::Value *localId(llvm::IRBuilder<> &Builder, unsigned Dimension);
  llvm::Value *load(llvm::IRBuilder<> &Builder, GroupField Field,
                    unsigned Dimension);
  /// True if \p Field is the same for all launches in \p Dimension.
  bool isFixed(GroupField Field, unsigned Dimension) const;
  llvm::Value *byDimension(llvm::IRBuilder<> &Builder, llvm::CallInst &Query,
                           unsigned Dimension);
  llvm::Value *lowerPointsInto(llvm::IRBuilder<> &Builder,
                               llvm::CallInst &Query);
  llvm::Value *lowerQuery(llvm::IRBuilder<> &Builder, llvm::CallInst &Query);
  llvm::Value *lowerSubGroupQuery(llvm::IRBuilder<> &Builder,
                                  llvm::CallInst &Query);

  llvm::Value *Group;
  CpuKernelShape Shape;
  llvm::Instruction *Uniform;
  std::array<llvm::Value *, 3> LocalId = {};
  /// See setLocalIds().
  std::array<llvm::Value *, 3> IdArrays = {};
  std::map<std::pair<GroupField, unsigned>, llvm::Value *> Cache;
};

/// Creates a query for the id in x of the first work-item of a tile, in the
/// whole launch if it \p IsGlobal, otherwise in its work-group.
llvm::Value *createFirstIdOfTile(llvm::IRBuilder<> &Builder, bool IsGlobal,
                                 llvm::Type *Ty);

/// Returns true if \p I calls the function \p Name.
bool isCallOf(const llvm::Instruction &I, llvm::StringRef Name);

/// Returns true if \p F is a built-in that only CpuQueries or the barrier
/// lowering can replace: code that calls it must become part of a kernel.
bool needsWorkItem(const llvm::Function &F);

/// Returns true if all that \p Kernel asks for is the same however its launch
/// is divided into groups: where its work-items are in the whole launch.
bool runsInAnyGroup(const llvm::Function &Kernel);

/// Returns true if the work-items of \p Kernel ask where they or their groups
/// are in a second dimension. Local ids do not count: linear ids, which group
/// functions need, are made of those of all dimensions.
bool hasRows(const llvm::Function &Kernel);

/// Tells the runtime something about \p Kernel: a byte of the name \p Prefix and
/// the kernel's. What an image does not export is not looked for.
void markKernel(llvm::Function &Kernel, const char *Prefix, uint8_t Byte);

/// Tells it that the work-items of \p Kernel are counted in \p Dimensions.
void markDimensions(llvm::Function &Kernel, unsigned Dimensions);

/// Returns what \p Address is computed from, in a function that CpuQueries has
/// made and others may have optimized: the load of the start of the group's
/// dynamic local memory, or the call that asks for scratch memory. Both are the
/// group's own, and end with it. Null says nothing.
const llvm::Instruction *startOfGroupMemory(const llvm::Value &Address);

/// Returns true if it is known to be the first of these.
bool isOfLocalMemory(const llvm::Value &Address);

/// True if \p Address is made of pointers that are parts of the kernel's
/// arguments, the first parameter of a group function: the host has made these,
/// so they do not point to memory of a group or of a work-item.
bool isOfHost(const llvm::Value &Address, const llvm::Function &Group);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUPS_QUERIES_H
