//===- properties.h - What the runtime is told about an image -------------===//
//
// In:  a group, what it reaches, its final requirements.
// Out: property sets.
//
//   SYCL/device requirements  aspect, reqd_sub_group_size, reqd_work_group_size,
//                             fixed_target (SPEC 001, 'Create the "SYCL/device
//                             requirements" property set')
//   SYCL/program metadata     for each kernel K, if it has them:
//                             K@reqd_work_group_size (dimensions in the
//                             attribute's order), K@reqd_sub_group_size,
//                             K@uses_local_arena, K@specialization_constants;
//                             functor_layouts of all of them
//   SYCL/exported symbols     functions other images may call
//   SYCL/imported symbols     functions other images must provide
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_PROPERTIES_PROPERTIES_H
#define FACET_POSTLINK_PROPERTIES_PROPERTIES_H

#include "compiler/ir/module_graph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "postlink/checks/external_functions.h"
#include "postlink/container/container.h"
#include "postlink/split/split.h"

#include <optional>
#include <vector>

namespace facet {

/// Returns a property that is an array of uint32 (or int32).
llvm::offloading::ByteArray wordsProperty(llvm::ArrayRef<uint32_t> Words);

/// The functions of a module that reach what an image tells of its kernels.
struct BuiltInUsers {
  /// Those that reach __sycl_local_arena.
  llvm::DenseSet<const llvm::GlobalValue *> LocalArena;
  /// The keys of the specialization constants that a function reads, ascending.
  llvm::DenseMap<const llvm::GlobalValue *, std::vector<uint64_t>> Constants;
};
BuiltInUsers builtInUsers(const llvm::Module &M, ModuleGraph &References);

/// Writes the set "SYCL/device requirements".
void writeRequirements(const Requirements &Needs,
                       PropertySetRegistry &Properties);

PropertySetRegistry
makeProperties(const ModuleGroup &Group,
               llvm::ArrayRef<const llvm::GlobalValue *> Needed,
               const Requirements &Needs, const BuiltInUsers &Users);

/// Returns true for functions that every target's built-in library provides,
/// and which therefore no other image needs to.
bool isBuiltIn(const llvm::Function &F);

/// Returns true for functions that another image must define.
bool isImportedFunction(const llvm::Function &F);

} // namespace facet

#endif // FACET_POSTLINK_PROPERTIES_PROPERTIES_H
