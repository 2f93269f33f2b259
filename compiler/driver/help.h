//===- help.h - What the driver says of itself ----------------------------===//
//
// In:  the options that are ours, beside Clang's.
// Out: a section of --help, alone with -fsycl-help; settings of clangd.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_HELP_H
#define FACET_COMPILER_DRIVER_HELP_H

#include "compiler/driver/installation.h"
#include "llvm/Support/raw_ostream.h"

namespace facet {

void printSyclHelp(llvm::raw_ostream &Out);

/// Prints a .clangd file with which clangd understands compile_commands.json.
void printClangdConfig(const Installation &Install, llvm::raw_ostream &Out);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_HELP_H
