//===- conditional_aspects.h - What a module needs under conditions -------===//
//
// In:  a module whose conditional calls are calls of generation functions
//      (function_conditions.h).
// Out: "condition-N" and "conditional-aspects-N" in "SYCL/device requirements".
// Why: SPEC 003, "Alternate design for non-AOT SPIR-V targets": the program
//      evaluates the conditions and requires the aspects of those that hold.
//
// The metadata of kernels says the same but for SYCL_EXTERNAL functions of
// other sources; functions know for themselves. An aspect that follows from the
// condition, or is needed anyway, is left out.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_CONDITIONAL_ASPECTS_H
#define FACET_POSTLINK_CONDITIONAL_CONDITIONAL_ASPECTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/conditional/function_conditions.h"
#include "postlink/container/container.h"

namespace facet {

llvm::Error
describeConditionalAspects(llvm::Module &M,
                           llvm::ArrayRef<llvm::Function *> Roots,
                           FunctionConditions &Conditions,
                           PropertySetRegistry &Properties);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_CONDITIONAL_ASPECTS_H
