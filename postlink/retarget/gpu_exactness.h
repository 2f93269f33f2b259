//===- gpu_exactness.h - Code that GPU back ends translate wrongly ---------===//
//
// In: an optimized module for a GPU. Out: the same in a form that LLVM's code
// generators and the assemblers behind them translate exactly.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_EXACTNESS_H
#define FACET_POSTLINK_RETARGET_GPU_EXACTNESS_H

namespace llvm {
class Module;
}

namespace facet {

/// Keeps `x < 0.0 ? x : 0.0` and `x > -0.0 ? x : -0.0` from becoming a minimum
/// or a maximum: of two zeros these instructions take the smaller or the larger
/// one by its sign, where C++ takes the constant.
void keepSignsOfZero(llvm::Module &M);

/// Chooses between the bits of -1.0 and -0.0 and not between the numbers: ptxas
/// and the driver make `selp.f32 -1.0, -0.0` a conversion of the integers -1 and
/// 0, which has no negative zero (CUDA 13.0).
void keepZerosBesideMinusOne(llvm::Module &M);

/// Puts a copy between the bits of a floating-point value and what uses a part
/// of them, as a store does whose address is aligned less. LLVM stores the low
/// half of a 64-bit register by `st.b32` of the whole register, and a byte of any
/// register likewise; if a floating-point instruction wrote the register, ptxas
/// and the driver convert its value to an integer instead of cutting its bits.
/// (PTX ISA, "Operand Size Exceeding Instruction-Type Size", asks for the cut.)
void keepBitsOfFloats(llvm::Module &M);

/// Computes absolute values of 16 bits by negations (keepNegatedShorts). ptxas and
/// the driver compute `abs.s16` in 32 bits and go on with these: of -32768 it was
/// 32768 (CUDA 13.0).
void keepAbsoluteShorts(llvm::Module &M);

/// Puts a copy behind each negation of 16 bits, also behind a difference from
/// what may be 0 where a loop is unrolled. ptxas and the driver compute
/// `neg.s16` in 32 bits where its result is extended, compared, shifted, divided
/// or multiplied as a signed number, and go on with these: of -32768 it was 32768
/// (CUDA 13.0).
void keepNegatedShorts(llvm::Module &M);

/// Puts a copy between a minimum or maximum of 16 bits and what uses it: ptxas
/// and the driver (CUDA 13.0) answer `min(x, c) == c` wrongly for any constant c,
/// signed and unsigned, also for one that comes of an unrolled loop.
void keepSmallerShorts(llvm::Module &M);

/// Puts a copy behind an absolute value of 32 bits that is defined for the
/// smallest number: ptxas (CUDA 13.0) takes it for positive, in remainders and
/// comparisons.
void keepAbsoluteIntegers(llvm::Module &M);

/// Puts a copy between a number of 32 bits that is the sign extension of a part
/// and its conversion to floating point as an unsigned number: ptxas (CUDA 13.0)
/// makes one instruction of `bfe.s32` and `cvt.rn.f64.u32`, which converts the
/// signed part.
void keepUnsignedExtensions(llvm::Module &M);

/// Puts a copy between a negation and the minimum or maximum of it. Where the
/// result is an operand of another one, ptxas and the driver make one
/// instruction of both for sm_90 and later and lose the sign of its second
/// operand: `min(min(a, -b), c)` became `min(a, b, c)` (CUDA 13.0).
void keepNegations(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_EXACTNESS_H
