//===- driver.h - sycl-clang++ --------------------------------------------===//
//
// In:  a command line of clang++ with the -fsycl options of options.h.
// Out: what clang++ would make, with device code.
//
// Compile: device bitcode first, then the host object, which carries it in the
// section .llvm.offloading. Link: the device code of all objects and archives
// goes through the same tools as in a build with Bazel, with the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_DRIVER_H
#define FACET_COMPILER_DRIVER_DRIVER_H

#include "compiler/driver/installation.h"
#include "compiler/driver/options.h"
#include "llvm/Support/Error.h"

namespace facet {

llvm::Error runDriver(const Installation &Install, DriverOptions Options);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_DRIVER_H
