//===- plain_link.h - A link without -fsycl -------------------------------===//
//
// In:  the objects and archives of the link.
// Out: which of them carries device code, and whether host code refers to the
//      runtime.
// Why: some build systems give -fsycl to compilations alone. Where the sources
//      have no kernels, as in such a system's checks, the program needs nothing
//      but the runtime. With device code the link must know its targets.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_PLAIN_LINK_H
#define FACET_COMPILER_DRIVER_PLAIN_LINK_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace facet {

/// Returns the first of \p Paths that defines functions or variables of
/// devices, or "". What cannot be read defines none: the linker says why.
std::string withDeviceCode(llvm::ArrayRef<std::string> Paths);

/// Returns true if host code of \p Paths was compiled with the headers.
bool needsRuntime(llvm::ArrayRef<std::string> Paths);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_PLAIN_LINK_H
