//===- evaluator.h - What expressions are ---------------------------------===//
//
// In:  an expression, a work-item of the group that is being executed.
// Out: the expression's value.
// Why: expressions change nothing, so they need none of what statements do.
//
// A work-item's private memory is an array of cells; the frame of a function
// begins at the same index for all of them, since they call it together.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_EVALUATOR_H
#define POSTLINK_AOT_RANDOM_KERNELS_EVALUATOR_H

#include "postlink/aot/random_kernels/interpreter.h"

#include <algorithm>
#include <array>
#include <vector>

namespace facet::random_kernels {

/// One of each work-item of the group.
using Mask = std::vector<uint8_t>;
using Lanes = std::array<uint64_t, MaximumLanes>;

class Evaluator {
public:
  Evaluator(const Program &P, const Launch &L, uint32_t SubGroupSize, Memory &M)
      : P(P), L(L), Size(L.size()), SubGroup(SubGroupSize), M(M) {}

protected:
  struct Frame {
    const Function *F;
    uint32_t Base;
    uint32_t End;
    std::vector<uint32_t> Objects;
    Mask Returned;
  };

  /// Writes the value of \p E to \p Out, which has room for all its lanes.
  void evaluate(const Expression &E, uint32_t Item, uint64_t *Out);
  uint64_t scalar(const Expression &E, uint32_t Item) {
    Lanes Value;
    evaluate(E, Item, Value.data());
    return Value[0];
  }

  uint64_t *privateOf(uint32_t Item) {
    return &Private[uint64_t(Item) * Stride];
  }
  uint32_t globalLinear(uint32_t Item) const { return Group * Size + Item; }
  uint32_t subGroupOf(uint32_t Item) const { return Item / SubGroup; }
  uint32_t subGroupSizeAt(uint32_t Item) const {
    return std::min(SubGroup, Size - subGroupOf(Item) * SubGroup);
  }

  static uint64_t readField(const std::vector<char> &From, uint64_t Record,
                            Scalar S);
  uint64_t outputRecord(uint32_t Item, uint32_t A) const {
    return uint64_t(globalLinear(Item)) * OutputRecords + A;
  }

  const Program &P;
  const Launch &L;
  const uint32_t Size, SubGroup;
  Memory &M;
  uint32_t Group = 0, Stride = 0;
  std::vector<uint64_t> Private;
  std::array<std::vector<uint64_t>, LocalArrayCount> Local;
  std::vector<Frame> Frames;

private:
  void operate(const Expression &E, uint32_t Item, unsigned Count, Scalar S,
               uint64_t *Out);
};

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_EVALUATOR_H
