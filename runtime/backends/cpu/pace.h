// How long a kernel's work-items take one thread.
//
// In:  what launches took.
// Out: what the next one is likely to take.
// Why: a launch of a microsecond is done before another thread has begun with its
//      part. But a thread that is alone may have to get all data from the others'
//      caches, so what it takes is known when it has been tried.
#ifndef FACET_RUNTIME_BACKENDS_CPU_PACE_H_
#define FACET_RUNTIME_BACKENDS_CPU_PACE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace facet {

// Of one kernel. Cycles are those of the processor's counter. Thread-safe; a guess, as
// work-items may take as long as they like.
class KernelPace {
 public:
  // Returns how long so many work-items are likely to take a thread that is alone. 0:
  // no launch has been seen.
  uint64_t CyclesOf(uint64_t items) const {
    const uint64_t alone = alone_.load(std::memory_order_relaxed);
    const uint64_t pace = alone != 0 ? alone : Hoped();
    return pace == 0 ? 0 : std::max<uint64_t>(MultiplyBy(items, pace), 1);
  }

  // A thread took so many cycles for so many work-items, which are some: alone, or for
  // its part of a launch, from which a thread that is alone is expected to be fast.
  void SawAlone(uint64_t items, uint64_t cycles) {
    Approach(alone_, PaceOf(items, cycles));
  }
  void SawShared(uint64_t items, uint64_t cycles) {
    Approach(shared_, PaceOf(items, cycles));
    if (const uint64_t alone = alone_.load(std::memory_order_relaxed);
        alone > Hoped())
      alone_.store(alone - (alone - Hoped()) / 64, std::memory_order_relaxed);
  }

 private:
  static constexpr uint64_t kItems = 1024;
  static constexpr uint64_t kLongest = uint64_t{1} << 40;

  static uint64_t PaceOf(uint64_t items, uint64_t cycles) {
    return std::clamp<uint64_t>(cycles, 1, kLongest) * kItems / items + 1;
  }

  // items × pace / kItems, the largest number where that is larger.
  static uint64_t MultiplyBy(uint64_t items, uint64_t pace) {
    uint64_t product = 0;
    return __builtin_mul_overflow(items, pace, &product) ? ~uint64_t{0}
                                                         : product / kItems;
  }

  // A thread that shares its work also takes parts and gets ready for each.
  uint64_t Hoped() const { return shared_.load(std::memory_order_relaxed) / 2; }

  // Slowly: the thread may have been interrupted.
  static void Approach(std::atomic<uint64_t>& pace, uint64_t seen) {
    const uint64_t before = pace.load(std::memory_order_relaxed);
    uint64_t after = seen;
    if (before != 0 && seen > before)
      after = before + (std::min(seen, 4 * before) - before) / 4;
    else if (before != 0)
      after = before - (before - seen) / 4;
    pace.store(after, std::memory_order_relaxed);
  }

  // Cycles for kItems work-items.
  std::atomic<uint64_t> alone_{0}, shared_{0};
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_PACE_H_
