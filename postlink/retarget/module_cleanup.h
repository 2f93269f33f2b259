//===- module_cleanup.h - Leave only what an image needs ------------------===//
//
// In:  a module, and the names of what others see of it.
// Out: the module with everything else internal.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_MODULE_CLEANUP_H
#define FACET_POSTLINK_RETARGET_MODULE_CLEANUP_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Module;
}

namespace facet {

/// Makes everything internal but the functions that \p Keep names. Comdats go
/// too: a module is linked no further.
void internalizeExcept(llvm::Module &M, llvm::ArrayRef<std::string> Keep);

/// Gives internal functions with names of the C library other names. An optimizer
/// of a driver that runs on CPUs (PoCL's) takes a function named strcat for the
/// library's and calls strlen in its place, which devices do not have.
void renameLibraryFunctions(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_MODULE_CLEANUP_H
