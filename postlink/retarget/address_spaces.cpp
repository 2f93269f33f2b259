//===- address_spaces.cpp - SPIR-V address spaces to a target's -----------===//
//
// See address_spaces.h. LLVM offers no "change the type of this value"; so
// globals and functions are made anew, bodies are moved over and instructions
// are rewritten in place by RemapInstruction.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/address_spaces.h"

#include "compiler/support/tool.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "postlink/retarget/kernels.h"
#include "targets/family.h"

using namespace llvm;

namespace facet {
namespace {

//===-- Types -------------------------------------------------------------===//

class TypeMap : public ValueMapTypeRemapper {
public:
  TypeMap(LLVMContext &Context, const CodeModel &Target)
      : Context(Context), Target(Target) {}

  Type *remapType(Type *Ty) override {
    if (auto Found = Known.find(Ty); Found != Known.end())
      return Found->second;
    Type *Result = rebuild(Ty);
    Known[Ty] = Result;
    return Result;
  }

  /// A type that has no counterpart, if one was met.
  Type *unsupported() const { return Unsupported; }

private:
  template <class Range> SmallVector<Type *> remapAll(Range &&Types) {
    SmallVector<Type *> Result;
    for (Type *Ty : Types)
      Result.push_back(remapType(Ty));
    return Result;
  }

  Type *rebuildStruct(StructType *Ty) {
    if (Ty->isOpaque())
      return Ty;
    SmallVector<Type *> Fields = remapAll(Ty->elements());
    if (ArrayRef<Type *>(Fields) == Ty->elements())
      return Ty;
    if (Ty->isLiteral())
      return StructType::get(Context, Fields, Ty->isPacked());
    return StructType::create(Context, Fields, Ty->getName(), Ty->isPacked());
  }

  Type *rebuild(Type *Ty) {
    switch (Ty->getTypeID()) {
    case Type::PointerTyID: {
      unsigned Space = Ty->getPointerAddressSpace();
      if (Space >= std::size(Target.address_spaces)) {
        Unsupported = Ty;
        return Ty;
      }
      return PointerType::get(Context, Target.address_spaces[Space]);
    }
    case Type::ArrayTyID:
      return ArrayType::get(remapType(Ty->getArrayElementType()),
                            Ty->getArrayNumElements());
    case Type::FixedVectorTyID: {
      auto *Vector = cast<FixedVectorType>(Ty);
      return FixedVectorType::get(remapType(Vector->getElementType()),
                                  Vector->getNumElements());
    }
    case Type::FunctionTyID: {
      auto *Function = cast<FunctionType>(Ty);
      return FunctionType::get(remapType(Function->getReturnType()),
                               remapAll(Function->params()),
                               Function->isVarArg());
    }
    case Type::StructTyID:
      return rebuildStruct(cast<StructType>(Ty));
    case Type::TargetExtTyID:
      Unsupported = Ty;
      return Ty;
    default:
      return Ty;
    }
  }

  LLVMContext &Context;
  const CodeModel &Target;
  DenseMap<Type *, Type *> Known;
  Type *Unsupported = nullptr;
};

//===-- Constants ---------------------------------------------------------===//

/// Rebuilds constants. Global values come from the map that the module rewrite
/// fills; everything else is made anew around them.
class ConstantMap : public ValueMaterializer {
public:
  ConstantMap(TypeMap &Types, const CodeModel &Target, const DataLayout &Old,
              const DataLayout &New, ValueToValueMapTy &Values)
      : Types(Types), Target(Target), Old(Old), New(New), Values(Values) {}

  Value *materialize(Value *V) override {
    auto *C = dyn_cast<Constant>(V);
    if (!C || isa<GlobalValue>(C))
      return nullptr;
    Constant *Result = remap(C);
    return Result == C ? nullptr : Result;
  }

  Constant *remap(Constant *C) {
    if (isa<GlobalValue>(C)) {
      auto Found = Values.find(C);
      return Found == Values.end() || !Found->second
                 ? C
                 : cast<Constant>(&*Found->second);
    }
    Type *Ty = Types.remapType(C->getType());
    if (isa<ConstantPointerNull>(C))
      return nullPointer(C->getType(), cast<PointerType>(Ty));
    if (isa<PoisonValue>(C))
      return PoisonValue::get(Ty);
    if (isa<UndefValue>(C))
      return UndefValue::get(Ty);
    if (isa<ConstantAggregateZero>(C))
      return Constant::getNullValue(Ty);
    if (auto *Expression = dyn_cast<ConstantExpr>(C))
      return remapExpression(Expression, Ty);
    if (isa<ConstantAggregate>(C))
      return remapAggregate(C, Ty);
    return C;
  }

private:
  // The cast of generic null is, by definition, null there.
  Constant *nullPointer(Type *OldTy, PointerType *NewTy) {
    unsigned Space = OldTy->getPointerAddressSpace();
    if (Target.null_is_zero || (Space != 0 && Space != 3))
      return ConstantPointerNull::get(NewTy);
    auto *Generic =
        PointerType::get(NewTy->getContext(), Target.generic_space());
    return ConstantExpr::getAddrSpaceCast(ConstantPointerNull::get(Generic),
                                          NewTy);
  }

  SmallVector<Constant *> remapOperands(Constant *C) {
    SmallVector<Constant *> Operands;
    for (Value *Operand : C->operands())
      Operands.push_back(remap(cast<Constant>(Operand)));
    return Operands;
  }

  Constant *remapAggregate(Constant *C, Type *Ty) {
    SmallVector<Constant *> Operands = remapOperands(C);
    if (auto *Struct = dyn_cast<StructType>(Ty))
      return ConstantStruct::get(Struct, Operands);
    if (auto *Array = dyn_cast<ArrayType>(Ty))
      return ConstantArray::get(Array, Operands);
    return ConstantVector::get(Operands);
  }

  Constant *remapExpression(ConstantExpr *C, Type *Ty) {
    if (C->getOpcode() == Instruction::AddrSpaceCast) {
      Constant *Operand = remap(C->getOperand(0));
      return Operand->getType() == Ty
                 ? Operand
                 : ConstantExpr::getAddrSpaceCast(Operand, Ty);
    }
    if (auto *Offset = dyn_cast<GEPOperator>(C)) {
      APInt Bytes(Old.getIndexTypeSizeInBits(Offset->getPointerOperandType()),
                  0);
      if (Offset->accumulateConstantOffset(Old, Bytes)) {
        Constant *Base = remap(cast<Constant>(Offset->getPointerOperand()));
        return ConstantExpr::getGetElementPtr(
            Type::getInt8Ty(C->getContext()), Base,
            ConstantInt::getSigned(New.getIndexType(Base->getType()),
                                   Bytes.getSExtValue()),
            Offset->getNoWrapFlags());
      }
    }
    SmallVector<Constant *> Operands = remapOperands(C);
    return C->getWithOperands(Operands, Ty);
  }

  TypeMap &Types;
  const CodeModel &Target;
  const DataLayout &Old;
  const DataLayout &New;
  ValueToValueMapTy &Values;
};

//===-- The module --------------------------------------------------------===//

class ModuleRewrite {
public:
  ModuleRewrite(Module &M, const CodeModel &Target, const DataLayout &New)
      : M(M), Target(Target), Old(M.getDataLayout()), New(New),
        Types(M.getContext(), Target),
        Constants(Types, Target, Old, this->New, Values) {}

  Error run() {
    resolveAliases();
    if (Error E = writeLayoutsInBytes())
      return E;
    M.setTargetTriple(Triple(StringRef(Target.triple)));
    M.setDataLayout(New);
    replaceGlobals();
    replaceFunctions();
    for (Function &F : M)
      rewriteBody(F);
    moveInitializers();
    for (Function &F : M)
      dropNoOpCasts(F);
    if (Error E = eraseReplaced())
      return E;
    remangleIntrinsics();
    if (Type *Ty = Types.unsupported()) {
      std::string Text;
      raw_string_ostream(Text) << *Ty;
      return makeError(textOf<Message::err_type_of_other_target>(Text));
    }
    return Error::success();
  }

private:
  /// An alias has a type of its own; no target needs one.
  void resolveAliases() {
    for (GlobalAlias &Alias : make_early_inc_range(M.aliases())) {
      Alias.replaceAllUsesWith(Alias.getAliasee());
      Alias.eraseFromParent();
    }
  }

  bool layoutDiffers(Type *Ty) {
    if (!Ty->isSized())
      return false;
    auto [Entry, Inserted] = Differs.try_emplace(Ty, false);
    if (!Inserted)
      return Entry->second;
    bool Result = computeLayoutDiffers(Ty);
    Differs[Ty] = Result;
    return Result;
  }

  bool computeLayoutDiffers(Type *Ty) {
    Type *NewTy = Types.remapType(Ty);
    if (Old.getTypeAllocSize(Ty) != New.getTypeAllocSize(NewTy))
      return true;
    if (auto *Array = dyn_cast<ArrayType>(Ty))
      return layoutDiffers(Array->getElementType());
    auto *Struct = dyn_cast<StructType>(Ty);
    if (!Struct)
      return false;
    const StructLayout *Before = Old.getStructLayout(Struct);
    const StructLayout *After = New.getStructLayout(cast<StructType>(NewTy));
    for (unsigned I = 0; I != Struct->getNumElements(); ++I)
      if (Before->getElementOffset(I) != After->getElementOffset(I) ||
          layoutDiffers(Struct->getElementType(I)))
        return true;
    return false;
  }

  Error writeLayoutsInBytes() {
    for (Function &F : M)
      for (Instruction &I : make_early_inc_range(instructions(F)))
        if (Error E = writeInBytes(I))
          return E;
    return Error::success();
  }

  Error writeInBytes(Instruction &I) {
    if (auto *Address = dyn_cast<GetElementPtrInst>(&I);
        Address && layoutDiffers(Address->getSourceElementType())) {
      IRBuilder<> Builder(Address);
      Value *Offset = emitGEPOffset(&Builder, Old, Address);
      Address->replaceAllUsesWith(
          Builder.CreatePtrAdd(Address->getPointerOperand(), Offset,
                               Address->getName(), Address->getNoWrapFlags()));
      Address->eraseFromParent();
      return Error::success();
    }
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && layoutDiffers(Alloca->getAllocatedType())) {
      Alloca->setAllocatedType(
          ArrayType::get(Type::getInt8Ty(M.getContext()),
                         Old.getTypeAllocSize(Alloca->getAllocatedType())));
      return Error::success();
    }
    if (isa<LoadInst, StoreInst>(I)) {
      Type *Ty = getLoadStoreType(&I);
      if (Ty->isAggregateType() && layoutDiffers(Ty))
        return makeError(textOf<Message::err_structure_with_pointers>(),
                         I.getFunction()->getName());
    }
    return Error::success();
  }

  void replaceGlobals() {
    SmallVector<GlobalVariable *> All;
    for (GlobalVariable &G : M.globals())
      All.push_back(&G);
    for (GlobalVariable *G : All) {
      unsigned Space = G->getAddressSpace();
      unsigned NewSpace = Space < std::size(Target.address_spaces)
                              ? Target.address_spaces[Space]
                              : Space;
      Type *Ty = Types.remapType(G->getValueType());
      if (NewSpace == Space && Ty == G->getValueType()) {
        Globals.push_back({G, G});
        continue;
      }
      auto *N =
          new GlobalVariable(M, Ty, G->isConstant(), G->getLinkage(), nullptr,
                             "", G, G->getThreadLocalMode(), NewSpace);
      N->copyAttributesFrom(G);
      N->setComdat(G->getComdat());
      N->copyMetadata(G, 0);
      N->takeName(G);
      Values[G] = N;
      Globals.push_back({G, N});
    }
  }

  AttributeList remapAttributes(AttributeList List) {
    for (unsigned Index : List.indexes())
      for (int Kind = Attribute::FirstTypeAttr; Kind <= Attribute::LastTypeAttr;
           ++Kind) {
        Attribute A = List.getAttributeAtIndex(
            Index, static_cast<Attribute::AttrKind>(Kind));
        if (!A.isValid() || !A.getValueAsType())
          continue;
        List = List.replaceAttributeTypeAtIndex(
            M.getContext(), Index, static_cast<Attribute::AttrKind>(Kind),
            Types.remapType(A.getValueAsType()));
      }
    return List;
  }

  void replaceFunctions() {
    SmallVector<Function *> All;
    for (Function &F : M)
      All.push_back(&F);
    for (Function *F : All) {
      auto *Ty = cast<FunctionType>(Types.remapType(F->getFunctionType()));
      if (Ty == F->getFunctionType()) {
        F->setAttributes(remapAttributes(F->getAttributes()));
        continue;
      }
      Function *N =
          Function::Create(Ty, F->getLinkage(), F->getAddressSpace(), "", &M);
      N->copyAttributesFrom(F);
      N->setAttributes(remapAttributes(F->getAttributes()));
      N->setComdat(F->getComdat());
      N->copyMetadata(F, 0);
      N->takeName(F);
      // takeName does not look the intrinsic up again.
      N->updateAfterNameChange();
      N->splice(N->begin(), F);
      for (auto [From, To] : zip(F->args(), N->args())) {
        Values[&From] = &To;
        To.takeName(&From);
      }
      Values[F] = N;
      Replaced.push_back(F);
    }
  }

  void rewriteBody(Function &F) {
    const RemapFlags Flags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block) {
        RemapInstruction(&I, Values, Flags, &Types, &Constants);
        RemapDbgRecordRange(&M, I.getDbgRecordRange(), Values, Flags, &Types,
                            &Constants);
      }
  }

  void moveInitializers() {
    for (auto [From, To] : Globals)
      if (From->hasInitializer())
        To->setInitializer(Constants.remap(From->getInitializer()));
    for (auto [From, To] : Globals)
      if (From != To && From->hasInitializer())
        From->setInitializer(nullptr);
  }

  static void dropNoOpCasts(Function &F) {
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I);
          Cast && Cast->getSrcTy() == Cast->getDestTy()) {
        Cast->replaceAllUsesWith(Cast->getPointerOperand());
        Cast->eraseFromParent();
      }
  }

  // Constant expressions are uniqued in the context and outlive the globals
  // they name: a dead one left behind would be a dangling use.
  static Error eraseGlobal(GlobalValue *G) {
    G->removeDeadConstantUsers();
    if (!G->use_empty())
      return makeError(textOf<Message::err_not_retargetable>(G->getName()));
    G->eraseFromParent();
    return Error::success();
  }

  Error eraseReplaced() {
    for (Function *F : Replaced)
      if (Error E = eraseGlobal(F))
        return E;
    for (auto [From, To] : Globals)
      if (From != To)
        if (Error E = eraseGlobal(From))
          return E;
    return Error::success();
  }

  void remangleIntrinsics() {
    for (Function &F : make_early_inc_range(M)) {
      if (!F.isIntrinsic())
        continue;
      if (auto Remangled = Intrinsic::remangleIntrinsicFunction(&F)) {
        F.replaceAllUsesWith(*Remangled);
        F.eraseFromParent();
      }
    }
  }

  Module &M;
  const CodeModel &Target;
  DataLayout Old;
  DataLayout New;
  TypeMap Types;
  ValueToValueMapTy Values;
  ConstantMap Constants;
  DenseMap<Type *, bool> Differs;
  SmallVector<std::pair<GlobalVariable *, GlobalVariable *>> Globals;
  SmallVector<Function *> Replaced;
};

} // namespace

Error remapAddressSpaces(Module &M, const CodeModel &Target,
                         const DataLayout &Layout) {
  return ModuleRewrite(M, Target, Layout).run();
}

} // namespace facet
