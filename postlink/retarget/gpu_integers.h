//===- gpu_integers.h - Integers that assemblers compute wrongly ----------===//
//
// In: an optimized module for an NVIDIA GPU. Out: the same in a form that ptxas
// and the driver translate exactly.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_INTEGERS_H
#define FACET_POSTLINK_RETARGET_GPU_INTEGERS_H

namespace llvm {
class Module;
}

namespace facet {

/// Computes absolute values of 16 bits by negations (keepNegatedShorts). ptxas
/// and the driver compute `abs.s16` in 32 bits and go on with these: of -32768
/// it was 32768 (CUDA 13.0).
void keepAbsoluteShorts(llvm::Module &M);

/// Puts a copy behind each negation of 16 bits, also behind a difference from
/// what may be 0 where a loop is unrolled and behind a product with a negative
/// power of two. ptxas and the driver compute
/// `neg.s16` in 32 bits where its result is extended, compared, shifted,
/// divided or multiplied as a signed number, and go on with these: of -32768 it
/// was 32768 (CUDA 13.0).
void keepNegatedShorts(llvm::Module &M);

/// Computes saturated sums and differences of up to 16 bits in 32. LLVM makes
/// negations, minima and maxima of 16 bits of them, which the functions beside
/// this one would not see.
void keepSaturatedShorts(llvm::Module &M);

/// Puts a copy between a minimum or maximum of up to 16 bits and what uses it:
/// ptxas
/// and the driver (CUDA 13.0) answer `min(x, c) == c` wrongly for any constant
/// c, signed and unsigned, also for one that comes of an unrolled loop.
void keepSmallerShorts(llvm::Module &M);

/// Puts a copy behind an absolute value of 32 or 64 bits that is defined for
/// the smallest number: ptxas (CUDA 13.0) takes it for positive, in remainders
/// and comparisons.
void keepAbsoluteIntegers(llvm::Module &M);

/// Puts a copy between a number of 32 bits that is the sign extension of a part
/// and its conversion to floating point as an unsigned number: ptxas
/// (CUDA 13.0) makes one instruction of `bfe.s32` and `cvt.rn.f64.u32`, which
/// converts the signed part.
void keepUnsignedExtensions(llvm::Module &M);

/// Puts a copy between a negation and the minimum or maximum of it. Where the
/// result is an operand of another one, ptxas and the driver make one
/// instruction of both for sm_90 and later and lose the sign of its second
/// operand: `min(min(a, -b), c)` became `min(a, b, c)` (CUDA 13.0).
void keepNegations(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_INTEGERS_H
