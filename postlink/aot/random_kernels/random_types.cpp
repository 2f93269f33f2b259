//===- random_types.cpp - The types of random kernels ---------------------===//
//
// See random_types.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/random_types.h"

#include "postlink/aot/random_kernels/random_expressions.h"

namespace facet::random_kernels {
namespace {

struct RandomTypes {
  void choose() {
    for (unsigned I = 0; I != 2; ++I) {
      static constexpr uint8_t Lanes[] = {2, 4, 4, 3, 8};
      const Scalar S = static_cast<Scalar>(1 + R.below(ScalarCount - 1));
      Values.push_back(P.make(Type::Vector, typeOf(S), Lanes[R.below(5)]));
    }
    Aggregates.push_back(array(typeOf(R.randomScalar())));
    Aggregates.push_back(array(typeOf(R.randomInteger())));
    Aggregates.push_back(structure());
    Aggregates.push_back(R.chance(50) ? array(Aggregates.back()) : structure());
    for (unsigned A = 0; A != LocalArrayCount; ++A)
      P.LocalArrays[A] =
          R.chance(20)   ? P.make(Type::Vector, typeOf(Scalar::I16), 4)
          : R.chance(15) ? P.make(Type::Vector, typeOf(Scalar::Float), 2)
                         : typeOf(R.randomScalar());
    for (unsigned C = 0; C != LocalCellCount; ++C)
      P.LocalCells[C] = R.chance(70) ? Scalar::I32 : Scalar::I64;
  }

  TypeId array(TypeId Element) {
    static constexpr uint8_t Counts[] = {2, 3, 4, 4, 5, 8, 8, 7};
    const bool IsLarge = P.type(Element).Cells > 4;
    return P.make(Type::Array, Element, IsLarge ? 2 : Counts[R.below(8)]);
  }

  TypeId structure() {
    std::vector<TypeId> Fields;
    for (unsigned N = 1 + R.below(4); N != 0; --N) {
      const unsigned Choice = R.below(10);
      Fields.push_back(Choice < 6   ? typeOf(R.randomScalar())
                       : Choice < 7 ? R.oneOf(Values)
                                    : R.oneOf(Aggregates));
      if (P.type(Fields.back()).Cells > 8)
        Fields.back() = typeOf(R.randomScalar());
    }
    return P.makeStruct(Fields);
  }

  Program &P;
  RandomExpressions &R;
  std::vector<TypeId> &Values, &Aggregates;
};

} // namespace

void chooseTypes(Program &P, RandomExpressions &R, std::vector<TypeId> &Values,
                 std::vector<TypeId> &Aggregates) {
  RandomTypes{P, R, Values, Aggregates}.choose();
}

} // namespace facet::random_kernels
