//===- unchecked_calls.cpp - Which calls a later check must see -----------===//
//
// See unchecked_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/unchecked_calls.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/module_graph.h"
#include "compiler/ir/source_records.h"
#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace facet {
namespace {

/// No source of the user's defines it.
bool isBuiltIn(const Function &F) {
  StringRef Name = F.getName();
  return F.isIntrinsic() || isConditionalCaller(F) ||
         Name.contains("__spirv_") || Name.contains("__sycl_");
}

bool isOfAnotherSource(const GlobalValue &Value) {
  const auto *F = dyn_cast<Function>(&Value);
  return F && F->isDeclaration() && !isBuiltIn(*F);
}

/// The paths from functions with [[sycl::requires]] to other sources.
class PathsOut {
public:
  explicit PathsOut(const Module &M) : Graph(M, Actions::Skip) {
    SmallVector<const GlobalValue *, 16> Roots;
    for (const Function &F : M)
      if (!F.isDeclaration() && readRequiredAspects(F))
        Roots.push_back(&F);
    Graph.forEachComponentOf(Roots, [&](ModuleGraph::Values Members) {
      if (any_of(Members, [&](const GlobalValue *Member) {
            return isOfAnotherSource(*Member) ||
                   any_of(Graph.from(*Member), [&](const GlobalValue *Next) {
                     return On.contains(Next);
                   });
          }))
        On.insert(Members.begin(), Members.end());
    });
  }

  std::vector<UncheckedFunction> records(const Module &M) {
    std::vector<UncheckedFunction> Result;
    for (const Function &F : M)
      if (!F.isDeclaration() && On.contains(&F))
        Result.push_back(
            {F.getName().str(), readRequiredAspects(F), calleesOf(F)});
    return Result;
  }

private:
  /// The functions on a path that \p F mentions, itself or by way of variables
  /// and aliases.
  std::vector<std::string> calleesOf(const Function &F) {
    SmallSetVector<const GlobalValue *, 8> Mentioned;
    auto Add = [&](const GlobalValue &Value) {
      for (const GlobalValue *Next : Graph.from(Value))
        if (On.contains(Next))
          Mentioned.insert(Next);
    };
    std::vector<std::string> Names;
    Add(F);
    for (size_t I = 0; I != Mentioned.size(); ++I)
      if (const GlobalValue *Value = Mentioned[I]; isa<Function>(Value))
        Names.push_back(Value->getName().str());
      else
        Add(*Value);
    return Names;
  }

  ModuleGraph Graph;
  DenseSet<const GlobalValue *> On;
};

} // namespace

void recordUncheckedCalls(Module &M) {
  addUncheckedCalls(M, PathsOut(M).records(M));
}

} // namespace facet
