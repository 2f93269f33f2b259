// Additions that wait for the end of a launch on a CPU.
//
// In:  what kernels of one thread add to counters (cpu_abi.h).
// Out: counters in memory.
// Why: the runtime and each test that calls kernels itself make these additions.

#ifndef FACET_CONFIG_IMAGE_CPU_SUMS_H_
#define FACET_CONFIG_IMAGE_CPU_SUMS_H_

#include <atomic>
#include <cstdint>

#include "config/image/cpu_abi.h"

namespace facet {

// A table for facet_cpu_group. Not thread-safe: each thread has its own.
class CpuSums {
 public:
  // Has FACET_CPU_SUMS elements.
  facet_cpu_sum* all() { return sums_; }

  // What facet_cpu_group's replace_sum does. `sum` is one of all().
  void Replace(facet_cpu_sum& sum, std::uint64_t place) {
    any_ = true;
    Add(sum);
    sum = {place, 0};
  }

  // Makes all additions. To be called when the thread has run its last group.
  void End() {
    if (!any_) return;
    any_ = false;
    for (facet_cpu_sum& sum : sums_) {
      Add(sum);
      sum = {};
    }
  }

 private:
  static void Add(const facet_cpu_sum& sum) {
    if (sum.sum == 0) return;  // perhaps of no counter
    if (sum.place & 1)
      AddTo<std::uint64_t>(sum.place - 1, sum.sum);
    else
      AddTo<std::uint32_t>(sum.place, sum.sum);
  }
  template <typename T>
  static void AddTo(std::uint64_t address, std::uint64_t sum) {
    std::atomic_ref<T>(*reinterpret_cast<T*>(address))
        .fetch_add(static_cast<T>(sum), std::memory_order_relaxed);
  }

  facet_cpu_sum sums_[FACET_CPU_SUMS] = {};
  bool any_ = false;
};

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_CPU_SUMS_H_
