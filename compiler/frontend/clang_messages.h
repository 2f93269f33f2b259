//===- clang_messages.h - Messages of the table through Clang -------------===//
//
// In:  a message of messages/*.def and a place in the source.
// Out: a diagnostic of Clang's.
// Why: texts and severities are decided in one table for all tools.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_CLANG_MESSAGES_H
#define FACET_COMPILER_FRONTEND_CLANG_MESSAGES_H

#include "messages/messages.h"
#include "clang/Basic/Diagnostic.h"

namespace facet {

inline clang::DiagnosticsEngine::Level levelOf(Severity S) {
  switch (S) {
  case Severity::Note:
    return clang::DiagnosticsEngine::Note;
  case Severity::Warning:
    return clang::DiagnosticsEngine::Warning;
  case Severity::Error:
    return clang::DiagnosticsEngine::Error;
  }
  return clang::DiagnosticsEngine::Error;
}

/// Prints text that is already complete, at \p Where.
inline void diagnoseText(clang::DiagnosticsEngine &Diags,
                         clang::SourceLocation Where,
                         clang::DiagnosticsEngine::Level Level,
                         llvm::StringRef Text) {
  Diags.Report(Where, Diags.getCustomDiagID(Level, "%0")) << Text;
}

inline void diagnose(clang::DiagnosticsEngine &Diags,
                     clang::SourceLocation Where, Message M,
                     llvm::ArrayRef<std::string> Arguments = {}) {
  diagnoseText(Diags, Where, levelOf(severityOf(M)), textOf(M, Arguments));
}

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_CLANG_MESSAGES_H
