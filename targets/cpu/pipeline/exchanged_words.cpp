//===- exchanged_words.cpp - The words that work-items read of each other -===//
//
// See exchanged_words.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/exchanged_words.h"

#include "targets/cpu/pipeline/groups/shuffles.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {

/// The word of each work-item that others of its sub-group read, in the words
/// with that number.
Value &ExchangedWords::arrayOf(unsigned Number) {
  Value *&Array = Arrays[Number];
  if (!Array)
    Array = Memory.makeArray(sizeof(uint32_t), Align(sizeof(uint32_t)));
  return *Array;
}

void ExchangedWords::permute(ArrayRef<BasicBlock *> Blocks,
                             Instruction &Before) {
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block))
      if (isPermutation(I)) {
        IRBuilder<> Builder(&Before);
        permuteWords(Before, arrayOf(permutedWordsOf(I)),
                     *Queries.numberOfSubGroups(Builder), I);
        I.eraseFromParent();
      }
}

void ExchangedWords::placeSlots(ArrayRef<BasicBlock *> Blocks, Value &Index) {
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block))
      if (const std::optional<unsigned> Number = slotWordsOf(I)) {
        IRBuilder<> Builder(&I);
        I.replaceAllUsesWith(
            elementOf(Builder, arrayOf(*Number), sizeof(uint32_t), Index));
        I.eraseFromParent();
      }
}

} // namespace facet
