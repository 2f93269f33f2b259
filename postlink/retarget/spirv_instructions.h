//===- spirv_instructions.h - Instructions that SPIR-V readers lack -------===//
//
// In: device code for SPIR-V, optimized.
// Out: the same without instructions that not every driver's reader knows:
//
//   atomic additions of floating-point numbers   an extension; become loops of
//                                                compare-and-exchange
//   additions, subtractions and products with    no such instructions where
//   overflow                                     they are signed; where not,
//                                                Intel's compiler fails for
//                                                OpIAddCarry, and LLVM 15 does not
//                                                know it and OpUMulExtended. Become
//                                                comparisons
//   reversed bits                                an extension for kernels, without
//                                                which LLVM's back end stops; become
//                                                shifts
//   prefetches                                   hints, of which LLVM's back end
//                                                makes nothing and stops; go
//   absolute values of the smallest number       OpenCL's abs, which PoCL 3.1 takes
//                                                for undefined there; become a
//                                                comparison and a negation
//   memset and memmove of a size not constant,   become loops
//   memset of a value not constant
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_SPIRV_INSTRUCTIONS_H
#define FACET_POSTLINK_RETARGET_SPIRV_INSTRUCTIONS_H

namespace llvm {
class Module;
}

namespace facet {

void replaceRareInstructions(llvm::Module &M);

/// Makes zeros of what is undefined in constant structures and arrays (the padding
/// of unions), which LLVM's SPIR-V back end cannot translate.
void defineConstants(llvm::Module &M);

/// Gives the cases of a switch that go to one block with phis a block of their own
/// on the path. LLVM's translator (15) reads a phi with one entry for all of them
/// as invalid code, and SPIR-V has but one.
void separateCases(llvm::Module &M);

/// Makes phis and selects of structures and arrays such of their elements. LLVM's
/// SPIR-V back end gives a compare-and-exchange and a phi of its pair different
/// types.
void splitAggregates(llvm::Module &M);

/// Lets no instruction but one use a variable in private memory directly: a
/// pointer to its first byte, which the others use. LLVM's SPIR-V back end gives
/// a variable that a pointer is stored to the type of that pointer, so that a
/// structure with a pointer first, or an array of them, would become eight bytes.
/// A variable for a pointer gets the type of what is stored to it first: where
/// that is a smaller number, the variable becomes an array of bytes.
void keepVariableTypes(llvm::Module &M);

/// Lets each function access an array of the module by one pointer, made at its
/// start. LLVM's SPIR-V back end walks all users of a pointer for each access by
/// it: that of the scratch memory that all kernels share took most of the time of
/// a module of a thousand kernels.
void accessVariablesByPointers(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_SPIRV_INSTRUCTIONS_H
