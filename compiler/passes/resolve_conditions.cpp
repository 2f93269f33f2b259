//===- resolve_conditions.cpp - Pass: conditional calls for one target ----===//
//
// See resolve_conditions.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/resolve_conditions.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/conditional_call.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include <utility>

using namespace llvm;

namespace facet {
namespace {

Error malformed(const Function &F, const std::string &Why) {
  return createStringError(textOf<Message::err_conditional_malformed>(
      nameForUser(F.getName()), Why));
}

/// All conditional calls, or the first malformed one.
Expected<std::vector<std::pair<CallBase *, ConditionalCall>>>
findCalls(Module &M) {
  std::vector<std::pair<CallBase *, ConditionalCall>> Calls;
  for (Function &F : M) {
    if (!F.isDeclaration() || !isConditionalCaller(F))
      continue;
    for (Use &U : F.uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (!Call || !Call->isCallee(&U))
        return malformed(F, "it is not called");
      std::string Problem;
      std::optional<ConditionalCall> Parts =
          readConditionalCall(*Call, &Problem);
      if (!Parts)
        return malformed(F, Problem);
      Calls.push_back({Call, std::move(*Parts)});
    }
  }
  return Calls;
}

} // namespace

/// Whether a conditional call is made.
using Decision = function_ref<bool(const CallBase &, const Condition &)>;

/// \p Target: for what functions use under conditions.
static Error resolve(Module &M, Decision IsMade, const ConditionFacts *Target,
                     DenseSet<const Function *> *Called) {
  auto Calls = findCalls(M);
  if (!Calls)
    return Calls.takeError();
  std::vector<std::pair<Function *, std::vector<ConditionalAspects>>> Users;
  for (Function &F : M) {
    // What it has goes with it.
    if (F.isDeclaration() && isConditionalCaller(F))
      continue;
    std::string Problem;
    std::vector<ConditionalAspects> Pairs =
        readConditionallyUsedAspects(F, &Problem);
    if (!Problem.empty())
      return malformed(F, Problem);
    // A node without pairs goes like all others.
    if (F.hasMetadata() && F.getMetadata(metadata::ConditionallyUsedAspects))
      Users.push_back({&F, std::move(Pairs)});
  }

  for (auto &[Call, Parts] : *Calls) {
    if (IsMade(*Call, Parts.When)) {
      createPlainCall(*Parts.Action, Parts.Callable, *Call);
      if (Called)
        Called->insert(Parts.Action);
    }
    Call->eraseFromParent();
  }
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && isConditionalCaller(F))
      F.eraseFromParent();
  for (auto &[F, Pairs] : Users) {
    AspectSet Used = readUsedAspects(*F);
    for (const ConditionalAspects &Pair : Pairs)
      if (!Target || EvaluateCondition(Pair.when, *Target))
        Used = Used.Union(Pair.aspects);
    writeUsedAspects(*F, Used);
    writeConditionallyUsedAspects(*F, {});
  }
  return Error::success();
}

Error ResolveConditions(Module &M, const ConditionFacts &Target,
                        DenseSet<const Function *> *Called) {
  return resolve(
      M,
      [&](const CallBase &, const Condition &When) {
        return EvaluateCondition(When, Target);
      },
      &Target, Called);
}

static StringRef decisionOf(const CallBase &Call) {
  const auto *Caller = dyn_cast<Function>(Call.getCalledOperand());
  return Caller ? Caller->getFnAttribute(attribute::ConditionHolds)
                      .getValueAsString()
                : "";
}

bool isDecidedByHeaders(const Module &M) {
  return any_of(M, [](const Function &F) {
    return isConditionalCaller(F) && F.hasFnAttribute(attribute::ConditionHolds);
  });
}

Error ResolveDecidedConditions(Module &M) {
  return resolve(
      M,
      [](const CallBase &Call, const Condition &) {
        return decisionOf(Call) == "1";
      },
      nullptr, nullptr);
}

PreservedAnalyses ResolveConditionsPass::run(Module &M,
                                             ModuleAnalysisManager &) {
  if (Error E = ResolveConditions(M, Target))
    M.getContext().diagnose(
        DiagnosticInfoGeneric(Twine(toString(std::move(E))), DS_Error));
  return PreservedAnalyses::none();
}

} // namespace facet
