// How long a kernel's work-items take one thread.
//
// In:  what launches took.
// Out: what the next one is likely to take.
// Why: a launch of a microsecond is done before another thread has begun with its
//      part.
#ifndef FACET_RUNTIME_BACKENDS_CPU_PACE_H_
#define FACET_RUNTIME_BACKENDS_CPU_PACE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace facet {

// Of one kernel. Thread-safe; a guess, as work-items may take as long as they like.
class KernelPace {
 public:
  // Returns the cycles of the processor's counter that so many work-items take one
  // thread. 0: no launch has been seen.
  uint64_t CyclesOf(uint64_t items) const {
    const uint64_t pace = pace_.load(std::memory_order_relaxed);
    return pace == 0 ? 0 : std::max<uint64_t>(MultiplyBy(items, pace), 1);
  }

  // One thread took so many cycles for so many work-items, which are some. Moves
  // slowly: the thread may have been interrupted. Who sees the same does not write,
  // since all threads of a launch look here.
  void Saw(uint64_t items, uint64_t cycles) {
    const uint64_t seen =
        std::clamp<uint64_t>(cycles, 1, kLongest) * kItems / items + 1;
    const uint64_t pace = pace_.load(std::memory_order_relaxed);
    if (pace == 0)
      pace_.store(seen, std::memory_order_relaxed);
    else if (seen > pace + pace / 4)
      pace_.store(pace + (std::min(seen, 4 * pace) - pace) / 4 + 1,
                  std::memory_order_relaxed);
    else if (seen < pace - pace / 4)
      pace_.store(pace - (pace - seen) / 4, std::memory_order_relaxed);
  }

 private:
  static constexpr uint64_t kItems = 1024;
  static constexpr uint64_t kLongest = uint64_t{1} << 40;

  // items × pace / kItems, the largest number where that is larger.
  static uint64_t MultiplyBy(uint64_t items, uint64_t pace) {
    uint64_t product = 0;
    return __builtin_mul_overflow(items, pace, &product) ? ~uint64_t{0}
                                                         : product / kItems;
  }

  std::atomic<uint64_t> pace_{0};  // cycles for kItems work-items
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_PACE_H_
