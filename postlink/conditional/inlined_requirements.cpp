//===- inlined_requirements.cpp - [[sycl::requires]] of inlined functions -===//
//
// See inlined_requirements.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/inlined_requirements.h"

#include "compiler/ir/module_graph.h"
#include "compiler/ir/names.h"
#include "compiler/ir/source_records.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// The functions of one source, and what they reach in others.
class Source {
public:
  Source(ArrayRef<UncheckedFunction> Functions, const Module &M,
         const FunctionNeeds &Needs)
      : Functions(Functions), M(M), Needs(Needs), Used(Functions.size()) {
    for (size_t I = 0; I != Functions.size(); ++I)
      Indices[Functions[I].Symbol] = I;
    propagate();
  }

  Error check(const AspectTable &Names) const {
    for (size_t I = 0; I != Functions.size(); ++I)
      if (Functions[I].Allowed)
        for (Aspect Missing : Used[I].Difference(*Functions[I].Allowed))
          if (!IsInternalAspect(Missing))
            return undeclared(I, Missing, Names);
    return Error::success();
  }

private:
  /// Null for functions of this source and for such as nobody defines.
  const Function *elsewhere(StringRef Symbol) const {
    if (Indices.contains(Symbol))
      return nullptr;
    const Function *F = M.getFunction(Symbol);
    return F && !F->isDeclaration() ? F : nullptr;
  }

  void propagate() {
    std::vector<std::vector<uint32_t>> Own(Functions.size());
    for (size_t I = 0; I != Functions.size(); ++I)
      for (const std::string &Callee : Functions[I].Callees)
        if (auto Found = Indices.find(Callee); Found != Indices.end())
          Own[I].push_back(Found->second);
        else if (const Function *F = elsewhere(Callee))
          Used[I] = Used[I].Union(Needs.of(*F).aspects);
    forEachComponent(
        Functions.size(), [&](uint32_t I) { return Own[I].size(); },
        [&](uint32_t I, uint32_t Edge) { return Own[I][Edge]; },
        [&](ArrayRef<uint32_t> Members) {
          AspectSet All;
          for (uint32_t I : Members) {
            All = All.Union(Used[I]);
            for (uint32_t Callee : Own[I])
              All = All.Union(Used[Callee]);
          }
          for (uint32_t I : Members)
            Used[I] = All;
        });
  }

  Error undeclared(size_t Index, Aspect Missing,
                   const AspectTable &Names) const {
    // Breadth first, to the nearest call that leaves the source.
    DenseMap<size_t, size_t> CalledBy{{Index, Index}};
    std::vector<size_t> Open{Index};
    for (size_t Next = 0; Next != Open.size(); ++Next)
      for (const std::string &Callee : Functions[Open[Next]].Callees) {
        if (const Function *Other = elsewhere(Callee);
            Other && Needs.of(*Other).aspects.Contains(Missing))
          return Needs.undeclared(chainTo(Open[Next], CalledBy), *Other,
                                  Missing, Names);
        if (auto Own = Indices.find(Callee);
            Own != Indices.end() &&
            CalledBy.try_emplace(Own->second, Open[Next]).second)
          Open.push_back(Own->second);
      }
    llvm_unreachable("an aspect that came from nowhere");
  }

  std::vector<CallChainStep>
  chainTo(size_t Index, const DenseMap<size_t, size_t> &CalledBy) const {
    std::vector<CallChainStep> Chain;
    for (;; Index = CalledBy.lookup(Index)) {
      Chain.push_back({nameForUser(Functions[Index].Symbol), {}});
      if (CalledBy.lookup(Index) == Index)
        break;
    }
    std::reverse(Chain.begin(), Chain.end());
    return Chain;
  }

  ArrayRef<UncheckedFunction> Functions;
  const Module &M;
  const FunctionNeeds &Needs;
  StringMap<size_t> Indices;
  std::vector<AspectSet> Used;
};

} // namespace

Error checkInlinedRequirements(const Module &M, const FunctionNeeds &Needs,
                               const AspectTable &Names) {
  for (const std::vector<UncheckedFunction> &Functions : readUncheckedCalls(M))
    if (Error E = Source(Functions, M, Needs).check(Names))
      return E;
  return Error::success();
}

} // namespace facet
