//===- shrinker.cpp - Smaller programs that fail too ----------------------===//
//
// See shrinker.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/shrinker.h"

#include <algorithm>
#include <iterator>

namespace facet::random_kernels {
namespace {

using Body = std::vector<Statement>;

//===-- What there is in a program ----------------------------------------===//

struct Site {
  Function *F;
  Body *In;
  size_t At;
  Statement &statement() const { return (*In)[At]; }
};

void collect(Function &F, Body &In, std::vector<Site> &Sites) {
  for (size_t At = 0; At != In.size(); ++At) {
    Sites.push_back({&F, &In, At});
    for (Body &Inner : In[At].Bodies)
      collect(F, Inner, Sites);
  }
}

std::vector<Site> sitesOf(Program &P) {
  std::vector<Site> Sites;
  for (Function &F : P.Functions)
    collect(F, F.Body, Sites);
  return Sites;
}

struct ExpressionSite {
  Function *F;
  Expression *E;
};

void collect(Function &F, Expression &E, std::vector<ExpressionSite> &Sites) {
  Sites.push_back({&F, &E});
  for (Expression &Operand : E.Operands)
    collect(F, Operand, Sites);
}

std::vector<ExpressionSite> expressionsOf(Program &P) {
  std::vector<ExpressionSite> Sites;
  for (const Site &S : sitesOf(P))
    for (Expression &E : S.statement().E)
      collect(*S.F, E, Sites);
  for (Function &F : P.Functions) {
    for (Expression &E : F.Result)
      collect(F, E, Sites);
    for (Object &O : F.Objects)
      for (Expression &E : O.First)
        collect(F, E, Sites);
  }
  return Sites;
}

//===-- Statements in place of what is around them ------------------------===//

/// Those that belong to the loop whose body this is.
void removeLeaving(Body &From) {
  std::erase_if(From, [](const Statement &S) {
    return S.What == Statement::Break || S.What == Statement::Continue;
  });
  for (Statement &S : From)
    if (S.What != Statement::Loop)
      for (Body &Inner : S.Bodies)
        removeLeaving(Inner);
}

void removeUpdates(Body &From, uint32_t Cell) {
  std::erase_if(From, [&](const Statement &S) {
    return S.What == Statement::LocalUpdate && S.A == Cell;
  });
  for (Statement &S : From)
    for (Body &Inner : S.Bodies)
      removeUpdates(Inner, Cell);
}

void makeConstant(Expression &E, uint64_t Bits) {
  const TypeId T = E.Ty;
  E = Expression();
  E.Ty = T;
  E.Bits = Bits;
}

void removeReads(Expression &E, uint32_t Array) {
  if (E.What == Expression::LocalRead && E.A == Array)
    makeConstant(E, 0);
  for (Expression &Operand : E.Operands)
    removeReads(Operand, Array);
}
void removeReads(Body &From, uint32_t Array) {
  for (Statement &S : From) {
    for (Expression &E : S.E)
      removeReads(E, Array);
    for (Body &Inner : S.Bodies)
      removeReads(Inner, Array);
  }
}

/// Puts body \p Which in place of the statement.
void unwrap(const Site &S, size_t Which) {
  Statement &Around = S.statement();
  Body Inner = std::move(Around.Bodies[Which]);
  if (Around.What == Statement::Loop)
    removeLeaving(Inner);
  if (Around.What == Statement::Exchange)
    removeReads(Inner, Around.A);
  if (Around.What == Statement::Accumulate)
    removeUpdates(Inner, Around.A);
  if (Around.What == Statement::Scope)
    S.F->Objects[Around.A].Scoped = false;
  S.In->erase(S.In->begin() + static_cast<ptrdiff_t>(S.At));
  S.In->insert(S.In->begin() + static_cast<ptrdiff_t>(S.At), Inner.begin(),
               Inner.end());
}

//===-- The search --------------------------------------------------------===//

class Shrinker {
public:
  Shrinker(Program P, const std::function<bool(const Program &)> &Fails,
           unsigned MostQuestions)
      : Best(std::move(P)), Fails(Fails), Left(MostQuestions) {}

  Program run() {
    reduceLaunches();
    unsigned Size;
    do {
      Size = sizeOf(Best);
      deleteStatements();
      unwrapStatements();
      simplifyExpressions();
      simplifyKernel();
    } while (sizeOf(Best) < Size && Left != 0);
    reduceLaunches();
    return Best;
  }

private:
  bool accept(Program Candidate) {
    if (Left == 0)
      return false;
    --Left;
    if (!Fails(Candidate))
      return false;
    Best = std::move(Candidate);
    return true;
  }

  void deleteStatements() {
    // Whole stretches first, from the end: what is there depends on what is
    // before.
    for (size_t Length : {8, 3, 1})
      for (size_t At = sitesOf(Best).size(); At-- != 0;) {
        Program Candidate = Best;
        std::vector<Site> Sites = sitesOf(Candidate);
        if (At >= Sites.size())
          continue;
        Body &In = *Sites[At].In;
        const size_t From = Sites[At].At;
        if (From + Length > In.size())
          continue;
        In.erase(In.begin() + static_cast<ptrdiff_t>(From),
                 In.begin() + static_cast<ptrdiff_t>(From + Length));
        accept(std::move(Candidate));
      }
  }

  void unwrapStatements() {
    for (size_t At = 0; At < sitesOf(Best).size(); ++At)
      for (size_t Which = 0;; ++Which) {
        Program Candidate = Best;
        Site S = sitesOf(Candidate)[At];
        if (Which >= S.statement().Bodies.size())
          break;
        unwrap(S, Which);
        if (accept(std::move(Candidate))) {
          Which = ~size_t(0);
          if (At >= sitesOf(Best).size())
            return;
        }
      }
    // Bodies of a switch or an if.
    for (size_t At = 0; At < sitesOf(Best).size(); ++At) {
      Program Candidate = Best;
      Statement &S = sitesOf(Candidate)[At].statement();
      if (S.What == Statement::Switch && S.Bodies.size() > 2) {
        S.Bodies.pop_back();
        S.A = 0;
        accept(std::move(Candidate));
      } else if (S.What == Statement::Loop && S.B != 0) {
        S.B = 0;
        accept(std::move(Candidate));
      }
    }
  }

  bool tryAt(size_t At, const std::function<bool(ExpressionSite)> &Change) {
    Program Candidate = Best;
    ExpressionSite Site = expressionsOf(Candidate)[At];
    return Change(Site) && accept(std::move(Candidate));
  }

  void simplifyExpressions() {
    for (size_t At = 0; At < expressionsOf(Best).size(); ++At) {
      const Expression Before = *expressionsOf(Best)[At].E;
      if (Best.isPointer(Before.Ty)) {
        simplifyAddress(At);
        continue;
      }
      if (Before.What == Expression::Constant) {
        if (Before.Bits > 1)
          tryAt(At, [](ExpressionSite S) {
            S.E->Bits = 1;
            return true;
          });
        continue;
      }
      if (tryConstant(At, 0) || tryConstant(At, 1))
        continue;
      tryOperands(At, Before);
    }
  }

  bool tryConstant(size_t At, uint64_t Bits) {
    return tryAt(At, [&](ExpressionSite S) {
      // One, as a floating-point number, is as good a number as any.
      makeConstant(*S.E, Bits);
      return true;
    });
  }

  bool tryOperands(size_t At, const Expression &Before) {
    for (size_t I = 0; I != Before.Operands.size(); ++I) {
      const Expression &Operand = Before.Operands[I];
      if (Operand.Ty == Before.Ty &&
          tryAt(At, [&](ExpressionSite S) { return *S.E = Operand, true; }))
        return true;
      for (const Expression &Inner : Operand.Operands)
        if (Inner.Ty == Before.Ty &&
            tryAt(At, [&](ExpressionSite S) { return *S.E = Inner, true; }))
          return true;
    }
    return false;
  }

  void simplifyAddress(size_t At) {
    const Expression Before = *expressionsOf(Best)[At].E;
    if (Before.What == Expression::AddressOf)
      return;
    if (tryOperands(At, Before))
      return;
    // What the pointer points to at first.
    tryAt(At, [](ExpressionSite S) {
      if (S.E->What != Expression::Load ||
          S.E->Operands[0].What != Expression::AddressOf)
        return false;
      const Object &O = S.F->Objects[S.E->Operands[0].A];
      if (O.First.empty())
        return false;
      Expression First = O.First[0];
      *S.E = std::move(First);
      return true;
    });
  }

  void simplifyKernel() {
    if (Best.SubGroupSize) {
      Program Candidate = Best;
      Candidate.SubGroupSize = 0;
      accept(std::move(Candidate));
    }
    if (Best.Dimensions != 0) {
      Program Candidate = Best;
      Candidate.Dimensions = 0;
      accept(std::move(Candidate));
    }
    if (Best.RequiresSize) {
      Program Candidate = Best;
      Candidate.RequiresSize = false;
      accept(std::move(Candidate));
    }
  }

  void reduceLaunches() {
    static constexpr Launch Small[] = {
        {{1, 1, 1}, {1, 1, 1}}, {{2, 1, 1}, {1, 1, 1}}, {{3, 1, 1}, {1, 1, 1}},
        {{2, 1, 1}, {2, 1, 1}}, {{4, 1, 1}, {1, 1, 1}}, {{8, 1, 1}, {1, 1, 1}},
        {{2, 2, 1}, {1, 1, 1}}, {{16, 1, 1}, {1, 1, 1}}};
    for (const Launch &L : Small) {
      Program Candidate = Best;
      if (Candidate.Launches.size() == 1 &&
          Candidate.Launches[0].items() <= L.items())
        break;
      Candidate.Launches = {L};
      Candidate.Launches[0].Edges = Best.Launches[0].Edges;
      if (accept(std::move(Candidate)))
        return;
    }
    for (const Launch &L : std::vector<Launch>(Best.Launches)) {
      if (Best.Launches.size() == 1)
        return;
      Program Candidate = Best;
      Candidate.Launches = {L};
      if (accept(std::move(Candidate)))
        return;
    }
  }

  Program Best;
  const std::function<bool(const Program &)> &Fails;
  unsigned Left;
};

} // namespace

Program shrink(Program P, const std::function<bool(const Program &)> &Fails,
               unsigned MostQuestions) {
  return Shrinker(std::move(P), Fails, MostQuestions).run();
}

} // namespace facet::random_kernels
