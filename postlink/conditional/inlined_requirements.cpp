//===- inlined_requirements.cpp - [[sycl::requires]] of inlined functions --===//
//
// See inlined_requirements.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/inlined_requirements.h"

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
    std::vector<std::vector<size_t>> Callers(Functions.size());
    std::vector<size_t> Open;
    for (size_t I = 0; I != Functions.size(); ++I) {
      for (const std::string &Callee : Functions[I].Callees) {
        if (auto Own = Indices.find(Callee); Own != Indices.end())
          Callers[Own->second].push_back(I);
        else if (const Function *F = elsewhere(Callee))
          Used[I] = Used[I].Union(Needs.of(*F).aspects);
      }
      Open.push_back(I);
    }
    // A function is looked at again for each aspect that it gets, at most.
    while (!Open.empty()) {
      size_t I = Open.back();
      Open.pop_back();
      for (size_t Caller : Callers[I])
        if (!Used[I].IsSubsetOf(Used[Caller])) {
          Used[Caller] = Used[Caller].Union(Used[I]);
          Open.push_back(Caller);
        }
    }
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
