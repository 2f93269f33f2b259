//===- absolute_values.h - Absolute values of the smallest number ---------===//
//
// In: absolute values that are defined for the smallest number, of which they
// are the number itself. Out: the same by a comparison and a negation.
// Why: instructions and functions of targets leave it undefined, or are wrong
// for it: OpenCL's abs in PoCL, `abs.s16` of ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ABSOLUTE_VALUES_H
#define FACET_POSTLINK_RETARGET_ABSOLUTE_VALUES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Module;
}

namespace facet {

/// Replaces those of the widths, in bits, for which \p Of; also in vectors.
void expandAbsoluteValues(llvm::Module &M,
                          llvm::function_ref<bool(unsigned Bits)> Of);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ABSOLUTE_VALUES_H
