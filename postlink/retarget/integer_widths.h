//===- integer_widths.h - Integers of widths that SPIR-V lacks ------------===//
//
// In: device code for SPIR-V, optimized.
// Out: the same with integers of 1, 8, 16, 32 and 64 bits alone. Accesses of
// memory read and write the bytes of the integer and no others.
// Why: bit-fields are integers of the width of what contains them (24, 104), and
// LLVM's optimizer makes such types too. The SPIR-V back end takes the next wider
// type and clears nothing: a store of 24 bits writes 32, a shift to the right moves
// what was beyond the width into it. Integers of more than 64 bits it refuses.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_INTEGER_WIDTHS_H
#define FACET_POSTLINK_RETARGET_INTEGER_WIDTHS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace facet {

/// Fails if an operation on such an integer is not supported: no module with one
/// of them left is returned. Needs code without optimizations after it that make
/// such types again.
llvm::Error replaceUnusualIntegers(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_INTEGER_WIDTHS_H
