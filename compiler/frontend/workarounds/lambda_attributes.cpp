//===- lambda_attributes.cpp - [=]() [[sycl::x]] {} -----------------------===//
//
// See lambda_attributes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/lambda_attributes.h"

#include "compiler/frontend/plugins/diagnostic_forwarder.h"
#include "compiler/frontend/workarounds/aspect_pragmas.h"
#include "compiler/frontend/workarounds/attribute_packs.h"
#include "compiler/frontend/workarounds/namespace_alias.h"
#include "clang/Basic/AttributeCommonInfo.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/LexDiagnostic.h"

#include <new>

using namespace clang;

namespace facet {
namespace {

bool isOurs(const AttributeCommonInfo &Attribute) {
  const IdentifierInfo *Scope = Attribute.getScopeName();
  return Scope && (Scope->isStr("sycl") || Scope->isStr("intel") ||
                   Scope->isStr("__sycl_detail__") ||
                   // Behind a type, SYCL_EXTERNAL is about the function.
                   (Scope->isStr("clang") && Attribute.getAttrName()->isStr(
                                                 "sycl_external")));
}

class LambdaAttributeConsumer : public DiagnosticForwarder {
public:
  LambdaAttributeConsumer(DiagnosticsEngine &Diags)
      : DiagnosticForwarder(Diags) {
    // An error of the engine's, such as -Werror's of a group that is ours, would
    // end the compilation without a word: they are errors here instead.
    UnknownGroupsAreErrors =
        Diags.getDiagnosticLevel(diag::warn_pragma_diagnostic_unknown_warning,
                                 SourceLocation()) >= DiagnosticsEngine::Error;
    if (UnknownGroupsAreErrors)
      Diags.setDiagnosticGroupWarningAsError("unknown-warning-option", false);
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (isUnknownAspectGroup(Info) || Aliases.drops(Level, Info))
      return;
    if (UnknownGroupsAreErrors &&
        Info.getID() == diag::warn_pragma_diagnostic_unknown_warning)
      Level = DiagnosticsEngine::Error;
    // The message is a remark now (see below); what is not ours is an error
    // again. The engine does not count it: ask this consumer for errors too.
    if (Info.getID() == diag::err_attribute_not_type_attr &&
        Level < DiagnosticsEngine::Error) {
      if (moveToDeclaration(Info))
        return;
      Level = DiagnosticsEngine::Error;
    }
    passOn(Level, Info);
    // Not all that comes in is printed.
    NumWarnings = inner().getNumWarnings();
    NumErrors = inner().getNumErrors();
  }

private:
  void passOn(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
    llvm::SmallString<256> Text;
    Info.FormatDiagnostic(Text);
    std::string Own = withOwnNames(Text.str().str());
    if (Text == Own)
      return inner().HandleDiagnostic(Level, Info);
    DiagnosticStorage Storage;
    Storage.DiagRanges.append(Info.getRanges().begin(), Info.getRanges().end());
    inner().HandleDiagnostic(Level, Diagnostic(Info.getDiags(),
                                              Info.getLocation(), Info.getID(),
                                              Storage, Own));
  }

  static bool moveToDeclaration(const Diagnostic &Info) {
    if (Info.getNumArgs() == 0 ||
        Info.getArgKind(0) != DiagnosticsEngine::ak_attr_info)
      return false;
    auto *Attribute =
        reinterpret_cast<AttributeCommonInfo *>(Info.getRawArg(0));
    if (!isOurs(*Attribute))
      return false;
    AttributeCommonInfo Moved(
        Attribute->getAttrName(),
        AttributeScopeInfo(Attribute->getScopeName(), Attribute->getScopeLoc()),
        Attribute->getRange(), Attribute->getParsedKind(),
        AttributeCommonInfo::Form::GNU());
    new (Attribute) AttributeCommonInfo(Moved);
    return true;
  }

  NamespaceAliasFilter Aliases;
  bool UnknownGroupsAreErrors;
};

} // namespace

void acceptLambdaAttributes(DiagnosticsEngine &Diags) {
  auto *Consumer = new LambdaAttributeConsumer(Diags);
  Diags.setClient(Consumer, /*ShouldOwnClient=*/true);
  // An error ends code generation before a consumer sees it.
  Diags.setSeverity(diag::err_attribute_not_type_attr, diag::Severity::Remark,
                    SourceLocation());
}

} // namespace facet
