//===- shuffles.h - Words that work-items read of each other --------------===//
//
// In: a kernel with calls of the built-in by which a work-item of a sub-group
// reads another one's word. Out: the same by memory, the work-item's exchange
// slot: give, barrier, read, barrier.
//
// By itself, because checked kernels need it early: what is undefined then
// stays so in that memory.
//
// In groups whose sub-groups have all their work-items (tiles.h,
// whole_sub_groups.h), where each work-item reads is often a constant. Then the
// slots of each sub-group change places between the barriers, and each work-item
// reads its own. The two words of eight bytes are one word then, and words of
// shuffles that do not wait for each other change places between the same barriers.
//
// In a tile, which has one sub-group, what all its work-items read of the same
// one is one word for all:
//
//     store x to the work-item's slot
//     barrier
//     call i32 @__facet_word_for_all.4(i32 lane, i32 number)
//     barrier
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H
#define FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class Function;
class Instruction;
class Use;
class Value;
} // namespace llvm

namespace facet {

/// Returns true if \p I is such a call, not lowered yet.
bool isShuffle(const llvm::Instruction &I);

/// Returns true if \p F has calls by which work-items read words of others of
/// their sub-group.
bool hasShuffles(llvm::Function &F);

/// Brings shuffles of the same block of \p F that do not wait for each other side
/// by side: those of whole sub-groups are lowered together.
void gatherShuffles(llvm::Function &F);

/// To be run before the barriers of \p F are collected. \p WholeSize: of the
/// sub-groups, if all of them have all their work-items; otherwise 0.
/// \p IsTheSame: given in tiles, whether all work-items have one value there.
void lowerSubGroupShuffles(
    llvm::Function &F, uint32_t WholeSize = 0,
    llvm::function_ref<bool(const llvm::Use &)> IsTheSame = nullptr);

/// Words that the work-items of a function give each other, one each.
struct WordsId {
  unsigned Number; ///< there are several in a function
  unsigned Bytes;  ///< of one: 4 or 8

  bool operator<(const WordsId &Other) const {
    return std::pair(Number, Bytes) < std::pair(Other.Number, Other.Bytes);
  }
};

/// If \p I is a work-item's slot for words that others read, returns which.
std::optional<WordsId> slotWordsOf(const llvm::Instruction &I);

/// Returns true for the built-in by which the slots of sub-groups change places.
bool isPermutation(const llvm::Instruction &I);

/// Returns which words \p Permutation is of.
WordsId permutedWordsOf(const llvm::Instruction &Permutation);

/// Returns true if \p I is one of those that all work-items of a tile read.
bool isWordForAll(const llvm::Instruction &I);

/// Returns which words \p Read, such an instruction, is of.
WordsId wordsOfRead(const llvm::Instruction &Read);

/// Lets the words of \p SubGroups, a number of 64 bits, at \p Words change
/// places before \p Before as \p Permutation says, in each sub-group.
void permuteWords(llvm::Instruction &Before, llvm::Value &Words,
                  llvm::Value &SubGroups, const llvm::Instruction &Permutation);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H
