//===- exchanged_words.cpp - The words that work-items read of each other -===//
//
// See exchanged_words.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/exchanged_words.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {

/// The word of each work-item that others of its sub-group read.
Value &ExchangedWords::arrayOf(WordsId Words) {
  Value *&Array = Arrays[Words];
  if (!Array)
    Array = Memory.makeArray(Words.Bytes, Align(Words.Bytes));
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
    for (Instruction &I : make_early_inc_range(*Block)) {
      IRBuilder<> Builder(&I);
      if (const std::optional<WordsId> Words = slotWordsOf(I)) {
        I.replaceAllUsesWith(
            elementOf(Builder, arrayOf(*Words), Words->Bytes, Index));
        I.eraseFromParent();
      } else if (isWordForAll(I)) {
        const WordsId Read = wordsOfRead(I);
        Value *Lane = Builder.CreateZExt(cast<CallInst>(I).getArgOperand(0),
                                         Builder.getInt64Ty());
        I.replaceAllUsesWith(Builder.CreateLoad(
            I.getType(), elementOf(Builder, arrayOf(Read), Read.Bytes, *Lane)));
        I.eraseFromParent();
      }
    }
}

DenseSet<const Value *> ExchangedWords::arrays() const {
  DenseSet<const Value *> Result;
  for (auto [Words, Array] : Arrays)
    Result.insert(Array);
  return Result;
}

} // namespace facet
