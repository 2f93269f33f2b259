//===- kernels.h - Kernels and functions of a module ----------------------===//
//
// What steps of retargeting ask of kernels: which there are, who calls whom,
// the sizes that they require.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_KERNELS_H
#define FACET_POSTLINK_RETARGET_KERNELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

/// Names of the kernels (spir_kernel functions) of \p M, in module order.
std::vector<std::string> kernelNames(const llvm::Module &M);

/// Returns the kernel name type for `_ZTS...`, as the user would write it.
std::string kernelNameForUser(llvm::StringRef Kernel);

/// Returns the functions that \p Names name, in that order.
std::vector<llvm::Function *> functionsNamed(llvm::Module &M,
                                             llvm::ArrayRef<std::string> Names);

/// Returns the functions from which one of \p Callees is called, directly or
/// through others of them: those that \p Follows holds of.
llvm::SetVector<llvm::Function *>
callersOf(llvm::ArrayRef<llvm::Function *> Callees,
          llvm::function_ref<bool(const llvm::Function &)> Follows =
              [](const llvm::Function &) { return true; });

/// Returns the size of the work-groups that execute the kernel, if its
/// attributes or single_task say it, in SPIR-V order, x fastest.
std::optional<std::array<uint32_t, 3>>
requiredWorkGroupSize(const llvm::Function &Kernel);

/// Dimensions of a range.
inline constexpr unsigned MaximumDimensions = 3;

/// Returns in how many dimensions the work-items of \p Kernel are counted, zero
/// if one work-item executes it. Sizes in the others are 1.
unsigned kernelDimensions(const llvm::Function &Kernel);

/// Returns the kernel's required sub-group size.
std::optional<uint32_t> requiredSubGroupSize(const llvm::Function &Kernel);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_KERNELS_H
