//===- coverage_callbacks.h - Source coverage beside our own watcher ------===//
//
// What it depends on: a preprocessor has one watcher of tokens, a private
// member;
//   and the function with which Clang's actions prepare it for source coverage
//   is exported by libclang-cpp, though no header declares it.
// Why: coverage needs the places of the tokens beside comments and empty lines,
//   attributes of ours need every token (attribute_packs.h); and the device
//   compilation is no action of Clang's.
// When Clang changes: this does not compile or link, or
//   frontend/test/coverage.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_COVERAGE_CALLBACKS_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_COVERAGE_CALLBACKS_H

#include "llvm/ADT/FunctionExtras.h"

namespace clang {
class CoverageSourceInfo;
class Preprocessor;
class Token;
} // namespace clang

namespace facet {

/// Returns what Clang's code generation needs of \p PP for -fcoverage-mapping.
clang::CoverageSourceInfo *watchForCoverage(clang::Preprocessor &PP);

/// Takes the watcher of tokens that \p PP has, if any.
llvm::unique_function<void(const clang::Token &)>
takeTokenWatcher(clang::Preprocessor &PP);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_COVERAGE_CALLBACKS_H
