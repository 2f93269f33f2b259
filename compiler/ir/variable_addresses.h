//===- variable_addresses.h - Addresses that are known later --------------===//
//
// In:  a variable.
// Out: a call that gives its address, and the names by which others find it.
//
// Where some variables of device code lie is known after the device link, for
// each kernel and target: device_global (compiler/passes/device_globals.h) and
// objects in local memory (compiler/passes/local_objects.h). Until then code
// gets their addresses from calls of a built-in function, with the variable as
// the argument. compiler/passes writes these calls, postlink/retarget lowers
// them.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_VARIABLE_ADDRESSES_H
#define FACET_COMPILER_IR_VARIABLE_ADDRESSES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallInst;
class GlobalVariable;
class IRBuilderBase;
} // namespace llvm

namespace facet {

/// Of a variable: "external" if other sources may have the same one, "internal"
/// if it is of its source alone. Its name is then unique.
inline constexpr char DeviceGlobalAttribute[] = "sycl-device-global";
/// The address of a device_global.
inline constexpr char DeviceGlobalBuiltin[] = "__sycl_device_global";
/// The address of an object in local memory.
inline constexpr char LocalVariableBuiltin[] = "__sycl_local_variable";

/// Inserts a call of \p Builtin for \p V, whose result is a pointer to V's
/// address space. The optimizer keeps V its argument: it neither merges nor
/// sinks such calls into one with a choice of variables.
llvm::CallInst *createAddressCall(llvm::IRBuilderBase &Builder,
                                  llvm::StringRef Builtin,
                                  llvm::GlobalVariable &V);

} // namespace facet

#endif // FACET_COMPILER_IR_VARIABLE_ADDRESSES_H
