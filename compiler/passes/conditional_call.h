//===- conditional_call.h - Pass: conditional callers become declarations -===//
//
// In:  device code as the front end emits it: each Conditional Caller is a
//      function with the attribute "sycl-call-if-on-device-conditionally" that
//      takes a callable and a condition, and whose body calls the callable.
// Out: compiler/ir/conditional_calls.h: declarations with unique names, whose
//      calls carry action, callable and normalised condition. A call that no
//      device would make is gone, one that every device makes is a plain call.
// Why: the optimizer must neither inline an action where it is called
//      conditionally nor drop the condition. So it runs before everything else.
//
// The callable is passed by address, without a copy: the temporary is the
// caller's own, and an action may change it. An action that is not `void
// (ptr)`, such as a lambda that returns something, is called by the body of its
// Conditional Caller, which then is the action.
//
// SPEC 003, "New IR pass", "Normalization of condition expressions".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_CONDITIONAL_CALL_H
#define FACET_COMPILER_PASSES_CONDITIONAL_CALL_H

#include "messages/messages.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

#include <functional>
#include <string>
#include <vector>

namespace facet {

namespace attribute {
/// On a Conditional Caller whose condition the headers have decided: "1" or "0".
inline constexpr llvm::StringLiteral ConditionHolds = "sycl-condition-holds";
} // namespace attribute

/// Why a Conditional Caller cannot be one.
struct ConditionalCallProblem {
  const llvm::Function *Caller;
  const llvm::Instruction *Where; // may be null
  Message What;
  std::vector<std::string> Arguments;
};

struct ConditionalCallOptions {
  /// The value of -fsycl-unique-prefix: no other source of a program has it.
  /// Empty: made from the module's contents.
  std::string UniquePrefix;
  /// Called for each problem; null reports through the LLVMContext. With a
  /// problem the module stays as it is.
  std::function<void(const ConditionalCallProblem &)> Report;
};

class ConditionalCallPass : public llvm::PassInfoMixin<ConditionalCallPass> {
public:
  explicit ConditionalCallPass(ConditionalCallOptions Options = {})
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  ConditionalCallOptions Options;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_CONDITIONAL_CALL_H
