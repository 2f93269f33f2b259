//===- extra_arguments.h - What the runtime adds to a kernel's arguments --===//
//
// In:  a kernel. Out: the kernel with one more argument behind all others; the
//      runtime sets it (properties of the image say of which kernels).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_EXTRA_ARGUMENTS_H
#define FACET_POSTLINK_RETARGET_EXTRA_ARGUMENTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Argument;
class Function;
class Type;
} // namespace llvm

namespace facet {

/// Makes another function of \p Kernel, with its name, body and attributes;
/// \p Kernel is gone. \p SourceType is what OpenCL calls the type. Returns the
/// new argument.
llvm::Argument *addKernelArgument(llvm::Function &Kernel, llvm::Type *Ty,
                                  llvm::StringRef Name,
                                  llvm::StringRef SourceType);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_EXTRA_ARGUMENTS_H
