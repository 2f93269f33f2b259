//===- host_calls.h - Conditional device code called by host code ---------===//
//
// In:  a translation unit, and the functions that its device code reaches.
// Out: an error for each call of if_device_has or if_architecture_is that host
//      code reaches, with the path to it as notes.
// Why: host code has no device to ask. What is defined here for other units and
//      is neither SYCL_EXTERNAL nor reached by a kernel is host code for
//      certain, and so is what it calls. Inline functions that nobody calls are
//      not judged: they may be meant for kernels. At run time the functions
//      throw, for host code that is not found here.
//
// sycl_ext_oneapi_device_if: "This function is not available in host code."
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_HOST_CALLS_H
#define FACET_COMPILER_FRONTEND_HOST_CALLS_H

#include "compiler/frontend/device_code.h"

namespace clang {
class DiagnosticsEngine;
} // namespace clang

namespace facet {

/// Costs a look-up in units that do not use these functions.
void checkHostCalls(const DeviceCode &Device, clang::ASTContext &Context,
                    clang::DiagnosticsEngine &Diags);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_HOST_CALLS_H
