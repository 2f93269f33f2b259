//===- conditional_code.h - Code that not every device gets ---------------===//
//
// In:  a job, with conditional calls and kernels of different requirements.
// Out: the job for its target, and what the program must know of the code.
// Why: who decides conditions, and when, depends on the target: here and now,
//      ocloc by specialization constants, or the program when it runs
//      (postlink/conditional).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_CONDITIONAL_CODE_H
#define FACET_POSTLINK_CODEGEN_CONDITIONAL_CODE_H

#include "postlink/codegen/job.h"
#include "postlink/container/container.h"

namespace facet {

/// Before the back end. False: the target can run nothing of the module.
/// Conditional calls of targets that get their code now are decided already.
llvm::Expected<bool> prepareConditionalCode(AotJob &Job,
                                            PropertySetRegistry &Properties);

/// Afterwards.
void describeConditionalCode(AotJob &Job, const CompiledCode &Code,
                             PropertySetRegistry &Properties);

/// \p Words, made for the job, without what the job's target cannot run.
llvm::Expected<llvm::SmallVector<char, 0>>
specializeForTarget(AotJob &Job, const CompiledCode &Code,
                    llvm::ArrayRef<char> Words);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_CONDITIONAL_CODE_H
