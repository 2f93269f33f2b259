//===- jammed_items.h - Inner loops of several work-items at once ---------===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where loops over work-items whose inner loops are chains of
//      floating-point operations take several work-items a round.
//
// A work-item that adds up its row of a matrix waits for each addition: their
// order is the program's. The sums of neighbours do not depend on each other,
// so an inner loop computes eight or four of them side by side. Each must have
// as many rounds for all work-items, and accesses that may be executed in any
// order (llvm.loop.parallel_accesses).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_JAMMED_ITEMS_H
#define FACET_TARGETS_CPU_PIPELINE_JAMMED_ITEMS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>
#include <vector>

namespace llvm {
class Instruction;
class Loop;
class PHINode;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace facet {

/// A loop over work-items that take the same number of rounds of its inner
/// loops, of one block each, so that several of them can share these.
class JammedLoop {
public:
  /// The copies of what the first work-item of a round does, for each other one.
  using Copies = std::vector<std::unique_ptr<llvm::ValueToValueMapTy>>;

  /// Returns null if \p L is no such loop.
  static std::unique_ptr<JammedLoop> find(llvm::Loop &L,
                                          llvm::ScalarEvolution &Evolution);

  llvm::Loop &loop() const { return L; }
  /// What differs between work-items.
  const llvm::SmallPtrSetImpl<llvm::Instruction *> &own() const { return Own; }

  /// Computes in the preheader which work-items are in rounds of \p Items, a
  /// power of two. False if that is not possible.
  bool plan(unsigned Items, llvm::ScalarEvolution &Evolution);
  /// Lets the planned work-items share rounds, and a copy of the loop have the
  /// others. No analysis is updated.
  Copies execute();

private:
  explicit JammedLoop(llvm::Loop &L);

  std::unique_ptr<llvm::ValueToValueMapTy>
  addWorkItem(llvm::Value &Other, llvm::ArrayRef<llvm::Instruction *> Originals);
  void goOnByItems();

  llvm::Loop &L;
  llvm::PHINode &Item;
  llvm::SmallPtrSet<llvm::Instruction *, 32> Own;
  unsigned Items = 1;
  llvm::Value *Full = nullptr, *All = nullptr;
};

/// True if \p Phi goes from round to round of \p L by floating-point operations
/// whose order the program has chosen.
bool isChain(const llvm::PHINode &Phi, const llvm::Loop &L);

struct JammedItems : llvm::PassInfoMixin<JammedItems> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_JAMMED_ITEMS_H
