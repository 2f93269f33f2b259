//===- kernel_arguments.h - What is known of a kernel's arguments ---------===//
//
// A kernel gets one block of arguments that nobody writes while it runs, and
// every pointer in it comes from the host, so it points to global memory.
// Neither is written in the IR. In: kernels whose helper functions take the
// functor by pointer. Out: those helpers inlined; loads from the arguments
// marked invariant; pointers loaded from them known to be global.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_KERNEL_ARGUMENTS_H
#define FACET_POSTLINK_RETARGET_KERNEL_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Argument;
class Function;
class Value;
} // namespace llvm

namespace facet {

struct CodeModel;

/// Returns true if memory behind \p Root is only read, through pointers whose
/// every use is in sight.
bool isOnlyRead(llvm::Value &Root);

/// Marks functions that are handed a pointer to a kernel argument for
/// inlining. Returns true if there were any: inline, then ask again.
bool requestInliningOfArgumentUsers(llvm::ArrayRef<llvm::Function *> Kernels);

/// Marks the loads from \p Root, a pointer to arguments, as invariant, and the
/// pointers they give as pointers to global memory.
void inferArgumentLoads(llvm::Argument &Root, const CodeModel &Target);

/// Does the same for all byval and byref arguments of \p Kernel.
void inferKernelArguments(llvm::Function &Kernel, const CodeModel &Target);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_KERNEL_ARGUMENTS_H
