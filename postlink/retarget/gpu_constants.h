//===- gpu_constants.h - Numbers of double on NVIDIA GPUs -----------------===//
//
// In: an optimized module for NVIDIA GPUs. Out: the same, with the numbers of
// `double` that its loops compute with in constant memory, of which an
// arithmetic instruction reads an operand at no cost. As part of an instruction
// a number has 32 bits only: others cost two more instructions each time,
// unless registers are left to keep them, and polynomials are made of such
// numbers
// (`sin` took 0.79 of the time, the mathematical functions 0.91, H100).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_CONSTANTS_H
#define FACET_POSTLINK_RETARGET_GPU_CONSTANTS_H

namespace llvm {
class Module;
}

namespace facet {

/// Loads such numbers in loops just before their instructions, of which the
/// assembler makes operands. Code outside of loops runs too seldom to wait for
/// the memory of its numbers.
void loadConstantsOfLoops(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_CONSTANTS_H
