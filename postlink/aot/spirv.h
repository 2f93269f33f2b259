//===- spirv.h - SPIR-V from a job's module -------------------------------===//

#ifndef FACET_POSTLINK_AOT_SPIRV_H
#define FACET_POSTLINK_AOT_SPIRV_H

#include "postlink/aot/job.h"

namespace facet {

/// SPIR-V 1.2 words, which all OpenCL and Level Zero drivers take, with the
/// conditions of functions that have any. The rest of the result goes into
/// \p Code.
llvm::Expected<llvm::SmallVector<char, 0>> makeSpirv(AotJob &Job,
                                                     CompiledCode &Code);

} // namespace facet

#endif // FACET_POSTLINK_AOT_SPIRV_H
