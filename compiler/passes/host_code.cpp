//===- host_code.cpp - Drop what no kernel reaches ------------------------===//
//
// See host_code.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/host_code.h"

#include "compiler/ir/sycl_metadata.h"
#include "compiler/ir/variable_addresses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral AnnotationsName = "llvm.global.annotations";

/// Itanium's vtables and construction vtables.
bool isVTable(const GlobalVariable &G) {
  return G.hasInitializer() &&
         (G.getName().starts_with("_ZTV") || G.getName().starts_with("_ZTC"));
}

/// \p C without the addresses of functions and type information. Offsets of
/// bases are integers, cast to pointers.
Constant *withoutAddresses(Constant *C) {
  if (C->getType()->isPointerTy())
    return isa<GlobalValue>(C->stripPointerCasts())
               ? Constant::getNullValue(C->getType())
               : C;
  SmallVector<Constant *, 8> Elements;
  for (Use &Operand : C->operands())
    Elements.push_back(withoutAddresses(cast<Constant>(Operand)));
  if (auto *Type = dyn_cast<StructType>(C->getType());
      Type && !Elements.empty())
    return ConstantStruct::get(Type, Elements);
  if (auto *Type = dyn_cast<ArrayType>(C->getType()); Type && !Elements.empty())
    return ConstantArray::get(Type, Elements);
  return C;
}

/// The global values that entry points reach.
class Reached {
public:
  explicit Reached(Module &M) {
    for (Function &F : M)
      if (isEntryPoint(F))
        enter(F);
    for (GlobalVariable &V : M.globals())
      if (V.hasAttribute(DeviceGlobalAttribute))
        enter(V);
    while (!Open.empty()) {
      const GlobalValue &Value = *Open.pop_back_val();
      for (const Use &Operand : Value.operands())
        follow(cast<Constant>(Operand.get()));
      if (const auto *F = dyn_cast<Function>(&Value))
        for (const Instruction &I : instructions(*F))
          for (const Use &Operand : I.operands())
            if (const auto *C = dyn_cast<Constant>(Operand))
              follow(C);
    }
  }

  bool contains(const GlobalValue &Value) const { return Live.contains(&Value); }

private:
  void enter(const GlobalValue &Value) {
    if (Live.insert(&Value).second)
      Open.push_back(&Value);
  }

  /// Constants between global values can be shared, and are visited once.
  void follow(const Constant *Root) {
    SmallVector<const Constant *, 8> Constants{Root};
    while (!Constants.empty()) {
      const Constant *C = Constants.pop_back_val();
      if (const auto *Value = dyn_cast<GlobalValue>(C)) {
        enter(*Value);
        continue;
      }
      if (isa<ConstantData>(C) || !Visited.insert(C).second)
        continue;
      for (const Use &Operand : C->operands())
        if (const auto *Inner = dyn_cast<Constant>(Operand))
          Constants.push_back(Inner);
    }
  }

  DenseSet<const GlobalValue *> Live;
  DenseSet<const Constant *> Visited;
  SmallVector<const GlobalValue *, 32> Open;
};

/// Annotations of the user's stay if what they are about stays.
void keepAnnotations(Module &M, const Reached &Live) {
  GlobalVariable *Old = M.getGlobalVariable(AnnotationsName);
  if (!Old || !Old->hasInitializer())
    return;
  SmallVector<Constant *, 16> Kept;
  for (Use &Element : Old->getInitializer()->operands()) {
    auto *About =
        dyn_cast<GlobalValue>(
            cast<Constant>(Element)->getOperand(0)->stripPointerCasts());
    if (About && Live.contains(*About))
      Kept.push_back(cast<Constant>(Element));
  }
  Constant *Initializer = nullptr;
  if (!Kept.empty())
    Initializer = ConstantArray::get(
        ArrayType::get(Kept.front()->getType(), Kept.size()), Kept);
  if (Initializer) {
    auto *New = new GlobalVariable(
        M, Initializer->getType(), Old->isConstant(), Old->getLinkage(),
        Initializer, "", nullptr, GlobalValue::NotThreadLocal,
        Old->getAddressSpace());
    New->copyAttributesFrom(Old);
    New->takeName(Old);
  }
  Old->setInitializer(nullptr);
  Old->eraseFromParent();
}

/// What annotations are made of: their texts and arguments. The lists of what
/// somebody uses unseen are in the same section: nobody does on devices.
bool isPartOfAnnotation(const GlobalValue &Value) {
  return Value.hasSection() && Value.getSection() == "llvm.metadata" &&
         !is_contained({"llvm.used", "llvm.compiler.used"}, Value.getName());
}

} // namespace

void dropHostCode(Module &M) {
  for (GlobalVariable &G : M.globals())
    if (isVTable(G))
      G.setInitializer(withoutAddresses(G.getInitializer()));
  Reached Live(M);
  keepAnnotations(M, Live);
  SmallVector<GlobalValue *, 64> Dead;
  for (GlobalValue &Value : M.global_values()) {
    auto *F = dyn_cast<Function>(&Value);
    if (!Live.contains(Value) && Value.getName() != AnnotationsName &&
        !isPartOfAnnotation(Value) && !(F && F->isIntrinsic()))
      Dead.push_back(&Value);
  }
  // Bodies and initializers first: dead values refer to each other.
  for (GlobalValue *Value : Dead) {
    if (auto *F = dyn_cast<Function>(Value))
      F->deleteBody();
    else if (auto *G = dyn_cast<GlobalVariable>(Value))
      G->setInitializer(nullptr);
    else
      Value->dropAllReferences();
  }
  for (GlobalValue *Value : Dead) {
    Value->removeDeadConstantUsers();
    // Debug information and the like may still name it.
    Value->replaceAllUsesWith(PoisonValue::get(Value->getType()));
    Value->eraseFromParent();
  }
}

} // namespace facet
