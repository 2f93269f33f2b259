//===- attribute_agreement.cpp - Attributes that contradict each other ----===//
//
// See attributes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/clang_messages.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace facet {

llvm::StringRef tagOf(const AnnotateAttr &A) {
  llvm::StringRef Name = A.getAnnotation();
  return Name.consume_front(tag::Prefix) ? Name : "";
}

namespace {

/// What may be said once only: both kinds of sub-group sizes are one thing, and
/// both attributes that list the aspects a function may use.
llvm::StringRef subjectOf(llvm::StringRef Tag) {
  if (Tag == tag::NamedSubGroupSize)
    return tag::SubGroupSize;
  return Tag == tag::Requires ? llvm::StringRef(tag::DeviceHas) : Tag;
}

/// Whether a function may have several of these, each with other values.
bool addsUp(llvm::StringRef Tag) {
  return Tag == tag::IRAttributes || Tag.starts_with(tag::FunctionProperty);
}

/// Aspects are a set, numbers a list. Nullopt: not known yet, or no numbers.
std::optional<SmallVector<std::string, 4>> valuesOf(const AnnotateAttr &A,
                                                const ASTContext &Context) {
  // In decimal: integers may be of any width.
  SmallVector<std::string, 4> Values;
  for (const Expr *E : A.args()) {
    Expr::EvalResult Value;
    if (isa<PackExpansionExpr>(E) || E->isValueDependent() ||
        E->isTypeDependent() || !E->getType()->isIntegralOrEnumerationType() ||
        !E->EvaluateAsInt(Value, Context))
      return std::nullopt;
    Values.push_back(llvm::toString(Value.Val.getInt(), 10));
  }
  if (llvm::is_contained({tag::DeviceHas, tag::Requires, tag::UsesAspects},
                         tagOf(A))) {
    llvm::sort(Values);
    Values.erase(llvm::unique(Values), Values.end());
  }
  return Values;
}

bool isSameText(const AnnotateAttr &A, const AnnotateAttr &B,
                const ASTContext &Context) {
  if (A.args_size() != B.args_size())
    return false;
  for (auto [Left, Right] : llvm::zip(A.args(), B.args())) {
    llvm::FoldingSetNodeID LeftId, RightId;
    Left->Profile(LeftId, Context, /*Canonical=*/true);
    Right->Profile(RightId, Context, /*Canonical=*/true);
    if (LeftId != RightId)
      return false;
  }
  return true;
}

bool isDependent(const AnnotateAttr &A) {
  return llvm::any_of(A.args(), [](const Expr *E) {
    return isa<PackExpansionExpr>(E) || E->isInstantiationDependent();
  });
}

} // namespace

bool agree(const AnnotateAttr &A, const AnnotateAttr &B,
           const ASTContext &Context) {
  llvm::StringRef Left = tagOf(A), Right = tagOf(B);
  if (Left.empty() || Right.empty() || subjectOf(Left) != subjectOf(Right) ||
      addsUp(Left))
    return true;
  if (Left != Right)
    return false;
  if (auto Values = valuesOf(A, Context))
    if (auto Others = valuesOf(B, Context))
      return *Values == *Others;
  return isDependent(A) || isDependent(B) || isSameText(A, B, Context);
}

void reportDisagreement(const AnnotateAttr &Later, const AnnotateAttr &Earlier,
                        DiagnosticsEngine &Diags) {
  diagnose(Diags, Later.getLocation(), Message::err_attributes_disagree,
           {tagOf(Later).str(), tagOf(Earlier).str()});
  diagnose(Diags, Earlier.getLocation(), Message::note_other_attribute);
}

/// Values that depend on a template's parameters must be written alike: an
/// instance has the attributes of one declaration.
static bool agreeAsRedeclarations(const AnnotateAttr &A, const AnnotateAttr &B,
                                  const ASTContext &Context) {
  if (tagOf(A) == tagOf(B) && !addsUp(tagOf(A)) && isDependent(A) &&
      isDependent(B))
    return isSameText(A, B, Context);
  return agree(A, B, Context);
}

AttributeList ownAttributes(const Decl *D) {
  AttributeList Own;
  for (const auto *A : D->specific_attrs<AnnotateAttr>())
    if (!A->isInherited() && !tagOf(*A).empty())
      Own.push_back(A);
  return Own;
}

void checkRedeclarations(
    const Decl *D,
    llvm::function_ref<AttributeList(const Decl *)> AttributesOf) {
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  ASTContext &Context = D->getASTContext();
  for (const AnnotateAttr *Own : AttributesOf(D))
    for (const Decl *Other = D->getPreviousDecl(); Other;
         Other = Other->getPreviousDecl())
      for (const AnnotateAttr *A : AttributesOf(Other))
        if (!agreeAsRedeclarations(*Own, *A, Context))
          return reportDisagreement(*Own, *A, Context.getDiagnostics());
}

std::pair<const AnnotateAttr *, const AnnotateAttr *>
findDisagreement(const Decl *D) {
  SmallVector<const AnnotateAttr *, 8> Seen;
  for (const Decl *Declaration : D->redecls())
    for (const auto *A : Declaration->specific_attrs<AnnotateAttr>()) {
      if (tagOf(*A).empty())
        continue;
      for (const AnnotateAttr *Other : Seen)
        if (!agree(*A, *Other, D->getASTContext()))
          return {A, Other};
      Seen.push_back(A);
    }
  return {nullptr, nullptr};
}

} // namespace facet
