//===- external_pragma.h - SYCL_EXTERNAL in every position ----------------===//
//
// What it depends on: a handler of a pragma may put tokens in the place of the
//   pragma, and the parser's watcher of tokens has seen all before it.
// Why: [[facet::sycl_external]] (attributes.cpp) may stand where a declaration begins, and
//   nowhere among its specifiers (`extern SYCL_EXTERNAL int f();`). An attribute
//   of GNU's spelling may stand there, and not before `[[` in a namespace. So
//   SYCL_EXTERNAL is a pragma, which becomes the one or the other.
// When Clang changes: frontend/test/external-positions.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_EXTERNAL_PRAGMA_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_EXTERNAL_PRAGMA_H

#include "clang/Lex/Token.h"

#include <memory>

namespace clang {
class Preprocessor;
}

namespace facet {

/// Where the parser is.
struct TokenContext {
  clang::tok::TokenKind Previous = clang::tok::unknown;
  unsigned Braces = 0;
  /// The previous token ends `template <...>`, behind which a declaration begins,
  /// and not the name of a type.
  bool EndsTemplateHead = false;

  void see(const clang::Token &T);

private:
  void seeInTemplateHead(const clang::Token &T);

  /// Of a `template <...>` that has not ended, how many `<` are open; and how
  /// many brackets behind the last of these.
  unsigned Angles = 0, Brackets = 0;
};

/// Before the source is read.
void acceptExternalPragma(clang::Preprocessor &PP,
                          std::shared_ptr<TokenContext> Context);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_EXTERNAL_PRAGMA_H
