//===- arithmetic.h - Operations on cells ---------------------------------===//
//
// In:  operands as cells (program.h). Out: the result as a cell.
// Why: what the operations of programs mean, bit by bit, without LLVM.
//
// Only whether a number is NaN is specified, not which NaN: canonical() hides
// the difference wherever bits become visible.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_ARITHMETIC_H
#define POSTLINK_AOT_RANDOM_KERNELS_ARITHMETIC_H

#include "postlink/aot/random_kernels/program.h"

namespace facet::random_kernels {

inline uint64_t maskOf(Scalar S) {
  return bitsOf(S) == 64 ? ~uint64_t(0) : (uint64_t(1) << bitsOf(S)) - 1;
}
inline int64_t signedOf(Scalar S, uint64_t Cell) {
  const unsigned Rest = 64 - bitsOf(S);
  return static_cast<int64_t>(Cell << Rest) >> Rest;
}

/// Returns the one NaN of the type that programs show.
uint64_t nanOf(Scalar S);
uint64_t canonical(Scalar S, uint64_t Cell);

double toDouble(Scalar S, uint64_t Cell);
/// \p Value rounded once (to half: by way of float).
uint64_t fromDouble(Scalar S, double Value);

uint64_t unary(Op O, Scalar S, uint64_t X);
uint64_t binary(Op O, Scalar S, uint64_t X, uint64_t Y);
uint64_t fma(Scalar S, uint64_t X, uint64_t Y, uint64_t Z);
bool compare(Predicate P, Scalar S, uint64_t X, uint64_t Y);

/// By value. Integers are signed unless \p Unsigned, bool is not. A number that
/// the integer type may not have, or NaN, becomes 0. Anything but 0 is true.
uint64_t cast(Scalar From, Scalar To, uint64_t X, bool Unsigned = false);

/// Returns what \p Cell of an atomic becomes.
uint64_t update(Atomic A, Scalar S, uint64_t Cell, uint64_t Operand);
/// Returns what an atomic has at first.
uint64_t firstOf(Atomic A, Scalar S);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_ARITHMETIC_H
