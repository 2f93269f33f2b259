//===- family.h - The families of targets device code is retargeted to ----===//
//
// Every module is compiled once, for triple spirv64. What differs from there
// on between the families (not between the members of one family) is in one
// table: the triple, where each SPIR-V address space goes, and how a kernel is
// called.
//
// SPIR-V numbers its address spaces 0 private, 1 global, 2 constant, 3 local,
// 4 generic, 5 global device, 6 global host ("Address spaces" of the LLVM
// SPIR-V target).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_FAMILY_H
#define FACET_POSTLINK_RETARGET_FAMILY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/CallingConv.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

enum class Family { SPIRV, NVPTX, AMDGPU, X86 };

struct FamilyTraits {
  Family Kind;
  llvm::StringLiteral Name;
  llvm::StringLiteral Triple;
  /// Target address space of SPIR-V address space I.
  std::array<unsigned, 7> AddressSpaces;
  llvm::CallingConv::ID KernelCallingConv;

  unsigned privateSpace() const { return AddressSpaces[0]; }
  unsigned globalSpace() const { return AddressSpaces[1]; }
  unsigned constantSpace() const { return AddressSpaces[2]; }
  unsigned localSpace() const { return AddressSpaces[3]; }
  unsigned genericSpace() const { return AddressSpaces[4]; }
};

const FamilyTraits &traitsOf(Family Kind);

/// The family called \p Name ("spirv", "nvptx", "amdgcn", "x86_64").
const FamilyTraits *findFamily(llvm::StringRef Name);

/// Names of the kernels (spir_kernel functions) of \p M, in module order.
std::vector<std::string> kernelNames(const llvm::Module &M);

/// The kernel name type for `_ZTS...`, as the user would write it.
std::string kernelNameForUser(llvm::StringRef Kernel);

/// The functions that \p Names name, in that order.
std::vector<llvm::Function *> functionsNamed(llvm::Module &M,
                                             llvm::ArrayRef<std::string> Names);

/// The functions from which one of \p Callees is called, directly or through
/// others of them: those that \p Follows holds of.
llvm::SetVector<llvm::Function *>
callersOf(llvm::ArrayRef<llvm::Function *> Callees,
          llvm::function_ref<bool(const llvm::Function &)> Follows =
              [](const llvm::Function &) { return true; });

/// The kernel's required work-group size in SPIR-V order, x fastest.
std::optional<std::array<uint32_t, 3>>
requiredWorkGroupSize(const llvm::Function &Kernel);

/// The kernel's required sub-group size.
std::optional<uint32_t> requiredSubGroupSize(const llvm::Function &Kernel);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_FAMILY_H
