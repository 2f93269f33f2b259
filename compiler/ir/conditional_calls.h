//===- conditional_calls.h - Calls that depend on the device --------------===//
//
// In:  device code behind the pass sycl-conditional-call-on-device.
// Out: each Conditional Caller's call as action, callable and condition; the
//      plain call that it becomes when its condition holds.
//
//   call void @call_if_on_device_conditionally_GUID_N(
//       ptr @Action, ptr addrspace(4) %callable, i32 N1, i32 N2, ...)
//   declare void @call_if_on_device_conditionally_GUID_N(...)
//       "sycl-call-if-on-device-conditionally"="true"
//
// An action is always `void (ptr)`; the callable is the address that it takes.
// The numbers are a condition in prefix form (features/conditions).
//
// SPEC 003, "New IR pass".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_CONDITIONAL_CALLS_H
#define FACET_COMPILER_IR_CONDITIONAL_CALLS_H

#include "features/conditions/conditions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

#include <optional>
#include <string>

namespace facet {

namespace attribute {
inline constexpr llvm::StringLiteral ConditionalCaller =
    "sycl-call-if-on-device-conditionally";
} // namespace attribute

/// Before the pass a definition, behind it a declaration.
bool isConditionalCaller(const llvm::Function &F);

/// Returns whether it is a call of the declaration of a Conditional Caller.
bool isConditionalCall(const llvm::CallBase &Call);

struct ConditionalCall {
  llvm::Function *Action = nullptr;
  llvm::Value *Callable = nullptr;
  Condition When;
};

/// Nullopt, with the reason, if \p Call is no conditional call or not formed as
/// above: IR comes from anywhere.
std::optional<ConditionalCall> readConditionalCall(const llvm::CallBase &Call,
                                                   std::string *Problem);

/// Returns the condition that the arguments of \p Call from \p First on spell.
std::optional<Condition> readCondition(const llvm::CallBase &Call,
                                       unsigned First, std::string *Problem);

/// `call void @Action(callable)` before \p Before, which it replaces in the
/// source: it has its place and its metadata.
llvm::CallInst *createPlainCall(llvm::Function &Action, llvm::Value *Callable,
                                llvm::CallBase &Before);

/// \p Pointer as an address of type \p Wanted. Looks through casts back and
/// forth.
llvm::Value *castPointer(llvm::Value *Pointer, llvm::Type *Wanted,
                         llvm::Instruction &Before);

} // namespace facet

#endif // FACET_COMPILER_IR_CONDITIONAL_CALLS_H
