//===- aspect_uses.cpp - What one function needs by itself ----------------===//
//
// See aspect_uses.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/aspect_uses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace facet {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TypeAspectMap::TypeAspectMap(const Module &M) {
  auto Decorate = [&](StringRef Name, const AspectSet &Aspects) {
    if (StructType *T = StructType::getTypeByName(M.getContext(), Name)) {
      AspectSet &Entry = Decorated[T];
      Entry = Entry.Union(Aspects);
    }
  };
  for (const TypeAspects &Type : readTypesThatUseAspects(M)) {
    Decorate(Type.TypeName, Type.Aspects);
    // The same class as a base: a struct of its own, without tail padding.
    Decorate(Type.TypeName + ".base", Type.Aspects);
  }
  if (std::optional<Aspect> Fp64 = AspectTable::read(M).numberOf("fp64"))
    Double.Insert(*Fp64);
}

AspectSet TypeAspectMap::ownAspects(Type *T) const {
  if (T->isDoubleTy())
    return Double;
  auto Found = Decorated.find(T);
  return Found == Decorated.end() ? AspectSet() : Found->second;
}

/// Types nest deeply in generated code, so this walks with a stack of its own:
/// a type is finished when it is met again after its members. (A type cannot
/// contain itself: pointers have no pointee.)
const AspectSet &TypeAspectMap::of(Type *Root) {
  SmallVector<Type *, 16> Stack{Root};
  while (!Stack.empty()) {
    Type *T = Stack.back();
    if (Known.contains(T)) {
      Stack.pop_back();
      continue;
    }
    bool Ready = true;
    for (Type *Member : T->subtypes())
      if (!Known.contains(Member)) {
        Stack.push_back(Member);
        Ready = false;
      }
    if (!Ready)
      continue;
    AspectSet Aspects = ownAspects(T);
    for (Type *Member : T->subtypes())
      if (const AspectSet &Inner = Known.find(Member)->second; !Inner.empty())
        Aspects = Aspects.Union(Inner);
    Known.try_emplace(T, std::move(Aspects));
    Stack.pop_back();
  }
  return Known.find(Root)->second;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

class UseCollector {
public:
  UseCollector(FunctionUses &Uses, TypeAspectMap &Types)
      : Uses(Uses), Types(Types) {}

  void visitSignature(const Function &F) {
    visitType(F.getFunctionType(), nullptr);
    visitAttributes(F.getAttributes(), nullptr);
  }

  void visitInstruction(const Instruction &I) {
    visitType(I.getType(), &I);
    for (Aspect A : readUsedAspects(I))
      addUse(A, &I);
    if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
      visitType(Alloca->getAllocatedType(), &I);
    else if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I))
      visitType(GEP->getSourceElementType(), &I);
    else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      visitType(Call->getFunctionType(), &I);
      visitAttributes(Call->getAttributes(), &I);
    }
    for (const Use &Operand : I.operands()) {
      visitType(Operand->getType(), &I);
      if (const auto *C = dyn_cast<Constant>(Operand))
        visitConstant(C, &I);
    }
  }

private:
  /// The first use counts; of those, one whose place is known (allocas have
  /// none) is better.
  void addUse(Aspect A, const Instruction *I) {
    auto [Found, IsNew] = Uses.Aspects.insert({A, I});
    if (!IsNew && I && I->getDebugLoc() &&
        (!Found->second || !Found->second->getDebugLoc()))
      Found->second = I;
  }

  void visitType(Type *T, const Instruction *I) {
    for (Aspect A : Types.of(T))
      addUse(A, I);
  }

  /// byval, sret and their like name the type that a pointer stands for.
  void visitAttributes(const AttributeList &Attributes, const Instruction *I) {
    for (AttributeSet Set : Attributes)
      for (const Attribute &A : Set)
        if (A.isTypeAttribute() && A.getValueAsType())
          visitType(A.getValueAsType(), I);
  }

  /// Follows constants to the globals and functions they name. A function whose
  /// address is taken may be called: it counts as a callee.
  void visitConstant(const Constant *Root, const Instruction *I) {
    SmallVector<const Constant *, 8> Stack{Root};
    while (!Stack.empty()) {
      const Constant *C = Stack.pop_back_val();
      if (isa<ConstantData>(C) || !Seen.insert(C).second)
        continue;
      visitType(C->getType(), I);
      if (const auto *F = dyn_cast<Function>(C)) {
        Uses.Callees.insert({F, I});
        continue;
      }
      if (const auto *G = dyn_cast<GlobalVariable>(C))
        visitType(G->getValueType(), I);
      else if (const auto *GEP = dyn_cast<GEPOperator>(C))
        visitType(GEP->getSourceElementType(), I);
      for (const Use &Operand : C->operands())
        if (const auto *Inner = dyn_cast<Constant>(Operand)) {
          visitType(Inner->getType(), I);
          Stack.push_back(Inner);
        }
    }
  }

  FunctionUses &Uses;
  TypeAspectMap &Types;
  SmallPtrSet<const Constant *, 16> Seen;
};

} // namespace

FunctionUses collectUses(const Function &F, TypeAspectMap &Types) {
  FunctionUses Uses;
  UseCollector Collector(Uses, Types);
  // Instructions first: they have source locations to report.
  for (const Instruction &I : instructions(F))
    Collector.visitInstruction(I);
  Collector.visitSignature(F);
  for (Aspect A : readUsedAspects(F))
    Uses.Aspects.insert({A, nullptr});
  return Uses;
}

} // namespace facet
