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
  facet_cpu_sums* table() { return &table_; }

  // What facet_cpu_group's replace_sum does. `sum` is one of the table.
  void Replace(facet_cpu_sum& sum, std::uint64_t place, std::uint64_t value) {
    is_used_ = true;
    std::uint64_t& first = first_[&sum - table_.sums];
    if (sum.place != 0) {
      in_vain_ += sum.sum == first;
      if (++replaced_ == kWindow) {
        table_.is_full = in_vain_ > kMostInVain;
        replaced_ = in_vain_ = 0;
      }
    }
    Add(sum);
    sum = {place, first = value};
    if (table_.is_full) AddAll();
  }

  // Makes all additions. To be called when the thread has run its last group.
  void End() {
    if (!is_used_) return;
    AddAll();
    table_.is_full = replaced_ = in_vain_ = 0;
    is_used_ = false;
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

  void AddAll() {
    for (facet_cpu_sum& sum : table_.sums) {
      Add(sum);
      sum = {};
    }
  }

  // A sum that is replaced takes about three times as long as an addition that is
  // made at once. So the table is given up where of so many that were replaced more
  // had a single addition.
  static constexpr std::uint64_t kWindow = 256, kMostInVain = kWindow / 4;

  facet_cpu_sums table_ = {};
  std::uint64_t first_[FACET_CPU_SUMS];  // what each began with
  std::uint64_t replaced_ = 0;
  std::uint64_t in_vain_ = 0;
  bool is_used_ = false;
};

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_CPU_SUMS_H_
