//===- exchanged_words.h - The words that work-items read of each other ---===//
//
// Shuffles (groups/shuffles.h) give, read and permute words by built-ins,
// between barriers. In: the regions of a group function (fission.h) with calls
// of these.
// Out: the same with arrays of words, one for each work-item.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_EXCHANGED_WORDS_H
#define FACET_TARGETS_CPU_PIPELINE_EXCHANGED_WORDS_H

#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/work_item_memory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace facet {

class ExchangedWords {
public:
  /// Both live as long as this.
  ExchangedWords(WorkItemMemory &Memory, CpuQueries &Queries)
      : Memory(Memory), Queries(Queries) {}

  /// Lets words change places, of all sub-groups at once, before \p Before, as
  /// the permutations in \p Blocks say, which go.
  void permute(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
               llvm::Instruction &Before);

  /// Replaces the slots in \p Blocks by the elements of the work-item at
  /// \p Index, and what all work-items read of one by that one's.
  void placeSlots(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                  llvm::Value &Index);

  /// Returns the arrays of words.
  llvm::DenseSet<const llvm::Value *> arrays() const;

private:
  llvm::Value &arrayOf(WordsId Words);

  WorkItemMemory &Memory;
  CpuQueries &Queries;
  std::map<WordsId, llvm::Value *> Arrays;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_EXCHANGED_WORDS_H
