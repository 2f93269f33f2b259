//===- spirv.h - SPIR-V from a job's module -------------------------------===//

#ifndef FACET_POSTLINK_AOT_SPIRV_H
#define FACET_POSTLINK_AOT_SPIRV_H

#include "postlink/aot/job.h"

namespace facet {

/// SPIR-V 1.2 words, which all OpenCL and Level Zero drivers take. Names of
/// kernels that got an arena argument are added to \p ArenaKernels.
llvm::Expected<llvm::SmallVector<char, 0>>
makeSpirv(AotJob &Job, std::vector<std::string> &ArenaKernels);

} // namespace facet

#endif // FACET_POSTLINK_AOT_SPIRV_H
