//===- alias_requirements.cpp - Aspects of alias declarations -------------===//
//
// See alias_requirements.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/alias_requirements.h"

#include "compiler/frontend/attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace facet {

static void add(const AnnotateAttr *A, AliasRequirements::List &Out) {
  if (A && !llvm::is_contained(Out, A))
    Out.push_back(A);
}

/// The alias declaration that the outermost step of the sugar names, or null.
static const Decl *aliasOf(const Type *T) {
  if (const auto *Alias = dyn_cast<TypedefType>(T))
    return Alias->getDecl();
  const auto *Made = dyn_cast<TemplateSpecializationType>(T);
  if (!Made || !Made->isTypeAlias())
    return nullptr;
  const auto *Template = dyn_cast_or_null<TypeAliasTemplateDecl>(
      Made->getTemplateName().getAsTemplateDecl());
  return Template ? Template->getTemplatedDecl() : nullptr;
}

AliasRequirements::AliasRequirements(ASTContext &Context)
    : Context(Context), Any(findAttribute(Context.getTranslationUnitDecl(),
                                          tag::HasDecoratedAlias)) {}

const CXXRecordDecl *AliasRequirements::collectWritten(QualType Type,
                                                       List &Out) {
  while (!Type.isNull() && !Type->isAnyPointerType() &&
         !Type->isReferenceType()) {
    if (const Decl *Alias = aliasOf(Type.getTypePtr()))
      add(findAttribute(Alias, tag::Requires), Out);
    QualType Next;
    if (const auto *Array = dyn_cast<ArrayType>(Type.getTypePtr()))
      Next = Array->getElementType();
    else
      Next = Type.getSingleStepDesugaredType(Context);
    if (Next == Type)
      return Type->getAsCXXRecordDecl();
    Type = Next;
  }
  return nullptr;
}

/// Members of members are found without recursion: classes nest deeply in
/// generated code.
const AliasRequirements::List &
AliasRequirements::ofClass(const CXXRecordDecl *Class) {
  auto [Known, IsNew] = Classes.try_emplace(Class);
  if (!IsNew)
    return Known->second;
  List Found;
  SmallVector<const CXXRecordDecl *, 8> Open{Class};
  llvm::SmallDenseSet<const CXXRecordDecl *, 8> Seen{Class};
  while (!Open.empty()) {
    const CXXRecordDecl *Part = Open.pop_back_val()->getDefinition();
    if (!Part)
      continue;
    SmallVector<QualType, 8> Types;
    for (const CXXBaseSpecifier &Base : Part->bases())
      Types.push_back(Base.getType());
    for (const FieldDecl *Field : Part->fields())
      Types.push_back(Field->getType());
    for (QualType Type : Types)
      if (const CXXRecordDecl *Next = collectWritten(Type, Found);
          Next && Seen.insert(Next).second)
        Open.push_back(Next);
  }
  return Classes[Class] = std::move(Found);
}

void AliasRequirements::collect(QualType Type, List &Out) {
  if (const CXXRecordDecl *Class = collectWritten(Type, Out))
    for (const AnnotateAttr *A : ofClass(Class->getCanonicalDecl()))
      add(A, Out);
}

} // namespace facet
