//===- functor_layout.cpp - Where a kernel's function object has its members =//
//
// See functor_layout.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/functor_layout.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace facet {
namespace {

/// FNV-1a over words: the same in each process, unlike llvm::hash_combine.
class Hash {
public:
  Hash &add(uint64_t Word) {
    for (int Shift = 0; Shift != 64; Shift += 8)
      Value = (Value ^ ((Word >> Shift) & 0xff)) * 0x100000001b3u;
    return *this;
  }
  uint64_t value() const { return Value; }

private:
  uint64_t Value = 0xcbf29ce484222325u;
};

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
      return Hash()
          .add(uint64_t(Kind::Array))
          .add(Array->getZExtSize())
          .add(hashOf(Array->getElementType()))
          .value();
    const uint64_t Size = Type->isReferenceType()
                              ? Context.getTypeSize(Context.VoidPtrTy)
                              : Context.getTypeSize(Type);
    return Hash().add(uint64_t(kindOf(*Type))).add(Size).value();
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
    // Classes do not contain themselves: no other entry of the class is made
    // meanwhile, but the table may grow.
    if (auto Known = Records.find(Definition); Known != Records.end())
      return Known->second;
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Definition);
    Hash Result;
    Result.add(uint64_t(Kind::Record)).add(Layout.getSize().getQuantity());
    auto AddBase = [&](const CXXBaseSpecifier &Base, CharUnits Offset) {
      Result.add(Context.toBits(Offset)).add(hashOf(Base.getType()));
    };
    for (const CXXBaseSpecifier &Base : Definition->bases())
      if (!Base.isVirtual())
        AddBase(Base,
                Layout.getBaseClassOffset(Base.getType()->getAsCXXRecordDecl()));
    for (const CXXBaseSpecifier &Base : Definition->vbases())
      AddBase(Base,
              Layout.getVBaseClassOffset(Base.getType()->getAsCXXRecordDecl()));
    for (const FieldDecl *Field : Definition->fields())
      Result.add(Layout.getFieldOffset(Field->getFieldIndex()))
          .add(Field->isBitField() ? Field->getBitWidthValue() : 0)
          .add(hashOf(Field->getType()));
    return Records[Definition] = Result.value();
  }

  ASTContext &Context;
  llvm::DenseMap<const CXXRecordDecl *, uint64_t> Records;
};

/// Whether \p Var is an instance of sycl::detail::functor_layout.
bool isFunctorLayout(const VarTemplateSpecializationDecl &Var) {
  const auto *Scope =
      dyn_cast<NamespaceDecl>(Var.getDeclContext()->getRedeclContext());
  return Var.getIdentifier() && Var.getName() == "functor_layout" && Scope &&
         Scope->getName() == "detail" &&
         llvm::StringRef(Var.getQualifiedNameAsString()).starts_with("sycl::");
}

class LayoutConsumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }

  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override {
    auto *Var = dyn_cast<VarTemplateSpecializationDecl>(D);
    if (!Var || !isFunctorLayout(*Var))
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

/// Clang runs it before the action that was asked for.
class LayoutAction : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<LayoutConsumer>();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

uint64_t functorLayout(ASTContext &Context, QualType Functor) {
  const uint64_t Size = Context.getTypeSizeInChars(Functor).getQuantity();
  const uint64_t Places = LayoutHasher(Context).hashOf(Functor);
  return (Places | 1) << 32 | (Size & 0xffffffff);
}

void setHostFunctorLayouts() {
  static FrontendPluginRegistry::Add<LayoutAction> Registered(
      "facet-functor-layouts", "");
}

} // namespace facet
