//===- external_pragma.cpp - SYCL_EXTERNAL in every position --------------===//
//
// See external_pragma.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/external_pragma.h"

#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace clang;

namespace facet {
namespace {

class ExternalPragma : public PragmaHandler {
public:
  explicit ExternalPragma(std::shared_ptr<TokenContext> Context)
      : PragmaHandler("sycl_external"), Context(std::move(Context)) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &) override {
    Token End;
    do
      PP.LexUnexpandedToken(End);
    while (End.isNot(tok::eod));
    auto Name = [&](llvm::StringRef Text) { return PP.getIdentifierInfo(Text); };
    SmallVector<Token, 8> Tokens;
    auto Add = [&](tok::TokenKind Kind, IdentifierInfo *Id = nullptr) {
      Token &T = Tokens.emplace_back();
      T.startToken();
      T.setKind(Kind);
      T.setLocation(Introducer.Loc);
      T.setLength(1);
      if (Id)
        T.setIdentifierInfo(Id);
    };
    if (beginsDeclaration()) {
      Add(tok::l_square);
      Add(tok::l_square);
      Add(tok::identifier, Name("facet"));
      Add(tok::coloncolon);
      Add(tok::identifier, Name("sycl_external"));
      Add(tok::r_square);
      Add(tok::r_square);
    } else {
      Add(tok::kw___attribute, Name("__attribute__"));
      Add(tok::l_paren);
      Add(tok::l_paren);
      Add(tok::identifier, Name("sycl_external"));
      Add(tok::r_paren);
      Add(tok::r_paren);
    }
    // The preprocessor reads them when this has returned.
    auto Owned = std::make_unique<Token[]>(Tokens.size());
    std::copy(Tokens.begin(), Tokens.end(), Owned.get());
    PP.EnterTokenStream(std::move(Owned), Tokens.size(),
                        /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  }

private:
  /// Outside of all braces GNU's spelling will do at the beginning, too, also
  /// before `extern "C"`.
  bool beginsDeclaration() const {
    if (Context->Previous == tok::string_literal) // extern "C"
      return true;
    return Context->Braces != 0 &&
           (Context->EndsTemplateHead ||
            llvm::is_contained({tok::l_brace, tok::r_brace, tok::semi,
                                tok::r_square, tok::colon},
                               Context->Previous));
  }

  std::shared_ptr<TokenContext> Context;
};

} // namespace

void TokenContext::see(const Token &T) {
  EndsTemplateHead = false;
  if (Angles != 0)
    seeInTemplateHead(T);
  else if (Previous == tok::kw_template && T.is(tok::less))
    Angles = 1;
  Previous = T.getKind();
  if (T.is(tok::l_brace))
    ++Braces;
  else if (T.is(tok::r_brace) && Braces != 0)
    --Braces;
}

/// A `>` in brackets is an operator.
void TokenContext::seeInTemplateHead(const Token &T) {
  switch (T.getKind()) {
  case tok::l_paren:
  case tok::l_square:
  case tok::l_brace:
    ++Brackets;
    return;
  case tok::r_paren:
  case tok::r_square:
  case tok::r_brace:
    Brackets -= Brackets != 0;
    return;
  case tok::less:
    Angles += Brackets == 0;
    return;
  case tok::greater:
  case tok::greatergreater:
  case tok::greatergreatergreater:
    break;
  default:
    return;
  }
  if (Brackets != 0)
    return;
  Angles -= std::min(Angles, T.getLength());
  EndsTemplateHead = Angles == 0;
}

void acceptExternalPragma(Preprocessor &PP,
                          std::shared_ptr<TokenContext> Context) {
  PP.AddPragmaHandler("facet", new ExternalPragma(std::move(Context)));
  PP.setPredefines(PP.getPredefines() +
                   "#define __SYCL_EXTERNAL_BY_PRAGMA__ 1\n");
}

} // namespace facet
