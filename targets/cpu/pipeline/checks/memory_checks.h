//===- memory_checks.h - CPU kernels whose accesses are checked -----------===//
//
// In:  kernels `void K(byval Functor, ...)` that do the work of one work-item,
//      and functions that they call, of sources that are compiled with
//      -fsycl-check=memory (compiler/ir/checked_memory.h).
// Out: before each access that may be wrong, a comparison with the shadow of
// its
//      address (config/image/cpu_abi.h), or with the bounds of its variable. If
//      that does not permit the access, a call of the runtime, which returns
//      the address to access instead.
//      Of each kernel there are versions: without checks, for processes that
//      want none; with checks; and, where the checks of some accesses can be
//      made once for a group (group_checks.h), without these, for groups that
//      pass them.
// Why: before there are loops over work-items, because the call passes the ids
//      of the work-item.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_CHECKS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_CHECKS_H

#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/GlobalValue.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

class AccessDescriptions;

/// Marks calls of checked functions for inlining, so that checks know the
/// work-item. Functions that cannot be inlined report an unknown work-item.
void requestInliningOfCheckedCode(llvm::Module &M);

class CheckedKernels {
public:
  /// Adds the checks to the functions of \p M that ask for them.
  CheckedKernels(
      llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
      llvm::function_ref<CpuKernelShape(const llvm::Function &)> ShapeOf);

  /// The kernels that \p M has now: versions of those that are checked.
  llvm::ArrayRef<std::string> names() const { return Names; }
  /// Makes group functions under the kernels' own names, when all versions are
  /// group functions: each chooses a version.
  void dispatch(llvm::Module &M) const;

private:
  struct Versions {
    std::string Name, Plain, Fast, Checked;
    llvm::Function *Permits = nullptr; // whether Fast may be called
    llvm::GlobalValue::LinkageTypes Linkage;
    llvm::GlobalValue::VisibilityTypes Visibility;
  };

  void addVersions(
      llvm::Function &Kernel, AccessDescriptions &Texts,
      llvm::function_ref<CpuKernelShape(const llvm::Function &)> ShapeOf);

  std::vector<std::string> Names;
  std::vector<Versions> All;
  llvm::GlobalVariable *Table = nullptr;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_CHECKS_H
