//===- half_overflow.h - Integers that are no half, kept infinite ---------===//
//
// In: a function before LLVM combines its instructions. Out: the same, where an
// integer that becomes a half is never one that LLVM takes for exact.
// Why: LLVM 22 takes an integer of 11 significant bits for a half without
// rounding, whatever zeros are below them (InstCombine,
// isKnownExactCastIntToFP): of `float(half(byte << 9))` it left `float(byte <<
// 9)`, which is not infinite from 65520 on.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_HALF_OVERFLOW_H
#define FACET_COMPILER_IR_HALF_OVERFLOW_H

namespace llvm {
class Function;
}

namespace facet {

/// Bounds each integer that a conversion to half takes, also by way of another
/// floating-point type, if low bits of it are known to be zero and it may be as
/// large as the smallest number that becomes infinite: odd numbers beyond that
/// one stand for all others. True if \p F has changed; its control flow never
/// does. Linear in the size of F.
bool boundIntegersOfHalves(llvm::Function &F);

} // namespace facet

#endif // FACET_COMPILER_IR_HALF_OVERFLOW_H
