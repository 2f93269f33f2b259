//===- reference_graph.cpp - Who refers to whom, and who needs what -------===//
//
// See reference_graph.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/reference_graph.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace facet {

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

ReferenceGraph::ReferenceGraph(const Module &M) : Uses(M, Pool) {
  // Functions come first, in the module's order; constants follow as they are
  // met.
  for (const Function &F : M)
    if (!F.isIntrinsic() || F.hasMetadata())
      indexOf(&F);
  for (Index I = 0; I < Nodes.size(); ++I)
    collect(I);
  propagate();
}

ReferenceGraph::Index ReferenceGraph::indexOf(const Constant *C) {
  auto [Found, IsNew] = Indices.try_emplace(C, Nodes.size());
  if (IsNew) {
    Nodes.push_back({C});
    LastEdgeTo.push_back(None);
  }
  return Found->second;
}

/// The first reference counts; of those, one whose place is known is better.
void ReferenceGraph::refer(Index From, const Constant *To,
                           const Instruction *Where) {
  Index Target = indexOf(To);
  Index Previous = LastEdgeTo[Target];
  if (Previous != None && Previous >= Nodes[From].FirstEdge) {
    Edge &E = Edges[Previous];
    if (Where && Where->getDebugLoc() && (!E.Where || !E.Where->getDebugLoc()))
      E.Where = Where;
    return;
  }
  LastEdgeTo[Target] = Edges.size();
  Edges.push_back({Target, Where});
}

void ReferenceGraph::collect(Index Current) {
  const Constant *Value = Nodes[Current].Value;
  Nodes[Current].FirstEdge = Edges.size();
  const Instruction *Where = nullptr;
  auto Refer = [&](const Constant *C) { refer(Current, C, Where); };
  Set Direct;
  if (const auto *F = dyn_cast<Function>(Value)) {
    Direct = AspectSetPool::Empty;
    for (const Instruction &I : instructions(*F)) {
      Where = &I;
      Direct = Pool.unite(Direct, Uses.ofInstruction(I, Refer));
    }
    Where = nullptr;
    Direct = Pool.unite(Direct, Uses.ofSignature(*F, Refer));
  } else {
    Direct = Uses.ofConstant(*Value, Refer);
  }
  Node &N = Nodes[Current];
  N.Direct = N.All = Direct;
  N.LastEdge = Edges.size();
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

void ReferenceGraph::finishComponent(ArrayRef<Index> Members) {
  Set All = AspectSetPool::Empty;
  for (Index I : Members)
    All = Pool.unite(All, Nodes[I].All);
  for (Index I : Members)
    Nodes[I].All = All;
}

/// Tarjan's strongly connected components with an explicit stack. A node's All
/// has, when the node is left, what it reaches outside its component.
void ReferenceGraph::propagate() {
  struct Visit {
    Index Node;
    Index NextEdge;
  };
  std::vector<Index> Order(Nodes.size(), None); // when entered
  std::vector<Index> Lowest(Nodes.size());
  std::vector<bool> Open(Nodes.size()); // on Component
  std::vector<Index> Component;
  std::vector<Visit> Stack;
  Index Clock = 0;
  auto Enter = [&](Index I) {
    Order[I] = Lowest[I] = Clock++;
    Open[I] = true;
    Component.push_back(I);
    Stack.push_back({I, Nodes[I].FirstEdge});
  };
  auto Leave = [&](Index I) {
    if (Lowest[I] != Order[I])
      return;
    auto First = std::find(Component.rbegin(), Component.rend(), I).base() - 1;
    finishComponent(ArrayRef(&*First, Component.end() - First));
    for (auto It = First; It != Component.end(); ++It)
      Open[*It] = false;
    Component.erase(First, Component.end());
  };
  for (Index Root = 0; Root < Nodes.size(); ++Root) {
    if (Order[Root] != None)
      continue;
    Enter(Root);
    while (!Stack.empty()) {
      auto &[Current, NextEdge] = Stack.back();
      if (NextEdge != Nodes[Current].LastEdge) {
        Index Target = Edges[NextEdge++].To;
        Node &N = Nodes[Current];
        if (Order[Target] == None)
          Enter(Target);
        else if (Open[Target])
          Lowest[Current] = std::min(Lowest[Current], Order[Target]);
        else
          N.All = Pool.unite(N.All, Nodes[Target].All);
        continue;
      }
      Index Done = Current;
      Stack.pop_back();
      Leave(Done);
      if (Stack.empty())
        continue;
      Index Parent = Stack.back().Node;
      Lowest[Parent] = std::min(Lowest[Parent], Lowest[Done]);
      Nodes[Parent].All = Pool.unite(Nodes[Parent].All, Nodes[Done].All);
    }
  }
}

const AspectSet &ReferenceGraph::aspectsOf(const Function &F) const {
  auto Found = Indices.find(&F);
  return Pool[Found == Indices.end() ? AspectSetPool::Empty
                                     : Nodes[Found->second].All];
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

const Function *ReferenceGraph::functionAt(Index I) const {
  return dyn_cast<Function>(Nodes[I].Value);
}

void ReferenceGraph::reverseEdges() {
  if (!FirstReverse.empty())
    return;
  FirstReverse.assign(Nodes.size() + 1, 0);
  for (const Edge &E : Edges)
    ++FirstReverse[E.To + 1];
  for (size_t I = 0; I < Nodes.size(); ++I)
    FirstReverse[I + 1] += FirstReverse[I];
  Reverse.resize(Edges.size());
  std::vector<Index> Next(FirstReverse.begin(), FirstReverse.end() - 1);
  for (Index From = 0; From < Nodes.size(); ++From)
    for (Index E = Nodes[From].FirstEdge; E != Nodes[From].LastEdge; ++E)
      Reverse[Next[Edges[E].To]++] = {From, E};
}

ReferenceGraph::Way ReferenceGraph::wayThrough(Index From, Index EdgeIndex,
                                               const Way &Rest) const {
  Way Result = Rest;
  Result.NextEdge = EdgeIndex;
  if (!functionAt(From))
    return Result;
  const Instruction *Where = Edges[EdgeIndex].Where;
  if (Rest.Functions == 0) {
    Result.LastFunction = From;
    Result.Use = Where;
  } else if (Rest.Functions == 1) {
    Result.IntoLast = Where;
  }
  ++Result.Functions;
  return Result;
}

const ReferenceGraph::Ways &ReferenceGraph::waysTo(Aspect A) {
  auto [Found, IsNew] = KnownWays.try_emplace(A);
  Ways &Result = Found->second;
  if (!IsNew)
    return Result;
  reverseEdges();
  Result.resize(Nodes.size());
  std::vector<Index> Queue;
  DenseMap<Set, bool> HasAspect;
  for (Index I = 0; I < Nodes.size(); ++I) {
    auto [Known, IsNewSet] = HasAspect.try_emplace(Nodes[I].Direct, false);
    if (IsNewSet)
      Known->second = Pool[Nodes[I].Direct].Contains(A);
    if (!Known->second)
      continue;
    Way &W = Result[I];
    W.Reached = true;
    if (functionAt(I)) {
      W.Functions = 1;
      W.LastFunction = I;
    }
    Queue.push_back(I);
  }
  for (size_t Head = 0; Head < Queue.size(); ++Head) {
    Index Callee = Queue[Head];
    for (Index R = FirstReverse[Callee]; R != FirstReverse[Callee + 1]; ++R) {
      auto [From, EdgeIndex] = Reverse[R];
      if (Result[From].Reached)
        continue;
      Result[From] = wayThrough(From, EdgeIndex, Result[Callee]);
      Queue.push_back(From);
    }
  }
  return Result;
}

/// Variables have no place, what is done with them first has.
static const Instruction *locatedUser(const Instruction &I) {
  const Instruction *Best = nullptr;
  for (const User *U : I.users()) {
    const auto *Candidate = dyn_cast<Instruction>(U);
    if (!Candidate || !Candidate->getDebugLoc())
      continue;
    const DebugLoc &At = Candidate->getDebugLoc();
    if (At.getLine() != 0 &&
        (!Best || std::pair(At.getLine(), At.getCol()) <
                      std::pair(Best->getDebugLoc().getLine(),
                                Best->getDebugLoc().getCol())))
      Best = Candidate;
  }
  return Best;
}

/// Looked for only now that there is something to say about it.
const Instruction *ReferenceGraph::directUse(const Function &F, Aspect A) {
  const Instruction *First = nullptr;
  auto Ignore = [](const Constant *) {};
  for (const Instruction &I : instructions(F)) {
    if (!Pool[Uses.ofInstruction(I, Ignore)].Contains(A))
      continue;
    if (I.getDebugLoc())
      return &I;
    if (!First || !First->getDebugLoc()) {
      const Instruction *User = isa<AllocaInst>(I) ? locatedUser(I) : nullptr;
      First = User ? User : First ? First : &I;
    }
  }
  return First;
}

ReferenceChain ReferenceGraph::chain(const Function &F, Aspect A) {
  const Ways &All = waysTo(A);
  Index Current = Indices.lookup(&F);
  const Way &Whole = All[Current];
  ReferenceChain Result;
  Result.Steps.push_back({&F, nullptr});
  const Instruction *Where = nullptr;
  while (All[Current].NextEdge != None && Result.Steps.size() < KeptSteps) {
    const Edge &E = Edges[All[Current].NextEdge];
    if (functionAt(Current))
      Where = E.Where;
    Current = E.To;
    if (const Function *Callee = functionAt(Current))
      Result.Steps.push_back({Callee, Where});
  }
  const Function *Last = functionAt(Whole.LastFunction);
  if (Whole.Functions > Result.Steps.size()) {
    Result.Omitted = Whole.Functions - Result.Steps.size() - 1;
    Result.Steps.push_back({Last, Whole.IntoLast});
  }
  Result.Use = All[Whole.LastFunction].NextEdge == None ? directUse(*Last, A)
                                                        : Whole.Use;
  return Result;
}

} // namespace facet
