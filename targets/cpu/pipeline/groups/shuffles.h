//===- shuffles.h - Words that work-items read of each other --------------===//
//
// In: a kernel with calls of the built-in by which a work-item of a sub-group
// reads another one's word. Out: the same by memory, the work-item's exchange
// slot: give, barrier, read, barrier.
//
// By itself, because checked kernels need it early: what is undefined then
// stays so in that memory.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H
#define FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// To be run before the barriers of \p F are collected.
void lowerSubGroupShuffles(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUPS_SHUFFLES_H
