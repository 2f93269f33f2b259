//===- device_globals.h - Variables of each device ------------------------===//
//
// sycl_ext_oneapi_device_global.
//
// In:  the module that Clang generates, where objects of the class are variables
//      like others.
// Out: in place of the address of each, `__sycl_device_global(@v)`, which targets
//      make an argument of the kernel (postlink/retarget/device_globals.h). The
//      variable has an attribute (compiler/ir/variable_addresses.h). Until then no optimization knows what
//      the value is: the host and other images may have changed it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_DEVICE_GLOBALS_H
#define FACET_COMPILER_PASSES_DEVICE_GLOBALS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace facet {

/// Keeps those variables for which \p Is, which this source defines for others,
/// although nothing here may use them. Before dropHostCode.
void shareDeviceGlobals(
    llvm::Module &M, llvm::function_ref<bool(const llvm::GlobalVariable &)> Is);

/// \p Is says which variables are such objects, \p Source names the source. Calls
/// \p Report for those whose address is part of another variable's value.
void placeDeviceGlobals(
    llvm::Module &M, llvm::StringRef Source,
    llvm::function_ref<bool(const llvm::GlobalVariable &)> Is,
    llvm::function_ref<void(const llvm::GlobalVariable &)> Report);

} // namespace facet

#endif // FACET_COMPILER_PASSES_DEVICE_GLOBALS_H
