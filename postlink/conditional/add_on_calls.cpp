//===- add_on_calls.cpp - Conditional calls that add-on images answer -----===//
//
// See add_on_calls.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/add_on_calls.h"

#include "compiler/ir/module_graph.h"
#include "compiler/support/bitcode.h"
#include "compiler/support/tool.h"
#include "postlink/conditional/plain_calls.h"
#include "postlink/retarget/local_arena.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

#include <set>

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral AddOnFunction = "sycl_add_on_function";

/// The function of another image that \p Name stands for.
Function &importOf(StringRef Name, const Function &Action, Module &M) {
  if (Function *Known = M.getFunction(Name))
    return *Known;
  Function *Import =
      Function::Create(answerType(Action), GlobalValue::ExternalLinkage,
                       Action.getAddressSpace(), Name, &M);
  Import->setCallingConv(Action.getCallingConv());
  Import->setConvergent();
  Import->setDoesNotThrow();
  return *Import;
}

} // namespace

std::string addOnFunctionName(StringRef Action, StringRef Id) {
  return (Action + "." + Id).str();
}

StringRef addOnFunctionOf(const CallBase &Call) {
  const MDNode *Node = Call.getMetadata(AddOnFunction);
  if (!Node || Node->getNumOperands() != 1)
    return "";
  const auto *Name = dyn_cast<MDString>(Node->getOperand(0));
  return Name ? Name->getString() : StringRef();
}

void setAddOnFunction(CallBase &Call, StringRef Name) {
  LLVMContext &Context = Call.getContext();
  Call.setMetadata(AddOnFunction,
                   MDNode::get(Context, MDString::get(Context, Name)));
}

std::vector<CallBase *> conditionalCallsIn(Function &F) {
  std::vector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && isConditionalCall(*Call))
      Calls.push_back(Call);
  return Calls;
}

Expected<ConditionalCall> requireConditionalCall(const CallBase &Call) {
  std::string Problem;
  if (auto Parts = readConditionalCall(Call, &Problem))
    return std::move(*Parts);
  return makeError(textOf<Message::err_conditional_malformed>(
      functionNameForUser(Call.getFunction()->getName()), Problem));
}

bool hasConditionalCalls(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.isDeclaration() && isConditionalCaller(F) && !F.use_empty();
  });
}

Expected<std::vector<std::string>> callAddOns(Module &M) {
  std::set<std::string> Names;
  for (Function &F : M)
    for (CallBase *Call : conditionalCallsIn(F)) {
      StringRef Name = addOnFunctionOf(*Call);
      if (Name.empty())
        continue;
      Expected<ConditionalCall> Parts = requireConditionalCall(*Call);
      if (!Parts)
        return Parts.takeError();
      Names.insert(Name.str());
      replaceByPlainCall(*Call, *Parts, importOf(Name, *Parts->Action, M));
    }
  eraseUnreachable(M);
  return std::vector<std::string>(Names.begin(), Names.end());
}

std::vector<std::string> exportAddOnFunctions(Module &M) {
  std::vector<Function *> Functions;
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasExternalLinkage())
      Functions.push_back(&F);
  std::vector<std::string> Names;
  for (Function *F : Functions) {
    if (F->hasFnAttribute(attribute::UsesLocalArena))
      F = takeLocalArena(*F);
    Names.push_back(F->getName().str());
  }
  return Names;
}

void eraseUnreachable(Module &M) {
  SmallVector<const GlobalValue *, 16> Roots;
  for (const GlobalValue &Value : M.global_values())
    if (!Value.isDeclaration() && !Value.hasLocalLinkage())
      Roots.push_back(&Value);
  std::vector<const GlobalValue *> Reached =
      ModuleGraph(M).reachableFrom(Roots);
  SmallPtrSet<const GlobalValue *, 32> Kept(Reached.begin(), Reached.end());
  std::vector<GlobalValue *> Erased;
  for (GlobalValue &Value : M.global_values())
    if (!Kept.contains(&Value))
      Erased.push_back(&Value);
  for (GlobalValue *Value : Erased) {
    if (auto *F = dyn_cast<Function>(Value))
      F->deleteBody();
    else if (auto *V = dyn_cast<GlobalVariable>(Value))
      V->setInitializer(nullptr);
    else
      cast<User>(Value)->dropAllReferences();
  }
  for (GlobalValue *Value : Erased) {
    Value->removeDeadConstantUsers();
    // What is left are mentions in metadata, and in constants of no value.
    Value->replaceAllUsesWith(PoisonValue::get(Value->getType()));
    Value->eraseFromParent();
  }
}

} // namespace facet
