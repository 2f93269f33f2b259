//===- pipeline.h - The toy family's back end -----------------------------===//

#ifndef FACET_TESTING_TOY_FAMILY_PIPELINE_H
#define FACET_TESTING_TOY_FAMILY_PIPELINE_H

#include "postlink/codegen/job.h"

namespace facet {

/// Assembly of the module's kernels, which call built-ins of the device.
llvm::Expected<CompiledCode> compileToy(AotJob &Job);

} // namespace facet

#endif // FACET_TESTING_TOY_FAMILY_PIPELINE_H
