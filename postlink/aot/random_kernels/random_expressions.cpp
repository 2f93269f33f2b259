//===- random_expressions.cpp - Random expressions ------------------------===//
//
// See random_expressions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/random_expressions.h"

#include "postlink/aot/random_kernels/arithmetic.h"

#include <algorithm>

namespace facet::random_kernels {

Expression RandomExpressions::make(Expression::Kind What, TypeId T,
                                   std::vector<Expression> Operands,
                                   uint32_t A) {
  Expression E;
  E.What = What;
  E.Ty = T;
  E.A = A;
  E.Operands = std::move(Operands);
  return E;
}

Expression RandomExpressions::constantOf(Scalar S, uint64_t Bits) {
  Expression E = make(Expression::Constant, typeOf(S), {});
  E.Bits = Bits & maskOf(S);
  return E;
}

Expression RandomExpressions::constant(TypeId T) {
  const Scalar S = P.scalarOf(T);
  Expression E = make(Expression::Constant, T, {});
  if (S == Scalar::Bool) {
    E.Bits = below(2);
  } else if (isInteger(S)) {
    static constexpr uint64_t Edges[] = {
        0, 1, ~uint64_t(0), uint64_t(1) << 63, 0x7fffffff, 0x8080808080808080};
    E.Bits = (chance(70)   ? below(17)
              : chance(50) ? Edges[below(6)]
                           : uint64_t(1) << (bitsOf(S) - 1)) &
             maskOf(S);
  } else {
    static constexpr double Edges[] = {0.0, -0.0, 1e-7, 60000, 1e30, 0.1};
    E.Bits = fromDouble(S, chance(70) ? (int(below(33)) - 16) / 4.0
                                      : Edges[below(6)]);
    E.Bits = canonical(S, E.Bits);
  }
  return E;
}

Expression RandomExpressions::castTo(Scalar S, Expression E, bool Unsigned) {
  if (E.Ty == typeOf(S))
    return E;
  return make(Expression::Cast, typeOf(S), {std::move(E)}, Unsigned);
}

//===-- Addresses ---------------------------------------------------------===//

bool RandomExpressions::contains(TypeId T, TypeId Wanted) const {
  if (T == Wanted)
    return true;
  const Type &Of = P.type(T);
  if (Of.What == Type::Array)
    return contains(Of.Element, Wanted);
  return Of.What == Type::Struct &&
         std::any_of(Of.Fields.begin(), Of.Fields.end(),
                     [&](TypeId Field) { return contains(Field, Wanted); });
}

bool RandomExpressions::isUsable(uint32_t Object, Purpose Why) const {
  const auto &O = F->Objects[Object];
  if (O.Scoped &&
      (Why == Purpose::Aim || std::find(LiveScoped.begin(), LiveScoped.end(),
                                        Object) == LiveScoped.end()))
    return false;
  return Why == Purpose::Read || !(O.Uniform || O.Counter);
}

Expression RandomExpressions::addressOf(uint32_t Object) const {
  return make(Expression::AddressOf,
              P.make(Type::Pointer, F->Objects[Object].Ty), {}, Object);
}

Expression RandomExpressions::element(Expression Base, Expression Index) {
  const TypeId Array = P.type(Base.Ty).Element;
  const TypeId T = P.make(Type::Pointer, P.type(Array).Element);
  return make(Expression::Element, T, {std::move(Base), std::move(Index)});
}

Expression RandomExpressions::load(Expression Address) {
  const TypeId T = P.type(Address.Ty).Element;
  return make(Expression::Load, T, {std::move(Address)});
}

/// The address of a \p Wanted in what \p Base points to.
Expression RandomExpressions::within(Expression Base, TypeId Wanted,
                                     unsigned Depth) {
  const TypeId T = P.type(Base.Ty).Element;
  if (T == Wanted)
    return Base;
  const Type Of = P.type(T);
  if (Of.What == Type::Array) {
    Expression Index = Nesting > 1 || chance(45)
                           ? constantOf(Scalar::I64, below(Of.Count))
                           : number(chance(50) ? Scalar::I64 : Scalar::I32,
                                    Depth ? Depth - 1 : 0);
    return within(element(std::move(Base), std::move(Index)), Wanted, Depth);
  }
  std::vector<uint32_t> Possible;
  for (uint32_t Field = 0; Field != Of.Fields.size(); ++Field)
    if (contains(Of.Fields[Field], Wanted))
      Possible.push_back(Field);
  const uint32_t Field = oneOf(Possible);
  const TypeId Pointer = P.make(Type::Pointer, Of.Fields[Field]);
  return within(make(Expression::Field, Pointer, {std::move(Base)}, Field),
                Wanted, Depth);
}

std::optional<Expression> RandomExpressions::address(TypeId T, Purpose Why) {
  struct Way {
    uint32_t Object, Loads;
  };
  std::vector<Way> Ways;
  for (uint32_t O = 0; O != F->Objects.size(); ++O) {
    TypeId Of = F->Objects[O].Ty;
    if (contains(Of, T) && isUsable(O, Why))
      Ways.push_back({O, 0});
    if (!isUsable(O, Purpose::Read))
      continue;
    for (uint32_t Loads = 1; P.isPointer(Of); ++Loads) {
      Of = P.type(Of).Element;
      if (contains(Of, T)) {
        Ways.push_back({O, Loads});
        Ways.push_back({O, Loads}); // Pointers are what is interesting.
      }
    }
  }
  if (Ways.empty())
    return std::nullopt;
  auto Take = [&] {
    const Way W = oneOf(Ways);
    Expression Base = addressOf(W.Object);
    for (uint32_t L = 0; L != W.Loads; ++L)
      Base = load(std::move(Base));
    return within(std::move(Base), T, 1);
  };
  ++Nesting;
  Expression Result = Take();
  if (Nesting == 1 && chance(12))
    Result = make(Expression::Select, Result.Ty,
                  {boolean(1, false), Result, Take()});
  --Nesting;
  return Result;
}

Expression RandomExpressions::pointer(TypeId T, unsigned Depth) {
  // There always is one to aim at: what its object points to at first.
  std::optional<Expression> At = address(P.type(T).Element, Purpose::Aim);
  if (Depth != 0 && chance(25))
    return make(Expression::Select, T,
                {boolean(1, false), *At, pointer(T, Depth - 1)});
  return *At;
}

void RandomExpressions::digestInto(Expression &Sum, Expression At) {
  const TypeId T = P.type(At.Ty).Element;
  const Type Of = P.type(T);
  if (Of.What == Type::Array) {
    for (uint32_t I = 0; I != Of.Count; ++I)
      digestInto(Sum, element(At, constantOf(Scalar::I64, I)));
  } else if (Of.What == Type::Struct) {
    for (uint32_t I = 0; I != Of.Fields.size(); ++I)
      digestInto(Sum, make(Expression::Field,
                           P.make(Type::Pointer, Of.Fields[I]), {At}, I));
  } else if (Of.What == Type::Pointer) {
    digestInto(Sum, load(At));
  } else {
    for (unsigned L = 0; L != P.lanesOf(T); ++L) {
      const Scalar S = P.scalarOf(T);
      Expression Part = load(At);
      if (P.isVector(T))
        Part = make(Expression::Extract, typeOf(S),
                    {std::move(Part), constantOf(Scalar::I32, L)});
      if (isFloating(S))
        Part = make(Expression::Bitcast,
                    typeOf(S == Scalar::Half    ? Scalar::I16
                           : S == Scalar::Float ? Scalar::I32
                                                : Scalar::I64),
                    {std::move(Part)});
      const TypeId I64 = typeOf(Scalar::I64);
      Sum = make(Expression::Binary, I64,
                 {make(Expression::Binary, I64,
                       {std::move(Sum), constantOf(Scalar::I64, 31)},
                       static_cast<uint32_t>(Op::Mul)),
                  castTo(Scalar::I64, std::move(Part))},
                 static_cast<uint32_t>(Op::Add));
    }
  }
}

Expression RandomExpressions::digest(uint32_t Object) {
  Expression Sum = constantOf(Scalar::I64, 1);
  digestInto(Sum, addressOf(Object));
  return Sum;
}

//===-- Values ------------------------------------------------------------===//

Expression RandomExpressions::query(bool Uniform) {
  static constexpr Query Own[] = {
      Query::LocalId,     Query::LocalId,      Query::GlobalId,
      Query::LocalLinear, Query::LocalLinear,  Query::GlobalLinear,
      Query::SubGroupId,  Query::SubGroupLane, Query::SubGroupSize};
  static constexpr Query Shared[] = {Query::GroupId, Query::LocalSize,
                                     Query::GroupCount, Query::GlobalSize,
                                     Query::LinearSize};
  const Query Q = Uniform || chance(20) ? Shared[below(5)] : Own[below(9)];
  Expression E = make(Expression::QueryKind, typeOf(Scalar::I64), {},
                      static_cast<uint32_t>(Q));
  E.B = chance(60) ? 0 : below(3);
  return E;
}

Expression RandomExpressions::leaf(Scalar S, bool Uniform) {
  const TypeId T = typeOf(S);
  if (Pure) {
    auto At = chance(80) ? address(T, Purpose::Read) : std::nullopt;
    return At ? load(std::move(*At)) : constant(T);
  }
  if (Uniform) {
    std::vector<uint32_t> Known;
    for (uint32_t O = 0; O != F->Objects.size(); ++O)
      if (F->Objects[O].Uniform && F->Objects[O].Ty < ScalarCount)
        Known.push_back(O);
    switch (below(6)) {
    case 0:
      return make(Expression::Argument, T, {});
    case 1:
      return castTo(S, query(true));
    case 2:
      return make(Expression::UniformIn, T, {query(true)});
    case 3:
    case 4:
      if (!Known.empty())
        return castTo(S, load(addressOf(oneOf(Known))));
      [[fallthrough]];
    default:
      return constant(T);
    }
  }
  switch (below(10)) {
  case 0:
    return constant(T);
  case 1:
    return castTo(S, query(false));
  case 2:
    if (chance(30))
      return make(Expression::UniformIn, T,
                  {partOfId(chance(60) ? Scalar::I32 : Scalar::I64, 1)});
    return chance(50) ? make(Expression::Input, T, {}) : leaf(S, true);
  case 3:
    return make(Expression::Output, T, {}, below(OutputRecords));
  case 4:
  case 5:
    if (!ReadableArrays.empty()) {
      const uint32_t A = oneOf(ReadableArrays);
      const TypeId Of = P.LocalArrays[A];
      Expression E =
          make(Expression::LocalRead, Of, {number(Scalar::I32, below(2))}, A);
      return P.isScalar(Of)
                 ? castTo(S, std::move(E))
                 : castTo(S, make(Expression::Extract, P.type(Of).Element,
                                  {std::move(E),
                                   constantOf(Scalar::I32, below(4))}));
    }
    [[fallthrough]];
  default:
    if (auto At = address(T, Purpose::Read))
      return load(std::move(*At));
    return castTo(S, query(false));
  }
}

Expression RandomExpressions::boolean(unsigned Depth, bool Uniform) {
  const TypeId T = typeOf(Scalar::Bool);
  if (Depth == 0)
    return leaf(Scalar::Bool, Uniform);
  switch (below(6)) {
  case 0:
    return make(Expression::Binary, T,
                {boolean(Depth - 1, Uniform), boolean(Depth - 1, Uniform)},
                below(3));
  case 1:
    return make(Expression::Unary, T, {boolean(Depth - 1, Uniform)},
                static_cast<uint32_t>(Op::Not));
  case 2:
    return leaf(Scalar::Bool, Uniform);
  default: {
    const Scalar S = chance(60) ? randomInteger() : randomScalar();
    const bool Floating = isFloating(S);
    const auto Which = S == Scalar::Bool ? below(2)
                       : Floating
                           ? static_cast<uint32_t>(Predicate::FEQ) + below(4)
                           : below(6);
    return make(Expression::Compare, T,
                {number(S, Depth - 1, Uniform), number(S, Depth - 1, Uniform)},
                Which);
  }
  }
}

/// A negation or an absolute value that often overflows.
Expression RandomExpressions::narrowUnary(unsigned Depth, bool Uniform) {
  const Scalar S = chance(70) ? Scalar::I16 : Scalar::I8;
  const uint64_t Smallest = uint64_t(1) << (bitsOf(S) - 1);
  Expression Number = number(S, Depth, Uniform);
  if (chance(50))
    Number = make(
        Expression::Select, typeOf(S),
        {boolean(Depth, Uniform), std::move(Number), constantOf(S, Smallest)});
  return make(Expression::Unary, typeOf(S), {std::move(Number)},
              static_cast<uint32_t>(chance(70) ? Op::Neg : Op::Abs));
}

/// What programs make of an id: a row or a column, a block, the partner in it.
Expression RandomExpressions::partOfId(Scalar S, unsigned Depth) {
  static constexpr Query Ids[] = {Query::LocalId, Query::LocalId,
                                  Query::LocalLinear, Query::GlobalId,
                                  Query::GlobalLinear};
  static constexpr Op Parts[] = {Op::URem, Op::UDiv, Op::SRem, Op::SDiv,
                                 Op::Xor,  Op::And,  Op::Or,   Op::LShr,
                                 Op::AShr, Op::Add,  Op::Sub,  Op::Mul};
  static constexpr uint8_t Sizes[] = {16, 16, 17, 19, 21, 31, 32, 33,
                                      47, 48, 64, 15, 240, 4, 5, 3};
  Expression Id = Depth != 0 && chance(40)
                      ? partOfId(S, Depth - 1)
                      : castTo(S, make(Expression::QueryKind,
                                       typeOf(Scalar::I64), {},
                                       static_cast<uint32_t>(Ids[below(5)])));
  Expression By = chance(75) ? constantOf(S, Sizes[below(16)])
                             : leaf(S, /*Uniform=*/true);
  return make(Expression::Binary, typeOf(S), {std::move(Id), std::move(By)},
              static_cast<uint32_t>(Parts[below(chance(80) ? 9 : 12)]));
}

Expression RandomExpressions::integer(Scalar S, unsigned Depth, bool Uniform) {
  if (!Pure && !Uniform && (S == Scalar::I32 || S == Scalar::I64) &&
      chance(20))
    return partOfId(S, Depth);
  const TypeId T = typeOf(S);
  auto Operand = [&] { return number(S, Depth - 1, Uniform); };
  switch (below(8)) {
  case 0: {
    return make(Expression::Unary, T, {Operand()},
                static_cast<uint32_t>(Op::Neg) + below(IntegerUnaries));
  }
  case 1:
    return castTo(S,
                  chance(20)
                      ? narrowUnary(Depth - 1, Uniform)
                      : value(typeOf(randomScalar()), Depth - 1, Uniform),
                  /*Unsigned=*/chance(40));
  case 2:
    return make(Expression::Select, T,
                {boolean(Depth - 1, Uniform), Operand(), Operand()});
  case 3:
    if (S != Scalar::I8 && chance(40)) {
      const Scalar From = S == Scalar::I16   ? Scalar::Half
                          : S == Scalar::I32 ? Scalar::Float
                                             : Scalar::Double;
      return make(Expression::Bitcast, T, {number(From, Depth - 1, Uniform)});
    }
    [[fallthrough]];
  default:
    return make(Expression::Binary, T, {Operand(), Operand()},
                chance(50) ? static_cast<uint32_t>(Op::Xor) + below(4)
                           : below(IntegerBinaries));
  }
}

/// Choices between \p A and \p B by comparisons, each of the result of the one
/// before with one of them: minima of maxima and the like, which differ in NaN
/// and in the sign of zeros.
Expression RandomExpressions::repeatedChoices(const Expression &A,
                                              const Expression &B) {
  Expression Result = A;
  for (unsigned I = 0, Count = 2 + below(2); I != Count; ++I) {
    Expression Other = I == 0 || chance(70) ? B : A;
    if (chance(50))
      std::swap(Result, Other);
    Expression Compare =
        make(Expression::Compare, typeOf(Scalar::Bool), {Result, Other},
             static_cast<uint32_t>(Predicate::FEQ) + below(4));
    if (chance(50))
      std::swap(Result, Other);
    Result = make(Expression::Select, A.Ty,
                  {std::move(Compare), std::move(Result), std::move(Other)});
  }
  return Result;
}

Expression RandomExpressions::floating(Scalar S, unsigned Depth, bool Uniform) {
  const TypeId T = typeOf(S);
  auto Operand = [&] { return number(S, Depth - 1, Uniform); };
  switch (below(8)) {
  case 0: {
    const uint32_t Which =
        static_cast<uint32_t>(Op::FNeg) + below(FloatingUnaries);
    return make(Expression::Unary, T, {Operand()}, Which);
  }
  case 1:
    return castTo(S, value(typeOf(randomScalar()), Depth - 1, Uniform),
                  /*Unsigned=*/chance(40));
  case 2:
    return make(Expression::Select, T,
                {boolean(Depth - 1, Uniform), Operand(), Operand()});
  case 3:
    if (S != Scalar::Half)
      return make(Expression::Fma, T, {Operand(), Operand(), Operand()});
    [[fallthrough]];
  case 4:
    if (chance(40))
      return repeatedChoices(leaf(S, Uniform),
                             chance(60) ? constant(T) : leaf(S, Uniform));
    [[fallthrough]];
  default:
    return make(Expression::Binary, T, {Operand(), Operand()},
                static_cast<uint32_t>(Op::FAdd) + below(FloatingBinaries));
  }
}

Expression RandomExpressions::vector(TypeId T, unsigned Depth, bool Uniform) {
  const Type Of = P.type(T);
  const Scalar S = P.scalarOf(T);
  auto Operand = [&] { return vector(T, Depth - 1, Uniform); };
  auto Lane = [&](unsigned D) { return number(S, D, Uniform); };
  if (!Uniform && (Depth == 0 || chance(30)))
    if (auto At = address(T, Purpose::Read))
      return load(std::move(*At));
  if (Depth == 0)
    return constant(T);
  switch (below(8)) {
  case 0: {
    std::vector<Expression> Parts;
    for (uint32_t I = 0; I != Of.Count; ++I)
      Parts.push_back(Lane(0));
    return make(Expression::Build, T, std::move(Parts));
  }
  case 1:
    return make(Expression::Insert, T,
                {Operand(), Lane(Depth - 1),
                 chance(50) ? constantOf(Scalar::I32, below(Of.Count))
                            : number(Scalar::I32, 0, Uniform)});
  case 2: {
    Expression E = make(Expression::Shuffle, T, {Operand(), Operand()});
    E.Bits = Random();
    return E;
  }
  case 3:
    return make(Expression::Select, T,
                {boolean(Depth - 1, Uniform), Operand(), Operand()});
  case 4: {
    const TypeId From =
        P.make(Type::Vector,
               typeOf(isFloating(S) ? Scalar::I32 : Scalar::Float), Of.Count);
    return make(Expression::Cast, T, {vector(From, Depth - 1, Uniform)});
  }
  default:
    return make(Expression::Binary, T, {Operand(), Operand()},
                isFloating(S)
                    ? static_cast<uint32_t>(Op::FAdd) + below(FloatingBinaries)
                    : below(static_cast<uint32_t>(Op::SMax) + 1));
  }
}

Expression RandomExpressions::value(TypeId T, unsigned Depth, bool Uniform) {
  if (P.isPointer(T))
    return pointer(T, Depth);
  if (P.isVector(T))
    return vector(T, Depth, Uniform);
  const Scalar S = P.scalarOf(T);
  if (Depth == 0 || chance(22))
    return leaf(S, Uniform);
  if (!Uniform && chance(6))
    for (TypeId V = ScalarCount; V != P.Types.size(); ++V)
      if (P.isVector(V) && P.type(V).Element == T)
        return make(Expression::Extract, T,
                    {vector(V, Depth - 1, false), number(Scalar::I32, 0)});
  if (S == Scalar::Bool)
    return boolean(Depth, Uniform);
  return isFloating(S) ? floating(S, Depth, Uniform)
                       : integer(S, Depth, Uniform);
}

} // namespace facet::random_kernels
