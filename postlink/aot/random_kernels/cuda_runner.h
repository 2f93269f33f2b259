//===- cuda_runner.h - Programs on an NVIDIA GPU --------------------------===//
//
// In:  programs. Out: those for which PTX of the back end for NVIDIA GPUs
// leaves other memory behind than the interpreter does. Uses the driver's
// library as it is found at run time; nothing of CUDA is needed to build.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_CUDA_RUNNER_H
#define POSTLINK_AOT_RANDOM_KERNELS_CUDA_RUNNER_H

#include "postlink/aot/random_kernels/comparison.h"

namespace facet::random_kernels {

/// PTX for sm_80 of textual IR.
llvm::Expected<std::string> makePtx(const std::string &Text,
                                    const CompileSettings &Settings);

/// Compiles all \p Cases as one module and runs them on the first GPU. Without
/// one that is an error of the kind "device".
BatchResult compareOnCuda(const std::vector<Case> &Cases,
                          const CompileSettings &Settings);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_CUDA_RUNNER_H
