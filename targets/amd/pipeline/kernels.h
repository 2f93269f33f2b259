//===- kernels.h - The AMD GPU kernel ABI ---------------------------------===//
//
// In: kernels that take structures byval in private memory, which the AMDGPU
// back end refuses. Out: kernels that take them byref in constant memory, where
// the hardware finds kernel arguments, with the attributes HIP's runtime and
// the back end expect ("User Guide for AMDGPU Backend", Kernel Functions).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_AMD_PIPELINE_KERNELS_H
#define FACET_TARGETS_AMD_PIPELINE_KERNELS_H

namespace llvm {
class Function;
}

namespace facet {

/// Rewrites \p Kernel; returns what replaces it.
llvm::Function *lowerAmdgpuKernel(llvm::Function &Kernel);

} // namespace facet

#endif // FACET_TARGETS_AMD_PIPELINE_KERNELS_H
