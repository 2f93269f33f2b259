//===- assembler.h - Assembling a source in this process ------------------===//
//
// In:  the arguments of a -cc1as command, with which Clang's driver assembles.
// Out: an object file.
//
// Stock Clang has this command in its executable, not in its libraries. It is
// LLVM's assembler with what the options say.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_ASSEMBLER_H
#define FACET_COMPILER_DRIVER_ASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace facet {

/// Assembles as \p Arguments say, which come behind -cc1as. Errors in the
/// source are reported, and then AlreadyReported. An output that cannot be
/// finished does not exist.
llvm::Error assemble(llvm::ArrayRef<std::string> Arguments);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_ASSEMBLER_H
