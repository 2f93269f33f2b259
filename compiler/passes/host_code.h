//===- host_code.h - Drop what no kernel reaches --------------------------===//
//
// In:  the module that Clang generates for devices: kernels and SYCL_EXTERNAL
//      functions and variables, and whatever Clang generates beside them: a
//      vtable brings the virtual functions, a static variable of a function
//      brings the function, a variable brings its initializer and destructor.
// Out: the kernels, SYCL_EXTERNAL functions and variables (shareDeviceGlobals)
//      with what they reach.
// Why: host code in a device module costs time, and much of it (exceptions,
//      destructors at exit, coroutines) is not valid there. Nothing that no
//      kernel reaches may be verified, checked or compiled.
//
// Device code never calls through a vtable and has no type information (SYCL
// 2020, 5.4), so the addresses in the vtables of objects that kernels make
// reach nothing: they become null. The offsets of virtual bases stay.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_HOST_CODE_H
#define FACET_COMPILER_PASSES_HOST_CODE_H

#include "llvm/IR/Module.h"

namespace facet {

/// \p M has the metadata that tells entry points (isEntryPoint).
void dropHostCode(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_HOST_CODE_H
