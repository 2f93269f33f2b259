//===- diagnostic_forwarder.h - Consumers in front of another -------------===//
//
// In:  the diagnostics of an engine. Out: the same, for the consumer that the
//      engine had before.
// Why: what holds diagnostics back or changes them derives from this, and leaves
//      the rest as it is.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_PLUGINS_DIAGNOSTIC_FORWARDER_H
#define FACET_COMPILER_FRONTEND_PLUGINS_DIAGNOSTIC_FORWARDER_H

#include "clang/Basic/Diagnostic.h"

#include <memory>

namespace facet {

class DiagnosticForwarder : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticForwarder(clang::DiagnosticsEngine &Diags)
      : Inner(Diags.getClient()) {
    if (Diags.ownsClient())
      Owned = Diags.takeClient();
  }
  void BeginSourceFile(const clang::LangOptions &Options,
                       const clang::Preprocessor *PP) override {
    Inner->BeginSourceFile(Options, PP);
  }
  void EndSourceFile() override { Inner->EndSourceFile(); }
  void finish() override { Inner->finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return Inner->IncludeInDiagnosticCounts();
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Inner->HandleDiagnostic(Level, Info);
  }

protected:
  clang::DiagnosticConsumer &inner() { return *Inner; }

private:
  std::unique_ptr<clang::DiagnosticConsumer> Owned;
  clang::DiagnosticConsumer *Inner;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_PLUGINS_DIAGNOSTIC_FORWARDER_H
