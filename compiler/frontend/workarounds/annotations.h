//===- annotations.h - Traces that our attributes leave in the IR ---------===//
//
// What it depends on: Clang emits an element of @llvm.global.annotations
//   {function, string, file, line, arguments} for each `annotate` attribute.
// Why: our attributes are such attributes; the user's own annotations must
// stay. When Clang changes: annotations.cpp's test in frontend/test fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_ANNOTATIONS_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_ANNOTATIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace facet {

/// Removes the elements whose string begins with \p Prefix.
void removeAttributeAnnotations(llvm::Module &M, llvm::StringRef Prefix);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_ANNOTATIONS_H
