//===- writer.h - Kernels as LLVM IR --------------------------------------===//
//
// In:  a kernel.
// Out: a function of textual IR, as the front end makes kernels.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_WRITER_H
#define POSTLINK_AOT_RANDOM_KERNELS_WRITER_H

#include "postlink/aot/random_kernels/program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace facet::random_kernels {

/// \p Attributes are those of the function.
void writeKernel(llvm::StringRef Name, const std::vector<Statement> &Program,
                 llvm::StringRef Attributes, llvm::raw_ostream &Out);

/// What the kernels call, to be written once.
void writeDeclarations(llvm::raw_ostream &Out);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_WRITER_H
