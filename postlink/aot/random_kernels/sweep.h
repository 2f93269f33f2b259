//===- sweep.h - Loops that a group executes together ---------------------===//
//
// In:  a guard, a bound and a style. Out: what the loop computes.
// Why: loops as people write them, without private memory, are what a back end
//      cuts, copies for groups whose work-items agree, and vectorizes:
//
//     sum = bound * 7 + 1;                                  // + id * 3 if OfItem
//     for (k = first; k < bound; k += step) {
//       sum = sum * 5 + k + uniform[k mod UniformRecords];  // if k is a round, or Reads
//       sum += k - 1;                                       // if Offset
//       for (j = 0; j < k mod 4; ++j) sum = sum * 3 + j;    // if Nested
//       for (j = 0; j < 2; ++j) {                           // if Early
//         last = j;
//         if (k & 4) break;
//       }
//       if (sum & 4) sum ^= k * 3;                          // if Branches
//       swap(sum, other);                                   // if Swapped
//     }
//     sum += last * 11;
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_SWEEP_H
#define POSTLINK_AOT_RANDOM_KERNELS_SWEEP_H

#include <cstdint>
#include <utility>

namespace facet::random_kernels {

constexpr uint32_t MaximumRounds = 64;
constexpr uint32_t NestedRounds = 4;

struct SweepStyle {
  /// Counters start at the local id, and the group's size is their step.
  bool Strided;
  /// They are ints in registers of 64 bits.
  bool Wide;
  bool Branches;
  /// There is at least one round.
  bool TestsAtEnd;
  /// Work-items have sums of their own, also if all have the same rounds.
  bool OfItem;
  /// Work-items read where their own counters say.
  bool Reads;
  /// What is next to the counter is used, too; of one in a register of 64 bits
  /// its lower half.
  bool Offset;
  /// Each round is a loop.
  bool Nested;
  /// Each round has a loop that work-items leave at different times. What the last
  /// one left is used.
  bool Early;
  /// Two values change places in each round.
  bool Swapped;

  static constexpr uint32_t Count = 1024;
  explicit SweepStyle(uint32_t B)
      : Strided(B & 1), Wide(B & 2), Branches(B & 4), TestsAtEnd(B & 8),
        OfItem(B & 16), Reads(B & 32), Offset(B & 64), Nested(B & 128),
        Early(B & 256), Swapped(B & 512) {}

  bool reads() const { return !Strided || Reads; }

  /// Returns \p B so that it is one whose work-items go round together, with what
  /// each has of its own.
  static constexpr uint32_t plain(uint32_t B) { return (B & ~901u) | 16; }
};

/// Returns the sum of one work-item with number \p Item in a group of \p Size.
/// \p Uniform(k): the input of a round, in 64 bits, of which the caller uses as
/// many as the scalar has.
template <typename Read>
uint64_t sweep(SweepStyle Style, uint32_t Bound, uint32_t Item, uint32_t Size,
               Read Uniform) {
  uint64_t Sum = uint64_t(Bound) * 7 + 1 + (Style.OfItem ? Item * 3 : 0);
  uint64_t Other = uint64_t(Bound) + 5, Last = 0;
  const uint32_t Step = Style.Strided ? Size : 1;
  uint32_t K = Style.Strided ? Item : 0;
  for (bool First = true; (First && Style.TestsAtEnd) || K < Bound; K += Step) {
    First = false;
    Sum = Sum * 5 + K + (Style.reads() ? Uniform(K) : 0);
    if (Style.Offset)
      Sum += K - 1;
    for (uint32_t J = 0; Style.Nested && J < K % NestedRounds; ++J)
      Sum = Sum * 3 + J;
    if (Style.Early)
      Last = K & 4 ? 0 : 1;
    if (Style.Branches && (Sum & 4))
      Sum ^= uint64_t(K) * 3;
    if (Style.Swapped)
      std::swap(Sum, Other);
  }
  if (Style.Swapped)
    Sum = Sum * 3 + Other;
  return Sum + Last * 11;
}

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_SWEEP_H
