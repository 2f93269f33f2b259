//===- attribute_packs.cpp - [[sycl::device_has(Aspects...)]] -------------===//
//
// See attribute_packs.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/attribute_packs.h"

#include "compiler/frontend/plugins/early_action.h"
#include "compiler/frontend/workarounds/aspect_pragmas.h"
#include "compiler/frontend/workarounds/coverage_callbacks.h"
#include "compiler/frontend/workarounds/external_pragma.h"
#include "compiler/frontend/workarounds/requires_has.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"

#include <memory>
#include <string>

using namespace clang;

namespace facet {
namespace {

/// A name of ours, and the one of the parser's own list that it is read as.
struct AttributeAlias {
  llvm::StringLiteral Scope, Name, Known;
};
constexpr AttributeAlias AttributeAliases[] = {
    {"sycl", "device_has", "locks_excluded"},
    {"__sycl_detail__", "uses_aspects", "locks_excluded"},
    {"__sycl_detail__", "add_ir_attributes_function", "requires_capability"},
};

/// Sees each token before the parser does, and knows whether it names an
/// attribute of ours.
class AttributeNames {
public:
  AttributeNames(Preprocessor &PP, std::shared_ptr<TokenContext> Context)
      : Has(PP), Context(std::move(Context)) {
    IdentifierTable &Names = PP.getIdentifierTable();
    for (const AttributeAlias &Alias : AttributeAliases)
      for (std::string Name :
           {Alias.Name.str(), "__" + Alias.Name.str() + "__"})
        Aliases.push_back({&Names.get(Alias.Scope), &Names.get(Name),
                           &Names.get(Alias.Known)});
    Requires = &Names.get("requires");
    Sycl = &Names.get("sycl");
  }

  void see(Token &T) {
    if (Depth == 0) {
      // "[[" begins attributes; nothing else in C++ looks like it.
      bool Begins = T.is(tok::l_square) && Context->Previous == tok::l_square;
      Depth = Begins ? 2 : 0;
      if (Begins)
        Last = Scope = CommonScope = nullptr;
      Context->see(T);
      return;
    }
    if (T.isOneOf(tok::l_square, tok::l_paren, tok::l_brace))
      ++Depth;
    else if (T.isOneOf(tok::r_square, tok::r_paren, tok::r_brace))
      leave();
    else if (T.is(tok::eof))
      Depth = 0;
    else if (Depth == 2)
      seeInList(T);
    else if (!T.isAnnotation() && T.getIdentifierInfo())
      Last = T.getIdentifierInfo();
    Context->Previous = T.getKind();
  }

private:
  void leave() {
    if (--Depth <= 2)
      Has.end();
  }

  /// Between attributes: `scope::name`, or `using scope: name, name`.
  void seeInList(Token &T) {
    Has.end();
    if (T.is(tok::coloncolon))
      Scope = Last;
    else if (T.is(tok::colon))
      CommonScope = Last;
    else if (T.is(tok::comma))
      Scope = nullptr;
    else if (!T.isAnnotation() && T.getIdentifierInfo())
      seeName(T);
  }

  void seeName(Token &T) {
    Last = T.getIdentifierInfo();
    const IdentifierInfo *Of = Scope ? Scope : CommonScope;
    if (Of == Sycl && Last == Requires)
      Has.begin(T.getLocation());
    if (!Of || T.isNot(tok::identifier))
      return;
    for (const Known &Alias : Aliases)
      if (Alias.Scope == Of && Alias.Ours == Last)
        T.setIdentifierInfo(Alias.Alias);
  }

  struct Known {
    IdentifierInfo *Scope, *Ours, *Alias;
  };
  SmallVector<Known, 8> Aliases;
  unsigned Depth = 0;
  /// The last word, the word before "::", and that behind "using".
  const IdentifierInfo *Last = nullptr, *Scope = nullptr,
                       *CommonScope = nullptr;
  const IdentifierInfo *Requires, *Sycl;
  RequiresHas Has;
  std::shared_ptr<TokenContext> Context;
};

/// True while \p PP reads what a condition excludes.
bool isSkipping(const Preprocessor &PP) {
  const PreprocessorLexer *Lexer = PP.getCurrentLexer();
  return Lexer && Lexer->isLexingRawMode();
}

class AttributePacksAction : public EarlyAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    declareRequiresHas(PP);
    auto Context = std::make_shared<TokenContext>();
    acceptExternalPragma(PP, Context);
    watchAspectPragmas(PP);
    PP.setTokenWatcher([&PP, Names = AttributeNames(PP, Context),
                        Others = takeTokenWatcher(PP)](const Token &T) mutable {
      // For source coverage Clang reports the tokens of skipped code, too.
      if (!T.is(tok::raw_identifier) && !isSkipping(PP))
        Names.see(const_cast<Token &>(T));
      if (Others)
        Others(T);
    });
    return std::make_unique<ASTConsumer>();
  }
};

} // namespace

std::string withOwnNames(std::string Text) {
  for (const AttributeAlias &Alias : AttributeAliases) {
    std::string Scope = (Alias.Scope + "::").str();
    for (size_t At; (At = Text.find(Scope + Alias.Known.str())) !=
                    std::string::npos;)
      Text.replace(At + Scope.size(), Alias.Known.size(), Alias.Name.str());
  }
  return Text;
}

void acceptAttributePacks() {
  static FrontendPluginRegistry::Add<AttributePacksAction> Action(
      "facet-attribute-packs", "");
}

} // namespace facet
