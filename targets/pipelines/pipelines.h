//===- pipelines.h - The back ends of the families ------------------------===//
//
// In:  a job.
// Out: the code that the back end of its target's family makes.
//
// The part of a family (targets/family.h) that needs LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_PIPELINES_PIPELINES_H
#define FACET_TARGETS_PIPELINES_PIPELINES_H

#include "postlink/codegen/job.h"
#include "postlink/container/container.h"
#include "targets/family.h"

namespace facet {

struct Pipeline {
  const TargetFamily *Family;
  /// Makes the code of an image.
  llvm::Expected<CompiledCode> (*Compile)(AotJob &Job);
  /// Writes properties that the runtime needs of the image's target, with or
  /// without code. Null: none.
  void (*Describe)(const TargetDescription &Target,
                   PropertySetRegistry &Properties) = nullptr;
};

/// Returns null if none is registered.
const Pipeline *findPipeline(const TargetFamily &Family);

/// Runs the back end of the job's target.
llvm::Expected<CompiledCode> compileJob(AotJob &Job);

/// Registers one more back end while it lives. For tests; not thread-safe.
class ScopedPipeline {
public:
  explicit ScopedPipeline(const Pipeline &P);
  ~ScopedPipeline();
  ScopedPipeline(const ScopedPipeline &) = delete;
};

} // namespace facet

#endif // FACET_TARGETS_PIPELINES_PIPELINES_H
