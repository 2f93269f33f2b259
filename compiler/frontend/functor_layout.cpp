//===- functor_layout.cpp - Where a function object has its members -------===//
//
// See functor_layout.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/functor_layout.h"

#include "compiler/frontend/header_classes.h"
#include "compiler/frontend/plugins/early_action.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StableHashing.h"

using namespace clang;

namespace facet {
namespace {

/// What the bytes of a type hold. Signs and names are left out: what differs in
/// them only reads the same bytes.
enum class Kind : uint64_t { Record, Array, Integer, Real, Pointer, Other };

class LayoutHasher {
public:
  explicit LayoutHasher(ASTContext &Context) : Context(Context) {}

  uint64_t hashOf(QualType Type) {
    Type = Context.getCanonicalType(Type).getUnqualifiedType();
    if (const auto *Record = Type->getAsCXXRecordDecl())
      return hashOfRecord(*Record);
    if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
      return llvm::stable_hash_combine(uint64_t(Kind::Array),
                                       Array->getZExtSize(),
                                       hashOf(Array->getElementType()));
    const uint64_t Size = Type->isReferenceType()
                              ? Context.getTypeSize(Context.VoidPtrTy)
                              : Context.getTypeSize(Type);
    return llvm::stable_hash_combine(uint64_t(kindOf(*Type)), Size);
  }

private:
  static Kind kindOf(const clang::Type &Type) {
    if (Type.isIntegralOrEnumerationType())
      return Kind::Integer;
    if (Type.isFloatingType())
      return Kind::Real;
    if (Type.isAnyPointerType() || Type.isReferenceType())
      return Kind::Pointer;
    return Kind::Other;
  }

  uint64_t hashOfRecord(const CXXRecordDecl &Record) {
    const CXXRecordDecl *Definition = Record.getDefinition();
    if (!Definition || Definition->isInvalidDecl())
      return 0;
    if (auto Known = Records.find(Definition); Known != Records.end())
      return Known->second;
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Definition);
    SmallVector<uint64_t, 32> Parts = {
        uint64_t(Kind::Record), uint64_t(Layout.getSize().getQuantity())};
    auto AddBase = [&](const CXXBaseSpecifier &Base, CharUnits Offset) {
      llvm::append_values(Parts, uint64_t(Context.toBits(Offset)),
                    hashOf(Base.getType()));
    };
    for (const CXXBaseSpecifier &Base : Definition->bases())
      if (!Base.isVirtual())
        AddBase(Base,
                Layout.getBaseClassOffset(Base.getType()->getAsCXXRecordDecl()));
    for (const CXXBaseSpecifier &Base : Definition->vbases())
      AddBase(Base,
              Layout.getVBaseClassOffset(Base.getType()->getAsCXXRecordDecl()));
    for (const FieldDecl *Field : Definition->fields())
      llvm::append_values(Parts, Layout.getFieldOffset(Field->getFieldIndex()),
                    uint64_t(Field->isBitField() ? Field->getBitWidthValue()
                                                 : 0),
                    hashOf(Field->getType()));
    return Records[Definition] = llvm::stable_hash_combine(Parts);
  }

  ASTContext &Context;
  llvm::DenseMap<const CXXRecordDecl *, uint64_t> Records;
};

class LayoutConsumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }

  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override {
    auto *Var = dyn_cast<VarTemplateSpecializationDecl>(D);
    if (!Var || !isDetailOfHeaders(*Var, "functor_layout"))
      return;
    const QualType Type = Var->getType().getUnqualifiedType();
    const QualType Functor = Var->getTemplateArgs().get(0).getAsType();
    Var->setInit(IntegerLiteral::Create(
        *Context,
        llvm::APInt(Context->getTypeSize(Type),
                    functorLayout(*Context, Functor)),
        Type, Var->getLocation()));
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

uint64_t functorLayout(ASTContext &Context, QualType Functor) {
  const uint64_t Size = Context.getTypeSizeInChars(Functor).getQuantity();
  const uint64_t Places = LayoutHasher(Context).hashOf(Functor);
  return (Places | 1) << 32 | (Size & 0xffffffff);
}

void setHostFunctorLayouts() {
  static FrontendPluginRegistry::Add<ConsumerAction<LayoutConsumer>> Registered(
      "facet-functor-layouts", "");
}

} // namespace facet
