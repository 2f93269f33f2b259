//===- undefined_functions.h - Calls that nothing can answer --------------===//
//
// In:  linked device code of a program of whose shared libraries none has any.
// Out: a warning for each function that a kernel reaches and nobody defines.
// Why: else the kernel is refused when it is submitted. Where a shared library
//      is linked that may define the function, nothing is said.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_PROPERTIES_UNDEFINED_FUNCTIONS_H
#define FACET_POSTLINK_PROPERTIES_UNDEFINED_FUNCTIONS_H

#include "postlink/checks/external_functions.h"
#include "postlink/split/entry_points.h"

namespace facet {

/// Adds to \p Messages each undefined function, with the first of \p M's entry
/// points that reaches it.
void checkUndefinedFunctions(llvm::Module &M, Exports Mode, Warnings &Messages);

} // namespace facet

#endif // FACET_POSTLINK_PROPERTIES_UNDEFINED_FUNCTIONS_H
