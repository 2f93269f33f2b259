//===- device_globals.h - Variables of each device ------------------------===//
//
// In:  `__sycl_device_global(@v)`, the address of a variable that the device has
//      once for all images (compiler/passes/device_globals.h).
// Out: kernels that take these addresses as arguments behind all that the program
//      gives them, inlined functions in between; what each kernel uses, for the
//      runtime, which has the memory (config/image/device_globals.h).
// Why: images are loaded one by one, and not all drivers let one of them use a
//      variable of another, or tell the host its address. An argument is the
//      same for all, costs nothing, and is uniform.
//
// Before everything else: the arguments come before those of other kinds.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_DEVICE_GLOBALS_H
#define FACET_POSTLINK_RETARGET_DEVICE_GLOBALS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

/// By kernel: the value of its property. \p AsNumbers: addresses are integers,
/// what OpenCL lets the host pass by value. A function that cannot be inlined
/// into its kernels, and a first value that is no constant, are errors.
llvm::Expected<std::map<std::string, std::vector<unsigned char>>>
passDeviceGlobals(llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
                  bool AsNumbers);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_DEVICE_GLOBALS_H
