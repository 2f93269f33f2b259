//===- aspect_uses.h - What one function needs by itself ------------------===//
//
// In:  a module with !sycl_types_that_use_aspects and !sycl_aspects; one
//      function or constant of it.
// Out: the aspects of the types and instructions it has, and the functions,
//      globals and constants it refers to. What those need is not in here.
// Why: the first half of aspect propagation; it looks at each instruction once.
//
// A type needs what it is decorated with and what its members need; `double`
// needs aspect::fp64. A type counts where a value has it, and where it is
// named: alloca, getelementptr, byval and its like, globals. SPEC 001, "New
// LLVM IR pass to propagate aspect usage". Part of that is asked for at times
// (AspectSources).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_ASPECT_USES_H
#define FACET_COMPILER_PASSES_ASPECT_USES_H

#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/use_set_pool.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace facet {

/// What counts as a reason to need an aspect.
enum class AspectSources {
  All,
  Attributes, ///< not `double`: what attributes of the source name
};

class AspectUses {
public:
  using Set = UseSetPool::Id;
  /// A reference to a function, a global or a constant with operands.
  using Reference = llvm::function_ref<void(const llvm::Constant *)>;

  AspectUses(const llvm::Module &M, UseSetPool &Pool, AspectSources Sources);

  Set ofType(llvm::Type *T) {
    // Most values are of these, and no map is as fast as not looking.
    if (T->isPointerTy() || T->isIntegerTy() || T->isVoidTy() ||
        T->isFloatTy() || T->isLabelTy())
      return UseSetPool::Empty;
    auto Found = Known.find(T);
    return Found != Known.end() ? Found->second : computeType(T);
  }
  /// What \p I and its constants need. Its other operands are needed where they
  /// are defined: by instructions, or as parameters by the signature.
  Set ofInstruction(const llvm::Instruction &I, Reference Refer);
  /// The same with the types of all operands: what \p I alone is a use of.
  Set ofInstructionAndOperands(const llvm::Instruction &I);
  /// Signature, attributes and metadata, incl. what device_has lists and what
  /// an earlier run found.
  Set ofSignature(const llvm::Function &F, Reference Refer);
  Set ofConstant(const llvm::Constant &C, Reference Refer);

private:
  Set computeType(llvm::Type *T);
  Set ofAttributes(llvm::AttributeList Attributes);
  Set ofOperands(const llvm::User &U, Reference Refer);
  Set ofNode(const llvm::MDNode &Aspects);

  UseSetPool &Pool;
  AspectSources Sources;
  unsigned UsedAspectsKind, DeclaredAspectsKind, ConditionallyUsedAspectsKind,
      FoldedDoubleKind;
  llvm::DenseMap<llvm::Type *, Set> Decorated;
  llvm::DenseMap<llvm::Type *, Set> Known;
  llvm::DenseMap<void *, Set> KnownAttributes;
  /// Equal lists of aspects are one node.
  llvm::DenseMap<const llvm::MDNode *, Set> KnownNodes;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_ASPECT_USES_H
