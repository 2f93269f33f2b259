//===- item_loops.h - Loops over work-items before the vectorizer ---------===//
//
// In:  functions that execute work-groups, simplified.
// Out: the same, in a form in which LLVM vectorizes more of their loops.
//
// - LLVM unrolls a loop of few rounds before it vectorizes: a row of sixteen
//   work-items became sixteen times the code of one. keepUntilVectorized()
//   keeps loops over groups of a known size; the pass takes the mark away.
// - Branches that compute the same address each by itself and store behind it,
//   `if (inside) o[i * n + j] = sum; else o[i * n + j] = 0;`, leave a phi of two
//   equal values, which the vectorizer takes for any address: a scatter. The
//   pass computes such values before the branch.
// - LLVM writes extensions of the same int as shifts and, behind `if (i > 0)`,
//   as a mask of 31 bits, and its vectorizer may take counts of one width only
//   (postlink/retarget/index_widths.h). The pass writes all as extensions. Sums
//   of ints that LLVM computes in the upper half of twice the bits, `a[n - i]`,
//   are ints again, and so is what is compared: guards are conditions on a
//   work-item's number then.
// - A switch of which one case always applies has a block that is never reached,
//   and its loop is not vectorized. The pass makes the last case the default.
// - Where one work-item computes something in a loop for its group, the others
//   are rounds of the outer loop that do nothing, and LLVM peels innermost loops
//   only. The pass ends such a loop after the first round.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_LOOPS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_LOOPS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class LLVMContext;
class Metadata;
} // namespace llvm

namespace facet {

/// A property of loops that LLVM knows.
constexpr char NotUnrolledLoop[] = "llvm.loop.unroll.disable";

/// Adds to the properties of a loop that it is not to be unrolled before it is
/// vectorized.
void keepUntilVectorized(llvm::LLVMContext &Context,
                         llvm::SmallVectorImpl<llvm::Metadata *> &Properties);

struct ItemLoops : llvm::PassInfoMixin<ItemLoops> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_LOOPS_H
