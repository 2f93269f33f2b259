//===- arguments.h - Arguments of a CPU kernel ----------------------------===//
//
// In:  a kernel and the block.
// Out: the kernel without arguments.
//
// The runtime packs a kernel's arguments into one block, in order, each at its
// natural alignment (config/image/cpu_abi.h). Helpers that read them back.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUPS_ARGUMENTS_H
#define FACET_TARGETS_CPU_PIPELINE_GROUPS_ARGUMENTS_H

#include <cstdint>

namespace llvm {
class Argument;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace facet {

/// Replaces the arguments of \p Kernel by what lies in the block \p Block.
/// Copies of arguments that the kernel changes are made before \p Copies.
/// Returns the size of the block.
uint64_t readArgumentsFromBlock(llvm::Function &Kernel, llvm::Value &Block,
                                llvm::Instruction &Copies);

/// Tells the optimizer that \p Block points to \p Size bytes that nobody
/// writes: without that, no loop over a group vectorizes.
void describeBlock(llvm::Argument &Block, uint64_t Size, uint64_t Alignment);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUPS_ARGUMENTS_H
