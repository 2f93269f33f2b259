//===- attribute_constants.h - Arguments that are no uses of variables ----===//
//
// In:  the arguments of an attribute, as parsed.
// Out: arguments of which no lambda captures a variable, now or when a template
//      is instantiated.
// Why: Clang takes the name of a constant in an argument for a use of the
//      variable, and the lambda that the attribute is on captures it: for devices
//      again in each instantiation. A host compiler that drops the attribute does
//      not, and the kernel would read its other captures from where the host did
//      not write them.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_ATTRIBUTE_CONSTANTS_H
#define FACET_COMPILER_FRONTEND_ATTRIBUTE_CONSTANTS_H

#include "llvm/ADT/ArrayRef.h"

namespace clang {
class Expr;
class Sema;
} // namespace clang

namespace facet {

/// Takes back what the lambda that is being parsed captured implicitly because
/// \p Arguments name it. The lambda's body is not parsed yet, so nothing else
/// can have captured it so.
void forgetCaptures(clang::Sema &S, llvm::ArrayRef<clang::Expr *> Arguments);

/// Replaces integers and enumerators among \p Arguments by their values, and what
/// depends on template parameters by an expression that is a value, no variable.
void makeConstants(clang::Sema &S,
                   llvm::MutableArrayRef<clang::Expr *> Arguments);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_ATTRIBUTE_CONSTANTS_H
