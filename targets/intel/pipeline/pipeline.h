//===- pipeline.h - The Intel GPU back end ------------------------------ -===//
//
// In:  a job for an Intel GPU.
// Out: the binary that ocloc makes.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_INTEL_PIPELINE_PIPELINE_H
#define FACET_TARGETS_INTEL_PIPELINE_PIPELINE_H

#include "postlink/codegen/job.h"
#include "postlink/container/container.h"

namespace facet {

llvm::Expected<CompiledCode> compileOcloc(AotJob &Job);

/// Writes down which devices \p Target names: the runtime knows the built-in
/// targets only, by their names.
void describeIntelTarget(const TargetDescription &Target,
                         PropertySetRegistry &Properties);

} // namespace facet

#endif // FACET_TARGETS_INTEL_PIPELINE_PIPELINE_H
