//===- device_headers.h - Precompiled headers of device compilations ------===//
//
// In:  a -cc1 command for devices with the host's precompiled header.
// Out: the same with the header's source: what is precompiled is the host's
//      half of it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_HEADERS_H
#define FACET_COMPILER_FRONTEND_DEVICE_HEADERS_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace facet {

/// Replaces `-include-pch H.pch` by `-include H`. False after an error, which is
/// reported. \p CI has diagnostics and a file system, and no file manager.
bool includeHeaderInsteadOfPrecompiled(clang::CompilerInstance &CI);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_HEADERS_H
