//===- assembler_copies.h - Values the assembler takes as they are --------===//
//
// In: values of a module for an NVIDIA GPU. Out: copies of them.
// Why: ptxas and the driver combine neighboring instructions, some of them
// wrongly; they combine nothing with what a copy has between.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ASSEMBLER_COPIES_H
#define FACET_POSTLINK_RETARGET_ASSEMBLER_COPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace facet {

/// Returns a copy of \p Bits, an integer, that LLVM does not look through and
/// the assembler does.
llvm::Value *copyOf(llvm::Value *Bits, llvm::IRBuilder<> &Builder);

/// Of \p Number, an integer of up to 32 or of 64 bits, or of each element of a
/// vector of such: a copy that ptxas does not look through before it combines
/// instructions, and drops later.
llvm::Value *copyForAssembler(llvm::Value *Number, llvm::IRBuilder<> &Builder);

/// \p Copy of each element of \p Given, or of itself.
llvm::Value *
copyElements(llvm::Value *Given, llvm::IRBuilder<> &Builder,
             llvm::function_ref<llvm::Value *(llvm::Value *)> Copy);

/// Puts copies for the assembler in the place of \p Number wherever it is used.
void replaceByCopies(llvm::Instruction &Number);

/// Has a copy for the assembler used in the place of each operand.
void copyOperands(llvm::ArrayRef<llvm::Use *> Operands);

/// Replaces by copies each instruction of \p M that \p Is holds of.
void copyEach(llvm::Module &M,
              llvm::function_ref<bool(const llvm::Instruction &)> Is);

/// Returns true if \p Is holds of \p Number or of one of its elements, for all
/// the code generator knows.
bool mayHold(const llvm::Value *Number,
             llvm::function_ref<bool(const llvm::Value *)> Is);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ASSEMBLER_COPIES_H
