//===- generator.cpp - Random programs ------------------------------------===//
//
// See generator.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/generator.h"

#include "postlink/aot/random_kernels/launches.h"
#include "postlink/aot/random_kernels/random_expressions.h"
#include "postlink/aot/random_kernels/random_sweeps.h"
#include "postlink/aot/random_kernels/random_types.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace facet::random_kernels {
namespace {

using Purpose = RandomExpressions::Purpose;
using Body = std::vector<Statement>;

class Generator {
public:
  explicit Generator(uint64_t Seed) : R(P, Seed) {}

  Program program() {
    chooseTypes(P, R, Values, Aggregates);
    InStrips = R.chance(10);
    chooseLaunches(P, R, InStrips);
    // Small programs are many in the same time, and say as much each.
    IsSmall = R.chance(70);
    MeetsInSubGroups = R.chance(15);
    const unsigned Count = IsSmall ? 1 + R.chance(35) : 1 + R.below(4);
    P.Functions.resize(Count);
    // Callees first: callers must know their parameters.
    for (unsigned Number = Count; Number-- != 1;)
      makeFunction(Number);
    makeKernel();
    return std::move(P);
  }

private:
  /// Where a statement is to be.
  struct Place {
    unsigned Depth = 0;
    /// All work-items of the group are here, so barriers may be.
    bool Together = false;
    /// Work-items may leave the innermost loop, or go on with its next round:
    /// all of them if they are together.
    bool InLoop = false;
    /// Work-items may return alone.
    bool MayReturn = false;

    Place deeper(bool StayTogether) const {
      Place Result = *this;
      ++Result.Depth;
      // A work-item that left a uniform loop alone would miss its barriers.
      if (Together && !StayTogether)
        Result.InLoop = false;
      Result.Together &= StayTogether;
      return Result;
    }
  };

  TypeId randomValueType() {
    return R.chance(25) ? R.oneOf(Values) : typeOf(R.randomScalar());
  }

  //===-- Functions ------------------------------------------------------===//

  uint32_t addObject(TypeId T) {
    R.F->Objects.push_back({T, false, false, false, {}});
    return static_cast<uint32_t>(R.F->Objects.size() - 1);
  }

  void addObjects(unsigned Most) {
    addObject(typeOf(Scalar::Bool));
    for (unsigned N = 2 + R.below(Most); N != 0; --N)
      addObject(randomValueType());
    for (unsigned N = R.below(Most); N != 0; --N)
      addObject(R.oneOf(Aggregates));
    if (R.chance(50))
      addObject(Aggregates[0]);
  }

  /// A pointer to something of another object.
  void addPointers(unsigned Count) {
    for (; Count != 0; --Count) {
      TypeId T = R.F->Objects[R.below(uint32_t(R.F->Objects.size()))].Ty;
      while (!P.isValue(T) && !R.chance(30))
        T = P.type(T).What == Type::Array ? P.type(T).Element
                                          : R.oneOf(P.type(T).Fields);
      if (P.isPointer(T) &&
          (P.isPointer(P.type(T).Element) || R.F != &P.Functions[0]))
        continue;
      std::optional<Expression> First = R.address(T, Purpose::Aim);
      if (!First)
        continue;
      const uint32_t New = addObject(P.make(Type::Pointer, T));
      R.F->Objects[New].First.push_back(std::move(*First));
    }
  }

  void makeFunction(unsigned Number) {
    Function &Made = P.Functions[Number];
    R.F = &Made;
    Current = Number;
    Made.HasBarriers = R.chance(40);
    R.Pure = !Made.HasBarriers && R.chance(75);
    for (unsigned N = 1 + R.below(2); N != 0; --N)
      addObject(randomValueType());
    for (unsigned N = 1 + R.below(2); N != 0; --N)
      addObject(P.make(Type::Pointer,
                       R.chance(60) ? R.oneOf(Aggregates) : randomValueType()));
    Made.Parameters = static_cast<uint32_t>(Made.Objects.size());
    addObjects(2);
    addPointers(R.below(2));
    Budget = 10;
    Place Start;
    Start.Depth = 1;
    Start.Together = Made.HasBarriers;
    Start.MayReturn = !Made.HasBarriers;
    Made.Body = statements(Start, 5);
    if (!Made.HasBarriers) {
      Made.ReturnType = typeOf(R.randomScalar());
      Made.Result.push_back(R.value(Made.ReturnType, 2));
    }
    R.Pure = false;
  }

  void makeKernel() {
    Function &Kernel = P.Functions[0];
    R.F = &Kernel;
    Current = 0;
    addObjects(IsSmall ? 2 : 4);
    for (unsigned N = 1 + R.below(2); N != 0; --N)
      R.F->Objects[addObject(typeOf(R.randomScalar()))].Uniform = true;
    addPointers(R.below(IsSmall ? 3 : 4));
    Budget = IsSmall ? 3 + R.below(8) : 12 + R.below(24);
    Place Start;
    Start.Together = true;
    Body Begin;
    for (unsigned N = 1 + R.below(3); N != 0; --N)
      Begin.push_back(assign(Start));
    // With little else a kernel is more likely to become vectors.
    if (R.chance(10))
      Kernel.Body.push_back(records());
    else
      Kernel.Body = statements(Start, 7);
    Kernel.Body.insert(Kernel.Body.begin(), Begin.begin(), Begin.end());
    for (uint32_t Record = IsSmall; Record != OutputRecords; ++Record)
      storeResults(Kernel.Body, Record);
    if (InStrips)
      sweepInto(Kernel.Body);
    if (R.chance(30)) {
      Budget = 6;
      Place End;
      End.MayReturn = true;
      Body Last = statements(End, 4);
      Kernel.Body.insert(Kernel.Body.end(), Last.begin(), Last.end());
    }
  }

  void sweepInto(Body &To) {
    const uint32_t Sum =
        addObject(typeOf(R.chance(60) ? Scalar::I32 : Scalar::I64));
    To.push_back(plainSweep(R, Sum));
    Statement S = make(Statement::Store, {R.digest(Sum)});
    S.A = 0;
    To.push_back(std::move(S));
  }

  void storeResults(Body &To, uint32_t Record) {
    std::vector<uint32_t> Objects;
    for (uint32_t O = 0; O != R.F->Objects.size(); ++O)
      if (!R.F->Objects[O].Scoped)
        Objects.push_back(O);
    auto Store = [&](Expression E) {
      Statement S = make(Statement::Store, {std::move(E)});
      S.A = Record;
      To.push_back(std::move(S));
    };
    Store(R.digest(R.oneOf(Objects)));
    for (unsigned N = IsSmall ? 1 : 2; N != 0; --N)
      Store(R.value(typeOf(R.randomScalar()), 2));
  }

  //===-- Statements -----------------------------------------------------===//

  static Statement make(Statement::Kind What, std::vector<Expression> E,
                        std::vector<Body> Bodies = {}) {
    Statement S;
    S.What = What;
    S.E = std::move(E);
    S.Bodies = std::move(Bodies);
    return S;
  }

  Body statements(const Place &At, unsigned Most) {
    Body Result;
    for (unsigned N = 1 + R.below(Most); N != 0 && Budget != 0; --N)
      Result.push_back(statement(At));
    return Result;
  }

  Statement statement(const Place &At) {
    if (Budget != 0)
      --Budget;
    const unsigned Choice = R.below(100);
    if (At.Depth < 4 && Budget != 0) {
      if (Choice < 12)
        return conditional(At);
      if (Choice < 16)
        return choice(At);
      if (Choice < 28)
        return loop(At);
      if (Choice < 30)
        return irreducible(At);
      if (Choice >= 94)
        return sweep();
      if (Choice < 33)
        return scope(At);
      if (At.Together && MeetsInSubGroups && Choice < 47)
        return R.chance(50) ? subGroupFunction()
               : R.chance(50) ? subGroupBranch(At)
                              : subGroupLoop(At, /*Depth=*/0);
      if (At.Together && Choice < 44)
        return exchange(At);
      if (At.Together && Choice < 47)
        return accumulate(At);
    }
    if (At.Together && Choice < 53)
      return barrier();
    if (At.Together && Choice < 58)
      return groupFunction(At);
    if (Choice < 64)
      return callOrAssign(At);
    if (Choice < 68)
      return leave(At);
    if (Choice < 71 && !R.Pure)
      return R.chance(50) ? store() : records();
    if (Choice < 73 && !R.Pure)
      return atomicUpdate();
    if (Choice < 76)
      return copy(At);
    return assign(At);
  }

  Statement conditional(const Place &At) {
    const bool Uniform = R.chance(At.Together ? 60 : 15);
    Expression If = R.condition(Uniform);
    Body Then = statements(At.deeper(Uniform), 4);
    Body Else;
    if (R.chance(50))
      Else = statements(At.deeper(Uniform), 3);
    return make(Statement::If, {std::move(If)},
                {std::move(Then), std::move(Else)});
  }

  Statement choice(const Place &At) {
    const bool Uniform = R.chance(At.Together ? 60 : 15);
    Expression Which = R.make(
        Expression::Binary, typeOf(Scalar::I32),
        {R.number(Scalar::I32, 2, Uniform), R.constantOf(Scalar::I32, 3)},
        static_cast<uint32_t>(Op::And));
    Statement S = make(Statement::Switch, {std::move(Which)});
    for (unsigned N = 2 + R.below(3); N != 0; --N)
      S.Bodies.push_back(statements(At.deeper(Uniform), 2));
    S.A = R.chance(30) ? R.below(16) : 0;
    return S;
  }

  uint32_t counter(bool Uniform) {
    const uint32_t New =
        addObject(typeOf(R.chance(60) ? Scalar::I32 : R.randomInteger()));
    R.F->Objects[New].Counter = true;
    R.F->Objects[New].Uniform = Uniform;
    return New;
  }

  Statement loop(const Place &At) {
    // Work-items that leave a loop alone are no longer together in it.
    const bool Uniform = At.Together && R.chance(60);
    const uint32_t Counter = counter(Uniform);
    Expression Rounds =
        R.value(R.F->Objects[Counter].Ty, R.chance(50) ? 0 : 2, Uniform);
    if (R.chance(40))
      Rounds = R.constantOf(P.scalarOf(Rounds.Ty), 1 + R.below(3));
    Place Inside = At.deeper(Uniform);
    Inside.InLoop = true;
    Statement S =
        make(Statement::Loop, {std::move(Rounds)}, {statements(Inside, 4)});
    S.A = Counter;
    S.B = R.below(2);
    return S;
  }

  Statement sweep() {
    const Scalar T = R.chance(60) ? Scalar::I32 : Scalar::I64;
    return randomSweep(R, ownTarget(T), typeOf(T));
  }

  Statement irreducible(const Place &At) {
    const bool Uniform = At.Together && R.chance(60);
    const uint32_t Counter = counter(Uniform);
    Place Inside = At.deeper(Uniform);
    Inside.InLoop = false;
    Statement S = make(
        Statement::Irreducible,
        {R.condition(Uniform), R.value(R.F->Objects[Counter].Ty, 1, Uniform)});
    S.A = Counter;
    S.Bodies.push_back(statements(Inside, 2));
    S.Bodies.push_back(statements(Inside, 2));
    return S;
  }

  Statement scope(const Place &At) {
    const uint32_t New =
        addObject(R.chance(70) ? R.oneOf(Aggregates) : randomValueType());
    R.F->Objects[New].Scoped = true;
    R.LiveScoped.push_back(New);
    Statement S = make(Statement::Scope, {}, {statements(At.deeper(true), 4)});
    S.A = New;
    R.LiveScoped.pop_back();
    return S;
  }

  /// The kernel's, or the one that functions share: they do not call each
  /// other between its barriers.
  bool takeLocal(std::vector<uint32_t> &Taken, unsigned Count,
                 uint32_t &Which) {
    const uint32_t First = Current == 0 ? 0 : Count - 1;
    const uint32_t End = Current == 0 ? Count - 1 : Count;
    for (Which = First; Which != End; ++Which)
      if (std::find(Taken.begin(), Taken.end(), Which) == Taken.end()) {
        Taken.push_back(Which);
        return true;
      }
    return false;
  }

  Statement exchange(const Place &At) {
    uint32_t Array;
    if (!takeLocal(R.ReadableArrays, LocalArrayCount, Array))
      return assign(At);
    R.ReadableArrays.pop_back();
    Expression Given = R.value(P.LocalArrays[Array], 2);
    R.ReadableArrays.push_back(Array);
    Body Inside;
    if (R.chance(80))
      Inside.push_back(assign(At));
    if (Inside.empty() || R.chance(50)) {
      // Leaving early would leave out the second barrier.
      Place Deeper = At.deeper(true);
      Deeper.InLoop = false;
      Body More = statements(Deeper, 3);
      Inside.insert(Inside.end(), More.begin(), More.end());
    }
    R.ReadableArrays.pop_back();
    Statement S =
        make(Statement::Exchange, {std::move(Given)}, {std::move(Inside)});
    S.A = Array;
    return S;
  }

  Statement accumulate(const Place &At) {
    uint32_t Cell;
    if (!takeLocal(Sums, LocalCellCount, Cell))
      return assign(At);
    // Leaving early would keep the sum from being read.
    Place Inside = At.deeper(true);
    Inside.InLoop = false;
    Body Inner = statements(Inside, 2);
    const Scalar T = P.LocalCells[Cell];
    Statement Update = make(Statement::LocalUpdate, {R.number(T, 2)});
    Update.A = Cell;
    if (R.chance(40))
      Update = make(Statement::If, {R.condition(false)}, {{Update}, {}});
    Inner.push_back(std::move(Update));
    Sums.pop_back();
    Statement S =
        make(Statement::Accumulate, {sumTarget(T)}, {std::move(Inner)});
    S.A = Cell;
    return S;
  }

  /// An object that takes a value that all of the group get.
  Expression sumTarget(Scalar T) {
    for (uint32_t O = 0; O != R.F->Objects.size(); ++O)
      if (R.F->Objects[O].Uniform && !R.F->Objects[O].Counter &&
          R.F->Objects[O].Ty == typeOf(T))
        return R.addressOf(O);
    if (auto To = R.address(typeOf(T), Purpose::Write); To && R.chance(40))
      return *To;
    const uint32_t New = addObject(typeOf(T));
    R.F->Objects[New].Uniform = true;
    return R.addressOf(New);
  }

  Statement barrier() {
    Statement S = make(Statement::Barrier, {});
    S.A = MeetsInSubGroups || R.chance(8) ? 3 : 2;
    return S;
  }

  Statement subGroupFunction() {
    const Scalar T = R.chance(70) ? Scalar::I32 : Scalar::I64;
    Statement S = make(Statement::SubGroupFunction,
                       {ownTarget(T), R.number(T, 2),
                        R.chance(60) ? R.constantOf(Scalar::I32, R.below(40))
                                     : R.number(Scalar::I32, 1)});
    S.A = R.below(4);
    return S;
  }

  /// A number on which the work-items of a sub-group agree: which it is, what it
  /// has loaded, or what it has combined.
  Expression subGroupNumber(Scalar T) {
    Expression Id = R.make(Expression::QueryKind, typeOf(Scalar::I64), {},
                           static_cast<uint32_t>(Query::SubGroupId));
    if (R.chance(30))
      return R.castTo(T, std::move(Id));
    if (!Combined.empty() && R.chance(50)) {
      const uint32_t O = R.oneOf(Combined);
      return R.castTo(T, R.make(Expression::Load, R.F->Objects[O].Ty,
                                {R.addressOf(O)}));
    }
    Expression Which =
        R.make(Expression::Binary, typeOf(Scalar::I64),
               {std::move(Id), R.number(Scalar::I64, 1, /*Uniform=*/true)},
               static_cast<uint32_t>(Op::Add));
    return R.make(Expression::UniformIn, typeOf(T), {std::move(Which)});
  }

  Expression subGroupCondition() {
    const Scalar T = R.chance(50) ? Scalar::I32 : Scalar::I64;
    Expression Number = R.make(
        Expression::Binary, typeOf(T),
        {subGroupNumber(T), R.constantOf(T, 3)}, static_cast<uint32_t>(Op::And));
    return R.make(Expression::Compare, typeOf(Scalar::Bool),
                  {std::move(Number), R.constantOf(T, R.below(3))}, R.below(6));
  }

  /// A loop whose rounds are each sub-group's own.
  Statement subGroupLoop(const Place &At, unsigned Depth) {
    const uint32_t Counter = counter(/*Uniform=*/false);
    Expression Rounds = subGroupNumber(P.scalarOf(R.F->Objects[Counter].Ty));
    const size_t Known = Combined.size();
    Body Inside;
    for (unsigned N = 1 + R.below(3); N != 0; --N) {
      if (R.chance(60))
        Inside.push_back(assign(At.deeper(false)));
      if (R.chance(30))
        combine(Inside);
      if (Depth < 2 && R.chance(20))
        Inside.push_back(subGroupLoop(At, Depth + 1));
      else if (R.chance(25))
        Inside.push_back(make(R.chance(70) ? Statement::Break
                                           : Statement::Continue,
                              {subGroupCondition()}));
      Inside.push_back(subGroupFunction());
    }
    Combined.resize(Known);
    Statement S =
        make(Statement::Loop, {std::move(Rounds)}, {std::move(Inside)});
    S.A = Counter;
    S.B = R.below(2);
    return S;
  }

  /// A sum of the sub-group in an object that is only read otherwise.
  void combine(Body &To) {
    const uint32_t New = addObject(typeOf(Scalar::I32));
    R.F->Objects[New].Counter = true;
    Statement S = make(Statement::SubGroupFunction,
                       {R.addressOf(New), R.number(Scalar::I32, 1),
                        R.constantOf(Scalar::I32, 0)});
    S.A = static_cast<uint32_t>(SubGroupOp::Reduce);
    To.push_back(std::move(S));
    Combined.push_back(New);
  }

  /// Some sub-groups do one thing, the others another one or nothing.
  Statement subGroupBranch(const Place &At) {
    Expression If = subGroupCondition();
    const auto Part = [&] {
      Body Result;
      for (unsigned N = 1 + R.below(2); N != 0; --N) {
        if (R.chance(50))
          Result.push_back(assign(At.deeper(false)));
        Result.push_back(subGroupFunction());
      }
      if (R.chance(50))
        Result.push_back(assign(At.deeper(false)));
      return Result;
    };
    Body Then = Part(), Else;
    if (R.chance(40))
      Else = Part();
    Statement S = make(Statement::If, {std::move(If)},
                       {std::move(Then), std::move(Else)});
    if (!R.chance(25))
      return S;
    Body Inner;
    Inner.push_back(std::move(S));
    return make(Statement::If, {R.condition(/*Uniform=*/true)},
                {std::move(Inner), {}});
  }

  Statement groupFunction(const Place &At) {
    if (MeetsInSubGroups || R.chance(25))
      return subGroupFunction();
    if (R.chance(30))
      return R.chance(50) ? subGroupBranch(At)
                          : subGroupLoop(At, /*Depth=*/0);
    const Scalar T = R.chance(70) ? Scalar::I32 : Scalar::I64;
    const auto What = static_cast<GroupOp>(R.below(5));
    const bool Same = What == GroupOp::Reduce || What == GroupOp::Broadcast ||
                      What == GroupOp::Any;
    Statement S = make(Statement::GroupAlgorithm,
                       {Same ? sumTarget(T) : ownTarget(T), R.number(T, 2),
                        R.number(Scalar::I32, 1, /*Uniform=*/true)});
    S.A = static_cast<uint32_t>(What);
    return S;
  }

  Expression ownTarget(Scalar T) {
    if (auto To = R.address(typeOf(T), Purpose::Write))
      return *To;
    return R.addressOf(addObject(typeOf(T)));
  }

  Statement callOrAssign(const Place &At) {
    std::vector<unsigned> Callable;
    for (unsigned Number = Current + 1; Number < P.Functions.size(); ++Number)
      if (!P.Functions[Number].HasBarriers || (At.Together && Current == 0))
        Callable.push_back(Number);
    if (Callable.empty())
      return assign(At);
    const unsigned Number = R.oneOf(Callable);
    std::vector<Expression> Arguments;
    for (uint32_t A = 0; A != P.Functions[Number].Parameters; ++A) {
      const TypeId T = P.Functions[Number].Objects[A].Ty;
      if (P.isPointer(T) && !R.address(P.type(T).Element, Purpose::Aim))
        R.F->Objects[addObject(P.type(T).Element)].Uniform = false;
      Arguments.push_back(R.value(T, 2));
    }
    if (P.Functions[Number].HasBarriers) {
      Statement S = make(Statement::CallGroup, std::move(Arguments));
      S.A = Number;
      return S;
    }
    const TypeId T = P.Functions[Number].ReturnType;
    Expression Call = R.make(Expression::Call, T, std::move(Arguments), Number);
    if (auto To = R.address(T, Purpose::Write); To && R.chance(85))
      return make(Statement::Assign, {std::move(*To), std::move(Call)});
    return make(Statement::Evaluate, {std::move(Call)});
  }

  Statement leave(const Place &At) {
    if (At.InLoop && R.chance(70))
      return make(R.chance(50) ? Statement::Break : Statement::Continue,
                  {R.condition(At.Together)});
    if (At.MayReturn)
      return make(Statement::Return, {R.condition(false)});
    if (At.Together && Current == 0 && At.Depth != 0 && R.chance(30) &&
        R.ReadableArrays.empty() && Sums.empty())
      return make(Statement::Return, {R.condition(true)});
    return assign(At);
  }

  Statement store() {
    Statement S =
        make(Statement::Store, {R.value(typeOf(R.randomScalar()), 2)});
    S.A = R.below(OutputRecords);
    return S;
  }

  /// Accesses to records of the work-item's own by numbers that are known and
  /// by others: which one comes first is what counts.
  Statement records() {
    // Those of 64 bits are close enough for LLVM to access several at once.
    const Scalar T = R.chance(60)   ? Scalar::I64
                     : R.chance(50) ? Scalar::Double
                                    : R.randomScalar();
    Body Accesses;
    for (unsigned N = 3 + R.below(4); N != 0; --N) {
      const unsigned Choice = R.below(3);
      const uint32_t Record = R.below(OutputRecords);
      if (Choice == 0) {
        Accesses.push_back(make(
            Statement::Assign,
            {ownTarget(T), R.make(Expression::Output, typeOf(T), {}, Record)}));
        continue;
      }
      Statement S = make(Statement::Store, {R.value(typeOf(T), 1)});
      S.A = Record;
      if (Choice == 1)
        S.E.push_back(R.number(Scalar::I32, 1));
      Accesses.push_back(std::move(S));
    }
    return make(Statement::If, {R.constantOf(Scalar::Bool, 1)},
                {std::move(Accesses), {}});
  }

  Statement atomicUpdate() {
    Statement S = make(Statement::AtomicUpdate,
                       {R.number(R.chance(60) ? Scalar::I32 : Scalar::I64, 2)});
    S.A = R.chance(50) ? 0 : R.below(AtomicCount);
    if (R.chance(50))
      S.E.push_back(R.number(Scalar::I32, 1));
    return S;
  }

  Statement copy(const Place &At) {
    const TypeId T = R.oneOf(Aggregates);
    auto To = R.address(T, Purpose::Write);
    auto From = R.address(T, Purpose::Read);
    if (!To || !From)
      return assign(At);
    if (R.chance(20))
      return make(Statement::Clear, {std::move(*To)});
    return make(Statement::Copy, {std::move(*To), std::move(*From)});
  }

  Statement assign(const Place &At) {
    if (At.Together && R.chance(12))
      for (uint32_t O = 0; O != R.F->Objects.size(); ++O)
        if (R.F->Objects[O].Uniform && !R.F->Objects[O].Counter)
          return make(Statement::Assign,
                      {R.addressOf(O),
                       R.value(R.F->Objects[O].Ty, 2, /*Uniform=*/true)});
    // Pointers, flags and elements of arrays are what people get wrong.
    for (unsigned Try = 0; Try != 4; ++Try) {
      const TypeId T = R.F->Objects[R.below(uint32_t(R.F->Objects.size()))].Ty;
      TypeId Inner = T;
      while (!P.isValue(Inner))
        Inner = P.type(Inner).What == Type::Array
                    ? P.type(Inner).Element
                    : R.oneOf(P.type(Inner).Fields);
      if (auto To = R.address(Inner, Purpose::Write))
        return make(Statement::Assign, {std::move(*To), R.value(Inner, 3)});
    }
    return store();
  }

  Program P;
  RandomExpressions R;
  std::vector<TypeId> Values, Aggregates;
  std::vector<uint32_t> Sums;
  unsigned Current = 0, Budget = 0;
  bool IsSmall = false;
  /// No barrier is one of the work-group.
  bool MeetsInSubGroups = false;
  /// Objects that have what a sub-group has combined, where it is.
  std::vector<uint32_t> Combined;
  /// The kernel is for loops of which a strip of work-items executes all rounds
  /// before the next one does.
  bool InStrips = false;
};

} // namespace

Program randomProgram(uint64_t Seed) { return Generator(Seed).program(); }

} // namespace facet::random_kernels
