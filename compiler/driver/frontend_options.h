//===- frontend_options.h - -Xsycl-target-frontend ------------------------===//
//
// In:  options for the device compilations of targets, and the targets.
// Out: those of the one device compilation, or an error.
// Why: DPC++ compiles a source once for each target. Here that happens once for
//      all: what is not the same for all cannot be.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_FRONTEND_OPTIONS_H
#define FACET_COMPILER_DRIVER_FRONTEND_OPTIONS_H

#include "compiler/driver/options.h"

namespace facet {

/// Adds warnings about options of targets that are not compiled for. The names
/// of targets are replaced already (target_triples.h).
llvm::Expected<std::vector<std::string>>
frontendOptionsForAll(DriverOptions &Options);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_FRONTEND_OPTIONS_H
