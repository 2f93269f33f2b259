//===- aspect_uses.cpp - What one function needs by itself ----------------===//
//
// See aspect_uses.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/aspect_uses.h"

#include "compiler/ir/source_uses.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace facet {

AspectUses::AspectUses(const Module &M, UseSetPool &Pool, AspectSources Sources)
    : Pool(Pool), Sources(Sources),
      UsedAspectsKind(M.getContext().getMDKindID(metadata::UsedAspects)),
      DeclaredAspectsKind(
          M.getContext().getMDKindID(metadata::DeclaredAspects)),
      ConditionallyUsedAspectsKind(
          M.getContext().getMDKindID(metadata::ConditionallyUsedAspects)),
      FoldedDoubleKind(M.getContext().getMDKindID(metadata::FoldedDouble)) {
  auto Decorate = [&](StringRef Name, const AspectSet &Aspects) {
    if (StructType *T = StructType::getTypeByName(M.getContext(), Name)) {
      Set &Entry = Decorated[T];
      Entry = Pool.unite(Entry, Pool.get(Aspects));
    }
  };
  for (const TypeAspects &Type : readTypesThatUseAspects(M)) {
    Decorate(Type.TypeName, Type.Aspects);
    // The same class as a base: a struct of its own, without tail padding.
    Decorate(Type.TypeName + ".base", Type.Aspects);
  }
  if (Sources != AspectSources::All)
    return;
  if (std::optional<Aspect> Fp64 = AspectTable::read(M).numberOf("fp64"))
    Decorated[Type::getDoubleTy(M.getContext())] = Pool.get(AspectSet{*Fp64});
}

/// Types nest deeply in generated code, so this walks with a stack of its own:
/// a type is finished when it is met again after its members. (A type cannot
/// contain itself: pointers have no pointee.)
AspectUses::Set AspectUses::computeType(Type *Root) {
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
    Set Aspects = Decorated.lookup(T);
    for (Type *Member : T->subtypes())
      Aspects = Pool.unite(Aspects, Known.lookup(Member));
    Known.try_emplace(T, Aspects);
    Stack.pop_back();
  }
  return Known.lookup(Root);
}

/// byval, sret and their like name the type that a pointer stands for. Lists of
/// attributes are uniqued: calls of one function mostly share theirs.
AspectUses::Set AspectUses::ofAttributes(AttributeList Attributes) {
  if (Attributes.isEmpty())
    return UseSetPool::Empty;
  auto [Found, IsNew] =
      KnownAttributes.try_emplace(Attributes.getRawPointer(), 0);
  if (!IsNew)
    return Found->second;
  Set Aspects = UseSetPool::Empty;
  for (AttributeSet OfOne : Attributes)
    for (const Attribute &A : OfOne)
      if (A.isTypeAttribute() && A.getValueAsType())
        Aspects = Pool.unite(Aspects, ofType(A.getValueAsType()));
  KnownAttributes[Attributes.getRawPointer()] = Aspects;
  return Aspects;
}

/// Constants without operands refer to nothing, and intrinsics do not either,
/// unless a pass has attached something.
static bool isWorthVisiting(const Constant &C) {
  if (isa<ConstantData>(C))
    return false;
  const auto *F = dyn_cast<Function>(&C);
  return !F || !F->isIntrinsic() || F->hasMetadata();
}

AspectUses::Set AspectUses::ofOperands(const User &U, Reference Refer) {
  Set Aspects = UseSetPool::Empty;
  for (const Use &Operand : U.operands())
    if (const auto *C = dyn_cast<Constant>(Operand)) {
      Aspects = Pool.unite(Aspects, ofType(C->getType()));
      if (isWorthVisiting(*C))
        Refer(C);
    }
  return Aspects;
}

AspectUses::Set AspectUses::ofNode(const MDNode &Aspects) {
  auto [Found, IsNew] = KnownNodes.try_emplace(&Aspects);
  if (IsNew)
    Found->second = Pool.get(readAspects(Aspects));
  return Found->second;
}

AspectUses::Set AspectUses::ofInstruction(const Instruction &I,
                                          Reference Refer) {
  Set Aspects = Pool.unite(ofType(I.getType()), ofOperands(I, Refer));
  if (I.hasMetadataOtherThanDebugLoc())
    if (const MDNode *Node = I.getMetadata(UsedAspectsKind))
      Aspects = Pool.unite(Aspects, ofNode(*Node));
  switch (I.getOpcode()) {
  case Instruction::Alloca:
    return Pool.unite(Aspects,
                      ofType(cast<AllocaInst>(I).getAllocatedType()));
  case Instruction::GetElementPtr:
    return Pool.unite(
        Aspects, ofType(cast<GetElementPtrInst>(I).getSourceElementType()));
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return Pool.unite(Aspects, ofAttributes(cast<CallBase>(I).getAttributes()));
  default:
    return Aspects;
  }
}

AspectUses::Set AspectUses::ofInstructionAndOperands(const Instruction &I) {
  Set Aspects = ofInstruction(I, [](const Constant *) {});
  for (const Use &Operand : I.operands())
    Aspects = Pool.unite(Aspects, ofType(Operand->getType()));
  return Aspects;
}

AspectUses::Set AspectUses::ofSignature(const Function &F, Reference Refer) {
  Set Aspects =
      Pool.unite(ofType(F.getFunctionType()), ofAttributes(F.getAttributes()));
  // A personality, prefix data and the like.
  Aspects = Pool.unite(Aspects, ofOperands(F, Refer));
  if (!F.hasMetadata())
    return Aspects;
  // One look-up for all kinds: functions have few attachments.
  SmallVector<std::pair<unsigned, MDNode *>, 8> Attachments;
  F.getAllMetadata(Attachments);
  for (auto [Kind, Node] : Attachments) {
    if (Kind == DeclaredAspectsKind || Kind == UsedAspectsKind)
      Aspects = Pool.unite(Aspects, ofNode(*Node));
    else if (Kind == ConditionallyUsedAspectsKind)
      Aspects = Pool.unite(Aspects, Pool.get(readConditionallyUsedAspects(F)));
    else if (Kind == FoldedDoubleKind && Sources == AspectSources::All)
      Aspects = Pool.unite(Aspects, Pool.get(AspectSet{FoldedDoubleAspect}));
  }
  return Aspects;
}

AspectUses::Set AspectUses::ofConstant(const Constant &C, Reference Refer) {
  Set Aspects = Pool.unite(ofType(C.getType()), ofOperands(C, Refer));
  if (const auto *G = dyn_cast<GlobalValue>(&C))
    return Pool.unite(Aspects, ofType(G->getValueType()));
  if (const auto *GEP = dyn_cast<GEPOperator>(&C))
    return Pool.unite(Aspects, ofType(GEP->getSourceElementType()));
  return Aspects;
}

} // namespace facet
