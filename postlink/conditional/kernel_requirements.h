//===- kernel_requirements.h - Kernels of different needs in a module -----===//
//
// In:  a module whose property set "SYCL/requirements" says what each kernel
//      and exported function needs (-fsycl-optional-features=conditional).
// Out: for a target that gets its code now, the module without what the target
//      cannot run; for SPIR-V, own conditions of functions, and the constants
//      that stand for them in the property set.
// Why: SPEC 000, "Modifications to the post-link tool" and "AOT case". The
//      property set keeps every entry, so that the runtime can say why a kernel
//      does not run.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_KERNEL_REQUIREMENTS_H
#define FACET_POSTLINK_CONDITIONAL_KERNEL_REQUIREMENTS_H

#include "config/device_config/device_config.h"
#include "features/requirements/kernel_requirements.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/conditional/function_conditions.h"
#include "postlink/conditional/function_needs.h"
#include "postlink/conditional/spirv_conditions.h"
#include "postlink/container/container.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace facet {

/// By function. Empty for modules that were split by requirements.
using KernelRequirements =
    std::map<std::string, std::vector<KernelRequirement>>;

/// Error: a malformed property.
llvm::Expected<KernelRequirements>
readKernelRequirements(const PropertySetRegistry &Properties);
void writeKernelRequirements(const KernelRequirements &Needs,
                             PropertySetRegistry &Properties);

/// Returns those of \p Entries. Constants have no number yet.
KernelRequirements kernelRequirements(llvm::ArrayRef<EntryPoint> Entries,
                                      const FunctionNeeds &Needs);

/// Returns those of \p Symbols that \p Target can run.
std::vector<std::string>
supportedSymbols(const TargetDescription &Target,
                 const KernelRequirements &Needs,
                 llvm::ArrayRef<std::string> Symbols);

/// Removes the bodies of those \p Symbols that are not \p Supported, and what
/// only they reach.
void dropUnsupported(llvm::Module &M, llvm::ArrayRef<std::string> Symbols,
                     llvm::ArrayRef<std::string> Supported);

/// Gives functions that need something that as their own condition.
void setKernelConditions(llvm::Module &M, const KernelRequirements &Needs,
                         FunctionConditions &Conditions);

/// Fills in the constants of \p Made.
void setSpecIds(KernelRequirements &Needs, const SpirvConditions &Made);

/// Returns whether \p Target has what each constant stands for.
std::vector<std::pair<uint32_t, bool>>
constantsFor(const TargetDescription &Target, const KernelRequirements &Needs);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_KERNEL_REQUIREMENTS_H
