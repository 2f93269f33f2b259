//===- conditional_call.cpp - Conditional callers are declarations --------===//
//
// See conditional_call.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/conditional_call.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/names.h"
#include "compiler/ir/source_records.h"
#include "features/conditions/condition_manager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MD5.h"

#include <map>

using namespace llvm;

namespace facet {
namespace {

/// What a Conditional Caller calls, and who calls it when.
struct Caller {
  Function *F;
  CallBase *ActionCall = nullptr;
  struct Use {
    CallBase *Call;
    Condition When;
  };
  std::vector<Use> Uses = {};
};

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

class Examiner {
public:
  Examiner(const Module &M, const ConditionalCallOptions &Options)
      : Options(Options), Conditions(readArchitectureFacts(M)) {}

  bool failed() const { return Failed; }

  Caller examine(Function &F) {
    Caller Result{&F};
    // (Nobody can call a kernel.)
    if (F.getCallingConv() == CallingConv::SPIR_KERNEL ||
        !F.getReturnType()->isVoidTy() || F.isVarArg() || F.arg_empty() ||
        !F.getArg(0)->getType()->isPointerTy() ||
        !all_of(drop_begin(F.args()), [](const Argument &A) {
          return A.getType()->isIntegerTy(32);
        })) {
      report(F, nullptr, Message::err_conditional_caller_signature, {});
      return Result;
    }
    Result.ActionCall = findActionCall(F);
    checkUses(F);
    return Result;
  }

  /// Adds the call to its caller's uses.
  void examineCall(CallInst &Call, Caller &C) {
    std::string Problem;
    if (std::optional<Condition> When = readCondition(Call, 1, &Problem))
      C.Uses.push_back({&Call, Conditions.Write(Conditions.Read(*When))});
    else
      report(*C.F, &Call, Message::err_conditional_caller_condition, {Problem});
  }

private:
  CallBase *findActionCall(Function &F) {
    SmallVector<CallBase *, 2> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(I))
        Calls.push_back(Call);
    if (Calls.size() != 1) {
      report(F, Calls.empty() ? nullptr : Calls[1],
             Message::err_conditional_caller_calls,
             {std::to_string(Calls.size())});
      return nullptr;
    }
    if (!Calls.front()->getCalledFunction())
      report(F, Calls.front(), Message::err_conditional_function_pointer, {});
    return Calls.front();
  }

  void checkUses(Function &F) {
    F.removeDeadConstantUsers();
    for (Use &U : F.uses()) {
      auto *Call = dyn_cast<CallInst>(U.getUser());
      if (!Call || !Call->isCallee(&U) ||
          Call->getFunctionType() != F.getFunctionType())
        report(F, dyn_cast<Instruction>(U.getUser()),
               Message::err_conditional_caller_address, {});
    }
  }

  void report(const Function &F, const Instruction *Where, Message What,
              std::vector<std::string> More) {
    Failed = true;
    More.insert(More.begin(), nameForUser(F.getName()));
    if (Options.Report)
      Options.Report(
          ConditionalCallProblem{&F, Where, What, std::move(More)});
    else
      F.getContext().diagnose(
          DiagnosticInfoGeneric(Twine(textOf(What, More)), DS_Error));
  }

  const ConditionalCallOptions &Options;
  ConditionManager Conditions;
  bool Failed = false;
};

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

/// True if \p Call is `void @Action(callable)` and nothing more.
bool passesCallableOn(const Function &F, const CallBase &Call) {
  const Function &Action = *Call.getCalledFunction();
  return !isConditionalCaller(Action) && Call.getType()->isVoidTy() &&
         Call.arg_size() == 1 && !Call.getFunctionType()->isVarArg() &&
         Call.getFunctionType() == Action.getFunctionType() &&
         Call.getCallingConv() == Action.getCallingConv() &&
         Call.getArgOperand(0)->getType()->isPointerTy() &&
         Call.getArgOperand(0)->stripPointerCasts() == F.getArg(0);
}

/// Moves the body of \p F, which calls the callable in a way of its own, to a
/// function of the callable alone.
Function *makeAction(Function &F) {
  Module &M = *F.getParent();
  auto *Type = FunctionType::get(F.getReturnType(), {F.getArg(0)->getType()},
                                 /*isVarArg=*/false);
  Function *Action =
      Function::Create(Type, F.getLinkage(), F.getAddressSpace(),
                       F.getName() + ".action", &M);
  Action->setCallingConv(F.getCallingConv());
  Action->setUnnamedAddr(F.getUnnamedAddr());
  Action->setAttributes(AttributeList::get(
      F.getContext(), F.getAttributes().getFnAttrs(), {}, {}));
  Action->removeFnAttr(attribute::ConditionalCaller);
  Action->removeFnAttr(attribute::ConditionHolds);
  if (F.hasComdat())
    Action->setComdat(M.getOrInsertComdat(Action->getName()));
  Action->copyMetadata(&F, /*Offset=*/0);
  Action->splice(Action->begin(), &F);
  F.getArg(0)->replaceAllUsesWith(Action->getArg(0));
  Action->getArg(0)->takeName(F.getArg(0));
  for (Argument &A : drop_begin(F.args()))
    A.replaceAllUsesWith(Constant::getNullValue(A.getType()));
  return Action;
}

//===----------------------------------------------------------------------===//
// Callables
//===----------------------------------------------------------------------===//

/// The callee of a byval parameter gets a copy. There is no need for one if
/// nobody looks at \p Memory after the call: what the front end makes for an
/// argument is written, passed, and forgotten.
bool isForgottenAfter(const AllocaInst &Memory, const CallBase &Call) {
  SmallSetVector<const Instruction *, 8> Addresses;
  Addresses.insert(&Memory);
  for (size_t Next = 0; Next < Addresses.size(); ++Next)
    for (const User *U : Addresses[Next]->users()) {
      const auto *I = cast<Instruction>(U);
      if (isa<AddrSpaceCastInst, GetElementPtrInst>(I)) {
        Addresses.insert(I);
        continue;
      }
      if (I == &Call || I->isLifetimeStartOrEnd())
        continue;
      if (I->getParent() != Call.getParent() || !I->comesBefore(&Call))
        return false;
    }
  return true;
}

Value *copyOf(Value *Callable, Type *Pointee, MaybeAlign Align,
              CallBase &Before) {
  Function &F = *Before.getFunction();
  const DataLayout &Layout = F.getDataLayout();
  IRBuilder<> AtEntry(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Memory = AtEntry.CreateAlloca(Pointee);
  Memory->setAlignment(
      std::max(Align.valueOrOne(), Layout.getABITypeAlign(Pointee)));
  IRBuilder<>(&Before).CreateMemCpy(Memory, Memory->getAlign(), Callable, Align,
                                    Layout.getTypeAllocSize(Pointee));
  return Memory;
}

/// The address that the action gets.
Value *callableOf(CallBase &Call) {
  Value *Callable = Call.getArgOperand(0);
  if (!Call.isByValArgument(0))
    return Callable;
  auto *Memory = dyn_cast<AllocaInst>(Callable->stripPointerCasts());
  if (Memory && isForgottenAfter(*Memory, Call))
    return Callable;
  return copyOf(Callable, Call.getParamByValType(0), Call.getParamAlign(0),
                Call);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Thirty-two digits that follow from the functions of \p M.
std::string contentPrefix(const Module &M) {
  MD5 Hash;
  for (const Function &F : M) {
    Hash.update(F.getName());
    uint8_t Bytes[8];
    support::endian::write64le(Bytes, StructuralHash(F, /*Detailed=*/true));
    Hash.update(Bytes);
  }
  return std::string(Hash.final().digest());
}

class Rewriter {
public:
  Rewriter(Module &M, StringRef Prefix)
      : M(M), Name(("call_if_on_device_conditionally_" + Prefix + "_").str()),
        Never(NeverCondition()) {}

  void rewrite(const Caller &C, Function &Action) {
    // Calls of one caller can have conditions of several lengths, now that
    // they are normalised.
    std::map<size_t, Function *> Declarations;
    for (const Caller::Use &U : C.Uses) {
      if (U.When.empty()) {
        createPlainCall(Action, callableOf(*U.Call), *U.Call);
      } else if (U.When != Never) {
        Function *&Declaration = Declarations[U.When.size()];
        if (!Declaration)
          Declaration = declare(*C.F, Action, U.When.size());
        createConditionalCall(*Declaration, Action, U);
      }
      U.Call->eraseFromParent();
    }
    C.F->eraseFromParent();
  }

private:
  Function *declare(const Function &Caller, Function &Action, size_t Numbers) {
    SmallVector<Type *, 8> Parameters{Action.getType(),
                                      Action.getArg(0)->getType()};
    Parameters.append(Numbers, Type::getInt32Ty(M.getContext()));
    auto *FunctionTy = FunctionType::get(Type::getVoidTy(M.getContext()),
                                         Parameters, /*isVarArg=*/false);
    do
      ++Number;
    while (M.getNamedValue(Name + std::to_string(Number)));
    Function *Declaration =
        Function::Create(FunctionTy, GlobalValue::ExternalLinkage,
                         Action.getAddressSpace(),
                         Name + std::to_string(Number), &M);
    Declaration->setCallingConv(Action.getCallingConv());
    Declaration->addFnAttr(attribute::ConditionalCaller, "true");
    if (Attribute Holds = Caller.getFnAttribute(attribute::ConditionHolds);
        Holds.isValid())
      Declaration->addFnAttr(Holds);
    // An action may have a barrier in it.
    Declaration->setConvergent();
    Declaration->setDoesNotThrow();
    return Declaration;
  }

  void createConditionalCall(Function &Declaration, Function &Action,
                             const Caller::Use &U) {
    IRBuilder<> Builder(U.Call);
    SmallVector<Value *, 8> Arguments{
        &Action, castPointer(callableOf(*U.Call), Action.getArg(0)->getType(),
                             *U.Call)};
    for (int32_t Number : U.When)
      Arguments.push_back(Builder.getInt32(static_cast<uint32_t>(Number)));
    CallInst *Call = Builder.CreateCall(&Declaration, Arguments);
    Call->copyMetadata(*U.Call);
    Call->setCallingConv(Declaration.getCallingConv());
  }

  Module &M;
  std::string Name;
  Condition Never;
  unsigned Number = 0;
};

} // namespace

PreservedAnalyses ConditionalCallPass::run(Module &M, ModuleAnalysisManager &) {
  std::vector<Function *> Definitions;
  for (Function &F : M)
    if (!F.isDeclaration() && isConditionalCaller(F))
      Definitions.push_back(&F);
  if (Definitions.empty())
    return PreservedAnalyses::all();
  Examiner Examine(M, Options);
  MapVector<const Function *, Caller> Callers;
  for (Function *F : Definitions)
    Callers.insert({F, Examine.examine(*F)});
  // Calls in the module's order: a list of uses has one that nobody knows.
  if (!Examine.failed())
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (auto C = Callers.find(Call->getCalledFunction());
              C != Callers.end())
            Examine.examineCall(*Call, C->second);
  if (Examine.failed())
    return PreservedAnalyses::all();

  std::string Prefix = Options.UniquePrefix;
  if (Prefix.empty())
    Prefix = contentPrefix(M);
  // Actions first: the call in a caller's body may be a use of another caller.
  std::vector<Function *> Actions;
  for (const auto &[F, C] : Callers)
    Actions.push_back(passesCallableOn(*C.F, *C.ActionCall)
                          ? C.ActionCall->getCalledFunction()
                          : makeAction(*C.F));
  Rewriter Rewrite(M, Prefix);
  for (auto [C, Action] : zip(make_second_range(Callers), Actions))
    Rewrite.rewrite(C, *Action);
  return PreservedAnalyses::none();
}

} // namespace facet
