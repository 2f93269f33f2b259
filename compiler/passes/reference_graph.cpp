//===- reference_graph.cpp - Who refers to whom, and who needs what -------===//
//
// See reference_graph.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/reference_graph.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/module_graph.h"
#include "compiler/ir/source_records.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace facet {

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

ReferenceGraph::ReferenceGraph(const Module &M, AspectSources Sources)
    : Pool(readArchitectureFacts(M)), Uses(M, Pool, Sources) {
  // Functions come first, in the module's order, and then constants as they
  // are met.
  for (const Function &F : M) {
    if (!F.isIntrinsic() || F.hasMetadata())
      Nodes.push_back({&F});
    if (F.isDeclaration() && isConditionalCaller(F))
      ConditionalCallers.insert(&F);
  }
  Indices.reserve(Nodes.size());
  for (Index I = 0; I < Nodes.size(); ++I)
    Indices.try_emplace(Nodes[I].Value, I);
  LastEdgeTo.assign(Nodes.size(), None);
  for (Index I = 0; I < Nodes.size(); ++I)
    collect(I);
  findComponents();
  for (const Node &N : Nodes)
    All.push_back(N.Direct);
  propagate(All);
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
                           const Instruction *Where, ConditionManager::Id When) {
  Index Target = indexOf(To);
  Index Previous = LastEdgeTo[Target];
  if (Previous != None && Previous >= Nodes[From].FirstEdge &&
      Edges[Previous].When == When) {
    Edge &E = Edges[Previous];
    if (Where && Where->getDebugLoc() && (!E.Where || !E.Where->getDebugLoc()))
      E.Where = Where;
    return;
  }
  LastEdgeTo[Target] = Edges.size();
  Edges.push_back({Target, When, Where});
}

void ReferenceGraph::collectBody(Index Current, const Function &F) {
  const Instruction *Where = nullptr;
  const Constant *Action = nullptr;
  auto Refer = [&](const Constant *C) {
    // A conditional call refers to its first argument as its action.
    if (C == Action)
      Action = nullptr;
    else
      refer(Current, C, Where, ConditionManager::kAlways);
  };
  Set Direct = UseSetPool::Empty;
  for (const Instruction &I : instructions(F)) {
    Where = &I;
    if (!ConditionalCallers.empty())
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && ConditionalCallers.contains(Call->getCalledOperand()))
        if (std::optional<ConditionalCall> Parts =
                readConditionalCall(*Call, nullptr)) {
          Action = cast<Constant>(Call->getArgOperand(0));
          refer(Current, Parts->Action, Where, conditions().Read(Parts->When));
        }
    Direct = Pool.unite(Direct, Uses.ofInstruction(I, Refer));
    Action = nullptr;
  }
  Where = nullptr;
  Nodes[Current].Direct = Pool.unite(Direct, Uses.ofSignature(F, Refer));
}

void ReferenceGraph::collect(Index Current) {
  const Constant *Value = Nodes[Current].Value;
  Nodes[Current].FirstEdge = Edges.size();
  if (const auto *F = dyn_cast<Function>(Value)) {
    collectBody(Current, *F);
  } else {
    Set Direct = Uses.ofConstant(*Value, [&](const Constant *C) {
      refer(Current, C, nullptr, ConditionManager::kAlways);
    });
    Nodes[Current].Direct = Direct;
  }
  Nodes[Current].LastEdge = Edges.size();
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

void ReferenceGraph::finishComponent(ArrayRef<Index> Members,
                                     MutableArrayRef<Set> Reached) {
  Set Common = UseSetPool::Empty;
  for (Index I : Members)
    Common = Pool.unite(Common, Reached[I]);
  for (Index I : Members)
    Reached[I] = Common;
}

/// Unites what is known of \p I with what is known of its callees.
void ReferenceGraph::uniteCallees(Index I, MutableArrayRef<Set> Reached) {
  Set Result = Reached[I];
  for (Index E = Nodes[I].FirstEdge; E != Nodes[I].LastEdge; ++E)
    Result = Pool.unite(Result,
                        Pool.under(Edges[E].When, Reached[Edges[E].To]));
  Reached[I] = Result;
}

/// Each member, other than finishComponent has it, needs what the others need
/// under the conditions on the path to them.
void ReferenceGraph::settleConditions(ArrayRef<Index> Members,
                                      MutableArrayRef<Set> Reached) {
  DenseSet<Index> Inside(Members.begin(), Members.end());
  auto IsConditional = [&](Index I) {
    return std::any_of(
        Edges.begin() + Nodes[I].FirstEdge, Edges.begin() + Nodes[I].LastEdge,
        [&](const Edge &E) {
          return E.When != ConditionManager::kAlways && Inside.contains(E.To);
        });
  };
  if (!std::any_of(Members.begin(), Members.end(), IsConditional))
    return finishComponent(Members, Reached);
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Changed = false;
    // Callees are entered after their callers.
    for (Index I : reverse(Members)) {
      Set Before = Reached[I];
      uniteCallees(I, Reached);
      Changed |= Reached[I] != Before;
    }
    if (!Changed)
      return;
  }
  finishComponent(Members, Reached);
}

void ReferenceGraph::findComponents() {
  Components.reserve(Nodes.size());
  forEachComponent(
      Nodes.size(),
      [&](Index I) { return Nodes[I].LastEdge - Nodes[I].FirstEdge; },
      [&](Index I, Index E) { return Edges[Nodes[I].FirstEdge + E].To; },
      [&](ArrayRef<Index> Members) {
        Components.insert(Components.end(), Members.begin(), Members.end());
        if (Members.size() > 1)
          Recursions.push_back(
              {static_cast<Index>(Components.size() - Members.size()),
               static_cast<Index>(Components.size())});
      });
}

/// Callees are complete before their callers; what is known of other members of
/// a component is no more than they reach.
void ReferenceGraph::propagate(MutableArrayRef<Set> Reached) {
  auto Recursion = Recursions.begin();
  for (Index I = 0; I < Components.size(); ++I) {
    uniteCallees(Components[I], Reached);
    if (Recursion == Recursions.end() || I + 1 != Recursion->second)
      continue;
    ArrayRef<Index> Members = ArrayRef(Components).slice(
        Recursion->first, Recursion->second - Recursion->first);
    ++Recursion;
    if (ConditionalCallers.empty())
      finishComponent(Members, Reached);
    else
      settleConditions(Members, Reached);
  }
}

void ReferenceGraph::propagateDeclared(ArrayRef<const Function *> Declaring,
                                       const AspectSet &Among) {
  Declared.assign(Nodes.size(), UseSetPool::Empty);
  for (const Function *F : Declaring)
    if (std::optional<AspectSet> OfF = readDeclaredAspects(*F))
      Declared[Indices.lookup(F)] = Pool.get(OfF->Intersection(Among));
  propagate(Declared);
}

ReferenceGraph::AspectsOfFunction
ReferenceGraph::lookUp(const Function &F, ArrayRef<Set> Reached) const {
  auto Found = Indices.find(&F);
  Set Result = Found == Indices.end() || Reached.empty()
                   ? UseSetPool::Empty
                   : Reached[Found->second];
  return {Pool.always(Result), Pool.sometimes(Result)};
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

ReferenceGraph::Path ReferenceGraph::pathThrough(Index From, Index EdgeIndex,
                                               const Path &Rest) const {
  Path Result = Rest;
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

const ReferenceGraph::Paths &ReferenceGraph::pathsTo(Aspect A) {
  auto [Found, IsNew] = KnownPaths.try_emplace(A);
  Paths &Result = Found->second;
  if (!IsNew)
    return Result;
  reverseEdges();
  Result.resize(Nodes.size());
  std::vector<Index> Queue;
  DenseMap<Set, bool> HasAspect;
  for (Index I = 0; I < Nodes.size(); ++I) {
    auto [Known, IsNewSet] = HasAspect.try_emplace(Nodes[I].Direct, false);
    if (IsNewSet)
      Known->second = Pool.always(Nodes[I].Direct).Contains(A);
    if (!Known->second)
      continue;
    Path &W = Result[I];
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
      if (Result[From].Reached ||
          Edges[EdgeIndex].When != ConditionManager::kAlways)
        continue;
      Result[From] = pathThrough(From, EdgeIndex, Result[Callee]);
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
  for (const Instruction &I : instructions(F)) {
    if (!Pool.always(Uses.ofInstructionAndOperands(I)).Contains(A))
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

ReferenceChain ReferenceGraph::unconditionalChain(Index From, Aspect A) {
  const Paths &Found = pathsTo(A);
  Index Current = From;
  const Path &Whole = Found[Current];
  ReferenceChain Result;
  if (const Function *F = functionAt(From))
    Result.Steps.push_back({F, nullptr});
  const Instruction *Where = nullptr;
  while (Found[Current].NextEdge != None && Result.Steps.size() < KeptSteps) {
    const Edge &E = Edges[Found[Current].NextEdge];
    if (functionAt(Current))
      Where = E.Where;
    Current = E.To;
    if (const Function *Callee = functionAt(Current))
      Result.Steps.push_back({Callee, Where});
  }
  if (Whole.LastFunction == None)
    return Result;
  const Function *Last = functionAt(Whole.LastFunction);
  if (Whole.Functions > Result.Steps.size()) {
    Result.Omitted = Whole.Functions - Result.Steps.size() - 1;
    Result.Steps.push_back({Last, Whole.IntoLast});
  }
  Result.Use = Found[Whole.LastFunction].NextEdge == None ? directUse(*Last, A)
                                                        : Whole.Use;
  return Result;
}

/// The states of a shortest path to where \p A is needed without any further
/// condition, or where an earlier run has found it. Empty: there is none, or
/// none so near.
std::vector<ReferenceGraph::State>
ReferenceGraph::pathUnderConditions(Index From, Aspect A, Filter Counts) {
  const Paths &Unconditional = pathsTo(A);
  auto IsGoal = [&](const State &S) {
    ConditionManager::Id When =
        Unconditional[S.Node].Reached
            ? S.When
            : conditions().And(S.When,
                                Pool.conditionOf(Nodes[S.Node].Direct, A));
    return When != ConditionManager::kNever &&
           !conditions().ImpliesAspect(When, A) && (!Counts || Counts(When));
  };
  std::vector<State> States{{From, ConditionManager::kAlways, None, None}};
  DenseSet<std::pair<Index, ConditionManager::Id>> Seen;
  for (Index I = 0; I < States.size() && States.size() < MaxStates; ++I) {
    State S = States[I];
    if (IsGoal(S)) {
      std::vector<State> Path;
      for (Index Step = I; Step != None; Step = States[Step].Previous)
        Path.push_back(States[Step]);
      std::reverse(Path.begin(), Path.end());
      return Path;
    }
    for (Index E = Nodes[S.Node].FirstEdge; E != Nodes[S.Node].LastEdge; ++E) {
      Index To = Edges[E].To;
      if (Pool.conditionOf(All[To], A) == ConditionManager::kNever)
        continue;
      ConditionManager::Id When = conditions().And(S.When, Edges[E].When);
      if (When != ConditionManager::kNever && Seen.insert({To, When}).second)
        States.push_back({To, When, I, E});
    }
  }
  return {};
}

/// A path under conditions, and on from its end without any.
ReferenceChain ReferenceGraph::conditionalChain(Index From, Aspect A,
                                                Filter Counts) {
  ReferenceChain Result;
  Result.Steps.push_back({functionAt(From), nullptr});
  std::vector<State> Path = pathUnderConditions(From, A, Counts);
  if (Path.empty())
    return Result;
  const Instruction *Where = nullptr;
  Condition When;
  for (const State &S : drop_begin(Path)) {
    const Edge &E = Edges[S.Edge];
    Where = E.Where ? E.Where : Where;
    if (E.When != ConditionManager::kAlways)
      When = conditions().Write(E.When);
    if (const Function *Callee = functionAt(S.Node))
      Result.Steps.push_back(
          {Callee, std::exchange(Where, nullptr), std::exchange(When, {})});
  }
  if (pathsTo(A)[Path.back().Node].Reached) {
    ReferenceChain Rest = unconditionalChain(Path.back().Node, A);
    Result.Use = Rest.Use;
    Result.Omitted = Rest.Omitted;
    size_t Repeated = functionAt(Path.back().Node) ? 1 : 0;
    Result.Steps.append(Rest.Steps.begin() + Repeated, Rest.Steps.end());
  }
  if (Result.Steps.size() > KeptSteps + 1) {
    Result.Omitted += Result.Steps.size() - KeptSteps - 1;
    Result.Steps.erase(Result.Steps.begin() + KeptSteps,
                       Result.Steps.end() - 1);
  }
  return Result;
}

ReferenceChain ReferenceGraph::chain(const Function &F, Aspect A,
                                     Filter Counts) {
  Index From = Indices.lookup(&F);
  return pathsTo(A)[From].Reached ? unconditionalChain(From, A)
                                 : conditionalChain(From, A, Counts);
}

} // namespace facet
