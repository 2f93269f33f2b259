//===- namespace_alias.h - namespace sycl = cl::sycl; ---------------------===//
//
// What it depends on: Clang reports the alias of a namespace that has the
//   namespace's own name with err_redefinition, then a note with the place of
//   the namespace, and declares nothing.
// Why: with SYCL 1.2.1 the API was in namespace cl::sycl, and sources declared
//   `sycl` themselves. Since SYCL 2020 the alias says what is so anyway; C++23
//   (P1787R6) permits it, and GCC accepts it.
// When Clang changes: frontend/test/namespace-alias.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_NAMESPACE_ALIAS_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_NAMESPACE_ALIAS_H

#include "clang/Basic/Diagnostic.h"

namespace facet {

/// Drops the error and its note if the aliased namespace is cl::sycl. Other
/// redefinitions are errors as ever.
class NamespaceAliasFilter {
public:
  /// Must be called before the source is read.
  static void enable(clang::DiagnosticsEngine &Diags);

  /// Returns whether nobody needs to be told. Reports other redefinitions anew,
  /// as errors.
  bool drops(clang::DiagnosticsEngine::Level Level,
             const clang::Diagnostic &Info);

private:
  bool DropsNotes = false;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_NAMESPACE_ALIAS_H
