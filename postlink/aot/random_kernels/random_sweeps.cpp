//===- random_sweeps.cpp - Loops that a group executes together -----------===//
//
// See random_sweeps.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/random_sweeps.h"

#include "postlink/aot/random_kernels/random_expressions.h"
#include "postlink/aot/random_kernels/sweep.h"

#include <utility>

namespace facet::random_kernels {

static Statement makeSweep(Expression Guard, Expression Bound,
                           Expression Target, TypeId Sum, uint32_t Style) {
  Statement S;
  S.What = Statement::Sweep;
  S.E = {std::move(Guard), std::move(Bound), std::move(Target)};
  S.A = Sum;
  S.B = Style;
  return S;
}

Statement randomSweep(RandomExpressions &R, Expression Target, TypeId Sum) {
  // Most groups agree on most guards and bounds of real programs.
  Expression Guard =
      R.chance(40) ? R.constantOf(Scalar::Bool, 1) : R.condition(R.chance(30));
  Expression Bound = R.number(Scalar::I32, 1, /*Uniform=*/R.chance(60));
  return makeSweep(std::move(Guard), std::move(Bound), std::move(Target), Sum,
                   R.below(SweepStyle::Count));
}

Statement plainSweep(RandomExpressions &R, uint32_t Sum) {
  const TypeId Int = typeOf(Scalar::I32);
  Expression Bound = R.make(Expression::Binary, Int,
                            {R.make(Expression::Argument, Int, {}),
                             R.constantOf(Scalar::I32, R.below(MaximumRounds))},
                            static_cast<uint32_t>(Op::Add));
  return makeSweep(R.constantOf(Scalar::Bool, 1), std::move(Bound),
                   R.addressOf(Sum), R.F->Objects[Sum].Ty,
                   SweepStyle::plain(R.below(SweepStyle::Count)));
}

} // namespace facet::random_kernels
