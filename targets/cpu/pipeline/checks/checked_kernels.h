//===- checked_kernels.h - CPU kernels that report errors -----------------===//
//
// In:  kernels `void K(byval Functor, ...)` that do the work of one work-item,
//      and functions that they call, of sources that are compiled with
//      -fsycl-check= (compiler/ir/checks.h).
// Out: of each kernel there are versions: without checks, for processes that
//      want none; with checks; and, where the checks of some accesses can be
//      made once for a group (group_checks.h), without these, for groups that
//      pass them.
// Why: before there are loops over work-items, because calls of the runtime
//      pass the ids of the work-item.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_CHECKED_KERNELS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_CHECKED_KERNELS_H

#include "config/checks/checks.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace llvm {
class CallInst;
class Constant;
class Module;
} // namespace llvm

namespace facet {

class AccessDescriptions;
class RuntimeCalls;

/// Marks calls of checked functions for inlining, so that checks know the
/// work-item. Functions that cannot be inlined report an unknown work-item.
void requestInliningOfCheckedCode(llvm::Module &M);

class CheckedKernels {
public:
  /// Adds the checks to the functions of \p M that ask for them. \p RunPasses
  /// runs passes on \p M.
  CheckedKernels(
      llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
      llvm::function_ref<CpuKernelShape(const llvm::Function &)> ShapeOf,
      llvm::function_ref<void(llvm::ModulePassManager)> RunPasses);

  /// Returns the kernels that \p M has now: versions of those that are checked.
  llvm::ArrayRef<std::string> names() const { return Names; }
  /// Returns whether anything is checked.
  bool any() const { return !All.empty(); }
  /// Makes group functions under the kernels' own names, when all versions are
  /// group functions: each chooses a version.
  void dispatch(llvm::Module &M) const;

private:
  struct Versions {
    std::string Name, Plain, Fast, Checked;
    llvm::Function *Permits = nullptr; // whether Fast may be called
    llvm::Function *Describe = nullptr;
    llvm::Constant *Footprints = nullptr; // a facet_cpu_footprints
    llvm::GlobalValue::LinkageTypes Linkage;
    llvm::GlobalValue::VisibilityTypes Visibility;
  };

  void checkFunction(llvm::Function &F, AccessDescriptions &Texts);
  void checkKernel(llvm::Function &Kernel, const Checks &Wanted,
                   uint32_t SubGroupSize, AccessDescriptions &Texts);
  /// Adds a version for groups and launches of which is known that nothing is
  /// wrong.
  void addFastVersion(
      llvm::Function &Kernel, const Checks &Wanted, const CpuKernelShape &Shape,
      AccessDescriptions &Texts, Versions &Made);
  void addVersions(
      llvm::Function &Kernel, AccessDescriptions &Texts,
      llvm::function_ref<CpuKernelShape(const llvm::Function &)> ShapeOf);

  static llvm::Value *permits(llvm::IRBuilder<> &Builder,
                              const RuntimeCalls &Runtime,
                              const Versions &Kernel, llvm::Function &F);

  void addDefinednessChecks(
      llvm::Module &M, AccessDescriptions &Texts,
      llvm::function_ref<void(llvm::ModulePassManager)> RunPasses) const;

  std::vector<std::string> Names;
  std::vector<Versions> All;
  llvm::SmallVector<llvm::CallInst *> Observed; // of undefined values
  llvm::GlobalVariable *Table = nullptr;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_CHECKED_KERNELS_H
