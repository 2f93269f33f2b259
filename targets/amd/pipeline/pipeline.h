//===- pipeline.h - The AMD GPU back end -------------------------------- -===//
//
// In:  a job for an AMD GPU.
// Out: a code object.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_AMD_PIPELINE_PIPELINE_H
#define FACET_TARGETS_AMD_PIPELINE_PIPELINE_H

#include "postlink/codegen/job.h"

namespace facet {

llvm::Expected<CompiledCode> compileAmdgcn(AotJob &Job);

} // namespace facet

#endif // FACET_TARGETS_AMD_PIPELINE_PIPELINE_H
