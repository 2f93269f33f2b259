//===- pipeline.h - SPIR-V from a job's module ----------------------------===//
//
// In:  a job for a device whose driver takes SPIR-V.
// Out: the words of a module.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_SPIRV_PIPELINE_PIPELINE_H
#define FACET_TARGETS_SPIRV_PIPELINE_PIPELINE_H

#include "postlink/codegen/job.h"

namespace facet {

/// SPIR-V 1.2 words, which all OpenCL and Level Zero drivers take, with the
/// conditions of functions that have any. The rest of the result goes into
/// \p Code.
llvm::Expected<llvm::SmallVector<char, 0>> makeSpirv(AotJob &Job,
                                                     CompiledCode &Code);

llvm::Expected<CompiledCode> compileSpirv(AotJob &Job);

} // namespace facet

#endif // FACET_TARGETS_SPIRV_PIPELINE_PIPELINE_H
