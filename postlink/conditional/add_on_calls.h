//===- add_on_calls.h - Conditional calls that add-on images resolve ------===//
//
// In:  a main module (or an add-on module with the code), whose conditional
//      calls name the function of an add-on image that resolves them.
// Out: calls of those functions, which other images export. Actions that
//      nothing else mentions are gone.
// Why: SPEC 003, "Changes to the sycl-post-link tool (non-AOT)". The same main
//      module serves targets that decide conditions when they are compiled; so
//      it has its actions until here.
//
// The name is on the call:
//   call void @call_if_on_device_conditionally_GUID_N(ptr @Action, ...),
//       !sycl_add_on_function !{!"Action.ID"}
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_ADD_ON_CALLS_H
#define FACET_POSTLINK_CONDITIONAL_ADD_ON_CALLS_H

#include "compiler/ir/conditional_calls.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace facet {

/// Returns the function of the pair of add-on images \p Id that stands for \p
/// Action. The identifier is the specification's generation number: it differs
/// wherever condition or code do, and no other program has it.
std::string addOnFunctionName(llvm::StringRef Action, llvm::StringRef Id);

/// Empty if \p Call is resolved otherwise.
llvm::StringRef addOnFunctionOf(const llvm::CallBase &Call);
void setAddOnFunction(llvm::CallBase &Call, llvm::StringRef Name);

/// Turns every conditional call with a name into a call of the function so
/// named, and removes what nothing reaches any more. Returns the names, in
/// ascending order.
llvm::Expected<std::vector<std::string>> callAddOns(llvm::Module &M);

/// Makes the functions of an add-on module ready for those calls. Returns their
/// names in the order of the module.
std::vector<std::string> exportAddOnFunctions(llvm::Module &M);

/// Removes internal functions and variables that no other definition reaches.
void eraseUnreachable(llvm::Module &M);

/// Any conditional call, resolved or not.
bool hasConditionalCalls(const llvm::Module &M);

/// Returns the conditional calls in \p F.
std::vector<llvm::CallBase *> conditionalCallsIn(llvm::Function &F);

/// Returns the parts of \p Call; an error if it is malformed.
llvm::Expected<ConditionalCall>
requireConditionalCall(const llvm::CallBase &Call);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_ADD_ON_CALLS_H
