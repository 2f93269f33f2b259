//===- shuffles.h - Words that work-items read of each other --------------===//
//
// In: a kernel with calls of the built-in by which a work-item of a sub-group
// reads another one's word. Out: the same by memory, the work-item's exchange
// slot: give, barrier, read, barrier.
//
// By itself, because checked kernels need it early: what is undefined then
// stays so in that memory.
//
// For tiles (tiles.h), whose group is one sub-group: where each work-item reads
// is often a constant. Then the slots of all change places between the
// barriers, and each work-item reads its own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H
#define FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H

#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace facet {

/// Returns true if \p F has calls of which work-items read words of others of their
/// sub-group.
bool hasShuffles(llvm::Function &F);

/// To be run before the barriers of \p F are collected. \p TileSize: of tiles;
/// 0 if \p F is not for them.
void lowerSubGroupShuffles(llvm::Function &F, uint32_t TileSize = 0);

/// Returns true for the built-in by which the slots of a tile change places.
bool isPermutation(const llvm::Instruction &I);

/// Lets the words of a tile at \p Words change places before \p Before as \p
/// Permutation says.
void permuteWords(llvm::Instruction &Before, llvm::Value &Words,
                  const llvm::Instruction &Permutation);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H
