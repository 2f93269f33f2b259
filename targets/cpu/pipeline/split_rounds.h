//===- split_rounds.h - A loop as several, one behind the other -----------===//
//
// In:  a loop whose rounds are counted, and where they are to be divided.
// Out: copies of the loop, each for a part of the rounds, in their order.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_SPLIT_ROUNDS_H
#define FACET_TARGETS_CPU_PIPELINE_SPLIT_ROUNDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>

namespace llvm {
class BasicBlock;
class Loop;
class PHINode;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace facet {

/// One of the copies. The first one is the loop itself, and maps nothing.
struct PartOfRounds {
  /// Returns what \p V of the loop is here.
  llvm::Value *of(llvm::Value *V) const;

  llvm::SmallVector<llvm::BasicBlock *> Blocks;
  std::unique_ptr<llvm::ValueToValueMapTy> Map;
};

/// Blocks of the longest loop that passes copy.
inline constexpr unsigned MaximumCopiedBlocks = 96;

/// True if splitRounds() can split \p L: it has a preheader, ends in its latch
/// only, and may be copied.
bool canSplitRounds(const llvm::Loop &L);

/// True if \p Phi of the header of \p L is a number of 64 bits that counts the
/// rounds from zero on. The copies of a loop count on.
bool countsRounds(const llvm::Loop &L, const llvm::PHINode &Phi);

/// True if that is all that goes from one round of \p L to the next but what is
/// in memory: its header has such a phi, and no other.
bool onlyCountsRounds(const llvm::Loop &L);

/// Returns the number of rounds of \p L, of 64 bits, computed in its preheader;
/// null if it cannot be.
llvm::Value *computeRounds(llvm::Loop &L, llvm::ScalarEvolution &Evolution);

/// Makes what is behind \p L, which canSplitRounds(), use phis of its exit for
/// what is computed in it: a copy of the loop may have the last round.
void usePhisBehind(llvm::Loop &L);

/// Splits \p L into a loop for each of \p Ends: the first one executes the
/// rounds from zero on that are below Ends[0], the next one those below
/// Ends[1], and so on. The ends are numbers of 64 bits, computed in the
/// preheader, which do not decrease; the last one is the number of all rounds,
/// at least one. A loop without rounds is not entered. The loops keep the
/// properties of \p L. No analysis is updated. Linear in the size of the loop
/// and the number of parts.
llvm::SmallVector<PartOfRounds> splitRounds(llvm::Loop &L,
                                            llvm::ArrayRef<llvm::Value *> Ends);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_SPLIT_ROUNDS_H
