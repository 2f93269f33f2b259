//===- device_warnings.h - What only the device compilation warns of ------===//
//
// In:  a device compilation that the host's compilation of the same source
//      follows, and a file between the two.
// Out: each of Clang's warnings once. The host's compilation prints its own,
//      then those of the device compilation that it has not given.
// Why: both read the same source, and mostly say the same. Code under
//      __SYCL_DEVICE_ONLY__, and kernels that only devices instantiate, are
//      read by one of them alone: a function that returns nothing there is
//      undefined, and nobody else would say so.
//
// Warnings of a device compilation are kept if they are about code that kernels
// reach (host code is compiled with other macros and for another processor
// there, which is nobody's concern), and #warning.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_WARNINGS_H
#define FACET_COMPILER_FRONTEND_DEVICE_WARNINGS_H

#include "compiler/frontend/device_code.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class DiagnosticsEngine;
} // namespace clang

namespace facet {

class DevicePass;
class DeviceWarnings;

/// Keeps Clang's warnings of now on, none of which is an error: the host's
/// compilation decides that.
DeviceWarnings &keepDeviceWarnings(clang::DiagnosticsEngine &Diags);

/// Writes those of code that \p Code has, with the calls that lead there.
void writeDeviceWarnings(DeviceWarnings &Warnings, const DeviceCode &Code,
                         clang::ASTContext &Context,
                         clang::DiagnosticsEngine &Diags, llvm::StringRef Path);

/// Prints what the file \p Path of \p Pass has and this compilation has not
/// printed, at the end of the source. To be called before the source is read.
void printDeviceWarnings(clang::DiagnosticsEngine &Diags, llvm::StringRef Path,
                         DevicePass &Pass);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_WARNINGS_H
