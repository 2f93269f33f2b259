//===- module_cleanup.h - Leave only what an image needs ------------------===//

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

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_MODULE_CLEANUP_H
