//===- counters.h - Calls that count how often device code is executed ----===//
//
// In:  device code of a source compiled for coverage. The front end puts calls
//      `void @__sycl_count.NAME(i32 GROUP, i32 INDEX, i64 STEP)` where Clang's
//      counters are; the host's object has the counters, in groups, and
//      registers them as NAME when the program starts.
// Out: for CPUs, additions to these counters (postlink/retarget/counters.h);
//      nothing for devices that cannot reach the host's variables.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_COUNTERS_H
#define FACET_COMPILER_IR_COUNTERS_H

#include "compiler/ir/dropped_calls.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace facet {

inline constexpr llvm::StringLiteral CountFunctionPrefix = "__sycl_count.";

/// Attributes of the function: how many groups there are, and how many counters
/// the largest has.
inline constexpr llvm::StringLiteral CounterGroupsAttribute =
    "sycl-counter-groups";
inline constexpr llvm::StringLiteral CounterGroupSizeAttribute =
    "sycl-counter-group-size";

inline bool isCountFunction(const llvm::Function &F) {
  return F.getName().starts_with(CountFunctionPrefix);
}

/// Removes all counting.
inline void dropCounters(llvm::Module &M) { dropCallsOf(M, isCountFunction); }

} // namespace facet

#endif // FACET_COMPILER_IR_COUNTERS_H
