//===- early_action.h - What runs before the action that was asked for ----===//
//
// In:  a consumer of the AST.
// Out: a plugin's action that runs it before Clang's.
//
// Only a plugin's action sees every compilation, whatever it is for. Its
// consumer comes before Clang's own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_PLUGINS_EARLY_ACTION_H
#define FACET_COMPILER_FRONTEND_PLUGINS_EARLY_ACTION_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendAction.h"

#include <memory>
#include <string>
#include <vector>

namespace facet {

class EarlyAction : public clang::PluginASTAction {
  bool ParseArgs(const clang::CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

/// One that has a consumer and does nothing else.
template <typename Consumer> class ConsumerAction : public EarlyAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<Consumer>();
  }
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_PLUGINS_EARLY_ACTION_H
