//===- range_offsets.cpp - Whether a source offsets an nd_range -----------===//
//
// See range_offsets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/range_offsets.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace facet {
namespace {

/// The parameters of the constructor with an offset.
constexpr unsigned WithOffset = 3;

bool usesOffset(const ClassTemplateSpecializationDecl &Range) {
  return llvm::any_of(Range.ctors(), [](const CXXConstructorDecl *Constructor) {
    return Constructor->getNumParams() == WithOffset &&
           Constructor->isUsed(/*CheckUsedAttr=*/false);
  });
}

} // namespace

bool makesRangeOffsets(ASTContext &Context) {
  const NamespaceDecl *Sycl = nullptr;
  for (const NamedDecl *D :
       Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("sycl")))
    if (const auto *N = dyn_cast<NamespaceDecl>(D))
      Sycl = N;
  if (!Sycl)
    return false;
  for (const NamedDecl *D :
       Sycl->getPrimaryContext()->lookup(&Context.Idents.get("nd_range")))
    if (const auto *T = dyn_cast<ClassTemplateDecl>(D))
      for (const ClassTemplateSpecializationDecl *Range : T->specializations())
        if (usesOffset(*Range))
          return true;
  return false;
}

} // namespace facet
