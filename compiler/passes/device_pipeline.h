//===- device_pipeline.h - What happens to device code after code generation
//-===//
//
// In:  one source's device module with the front end's metadata.
// Out: the same module, aspects propagated, then simplified as for -O2 without
//      anything that presumes a target (no vectorization), then propagated
//      again so that only the doubles that are left need aspect::fp64.
//
// SPEC 001, "Pre- and post-optimization aspect propagation".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_DEVICE_PIPELINE_H
#define FACET_COMPILER_PASSES_DEVICE_PIPELINE_H

#include "compiler/passes/propagate_aspects.h"
#include "llvm/IR/Module.h"

namespace facet {

/// The first propagation: reports, and leaves out fp64.
void propagateSourceAspects(llvm::Module &M, PropagateAspectsOptions Options);
void simplifyDeviceModule(llvm::Module &M);
/// The second propagation: silent, and with fp64.
void propagateRemainingAspects(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_DEVICE_PIPELINE_H
