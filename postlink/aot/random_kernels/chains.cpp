//===- chains.cpp - Random chains of instructions -------------------------===//
//
// See chains.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/chains.h"

#include "postlink/aot/random_kernels/random_expressions.h"

#include <utility>

namespace facet::random_kernels {
namespace {

class ChainGenerator {
public:
  explicit ChainGenerator(uint64_t Seed) : R(P, Seed) {}

  Program program() {
    P.Functions.resize(1);
    R.F = &P.Functions[0];
    Launch Known{{64, 1, 1}, {4, 1, 1}, /*Edges=*/true};
    P.Launches.push_back(Known);
    if (R.chance(30))
      loop();
    // Most chains begin with the type of their result.
    for (uint32_t Record = 0; Record != OutputRecords; ++Record)
      for (unsigned S = 0; S != ScalarCount; ++S) {
        const Scalar T = static_cast<Scalar>(S);
        store(Record, R.castTo(T, chain(start(T), 2 + R.below(6)),
                               /*Unsigned=*/R.chance(40)));
      }
    return std::move(P);
  }

private:
  static TypeId typeOfBits(Scalar S) {
    return typeOf(S == Scalar::Half    ? Scalar::I16
                  : S == Scalar::Float ? Scalar::I32
                                       : Scalar::I64);
  }

  Expression start(Scalar Wanted) {
    return leaf(R.chance(60) ? Wanted : R.randomScalar());
  }

  Expression leaf(Scalar S) {
    if (!Variables.empty() && R.chance(25)) {
      const uint32_t Object = R.oneOf(Variables);
      const TypeId T = P.Functions[0].Objects[Object].Ty;
      return R.castTo(S, R.make(Expression::Load, T, {R.addressOf(Object)}),
                      /*Unsigned=*/R.chance(40));
    }
    if (R.chance(15))
      return R.make(Expression::Argument, typeOf(S), {});
    const Scalar From = R.chance(70) ? S : R.randomScalar();
    return R.castTo(S, R.make(Expression::Input, typeOf(From), {}),
                    /*Unsigned=*/R.chance(40));
  }

  /// What an operation has beside the chain.
  Expression other(Scalar S) {
    return R.chance(50) ? R.constant(typeOf(S)) : leaf(S);
  }

  Expression chain(Expression E, unsigned Length) {
    for (; Length != 0; --Length)
      E = link(std::move(E));
    return E;
  }

  Expression link(Expression E) {
    const Scalar S = P.scalarOf(E.Ty);
    switch (R.below(10)) {
    case 0:
    case 1:
      return R.castTo(R.randomScalar(), std::move(E),
                      /*Unsigned=*/R.chance(40));
    case 2:
      return choice(std::move(E));
    case 3:
      if (isFloating(S))
        return R.make(Expression::Bitcast, typeOfBits(S), {std::move(E)});
      if (isInteger(S) && S != Scalar::I8)
        return R.make(Expression::Bitcast,
                      typeOf(S == Scalar::I16   ? Scalar::Half
                             : S == Scalar::I32 ? Scalar::Float
                                                : Scalar::Double),
                      {std::move(E)});
      return unary(std::move(E), S);
    case 4:
    case 5:
      return unary(std::move(E), S);
    default:
      return binary(std::move(E), S);
    }
  }

  Expression unary(Expression E, Scalar S) {
    const TypeId T = E.Ty;
    Op First = isFloating(S) ? Op::FNeg : Op::Neg;
    unsigned Which = R.below(isFloating(S) ? FloatingUnaries : IntegerUnaries);
    if (S == Scalar::Bool)
      First = Op::Not, Which = 0;
    return R.make(Expression::Unary, T, {std::move(E)},
                  static_cast<uint32_t>(First) + Which);
  }

  Expression binary(Expression E, Scalar S) {
    const TypeId T = E.Ty;
    if ((S == Scalar::Float || S == Scalar::Double) && R.chance(20)) {
      Expression A = other(S), B = other(S);
      if (R.chance(50))
        std::swap(E, B);
      return R.make(Expression::Fma, T,
                    {std::move(A), std::move(B), std::move(E)});
    }
    const Op First = isFloating(S) ? Op::FAdd : Op::And;
    const unsigned Count = isFloating(S)       ? FloatingBinaries
                           : S == Scalar::Bool ? countOf(Op::And, Op::Xor)
                                               : IntegerBinaries;
    Expression Y = other(S);
    if (R.chance(30))
      std::swap(E, Y);
    return R.make(Expression::Binary, T, {std::move(E), std::move(Y)},
                  static_cast<uint32_t>(First) + R.below(Count));
  }

  /// A comparison with the chain, and mostly a choice by it.
  Expression choice(Expression E) {
    const Scalar S = P.scalarOf(E.Ty);
    const TypeId T = E.Ty;
    const unsigned Which =
        isFloating(S)       ? static_cast<unsigned>(Predicate::FEQ) + R.below(4)
        : S == Scalar::Bool ? R.below(2)
                            : R.below(6);
    Expression Compare =
        R.make(Expression::Compare, typeOf(Scalar::Bool), {E, other(S)}, Which);
    if (R.chance(35))
      return Compare;
    Expression Else = R.chance(40) ? Compare.Operands[1] : other(S);
    if (R.chance(50))
      std::swap(E, Else);
    return R.make(Expression::Select, T,
                  {std::move(Compare), std::move(E), std::move(Else)});
  }

  uint32_t addObject(TypeId T) {
    P.Functions[0].Objects.push_back({T, false, false, false, {}});
    return static_cast<uint32_t>(P.Functions[0].Objects.size() - 1);
  }

  /// Variables that a few rounds change, of which their counter is one.
  void loop() {
    const uint32_t Counter = addObject(typeOf(R.randomInteger()));
    P.Functions[0].Objects[Counter].Counter = true;
    Statement Loop;
    Loop.What = Statement::Loop;
    Loop.A = Counter;
    Loop.B = R.below(2);
    Loop.E.push_back(R.constantOf(
        static_cast<Scalar>(P.Functions[0].Objects[Counter].Ty), 3));
    std::vector<uint32_t> Own;
    for (unsigned N = 1 + R.below(3); N != 0; --N)
      Own.push_back(addObject(typeOf(R.randomScalar())));
    Variables = Own;
    Variables.push_back(Counter);
    Loop.Bodies.emplace_back();
    for (uint32_t Object : Own) {
      const Scalar S = static_cast<Scalar>(P.Functions[0].Objects[Object].Ty);
      Statement Assign;
      Assign.What = Statement::Assign;
      Assign.E = {R.addressOf(Object),
                  R.castTo(S, chain(start(S), 1 + R.below(4)))};
      Loop.Bodies[0].push_back(std::move(Assign));
    }
    P.Functions[0].Body.push_back(std::move(Loop));
    Variables = Own;
  }

  void store(uint32_t Record, Expression E) {
    Statement S;
    S.What = Statement::Store;
    S.A = Record;
    S.E.push_back(std::move(E));
    P.Functions[0].Body.push_back(std::move(S));
  }

  Program P;
  RandomExpressions R;
  /// Objects with values; of a loop, also its counter.
  std::vector<uint32_t> Variables;
};

} // namespace

Program randomChains(uint64_t Seed) { return ChainGenerator(Seed).program(); }

} // namespace facet::random_kernels
