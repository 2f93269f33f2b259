//===- same_values.h - Phis of one value that was computed twice ----------===//
//
// In: a kernel's body. Out: the same, where no phi chooses between equal
// computations: `row * n`, moved in front of a loop for the loop and for what
// is behind it, and computed once more on the way around the loop, is computed
// behind it.
// Why: between regions (fission.h) a phi is an array, of which nobody knows any
// more that it is `row * n`: neighbours that stored side by side scatter.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_SAME_VALUES_H
#define FACET_TARGETS_CPU_PIPELINE_SAME_VALUES_H

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// Control flow stays.
void joinSameValues(llvm::Function &Body);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_SAME_VALUES_H
