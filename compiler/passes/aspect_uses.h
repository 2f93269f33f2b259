//===- aspect_uses.h - What one function needs by itself ------------------===//
//
// In:  a module with !sycl_types_that_use_aspects and !sycl_aspects.
// Out: for each function, the aspects of the types and instructions it has, and
//      the functions it refers to. Callees' needs are not in here.
// Why: the first half of aspect propagation; it looks at each instruction once.
//
// A type needs what it is decorated with and what its members need; `double`
// needs aspect::fp64. SPEC 001, "New LLVM IR pass to propagate aspect usage".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_ASPECT_USES_H
#define FACET_COMPILER_PASSES_ASPECT_USES_H

#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace facet {

/// The aspects a type needs, each type worked out once.
class TypeAspectMap {
public:
  explicit TypeAspectMap(const llvm::Module &M);
  const AspectSet &of(llvm::Type *T);

private:
  AspectSet ownAspects(llvm::Type *T) const;

  llvm::DenseMap<llvm::Type *, AspectSet> Decorated;
  llvm::DenseMap<llvm::Type *, AspectSet> Known;
  /// What `double` needs; empty if the module's aspects have no fp64.
  AspectSet Double;
};

/// The uses of one function in the order of its body. The instruction is null
/// where no instruction is to blame: the signature, an attribute.
struct FunctionUses {
  llvm::MapVector<Aspect, const llvm::Instruction *> Aspects;
  llvm::MapVector<const llvm::Function *, const llvm::Instruction *> Callees;
};

FunctionUses collectUses(const llvm::Function &F, TypeAspectMap &Types);

} // namespace facet

#endif // FACET_COMPILER_PASSES_ASPECT_USES_H
