//===- coverage_callbacks.cpp - Source coverage beside our own watcher ----===//
//
// See coverage_callbacks.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/coverage_callbacks.h"

#include "clang/Lex/Preprocessor.h"

#include <utility>

namespace clang::CodeGen {
/// Declared in a header of Clang's that is not installed.
class CoverageMappingModuleGen {
public:
  static CoverageSourceInfo *setUpCoverageCallbacks(Preprocessor &PP);
};
} // namespace clang::CodeGen

using namespace clang;

namespace facet {
namespace {

using TokenWatcher = llvm::unique_function<void(const Token &)>;

TokenWatcher &watcherOf(Preprocessor &PP);

/// Explicit instantiations may name private members.
template <TokenWatcher Preprocessor::*Member> struct Access {
  friend TokenWatcher &watcherOf(Preprocessor &PP) { return PP.*Member; }
};
template struct Access<&Preprocessor::OnToken>;

} // namespace

CoverageSourceInfo *watchForCoverage(Preprocessor &PP) {
  return CodeGen::CoverageMappingModuleGen::setUpCoverageCallbacks(PP);
}

TokenWatcher takeTokenWatcher(Preprocessor &PP) {
  return std::exchange(watcherOf(PP), TokenWatcher());
}

} // namespace facet
