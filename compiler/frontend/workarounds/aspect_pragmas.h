//===- aspect_pragmas.h - #pragma clang diagnostic "-Wsycl-aspects" -------===//
//
// What it depends on: Clang's groups of warnings are a table that nobody can add
//   to, and it warns of a group that it does not know. The preprocessor tells
//   of each pragma before it is read, and of push and pop.
// Why: warnings about aspects obey what Clang's own warnings obey.
// When Clang changes: frontend/test/aspect-warnings.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_ASPECT_PRAGMAS_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_ASPECT_PRAGMAS_H

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceLocation.h"

#include <optional>

namespace clang {
class Diagnostic;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace facet {

/// Remembers the pragmas of a compilation. Before the source is read.
void watchAspectPragmas(clang::Preprocessor &PP);

/// Returns what the pragmas before \p Where say about -Wsycl-aspects, if they
/// say anything.
std::optional<clang::diag::Severity>
aspectSeverityAt(clang::SourceLocation Where, const clang::SourceManager &SM);
/// Returns whether any pragma does.
bool hasAspectPragmas(const clang::SourceManager &SM);

/// Returns whether Clang says that it does not know the group.
bool isUnknownAspectGroup(const clang::Diagnostic &Info);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_ASPECT_PRAGMAS_H
