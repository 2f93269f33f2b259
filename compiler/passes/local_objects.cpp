//===- local_objects.cpp - Objects in local memory ------------------------===//
//
// See local_objects.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/local_objects.h"

#include "compiler/ir/variable_addresses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned LocalSpace = 3;

/// The classes, by their names in IR.
constexpr StringLiteral StaticClass =
    "class.sycl::_V1::ext::oneapi::experimental::work_group_static";
constexpr StringLiteral ClassOfCall = "class.sycl::_V1::detail::object_of_call";

/// Specializations of one template are numbered: `name.5`.
bool isNamed(const StructType &Type, StringRef Name) {
  StringRef Rest = Type.hasName() ? Type.getName() : "";
  if (!Rest.consume_front(Name))
    return false;
  return Rest.empty() || (Rest.consume_front(".") && all_of(Rest, isDigit));
}

Type *elementOf(Type *Ty) {
  while (auto *Array = dyn_cast<ArrayType>(Ty))
    Ty = Array->getElementType();
  return Ty;
}

bool isOfCall(Type *Ty) {
  auto *Struct = dyn_cast<StructType>(elementOf(Ty));
  return Struct && isNamed(*Struct, ClassOfCall);
}

bool isLocalObject(Type *Ty) {
  auto *Struct = dyn_cast<StructType>(elementOf(Ty));
  return Struct &&
         (isNamed(*Struct, StaticClass) || isNamed(*Struct, ClassOfCall));
}

/// Whether a member, or a member of one, is a local object.
bool hasLocalMember(Type *Ty) {
  SmallVector<Type *, 8> Open{elementOf(Ty)};
  while (!Open.empty()) {
    auto *Struct = dyn_cast<StructType>(Open.pop_back_val());
    if (!Struct)
      continue;
    for (Type *Member : Struct->elements()) {
      if (isLocalObject(Member))
        return true;
      Open.push_back(elementOf(Member));
    }
  }
  return false;
}

class LocalObjects {
public:
  LocalObjects(Module &M, function_ref<void(const Function *)> Report)
      : M(M), Report(Report) {}

  void run() {
    // The first class of a name has just that name: hardly a source has one.
    if (!StructType::getTypeByName(M.getContext(), StaticClass) &&
        !StructType::getTypeByName(M.getContext(), ClassOfCall))
      return;
    SmallVector<GlobalVariable *> Globals;
    for (GlobalVariable &V : M.globals()) {
      if (isLocalObject(V.getValueType()))
        Globals.push_back(&V);
      else if (hasLocalMember(V.getValueType()) && !V.isConstant())
        Report(nullptr);
    }
    for (GlobalVariable *V : Globals)
      replaceGlobal(*V);
    for (Function &F : M)
      replaceVariables(F);
    for (auto &[F, Variables] : OfCalls)
      cloneForCalls(*F, Variables);
  }

private:
  GlobalVariable *makeVariable(Type *Ty, MaybeAlign Alignment,
                               GlobalValue::LinkageTypes Linkage,
                               bool IsDefinition) {
    auto *V =
        new GlobalVariable(M, Ty, /*isConstant=*/false, Linkage,
                           IsDefinition ? UndefValue::get(Ty) : nullptr, "",
                           nullptr, GlobalValue::NotThreadLocal, LocalSpace);
    V->setAlignment(Alignment);
    return V;
  }

  /// Clang generates generic addresses of all variables.
  void replaceCast(Instruction &Cast, GlobalVariable &V) {
    IRBuilder<> Builder(&Cast);
    Cast.replaceAllUsesWith(Builder.CreateAddrSpaceCast(
        createAddressCall(Builder, LocalVariableBuiltin, V), Cast.getType()));
    Cast.eraseFromParent();
  }

  void replaceGlobal(GlobalVariable &Old) {
    GlobalVariable *New = makeVariable(Old.getValueType(), Old.getAlign(),
                                       Old.getLinkage(), Old.hasInitializer());
    New->takeName(&Old);
    convertUsersOfConstantsToInstructions({&Old});
    for (User *U : make_early_inc_range(Old.users())) {
      if (auto *I = dyn_cast<AddrSpaceCastInst>(U))
        replaceCast(*I, *New);
    }
    if (Old.use_empty())
      Old.eraseFromParent();
    else
      Report(nullptr);
  }

  void replaceVariables(Function &F) {
    SmallVector<AllocaInst *> Objects;
    bool HasMembers = false;
    for (Instruction &I : instructions(F))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
        if (isLocalObject(Alloca->getAllocatedType()))
          Objects.push_back(Alloca);
        HasMembers |= hasLocalMember(Alloca->getAllocatedType());
      }
    if (HasMembers)
      Report(&F);
    for (AllocaInst *Object : Objects)
      replaceVariable(F, *Object);
  }

  void replaceVariable(Function &F, AllocaInst &Object) {
    Type *Ty = Object.getAllocatedType();
    GlobalVariable *New =
        makeVariable(Ty, Object.getAlign(), GlobalValue::InternalLinkage,
                     /*IsDefinition=*/true);
    New->setName(F.getName() + "." +
                 (Object.hasName() ? Object.getName() : "local"));
    if (isOfCall(Ty))
      OfCalls[&F].push_back(New);
    for (DbgVariableRecord *Record : findDVRDeclares(&Object))
      Record->eraseFromParent();
    for (User *U : make_early_inc_range(Object.users())) {
      auto *I = cast<Instruction>(U);
      if (isa<AddrSpaceCastInst>(I))
        replaceCast(*I, *New);
      else if (I->isLifetimeStartOrEnd())
        I->eraseFromParent();
    }
    if (Object.use_empty())
      Object.eraseFromParent();
    else
      Report(&F);
  }

  void cloneForCalls(Function &F, ArrayRef<GlobalVariable *> Variables) {
    SmallVector<CallBase *> Calls;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledOperand() == &F)
        Calls.push_back(Call);
    for (CallBase *Call : drop_begin(Calls, Calls.empty() ? 0 : 1)) {
      ValueToValueMapTy Map;
      for (GlobalVariable *V : Variables) {
        GlobalVariable *Copy =
            makeVariable(V->getValueType(), V->getAlign(),
                         GlobalValue::InternalLinkage, /*IsDefinition=*/true);
        Copy->setName(V->getName());
        Map[V] = Copy;
      }
      Function *Clone = CloneFunction(&F, Map);
      Clone->setComdat(nullptr);
      Clone->setLinkage(GlobalValue::InternalLinkage);
      Call->setCalledOperand(Clone);
    }
    // Other sources have calls of their own.
    F.setComdat(nullptr);
    F.setLinkage(GlobalValue::InternalLinkage);
  }

  Module &M;
  function_ref<void(const Function *)> Report;
  /// The variables of functions that are cloned.
  MapVector<Function *, SmallVector<GlobalVariable *, 1>> OfCalls;
};

} // namespace

void placeLocalObjects(Module &M, function_ref<void(const Function *)> Report) {
  LocalObjects(M, Report).run();
}

} // namespace facet
