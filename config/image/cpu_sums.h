// Additions that wait for the end of a launch on a CPU.
//
// In:  what kernels of one thread add to counters (cpu_abi.h).
// Out: counters in memory.
// Why: the runtime and each test that calls kernels itself make these additions.

#ifndef FACET_CONFIG_IMAGE_CPU_SUMS_H_
#define FACET_CONFIG_IMAGE_CPU_SUMS_H_

#include <atomic>
#include <cstdint>
#include <deque>

#include "config/image/cpu_abi.h"

namespace facet {

// A table for facet_cpu_group. Not thread-safe: each thread has its own.
class CpuSums {
 public:
  facet_cpu_sums* table() { return &table_; }

  // What facet_cpu_group's replace_sum does. `sum` is one of the table.
  void Replace(facet_cpu_sum& sum, std::uint64_t place, std::uint64_t value) {
    const auto number = static_cast<std::uint32_t>(&sum - table_.sums);
    if (sum.place == 0)
      used_[used_count_++] = number;
    else
      CountReplaced(sum.sum == first_[number]);
    Add(sum);
    sum = {place, first_[number] = value};
    if (table_.is_full) AddAll();
  }

  // What facet_cpu_group's row_of_sums does.
  void* Row(std::uint64_t place, std::uint64_t count) {
    for (std::size_t i = 0; i != rows_in_use_; ++i)
      if (rows_[i].place == place && rows_[i].count == count)
        return rows_[i].sums;
    if (rows_in_use_ == rows_.size()) rows_.emplace_back();
    SumRow& row = rows_[rows_in_use_++];
    row.place = place;
    row.count = count;
    return row.sums;
  }

  // Makes all additions. To be called when the thread has run its last group.
  void End() {
    AddAll();
    for (; rows_in_use_ != 0; --rows_in_use_) {
      SumRow& row = rows_[rows_in_use_ - 1];
      if (row.place & 1)
        AddRow<std::uint64_t>(row, row.place - 1);
      else
        AddRow<std::uint32_t>(row, row.place);
    }
    table_.is_full = replaced_ = in_vain_ = 0;
  }

 private:
  // A sum that is replaced takes about three times as long as an addition that is
  // made at once. So the table is given up where of so many that were replaced more
  // had a single addition.
  static constexpr std::uint64_t kWindow = 256, kMostInVain = kWindow / 4;

  // All sums are 0 while it is not in use.
  struct SumRow {
    std::uint64_t place, count;
    alignas(64) char sums[FACET_CPU_LONGEST_ROW * sizeof(std::uint64_t)] = {};
  };

  template <typename T>
  static void AddRow(SumRow& row, std::uint64_t address) {
    auto* sums = reinterpret_cast<T*>(row.sums);
    // Most may be none. Those behind the row are.
    constexpr std::uint64_t kBlock = 8;
    for (std::uint64_t first = 0; first < row.count; first += kBlock) {
      T any = 0;
      for (std::uint64_t i = first; i != first + kBlock; ++i) any |= sums[i];
      if (any == 0) continue;
      for (std::uint64_t i = first; i != first + kBlock; ++i) {
        if (sums[i] == 0) continue;  // perhaps of no counter
        AddTo<T>(address + i * sizeof(T), sums[i]);
        sums[i] = 0;
      }
    }
  }

  void CountReplaced(bool in_vain) {
    in_vain_ += in_vain;
    if (++replaced_ != kWindow) return;
    table_.is_full = in_vain_ > kMostInVain;
    replaced_ = in_vain_ = 0;
  }

  void AddAll() {
    for (; used_count_ != 0; --used_count_) {
      facet_cpu_sum& sum = table_.sums[used_[used_count_ - 1]];
      Add(sum);
      sum = {};
    }
  }

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

  facet_cpu_sums table_ = {};
  std::uint64_t first_[FACET_CPU_SUMS];  // what each sum began with
  std::uint32_t used_[FACET_CPU_SUMS];   // the numbers of those of a counter
  std::uint32_t used_count_ = 0;
  std::uint64_t replaced_ = 0;
  std::uint64_t in_vain_ = 0;
  // They stay where they are. A kernel has few.
  std::deque<SumRow> rows_;
  std::size_t rows_in_use_ = 0;
};

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_CPU_SUMS_H_
