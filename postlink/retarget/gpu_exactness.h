//===- gpu_exactness.h - Numbers that GPU back ends translate wrongly -----===//
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
/// and the driver make `selp.f32 -1.0, -0.0` a conversion of the integers -1
/// and 0, which has no negative zero (CUDA 13.0).
void keepZerosBesideMinusOne(llvm::Module &M);

/// Asks whether a number is NaN where a comparison with a negative number says
/// no more, as of an absolute value: ptxas and the driver (CUDA 13.0) take
/// `|x| > -1.0` for true, which it is not for NaN.
void keepNansBesideSigns(llvm::Module &M);

/// Puts a copy where a number of one kind, integer or floating-point, that
/// comes of a conversion, a choice or a negation is used as the bits of the
/// other: ptxas and the driver (CUDA 13.0) convert the number, as if `cvt`
/// behind `selp.b16 1, 0` took 1.0 and not the smallest half, and make the
/// negation of an integer one of a floating-point operand.
void keepKindsOfBits(llvm::Module &M);

/// Puts a copy between an integer that was converted and its negation: ptxas
/// and the driver (CUDA 13.0) negate the integer where it is a flag, which
/// gives +0.0 for 0.
void keepNegativeZeros(llvm::Module &M);

/// Puts a copy between the bits of a floating-point value and what uses a part
/// of them, as a store does whose address is aligned less. LLVM stores the low
/// half of a 64-bit register by `st.b32` of the whole register, and a byte of
/// any register likewise; if a floating-point instruction wrote the register,
/// ptxas and the driver convert its value to an integer instead of cutting its
/// bits. (PTX ISA, "Operand Size Exceeding Instruction-Type Size", asks for the
/// cut.)
void keepBitsOfFloats(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_EXACTNESS_H
