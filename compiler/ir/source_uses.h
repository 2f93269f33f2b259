//===- source_uses.h - What a source uses that its IR does not show -------===//
//
// In:  a function.
// Out: the records that the front end made of its source:
//
//   !sycl_folded_double     on a function: its source uses `double`, which code
//                           generation folds away where a literal initializes a
//                           float. For the first report alone; bitcode does not
//                           have it.
//   !sycl_guarded_aspects   on a function: what it uses under conditions alone
//                           that were decided when its source was compiled. The
//                           source was checked with them, and no later check
//                           counts these uses.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_SOURCE_USES_H
#define FACET_COMPILER_IR_SOURCE_USES_H

#include "features/aspects/aspect_set.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <limits>

namespace facet {

namespace metadata {
inline constexpr llvm::StringLiteral FoldedDouble = "sycl_folded_double";
inline constexpr llvm::StringLiteral GuardedAspects = "sycl_guarded_aspects";
} // namespace metadata

/// Stands in sets for a use of `double` that the IR does not show. An internal
/// aspect that is reported and never saved.
inline constexpr Aspect FoldedDoubleAspect =
    std::numeric_limits<Aspect>::min();

void markFoldedDouble(llvm::Function &F);
bool hasFoldedDouble(const llvm::Function &F);
void removeFoldedDouble(llvm::Function &F);

AspectSet readGuardedAspects(const llvm::Function &F);
/// Removes the node if the set is empty.
void writeGuardedAspects(llvm::Function &F, const AspectSet &Aspects);

} // namespace facet

#endif // FACET_COMPILER_IR_SOURCE_USES_H
