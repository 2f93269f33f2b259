//===- device_link.h - Device bitcode of all sources into one module ------===//
//
// In:  device bitcode files, in the order of the command line.
// Out: one module with every kernel and SYCL_EXTERNAL function and their
//      metadata; calls between the files are resolved.
// Why: a SYCL_EXTERNAL function may be defined in another source than the
//      kernel that calls it. Splitting (SPEC 001, "Changes to the device code
//      split algorithm") wants the whole program.
//
// A source whose conditional code was decided for one target when it was
// compiled is for that target alone: linking it for others, or with one that was
// decided for another, is an error.
//
// What is defined twice is an error that names both files. What is defined
// nowhere is left open: a shared library loaded at run time may export it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_LINK_DEVICE_LINK_H
#define FACET_POSTLINK_LINK_DEVICE_LINK_H

#include "compiler/support/bitcode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace facet {

/// \p Targets: for which the code is linked; none: not known here.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkDeviceCode(llvm::ArrayRef<std::string> Paths, DeviceContext &Context,
               llvm::ArrayRef<std::string> Targets = {});

} // namespace facet

#endif // FACET_POSTLINK_LINK_DEVICE_LINK_H
