//===- kernel_code.h - Whether two sources have the same kernel -----------===//
//
// In:  one source of device code, and names of kernels that it defines.
// Out: for each of them a text that is equal exactly if the code is.
// Why: Clang emits every kernel as a strong symbol, also one from a function in
//      a header, which then is in each source that includes it. The same code
//      under the same name is the same kernel; anything else must not be
//      merged.
//
// The text is the bitcode of a module of the kernel and the local functions and
// variables that it reaches, so it has each property of an instruction, a
// function, an attribute or a metadata node that bitcode has. Left out is what
// differs between sources without a meaning: debug information, names of
// values, types, local symbols and conditional callers, the source's name.
// Other functions that the kernel calls count by their names.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_LINK_KERNEL_CODE_H
#define FACET_POSTLINK_LINK_KERNEL_CODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace facet {

/// Reads the file \p Path once more, in a context of its own. Kernels that it
/// does not define have no entry.
llvm::Expected<llvm::StringMap<std::string>>
readKernelCode(llvm::StringRef Path, llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_POSTLINK_LINK_KERNEL_CODE_H
