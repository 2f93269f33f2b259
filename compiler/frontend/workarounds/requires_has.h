//===- requires_has.h - [[sycl::requires(has(A, B))]] ---------------------===//
//
// What it depends on: Clang parses the arguments of a plugin's attribute as
//   expressions, so that `has(A, B)` is a call. Behind the attribute's name `has`
//   is a macro for a function which is declared before the source begins and
//   takes anything; attributes.cpp takes the call apart. (To rename the token is
//   not enough: the parser keeps copies of tokens that it looks ahead at.)
// Why: `has` is a word of the attribute, and of no scope.
// When Clang changes: frontend/test/requires.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_REQUIRES_HAS_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_REQUIRES_HAS_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class CallExpr;
class Preprocessor;
} // namespace clang

namespace facet {

/// Before the source is read. Only for C++.
void declareRequiresHas(clang::Preprocessor &PP);

/// The macro of one preprocessor. A macro `has` of the user's stays.
class RequiresHas {
public:
  explicit RequiresHas(clang::Preprocessor &PP) : PP(&PP) {}

  /// \p Where: the attribute's name.
  void begin(clang::SourceLocation Where);
  void end();

private:
  clang::Preprocessor *PP;
  clang::SourceLocation Begun;
};

bool callsRequiresHas(const clang::CallExpr &Call);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_REQUIRES_HAS_H
