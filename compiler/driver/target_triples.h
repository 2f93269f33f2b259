//===- target_triples.h - Targets as Clang and DPC++ name them ------------===//
//
// In:  -fsycl-targets= with target triples, and the processors that
//      --offload-arch= or --cuda-gpu-arch= name, by themselves or as options of
//      -Xsycl-target-backend[=T].
// Out: Facet's names of the targets.
// Why: build scripts that are written for Clang and DPC++ name devices so. Here
//      each processor is a target, so that its aspects are known.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_TARGET_TRIPLES_H
#define FACET_COMPILER_DRIVER_TARGET_TRIPLES_H

#include "compiler/driver/options.h"
#include "config/device_config/device_config.h"
#include "llvm/Support/Error.h"

namespace facet {

/// Replaces the triples among the targets, and in the options of back ends:
/// nvptx64-nvidia-cuda and amdgcn-amd-amdhsa by the targets of the processors,
/// the others by one target. A processor of the command line's own
/// --offload-arch= is a target also without its triple. Error: an unknown
/// processor; amdgcn-amd-amdhsa without any; one for a triple that is no
/// target.
llvm::Error replaceTriples(const DeviceConfig &Config, DriverOptions &Options);

/// Replaces the target \p Generic by \p Names, also in options that are for it:
/// these may have another name of the target than the targets have.
void replaceTarget(llvm::StringRef Generic, llvm::ArrayRef<std::string> Names,
                   DriverOptions &Options);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_TARGET_TRIPLES_H
