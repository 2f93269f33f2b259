//===- namespace_alias.cpp - namespace sycl = cl::sycl; -------------------===//
//
// See namespace_alias.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/namespace_alias.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <string>

using namespace clang;

namespace facet {
namespace {

/// What the statement says from \p Name on, without spaces and comments:
/// "sycl=cl::sycl;".
std::string restOfStatement(SourceLocation Name, const SourceManager &SM) {
  std::string Text;
  Token T;
  const LangOptions Options;
  while (Text.size() < StringRef("sycl=::cl::sycl;").size() &&
         !StringRef(Text).ends_with(";")) {
    if (Lexer::getRawToken(Name, T, SM, Options, /*IgnoreWhiteSpace=*/true))
      break;
    if (T.is(tok::eof))
      break;
    if (T.isNot(tok::comment))
      Text += StringRef(SM.getCharacterData(T.getLocation()), T.getLength());
    Name = T.getEndLoc();
  }
  return Text;
}

bool isAliasOfItself(const Diagnostic &Info) {
  if (!Info.hasSourceManager() || !Info.getLocation().isFileID())
    return false;
  const std::string Text =
      restOfStatement(Info.getLocation(), Info.getSourceManager());
  return Text == "sycl=cl::sycl;" || Text == "sycl=::cl::sycl;";
}

} // namespace

void NamespaceAliasFilter::enable(DiagnosticsEngine &Diags) {
  // An error ends code generation before a consumer sees it.
  Diags.setSeverity(diag::err_redefinition, diag::Severity::Remark,
                    SourceLocation());
}

bool NamespaceAliasFilter::drops(DiagnosticsEngine::Level Level,
                                 const Diagnostic &Info) {
  if (Level == DiagnosticsEngine::Note)
    return DropsNotes;
  DropsNotes = false;
  // An error already: not enabled.
  if (Info.getID() != diag::err_redefinition ||
      Level >= DiagnosticsEngine::Error)
    return false;
  if (isAliasOfItself(Info)) {
    DropsNotes = true;
    return true;
  }
  llvm::SmallString<64> Text;
  Info.FormatDiagnostic(Text);
  // The engine counts this one, and the notes that follow belong to it.
  auto &Diags = const_cast<DiagnosticsEngine &>(*Info.getDiags());
  DiagnosticBuilder Error =
      Diags.Report(Info.getLocation(),
                   Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"));
  Error << Text;
  for (const CharSourceRange &Range : Info.getRanges())
    Error << Range;
  return true;
}

} // namespace facet
