// See work_groups.h.
#include "runtime/backends/cpu/work_groups.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "config/image/cpu_sums.h"
#include "runtime/backends/cpu/checks/order/order.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/local_memory.h"
#include "runtime/backends/cpu/checks/state/running.h"
#include "runtime/backends/cpu/spread.h"

namespace facet {
namespace {

// Memory of one thread: a stack of blocks that is emptied after each group and
// never given back while the thread lives.
class ThreadArena {
 public:
  ThreadArena() = default;
  ~ThreadArena() {
    // Others get the memory.
    for (const Block& block : blocks_)
      MakeDefined(block.memory.get(), block.size);
  }
  ThreadArena(const ThreadArena&) = delete;
  ThreadArena& operator=(const ThreadArena&) = delete;

  char* Local(uint64_t bytes, const CheckedLaunch* checked) {
    if (checked) return checked_local_.Arrange(bytes, checked->local_parts);
    if (bytes == 0) return nullptr;
    if (bytes > local_size_) {
      local_ = Allocate(bytes + 2 * FACET_CPU_LOCAL_MEMORY_MARGIN,
                        FACET_CPU_LOCAL_MEMORY_ALIGNMENT);
      local_size_ = bytes;
    }
    return local_.get() + FACET_CPU_LOCAL_MEMORY_MARGIN;
  }

  void* Scratch(uint64_t bytes, uint64_t alignment) {
    alignment = std::max<uint64_t>(alignment, 16);
    for (; block_ < blocks_.size(); ++block_, used_ = 0) {
      Block& block = blocks_[block_];
      const uint64_t base = reinterpret_cast<uint64_t>(block.memory.get());
      const uint64_t start =
          ((base + used_ + alignment - 1) & ~(alignment - 1)) - base;
      if (start + bytes > block.size) continue;
      used_ = start + bytes;
      return block.memory.get() + start;
    }
    const uint64_t size =
        std::max<uint64_t>({bytes + alignment, kFirstBlock,
                            blocks_.empty() ? 0 : 2 * blocks_.back().size});
    blocks_.push_back({Allocate(size, 64), size});
    block_ = blocks_.size() - 1;
    used_ = 0;
    return Scratch(bytes, alignment);
  }

  void Reset() { block_ = used_ = 0; }

  CpuSums& sums() { return sums_; }

  bool HasScratch(const char* address) const {
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      return address >= block.memory.get() &&
             address < block.memory.get() + block.size;
    });
  }

 private:
  static constexpr uint64_t kFirstBlock = 64 * 1024;
  using Memory = std::unique_ptr<char, void (*)(void*)>;
  struct Block {
    Memory memory;
    uint64_t size;
  };

  static Memory Allocate(uint64_t bytes, uint64_t alignment) {
    const uint64_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, rounded);
    if (!memory) throw std::bad_alloc();
    return {static_cast<char*>(memory), std::free};
  }

  std::vector<Block> blocks_;
  uint64_t block_ = 0;
  uint64_t used_ = 0;
  Memory local_{nullptr, std::free};
  CheckedLocalMemory checked_local_;
  uint64_t local_size_ = 0;
  CpuSums sums_;
};

// A thread goes on to run kernels when its thread-local objects are gone:
// destructors of global objects may submit some. Then it gets an arena again,
// and keeps it.
thread_local ThreadArena* thread_arena = nullptr;

struct ArenaOwner {
  ~ArenaOwner() { delete std::exchange(thread_arena, nullptr); }
};

ThreadArena& Arena() {
  if (!thread_arena) {
    thread_local ArenaOwner owner;
    (void)owner;
    thread_arena = new ThreadArena;
  }
  return *thread_arena;
}

void* Scratch(uint64_t bytes, uint64_t alignment) {
  return Arena().Scratch(bytes, alignment);
}

void* UndefinedScratch(uint64_t bytes, uint64_t alignment) {
  void* const memory = Arena().Scratch(bytes, alignment);
  MakeOwnUndefined(memory, bytes, FACET_CPU_OF_LOCAL_MEMORY);
  return memory;
}

void ReplaceSum(facet_cpu_sum* sum, uint64_t place, uint64_t value) {
  Arena().sums().Replace(*sum, place, value);
}

void* RowOfSums(uint64_t place, uint64_t count) {
  return Arena().sums().Row(place, count);
}

// What the runtime knows of the group that it runs.
struct RunningGroup : facet_cpu_group {
  const ThreadArena* arena;
  uint64_t local_bytes;
  const void* frame;  // the kernel's stack frames are below it
};

// Private memory is in the thread's scratch memory or in the kernel's stack
// frames. The rest is global.
uint32_t PointsInto(const facet_cpu_group* group, const void* pointer,
                    uint32_t space) {
  enum : uint32_t { kPrivate = 0, kGlobal = 1, kLocal = 3 };
  const auto* own = static_cast<const RunningGroup*>(group);
  const auto* address = static_cast<const char*>(pointer);
  const auto* frame = static_cast<const char*>(__builtin_frame_address(0));
  uint32_t found = kGlobal;
  if (own->local_memory && address >= own->local_memory &&
      address < own->local_memory + own->local_bytes)
    found = kLocal;
  else if ((address >= frame && address < own->frame) ||
           own->arena->HasScratch(address))
    found = kPrivate;
  return found == space;
}

bool IsPrivate(const CheckedGroup& self, const void* address) {
  return PointsInto(self.group, address, /*space=*/0);
}

}  // namespace

void ChooseLocalSize(const LaunchRange& range, const KernelInfo& kernel,
                     AnyGroup any, unsigned threads, uint64_t (&local)[3]) {
  if (kernel.reqd_work_group_size[0] != 0) {
    std::copy_n(kernel.reqd_work_group_size, 3, local);
    return;
  }
  // Of a row, where there are several: strips of the widest vectors.
  constexpr uint64_t kStrip = 32;
  constexpr uint64_t kShortest = 64;
  // What work-items keep between regions is to stay in the level-1 cache.
  const uint64_t longest = any.rows == 1 ? 8192 : 1024;
  const unsigned rows =
      any.rows == 0 || range.global[1] < any.rows ? 1 : any.rows;
  const uint64_t shortest = rows > 1 ? kStrip * rows : kShortest;
  uint64_t total = 1;
  for (uint64_t n : range.global) total *= std::max<uint64_t>(n, 1);
  // About eight groups a thread, so that slow ones even out.
  uint64_t budget =
      std::clamp(total / (8 * uint64_t{threads}), shortest, longest);
  if (kernel.max_work_group_size != 0)
    budget = std::min(budget, kernel.max_work_group_size);
  if (any.columns != 0) {
    // Columns, each on a line of the level-1 cache that is there for the next row:
    // half of its 512 lines, fewer where columns of 4-byte elements that are as
    // long as the range share sets of 8; at least a line of a row.
    constexpr uint64_t kElements = 16, kSets = 64, kColumns = 256;
    const uint64_t length = std::max<uint64_t>(range.global[any.columns], 1);
    const uint64_t shared =
        length % kElements == 0 ? std::gcd(length / kElements, kSets) : 1;
    const uint64_t width = std::max(kElements, kColumns / shared);
    local[0] = std::clamp<uint64_t>(range.global[0], 1, std::min(width, budget));
    local[any.columns] = std::min(length, budget / local[0]);
    local[3 - any.columns] = 1;
    return;
  }
  for (int d = 0; d < 3; ++d) {
    const uint64_t most = d == 0 ? budget / rows : budget;
    local[d] = std::max<uint64_t>(std::min(range.global[d], most), 1);
    // Whole vectors along x.
    if (d == 0 && local[0] > 16 && local[0] < range.global[0])
      local[0] = local[0] / 16 * 16;
    // Whole strips along y.
    if (d == 1 && local[1] > rows) local[1] = local[1] / rows * rows;
    budget = std::max<uint64_t>(budget / local[d], 1);
  }
}

void RunWorkGroups(CpuFunction kernel, const void* arguments,
                   const LaunchRange& range, const uint64_t (&local)[3],
                   uint64_t local_memory_bytes, KernelPace& pace,
                   const CheckedLaunch* checked) {
  facet_cpu_group common = {};
  uint64_t groups = 1;
  for (int d = 0; d < 3; ++d) {
    common.uniform_local_range[d] = local[d];
    common.global_range[d] = range.global[d];
    common.group_count[d] = (range.global[d] + local[d] - 1) / local[d];
    groups *= common.group_count[d];
  }
  const bool tracks_definedness = checked && checked->tracks_definedness;
  common.scratch = tracks_definedness ? UndefinedScratch : Scratch;
  common.points_into = PointsInto;
  common.replace_sum = ReplaceSum;
  common.row_of_sums = RowOfSums;

  const auto place = [&](facet_cpu_group& group, int d, uint64_t id) {
    const uint64_t start = id * local[d];
    group.group_id[d] = id;
    group.local_range[d] = std::min(local[d], range.global[d] - start);
    group.global_base[d] = start + range.offset[d];
  };
  LaunchOrder order_of_launch(checked);
  const auto run = [&](uint64_t first, uint64_t last) {
    ThreadArena& arena = Arena();
    RunningGroup group = {common, &arena, local_memory_bytes,
                          __builtin_frame_address(0)};
    CheckedGroup checked_group = {&group, checked, IsPrivate,
                                  local_memory_bytes};
    std::optional<RunningChecks> checks;
    std::optional<GroupOrder> order;
    std::optional<PrivateStack> stack;
    if (tracks_definedness)
      checked_group.stack = &stack.emplace(__builtin_frame_address(0));
    if (checked) {
      checked_group.order = &order.emplace(checked_group, order_of_launch);
      checks.emplace(checked_group);
    }
    if (local_memory_bytes != 0)
      group.local_memory = arena.Local(local_memory_bytes, checked);
    group.sums = arena.sums().table();
    uint64_t rest = first;
    for (int d = 0; d < 3; ++d) {
      place(group, d, rest % group.group_count[d]);
      rest /= group.group_count[d];
    }
    // Of the groups from this one on those that one call may execute: all of a
    // row but a remainder.
    const auto neighbours = [&] {
      if (!kernel.is_series || checked) return uint64_t{1};
      const uint64_t full = range.global[0] / local[0] - group.group_id[0];
      return std::min(last - first, std::max<uint64_t>(full, 1));
    };
    for (;;) {
      if (order) order->Begin();
      if (tracks_definedness)
        MakeOwnUndefined(group.local_memory, local_memory_bytes,
                         FACET_CPU_OF_LOCAL_MEMORY);
      const uint64_t count = neighbours();
      const uint64_t last_id = group.group_id[0] + count - 1;
      kernel.call(arguments, &group, count);
      arena.Reset();
      first += count;
      if (first == last) return;
      group.group_id[0] = last_id;
      int d = 0;
      for (; group.group_id[d] + 1 == group.group_count[d]; ++d)
        place(group, d, 0);
      place(group, d, group.group_id[d] + 1);
    }
  };
  const auto end = [] { Arena().sums().End(); };
  const Effort effort = {checked ? nullptr : &pace,
                         local[0] * local[1] * local[2]};
  if (groups != 1) return Spread(groups, effort, run, end);
  run(0, 1);
  end();
}

}  // namespace facet
