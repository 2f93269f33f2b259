//===- inlined_requirements.h - [[sycl::requires]] of inlined functions ---===//
//
// In:  linked device code with !sycl_unchecked_calls of its sources, and what
//      each of its functions needs.
// Out: an error for a function, perhaps inlined by now, whose callees in other
//      sources need what its [[sycl::requires]] does not list.
// Why: SPEC 000, "Modifications to the post-link tool": every device function is
//      checked again, not only those that are left.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_INLINED_REQUIREMENTS_H
#define FACET_POSTLINK_CONDITIONAL_INLINED_REQUIREMENTS_H

#include "llvm/Support/Error.h"
#include "postlink/conditional/function_needs.h"

namespace facet {

/// Returns the first one, in the order of sources and functions.
llvm::Error checkInlinedRequirements(const llvm::Module &M,
                                     const FunctionNeeds &Needs,
                                     const AspectTable &Names);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_INLINED_REQUIREMENTS_H
