//===- launches.cpp - The groups of random kernels ------------------------===//
//
// See launches.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/launches.h"

#include "postlink/aot/random_kernels/program.h"
#include "postlink/aot/random_kernels/random_expressions.h"

#include <iterator>

namespace facet::random_kernels {
namespace {

constexpr Launch Usual[] = {
    {{1, 1, 1}, {2, 1, 1}},
    {{2, 1, 1}, {2, 1, 1}},
    {{3, 2, 2}, {1, 1, 1}},
    {{7, 1, 1}, {2, 1, 1}},
    {{16, 1, 1}, {1, 1, 1}},
    {{5, 3, 1}, {1, 2, 1}},
    {{2, 2, 3}, {1, 1, 2}},
    {{33, 1, 1}, {1, 1, 1}},
    {{8, 1, 1}, {2, 1, 1}},
    {{1, 6, 1}, {1, 2, 1}},
    {{1, 1, 5}, {2, 1, 1}},
    {{13, 1, 1}, {1, 1, 1}},
    {{4, 4, 1}, {1, 1, 1}},
    {{40, 1, 1}, {1, 1, 1}},
    // Several blocks of those that loops are divided into; local memory is for
    // 64.
    {{64, 1, 1}, {1, 1, 1}},
    {{32, 2, 1}, {2, 1, 1}},
    {{51, 1, 1}, {2, 1, 1}},
};

/// Of 8, 16, 32 or 64 work-items, with one row or four, and what is left of
/// them.
constexpr Launch WithStrips[] = {
    {{64, 1, 1}, {2, 1, 1}}, {{51, 1, 1}, {2, 1, 1}}, {{40, 1, 1}, {1, 1, 1}},
    {{16, 4, 1}, {2, 1, 1}}, {{10, 6, 1}, {1, 2, 1}}, {{8, 8, 1}, {1, 1, 1}},
    {{17, 3, 1}, {1, 2, 1}}, {{20, 3, 1}, {2, 1, 1}}, {{12, 5, 1}, {1, 1, 1}},
    {{8, 4, 2}, {1, 1, 1}},  {{9, 5, 1}, {2, 1, 2}},
};

unsigned dimensionsOf(const std::vector<Launch> &Launches) {
  unsigned Result = 1;
  for (const Launch &L : Launches)
    for (unsigned D = Result; D != 3; ++D)
      if (L.Size[D] * L.Groups[D] != 1)
        Result = D + 1;
  return Result;
}

} // namespace

void chooseLaunches(Program &P, RandomExpressions &R, bool InStrips) {
  P.RequiresSize = R.chance(12);
  for (unsigned N = P.RequiresSize ? 1 : 2; N != 0; --N)
    P.Launches.push_back(InStrips ? WithStrips[R.below(std::size(WithStrips))]
                                  : Usual[R.below(std::size(Usual))]);
  static constexpr uint8_t SubGroups[] = {4, 8, 16, 32};
  if (R.chance(15))
    P.SubGroupSize = SubGroups[R.below(4)];
  if (R.chance(60))
    P.Dimensions = dimensionsOf(P.Launches);
}

} // namespace facet::random_kernels
