//===- pipeline.h - The NVIDIA GPU back end ----------------------------- -===//
//
// In:  a job for an NVIDIA GPU.
// Out: PTX, and the cubin made of it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_NVIDIA_PIPELINE_PIPELINE_H
#define FACET_TARGETS_NVIDIA_PIPELINE_PIPELINE_H

#include "postlink/codegen/job.h"

namespace facet {

llvm::Expected<CompiledCode> compileNvptx(AotJob &Job);

} // namespace facet

#endif // FACET_TARGETS_NVIDIA_PIPELINE_PIPELINE_H
