//===- device_pipeline.h - What follows code generation -------------------===//
//
// In:  one source's device module with the front end's metadata.
// Out: the same module, conditional code set apart from its callers, aspects
//      propagated, then simplified as for -O2 without
//      anything that presumes a target (no vectorization), then propagated
//      again so that only the doubles that are left need aspect::fp64.
//
// SPEC 003, "New IR pass"; SPEC 001, "Pre- and post-optimization aspect propagation".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_DEVICE_PIPELINE_H
#define FACET_COMPILER_PASSES_DEVICE_PIPELINE_H

#include "compiler/passes/conditional_call.h"
#include "compiler/passes/propagate_aspects.h"
#include "features/conditions/conditions.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace facet {

/// Before all else: Conditional Callers become declarations. If \p Target, the
/// one target of this compilation, or the headers decide them, the module says so
/// (!sycl_decided_for). False after a report; the module then is as it was.
bool separateConditionalCode(llvm::Module &M, ConditionalCallOptions Options,
                             const std::optional<FixedTarget> &Target);
/// Makes or drops conditional calls, if this compilation decides them.
void decideConditions(llvm::Module &M, const std::optional<FixedTarget> &Target);
/// Does the first propagation: reports, and leaves out fp64. Records the calls
/// that only a link can check. What functions use is reported before conditions
/// are decided, and saved behind that: a program is valid or not whatever its
/// targets are, and a kernel needs what the target's code uses.
void propagateSourceAspects(llvm::Module &M, PropagateAspectsOptions Options,
                            const std::optional<FixedTarget> &Target);
void simplifyDeviceModule(llvm::Module &M);
/// Does the second propagation: silent, and with fp64.
void propagateRemainingAspects(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_DEVICE_PIPELINE_H
