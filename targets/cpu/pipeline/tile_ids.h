//===- tile_ids.h - What follows from the place of a tile -----------------===//
//
// In: a kernel for tiles (tiles.h), which asks for ids of work-items only.
// Out: the same, in which terms that are alike for all work-items of a tile are
// computed of its first one's id, and others of the lane:
//
//     id / 32, (group * range + id) / 32, id < 96  ->  of the tile's first id
//     id % 32                                      ->  lane
//
// Programs that were ported from CUDA count their warps this way. A branch on
// such a term is then one of the tile, and a shuffle from such a lane has a
// constant place.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_TILE_IDS_H
#define FACET_TARGETS_CPU_PIPELINE_TILE_IDS_H

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// The length of the tiles of \p Tile, \p Size, is a power of two, and divides
/// the length of its work-groups' rows. Returns true if it must divide, too,
/// the global id of the first work-item of each row, and that be an int.
bool useIdsOfTile(llvm::Function &Tile, uint32_t Size);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_TILE_IDS_H
