//===- attribute_packs.cpp - [[sycl::device_has(Aspects...)]] -------------===//
//
// See attribute_packs.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/attribute_packs.h"

#include "compiler/frontend/workarounds/requires_has.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace facet {
namespace {

/// Sees each token before the parser does, and knows whether it names an
/// attribute.
class AttributeNames {
public:
  explicit AttributeNames(Preprocessor &PP) : Has(PP) {
    IdentifierTable &Names = PP.getIdentifierTable();
    IdentifierInfo *Locks = &Names.get("locks_excluded");
    IdentifierInfo *Capability = &Names.get("requires_capability");
    Aliases = {{{&Names.get("device_has"), Locks},
                {&Names.get("__uses_aspects__"), Locks},
                {&Names.get("uses_aspects"), Locks},
                {&Names.get("__add_ir_attributes_function__"), Capability},
                {&Names.get("add_ir_attributes_function"), Capability}}};
    Requires = &Names.get("requires");
  }

  void see(Token &T) {
    if (Depth == 0) {
      // "[[" begins attributes; nothing else in C++ looks like it.
      bool Begins = T.is(tok::l_square) && Previous == tok::l_square;
      Depth = Begins ? 2 : 0;
      Previous = T.getKind();
      return;
    }
    if (T.isOneOf(tok::l_square, tok::l_paren, tok::l_brace))
      ++Depth;
    else if (T.isOneOf(tok::r_square, tok::r_paren, tok::r_brace))
      leave();
    else if (T.is(tok::eof))
      Depth = 0;
    else if (!T.isAnnotation() && T.getIdentifierInfo())
      seeName(T);
    Previous = Depth == 0 ? tok::unknown : T.getKind();
  }

private:
  void leave() {
    if (--Depth <= 2)
      Has.end();
  }

  void seeName(Token &T) {
    bool IsScoped = Previous == tok::coloncolon || Previous == tok::colon;
    if (Depth == 2)
      Has.end();
    if (IsScoped && T.getIdentifierInfo() == Requires)
      Has.begin(T.getLocation());
    if (Depth != 2)
      return;
    if (IsScoped && T.is(tok::identifier))
      for (auto [Ours, Alias] : Aliases)
        if (T.getIdentifierInfo() == Ours)
          T.setIdentifierInfo(Alias);
  }

  std::array<std::pair<IdentifierInfo *, IdentifierInfo *>, 5> Aliases;
  tok::TokenKind Previous = tok::unknown;
  unsigned Depth = 0;
  IdentifierInfo *Requires;
  RequiresHas Has;
};

/// Only a plugin's action is told of the preprocessor of every compilation.
class AttributePacksAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    declareRequiresHas(PP);
    PP.setTokenWatcher(
        [Names = AttributeNames(PP)](
            const Token &T) mutable { Names.see(const_cast<Token &>(T)); });
    return std::make_unique<ASTConsumer>();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

void acceptAttributePacks() {
  static FrontendPluginRegistry::Add<AttributePacksAction> Action(
      "facet-attribute-packs", "");
}

} // namespace facet
