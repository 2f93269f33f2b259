//===- departures.h - Work-items that return before a barrier -------------===//
//
// In: the body of a kernel, one work-item's, some of which return before all
// barriers, as in programs ported from CUDA:
//
//     if (id >= n) return;
//     A; barrier; B;
//
// Out: the same, in which the group decides whether it goes on at all:
//
//     gone = id >= n;
//     if (all(gone)) return;
//     A; barrier; B;           // for those that have not gone
//
// Where the kernel is cut (fission.h), the loops of the regions behind the
// decision leave out the work-items that have gone. They take no part in
// barriers, which in such loops are places between them.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_DEPARTURES_H
#define FACET_TARGETS_CPU_PIPELINE_DEPARTURES_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace facet {

/// Gives \p F one return, if it returns at all.
void joinReturns(llvm::Function &F);

/// Changes the branches behind which work-items of \p F return, where others
/// come to \p Barriers: those around which no loop is. decideAlone() reverts
/// it.
void departTogether(llvm::Function &F,
                    llvm::ArrayRef<llvm::CallInst *> Barriers);

/// If some work-items have gone when others go on behind \p Block, returns what
/// is true for the former, and where the others go on; otherwise nulls.
struct Departure {
  llvm::Value *Gone = nullptr;
  llvm::BasicBlock *Rest = nullptr;
};
Departure departureAt(const llvm::BasicBlock &Block);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_DEPARTURES_H
