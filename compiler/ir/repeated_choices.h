//===- repeated_choices.h - Minima of minima, exact for NaN ---------------===//
//
// In: a function before LLVM combines its instructions. Out: the same, where a
// choice between two floating-point values by their comparison is no operand of
// another choice between its result and one of the two.
// Why: LLVM 22 takes `max(max(a, b), b)` for `max(a, b)` whatever the two do
// with a NaN and with zeros of different sign (InstCombine, foldSPFofSPF), so
// that `y = x < 0 ? 0 : x; y > 0 ? y : 0` was a NaN for a NaN, and not 0.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_REPEATED_CHOICES_H
#define FACET_COMPILER_IR_REPEATED_CHOICES_H

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// Makes each such pair one choice by one comparison of the two values, also
/// where two values are the same one only after what InstCombine simplifies
/// before it comes to the choices. True if \p F has changed; its control flow
/// never does. Linear in the size of F.
bool joinRepeatedChoices(llvm::Function &F);

} // namespace facet

#endif // FACET_COMPILER_IR_REPEATED_CHOICES_H
