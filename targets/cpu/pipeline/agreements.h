//===- agreements.h - Ways on which a group agrees at run time ------------===//
//
// In: the body of a kernel, one work-item's, with loops that a group should
// execute together (loop_cutting.h), but behind a condition, or with a number
// of rounds, on which its work-items may disagree.
// Out: the body with a second version of such code, for groups whose work-items
// agree, as nearly all do:
//
//     if (id < n) loop;     ->  if (all(id < n)) loop;
//                               else if (id < n) loop;
//     do round; while (c);  ->  do round; while (all(c));
//                               if (!all(!c))
//                                 if (c) do round; while (c);
//
// all(c) is a call that every work-item of the group reaches. It is true if c
// is true for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_AGREEMENTS_H
#define FACET_TARGETS_CPU_PIPELINE_AGREEMENTS_H

#include "llvm/IR/IRBuilder.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"

namespace facet {

/// Returns the call all(\p Condition), at the end of whose block a branch on it
/// must be.
llvm::CallInst *createAgreement(llvm::IRBuilder<> &Builder, Agreement Why,
                                llvm::Value *Condition);

/// Adds the second versions to \p F, whose loops must be in simplified form.
/// False if there are none to add.
bool addAgreements(llvm::Function &F);

/// Returns the call all(c) that decides where the work-items of a group go on
/// behind \p Block, or null.
llvm::CallInst *agreementAt(const llvm::BasicBlock &Block);

/// Leaves of each version the one for groups that do not agree.
void dropVersions(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_AGREEMENTS_H
