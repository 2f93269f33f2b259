//===- requires_has.cpp - [[sycl::requires(has(A, B))]] -------------------===//
//
// See requires_has.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/requires_has.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace facet {

static constexpr llvm::StringLiteral RequiresHasName = "__sycl_requires_has";

void declareRequiresHas(Preprocessor &PP) {
  // 3: as of a system header, of which there are no warnings.
  if (PP.getLangOpts().CPlusPlus)
    PP.setPredefines(PP.getPredefines() + "# 1 \"<built-in>\" 3\nint " +
                     RequiresHasName.str() + "(...);\n");
}

void RequiresHas::begin(SourceLocation Where) {
  IdentifierInfo *Name = PP->getIdentifierInfo("has");
  if (Name->hasMacroDefinition())
    return;
  Begun = PP->getSourceManager().getExpansionLoc(Where);
  Token Function;
  Function.startToken();
  Function.setKind(tok::identifier);
  Function.setIdentifierInfo(PP->getIdentifierInfo(RequiresHasName));
  Function.setLocation(Begun);
  Function.setLength(1);
  MacroInfo *Macro = PP->AllocateMacroInfo(Begun);
  Macro->setTokens({Function}, PP->getPreprocessorAllocator());
  Macro->setDefinitionEndLoc(Begun);
  PP->appendDefMacroDirective(Name, Macro);
}

void RequiresHas::end() {
  if (Begun.isInvalid())
    return;
  PP->appendMacroDirective(PP->getIdentifierInfo("has"),
                           new (PP->getPreprocessorAllocator())
                               UndefMacroDirective(Begun));
  Begun = SourceLocation();
}

bool callsRequiresHas(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  DeclarationName Name;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    Name = Ref->getDecl()->getDeclName();
  else if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Callee))
    Name = Lookup->getName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo() &&
         Name.getAsIdentifierInfo()->getName() == RequiresHasName;
}

} // namespace facet
