//===- tiles.h - Sub-groups one after the other ---------------------------===//
//
// A kernel whose work-items meet in sub-groups only, not in the work-group,
// need not go through its steps with the whole group. In: the kernel, and its
// group function. Out: a group function that executes one sub-group after the
// other:
//
//     if (local range % size of sub-groups == 0)
//       for (z, y, x += size of sub-groups)
//         K.tile(args, group, x, y, z);   // a tile: loops over `size` work-items
//     else
//       K.whole(args, group);
//
// The loops of a tile have a constant length, so that the values of its
// work-items are vectors in registers, and words that they read of each other
// at constant places are shuffles of such vectors:
//
//     store x to the work-item's slot
//     barrier
//     call void @__facet_permute.32(<32 x i32> places)
//     barrier
//     load from the work-item's slot
//
// Words at other places are loaded from the slots of others.
//
// Where rows do not consist of whole sub-groups (16 x 16), but the group does, the
// tiles of kernels that could not be cut otherwise are across rows: their work-items
// follow each other in linear order, and have arrays of their local ids.
//
// A kernel whose work-items meet in the work-group, too, and that could not be
// cut otherwise, has tiles that are coroutines: each waits for the others where
// there is a barrier of the work-group.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_TILES_H
#define FACET_TARGETS_CPU_PIPELINE_TILES_H

#include "targets/cpu/pipeline/groups/queries.h"

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// Returns a copy of \p Kernel, whose shuffles are not lowered yet, for tiles;
/// null if there is nothing in it for them. If \p Shape says so, for those
/// across rows.
llvm::Function *copyForTiles(llvm::Function &Kernel,
                             const CpuKernelShape &Shape);

/// Returns \p Shape for groups of several rows that are divided into tiles in
/// linear order.
CpuKernelShape shapeAcrossRows(const CpuKernelShape &Shape);

/// Returns the shape of the copy.
CpuKernelShape shapeOfTiles(const CpuKernelShape &Shape);

/// Makes \p Tile, the group function of a copy for tiles, and \p Whole parts of
/// a group function that has the name of \p Whole.
void chooseTiles(llvm::Function &Tile, llvm::Function &Whole,
                 const CpuKernelShape &Shape);

/// Makes \p Tiles, the group function whose coroutines are tiles that wait for
/// each other, and \p Any parts of a group function that has the name of \p Any.
void chooseWaitingTiles(llvm::Function &Tiles, llvm::Function &Any,
                        const CpuKernelShape &Shape);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_TILES_H
