//===- interpreter.cpp - What kernels compute -----------------------------===//
//
// See interpreter.h: statements and functions; evaluator.h has the expressions.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/interpreter.h"

#include "postlink/aot/random_kernels/arithmetic.h"
#include "postlink/aot/random_kernels/evaluator.h"
#include "postlink/aot/random_kernels/sweep.h"

#include <algorithm>
#include <cstring>

namespace facet::random_kernels {
namespace {

/// Statements, each counted for each work-item.
constexpr uint64_t MaximumWork = 60000;

bool any(const Mask &M) { return std::find(M.begin(), M.end(), 1) != M.end(); }
Mask both(const Mask &X, const Mask &Y, bool Negated = false) {
  Mask Result(X.size());
  for (size_t I = 0; I != X.size(); ++I)
    Result[I] = X[I] & (Negated ? !Y[I] : Y[I]);
  return Result;
}

class Interpreter : Evaluator {
public:
  using Evaluator::Evaluator;

  Outcome run() {
    Stride = cellsOf(0);
    for (Group = 0; Group != L.groups(); ++Group) {
      Private.assign(uint64_t(Stride) * Size, 0);
      for (auto &Array : Local)
        Array.assign(Size * MaximumLanes, 0);
      Mask All(Size, 1);
      enter(0, 0);
      execute(P.Functions[0].Body, All);
      Frames.clear();
      if (Result != Outcome::Done)
        break;
    }
    return Result;
  }

private:
  /// The private memory of a call of \p Number, with what it calls.
  uint32_t cellsOf(unsigned Number) const {
    uint32_t Own = 0, Inner = 0;
    for (const Object &O : P.Functions[Number].Objects)
      Own += P.type(O.Ty).Cells;
    // Later functions only are called.
    for (unsigned F = Number + 1; F < P.Functions.size(); ++F)
      Inner = std::max(Inner, cellsOf(F));
    return Own + Inner;
  }

  //===-- Statements -----------------------------------------------------===//

  template <typename Function> void forEach(const Mask &Active, Function Do) {
    for (uint32_t Item = 0; Item != Size; ++Item)
      if (Active[Item])
        Do(Item);
  }

  void execute(const std::vector<Statement> &Body, Mask &Active) {
    for (const Statement &S : Body) {
      if (Result != Outcome::Done || !any(Active))
        return;
      Work += static_cast<uint64_t>(
          std::count(Active.begin(), Active.end(), uint8_t(1)));
      if (Work > MaximumWork)
        Result = Outcome::TooLong;
      else
        execute(S, Active);
    }
  }

  /// All work-items of the group must be here.
  void meet(const Mask &Active) {
    if (std::count(Active.begin(), Active.end(), uint8_t(1)) != Size)
      Result = Outcome::Invalid;
  }

  /// All work-items of a sub-group, or none of them.
  void meetInSubGroups(const Mask &Active) {
    for (uint32_t I = 1; I < Size; ++I)
      if (I % SubGroup != 0 && Active[I] != Active[I - 1])
        Result = Outcome::Invalid;
  }

  Mask holds(const Expression &E, const Mask &Active) {
    Mask True(Size);
    forEach(Active, [&](uint32_t I) { True[I] = scalar(E, I) & 1; });
    return True;
  }

  /// *\p Address = values; the address is computed last.
  void assign(const Expression &Address, const std::vector<Lanes> &Values,
              const Mask &Active) {
    const unsigned Count = P.type(P.type(Address.Ty).Element).Cells;
    forEach(Active, [&](uint32_t I) {
      std::copy_n(Values[I].data(), Count, privateOf(I) + scalar(Address, I));
    });
  }

  std::vector<Lanes> values(const Expression &E, const Mask &Active) {
    if (E.What == Expression::Call)
      return call(E.A, E.Operands, Active);
    std::vector<Lanes> Result(Size);
    forEach(Active, [&](uint32_t I) { evaluate(E, I, Result[I].data()); });
    return Result;
  }

  void execute(const Statement &S, Mask &Active) {
    switch (S.What) {
    case Statement::Assign:
      assign(S.E[0], values(S.E[1], Active), Active);
      return;
    case Statement::Evaluate:
      values(S.E[0], Active);
      return;
    case Statement::Copy:
    case Statement::Clear: {
      const uint32_t Count = P.type(P.type(S.E[0].Ty).Element).Cells;
      forEach(Active, [&](uint32_t I) {
        uint64_t *To = privateOf(I) + scalar(S.E[0], I);
        if (S.What == Statement::Clear)
          std::fill_n(To, Count, 0);
        else
          std::memmove(To, privateOf(I) + scalar(S.E[1], I), Count * 8);
      });
      return;
    }
    case Statement::Store:
      forEach(Active, [&](uint32_t I) {
        const Scalar T = P.scalarOf(S.E[0].Ty);
        const uint64_t Cell = canonical(T, scalar(S.E[0], I));
        const uint32_t Which =
            S.E.size() == 1 ? S.A : scalar(S.E[1], I) % OutputRecords;
        std::memcpy(&M.Out[outputRecord(I, Which) * RecordSize + recordOffset(T)],
                    &Cell, (bitsOf(T) + 7) / 8);
      });
      return;
    case Statement::AtomicUpdate:
      forEach(Active, [&](uint32_t I) { updateAtomic(S, I); });
      return;
    case Statement::Barrier:
      meet(Active);
      return;
    case Statement::Return:
      forEach(holds(S.E[0], Active), [&](uint32_t I) {
        Active[I] = 0;
        Frames.back().Returned[I] = 1;
      });
      return;
    case Statement::Break:
    case Statement::Continue:
      if (Loops.empty())
        return;
      forEach(holds(S.E[0], Active), [&](uint32_t I) {
        Active[I] = 0;
        if (S.What == Statement::Continue)
          Loops.back()[I] = 1;
      });
      return;
    default:
      executeCompound(S, Active);
    }
  }

  void updateAtomic(const Statement &S, uint32_t Item) {
    const Scalar T = P.scalarOf(S.E[0].Ty);
    const unsigned Bytes = bitsOf(T) / 8;
    const uint64_t Number =
        S.E.size() == 1 ? 0 : scalar(S.E[1], Item) % AtomicCells;
    char *At = &M.Atomics[atomicOffset(S.A, Bytes) + Number * Bytes];
    uint64_t Cell = 0;
    std::memcpy(&Cell, At, Bytes);
    Cell = update(static_cast<Atomic>(S.A), T, Cell, scalar(S.E[0], Item));
    std::memcpy(At, &Cell, Bytes);
  }

  void executeCompound(const Statement &S, Mask &Active) {
    switch (S.What) {
    case Statement::If: {
      Mask True = holds(S.E[0], Active);
      Mask Then = both(Active, True), Else = both(Active, True, true);
      execute(S.Bodies[0], Then);
      execute(S.Bodies[1], Else);
      for (uint32_t I = 0; I != Size; ++I)
        Active[I] = Then[I] | Else[I];
      return;
    }
    case Statement::Switch:
      executeSwitch(S, Active);
      return;
    case Statement::Loop:
      executeLoop(S, Active);
      return;
    case Statement::Sweep:
      executeSweep(S, Active);
      return;
    case Statement::Irreducible:
      executeIrreducible(S, Active);
      return;
    case Statement::Scope:
      forEach(Active, [&](uint32_t I) {
        const Frame &F = Frames.back();
        std::fill_n(privateOf(I) + F.Objects[S.A],
                    P.type(F.F->Objects[S.A].Ty).Cells, 0);
      });
      execute(S.Bodies[0], Active);
      return;
    case Statement::Exchange:
      meet(Active);
      forEach(Active, [&](uint32_t I) {
        evaluate(S.E[0], I, &Local[S.A][I * MaximumLanes]);
      });
      execute(S.Bodies[0], Active);
      meet(Active);
      return;
    case Statement::Accumulate: {
      meet(Active);
      LocalCells[S.A] = 0;
      execute(S.Bodies[0], Active);
      meet(Active);
      const std::vector<Lanes> Sum(Size, Lanes{LocalCells[S.A]});
      assign(S.E[0], Sum, Active);
      return;
    }
    case Statement::LocalUpdate:
      forEach(Active, [&](uint32_t I) {
        LocalCells[S.A] = binary(Op::Add, P.LocalCells[S.A], LocalCells[S.A],
                                 scalar(S.E[0], I));
      });
      return;
    case Statement::GroupAlgorithm:
      meet(Active);
      if (Result == Outcome::Done)
        combine(S, Active, Size, static_cast<GroupOp>(S.A));
      return;
    case Statement::SubGroupFunction:
      meetInSubGroups(Active);
      if (Result == Outcome::Done)
        subGroupFunction(S, Active);
      return;
    case Statement::CallGroup:
      meet(Active);
      call(S.A, S.E, Active);
      return;
    default:
      return;
    }
  }

  void executeSwitch(const Statement &S, Mask &Active) {
    const uint64_t Cases = S.Bodies.size() - 1;
    std::vector<uint64_t> Chosen(Size);
    forEach(Active, [&](uint32_t I) {
      Chosen[I] = std::min(scalar(S.E[0], I), Cases);
    });
    Mask Done(Size), Running(Size);
    for (uint64_t C = 0; C <= Cases; ++C) {
      for (uint32_t I = 0; I != Size; ++I)
        Running[I] |= Active[I] && Chosen[I] == C;
      execute(S.Bodies[C], Running);
      if (S.A >> C & 1 && C != Cases)
        continue;
      for (uint32_t I = 0; I != Size; ++I) {
        Done[I] |= Running[I];
        Running[I] = 0;
      }
    }
    Active = Done;
  }

  void setCounter(const Statement &S, const Mask &Active, uint64_t Value) {
    const Frame &F = Frames.back();
    forEach(Active, [&](uint32_t I) { privateOf(I)[F.Objects[S.A]] = Value; });
  }

  /// Work-items that the body left in \p Running, and those that went on.
  Mask round(const std::vector<Statement> &Body, Mask Running) {
    Loops.back().assign(Size, 0);
    execute(Body, Running);
    for (uint32_t I = 0; I != Size; ++I)
      Running[I] |= Loops.back()[I];
    return Running;
  }

  void executeLoop(const Statement &S, Mask &Active) {
    std::vector<uint64_t> Rounds(Size);
    forEach(Active, [&](uint32_t I) { Rounds[I] = scalar(S.E[0], I) & 3; });
    Loops.emplace_back(Size);
    Mask Running = Active;
    setCounter(S, Active, 0);
    for (uint64_t R = 0; any(Running); ++R) {
      // A loop of the second style tests at its end.
      if (R != 0 || !(S.B & 1))
        for (uint32_t I = 0; I != Size; ++I)
          Running[I] &= R < Rounds[I];
      if (!any(Running))
        break;
      Running = round(S.Bodies[0], Running);
      setCounter(S, Running, R + 1);
    }
    Loops.pop_back();
    Active = both(Active, Frames.back().Returned, true);
  }

  void executeSweep(const Statement &S, const Mask &Active) {
    const Scalar T = static_cast<Scalar>(S.A);
    const Mask Guarded = holds(S.E[0], Active);
    std::vector<Lanes> Sums(Size);
    auto Uniform = [&](uint32_t K) {
      return readField(M.Uniform, K % UniformRecords, T);
    };
    forEach(Guarded, [&](uint32_t I) {
      const uint32_t Bound = scalar(S.E[1], I) % MaximumRounds;
      Sums[I][0] = maskOf(T) & sweep(SweepStyle(S.B), Bound, I, Size, Uniform);
    });
    assign(S.E[2], Sums, Guarded);
  }

  void executeIrreducible(const Statement &S, Mask &Active) {
    Mask Second = holds(S.E[0], Active);
    std::vector<uint64_t> Rounds(Size);
    forEach(Active, [&](uint32_t I) { Rounds[I] = scalar(S.E[1], I) % 3; });
    setCounter(S, Active, 0);
    Mask Running = Active;
    for (uint64_t R = 0; any(Running); ++R) {
      Mask First = R == 0 ? both(Running, Second, true) : Running;
      Mask Rest = R == 0 ? both(Running, Second) : Mask(Size);
      execute(S.Bodies[0], First);
      for (uint32_t I = 0; I != Size; ++I)
        Running[I] = First[I] | Rest[I];
      execute(S.Bodies[1], Running);
      setCounter(S, Running, R + 1);
      for (uint32_t I = 0; I != Size; ++I)
        Running[I] &= R < Rounds[I];
    }
    Active = both(Active, Frames.back().Returned, true);
  }

  //===-- Groups and functions -------------------------------------------===//

  void combine(const Statement &S, const Mask &Active, uint32_t Width,
               GroupOp What) {
    std::vector<Lanes> Values = values(S.E[1], Active), Out(Size);
    const Scalar T = P.scalarOf(S.E[1].Ty);
    for (uint32_t First = 0; First < Size; First += Width) {
      const uint32_t End = std::min(First + Width, Size);
      uint64_t Sum = 0;
      for (uint32_t I = First; I != End; ++I) {
        Out[I][0] = Sum;
        Sum = What == GroupOp::Any ? Sum | Values[I][0]
                                   : binary(Op::Add, T, Sum, Values[I][0]);
        if (What == GroupOp::Inclusive)
          Out[I][0] = Sum;
      }
      for (uint32_t I = First; I != End; ++I)
        if (What == GroupOp::Reduce || What == GroupOp::Any)
          Out[I][0] = Sum;
        else if (What == GroupOp::Broadcast)
          Out[I][0] = Values[scalar(S.E[2], I) % Size][0];
    }
    assign(S.E[0], Out, Active);
  }

  void subGroupFunction(const Statement &S, const Mask &Active) {
    const auto What = static_cast<SubGroupOp>(S.A);
    if (What == SubGroupOp::Reduce || What == SubGroupOp::Inclusive)
      return combine(S, Active, SubGroup,
                     What == SubGroupOp::Reduce ? GroupOp::Reduce
                                                : GroupOp::Inclusive);
    std::vector<Lanes> Values = values(S.E[1], Active), Out(Size);
    for (uint32_t I = 0; I != Size; ++I) {
      const uint32_t Own = I % SubGroup, Count = subGroupSizeAt(I);
      uint64_t Lane = scalar(S.E[2], I);
      if (What == SubGroupOp::Shuffle)
        Lane %= Count;
      else if (Lane = Own ^ (Lane & 31); Lane >= Count)
        Lane = Own;
      Out[I] = Values[I - Own + Lane];
    }
    assign(S.E[0], Out, Active);
  }

  void enter(unsigned Number, uint32_t Base) {
    Frame New{&P.Functions[Number], Base, Base, {}, Mask(Size)};
    for (const Object &O : New.F->Objects) {
      New.Objects.push_back(New.End);
      New.End += P.type(O.Ty).Cells;
    }
    Frames.push_back(std::move(New));
    Frame &Here = Frames.back();
    for (uint32_t I = 0; I != Size; ++I) {
      std::fill(privateOf(I) + Here.Base, privateOf(I) + Here.End, 0);
      for (size_t O = Here.F->Parameters; O != Here.F->Objects.size(); ++O)
        if (!Here.F->Objects[O].First.empty())
          privateOf(I)[Here.Objects[O]] =
              scalar(Here.F->Objects[O].First[0], I);
    }
  }

  std::vector<Lanes> call(unsigned Number, const std::vector<Expression> &Args,
                          const Mask &Active) {
    std::vector<std::vector<Lanes>> Given;
    for (const Expression &E : Args)
      Given.push_back(values(E, Active));
    // Functions do not see their callers' loops.
    std::vector<Mask> Outer;
    std::swap(Outer, Loops);
    enter(Number, Frames.back().End);
    for (size_t A = 0; A != Args.size(); ++A)
      forEach(Active, [&](uint32_t I) {
        std::copy_n(Given[A][I].data(), P.type(Args[A].Ty).Cells,
                    privateOf(I) + Frames.back().Objects[A]);
      });
    // Pointers may begin at what parameters point to.
    const Function &F = P.Functions[Number];
    for (size_t O = F.Parameters; O != F.Objects.size(); ++O)
      if (!F.Objects[O].First.empty())
        forEach(Active, [&](uint32_t I) {
          privateOf(I)[Frames.back().Objects[O]] =
              scalar(F.Objects[O].First[0], I);
        });
    Mask Running = Active;
    execute(F.Body, Running);
    std::vector<Lanes> Results(Size);
    if (!F.Result.empty())
      forEach(Active,
              [&](uint32_t I) { evaluate(F.Result[0], I, Results[I].data()); });
    Frames.pop_back();
    std::swap(Outer, Loops);
    return Results;
  }

  uint64_t Work = 0;
  Outcome Result = Outcome::Done;
  std::array<uint64_t, LocalCellCount> LocalCells = {};
  /// Of each loop, innermost last: who goes on with the next round.
  std::vector<Mask> Loops;
};

} // namespace

Outcome interpret(const Program &P, const Launch &L, uint32_t SubGroupSize,
                  Memory &M) {
  return Interpreter(P, L, SubGroupSize, M).run();
}

} // namespace facet::random_kernels
