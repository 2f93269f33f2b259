//===- printf.h - Printing in device code ---------------------------------===//
//
// In:  calls of __sycl_printf (compiler/passes/print_calls.h), inlined into the
//      kernels where targets must know the format. Out:
//
//   x86      calls of the C library's printf
//   NVIDIA   calls of the driver's vprintf with a buffer of arguments
//   AMD      nothing: kernels have no means of printing; a warning says so
//   SPIR-V   OpenCL's printf with the format in constant memory
//
// Formats that are literals become what the target understands: vectors one
// conversion for each element, lengths those that OpenCL has, widths that are
// arguments digits. A float is promoted to double but for SPIR-V, where a
// device may have no doubles. Where that cannot be done, an error names the
// function and the reason.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_PRINTF_H
#define FACET_POSTLINK_RETARGET_PRINTF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace facet {

struct CodeModel;

/// Marks the functions that print for inlining: their formats may be arguments.
void requestInliningOfPrinting(llvm::Module &M,
                               llvm::ArrayRef<std::string> Kernels);

llvm::Error lowerPrintf(llvm::Module &M, const CodeModel &Target);

/// Calls OpenCL's printf.
llvm::CallInst *createOpenClPrintf(llvm::IRBuilderBase &Builder,
                                   llvm::StringRef Format,
                                   llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_PRINTF_H
