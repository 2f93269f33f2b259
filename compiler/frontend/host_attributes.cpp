//===- host_attributes.cpp - Attributes that host code does not keep ------===//
//
// See host_attributes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/host_attributes.h"

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/plugins/early_action.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace facet {
namespace {

/// Of the one compilation that a process does.
llvm::MapVector<const Decl *, AttributeList> &attributesOf() {
  static llvm::MapVector<const Decl *, AttributeList> Attributes;
  return Attributes;
}

class AgreementConsumer : public ASTConsumer {
public:
  void HandleTranslationUnit(ASTContext &) override {
    for (const auto &[D, Attributes] : attributesOf())
      checkRedeclarations(
          D, [](const Decl *Other) { return attributesOf().lookup(Other); });
  }
};

} // namespace

void noteHostAttribute(const Decl &D, const AnnotateAttr &A) {
  AttributeList &Others = attributesOf()[&D];
  for (const AnnotateAttr *Other : Others)
    if (!agree(A, *Other, D.getASTContext()))
      return reportDisagreement(A, *Other, D.getASTContext().getDiagnostics());
  Others.push_back(&A);
}

void checkHostAttributesAtEnd() {
  static FrontendPluginRegistry::Add<ConsumerAction<AgreementConsumer>> Registered(
      "facet-host-attributes", "");
}

} // namespace facet
