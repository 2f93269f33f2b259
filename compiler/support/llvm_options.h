//===- llvm_options.h - What -mllvm says ----------------------------------===//
//
// In:  options of LLVM's passes and code generators.
// Out: LLVM's registry of options (llvm::cl) has their values. It is one of the
//      whole process: before any pass runs.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_LLVM_OPTIONS_H
#define FACET_COMPILER_SUPPORT_LLVM_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

/// Returns false if LLVM refuses an option, which it has told on stderr in the
/// name of \p Tool.
bool parseLLVMOptions(llvm::StringRef Tool,
                      llvm::ArrayRef<std::string> Options);

/// Removes the ones that this process does not have, and returns them: Clang's
/// libraries have some that a tool without Clang lacks.
std::vector<std::string>
takeUnknownLLVMOptions(std::vector<std::string> &Options);

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_LLVM_OPTIONS_H
