//===- plain_calls.h - What a conditional call becomes --------------------===//
//
// In:  a conditional call and the function that resolves it.
// Out: a plain call.
// Why: functions that resolve conditional calls are never inlined where
//      they are
//      called, so those that use local accessors get the local arena from their
//      callers (postlink/retarget/local_arena.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_PLAIN_CALLS_H
#define FACET_POSTLINK_CONDITIONAL_PLAIN_CALLS_H

#include "compiler/ir/conditional_calls.h"
#include "llvm/IR/Instructions.h"

namespace facet {

namespace attribute {
/// On actions that reach __sycl_local_arena, perhaps by conditional calls.
inline constexpr llvm::StringLiteral UsesLocalArena = "sycl-uses-local-arena";
} // namespace attribute

/// Returns the type of the function that resolves calls of \p Action from
/// outside.
llvm::FunctionType *answerType(const llvm::Function &Action);

/// Calls \p Answer, which is of that type, in the place of \p Call.
void replaceByPlainCall(llvm::CallBase &Call, const ConditionalCall &Parts,
                        llvm::Function &Answer);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_PLAIN_CALLS_H
