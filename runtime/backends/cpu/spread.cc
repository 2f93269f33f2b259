// See spread.h.
#include "runtime/backends/cpu/spread.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <x86intrin.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "runtime/backends/cpu/team.h"
#include "runtime/backends/cpu/thread_count.h"

namespace facet {
namespace {

// Places for threads that are not oneTBB's. More than that, at the same time,
// take the places of oneTBB's.
constexpr unsigned kOutsiders = 4;

// At most as many as oneTBB would use: it warns when it is asked for more.
unsigned AllThreads() {
  static const unsigned all = std::min(
      CpuThreads(),
      static_cast<unsigned>(std::max(1, tbb::info::default_concurrency())));
  return all;
}

// One for all work without a limit, whoever spreads it: oneTBB's threads stay in
// it from one kernel to the next, and keep their numbers.
tbb::task_arena& CommonArena() {
  static auto* arena =
      new tbb::task_arena(AllThreads() - 1 + kOutsiders, kOutsiders);
  return *arena;
}

// The numbers, a part of them for each thread. A thread begins with the same part
// each time, where it finds in its caches what it left there; who is done takes
// from the others' parts.
class Parts {
 public:
  // Of those from `first` on.
  Parts(uint64_t first, uint64_t count, uint64_t parts) : parts_(parts) {
    uint64_t at = first;
    for (uint64_t i = 0; i < parts; ++i) {
      parts_[i].next.store(at, std::memory_order_relaxed);
      parts_[i].end = at += count / parts + (i < count % parts);
    }
  }
  uint64_t size() const { return parts_.size(); }

  // Runs what nobody else does, first of the part of this thread. Returns how much.
  template <typename Run>
  uint64_t Work(uint64_t thread, Run run) {
    uint64_t done = 0;
    for (uint64_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[(thread + i) % parts_.size()];
      uint64_t first = part.next.load(std::memory_order_relaxed);
      while (first < part.end) {
        // Less each time, so that all are done at the same time.
        const uint64_t last =
            first + std::max<uint64_t>((part.end - first) / 8, 1);
        if (!part.next.compare_exchange_weak(first, last,
                                             std::memory_order_relaxed))
          continue;
        run(first, last);
        done += last - first;
        first = part.next.load(std::memory_order_relaxed);
      }
    }
    return done;
  }

 private:
  struct alignas(64) Part {
    std::atomic<uint64_t> next;
    uint64_t end;
  };
  std::vector<Part> parts_;
};

thread_local bool within_limit = false;

// Calls done where it ends.
template <typename Done>
class AtEnd {
 public:
  explicit AtEnd(Done done) : done_(done) {}
  ~AtEnd() { done_(); }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;

 private:
  const Done done_;
};

// All numbers, for threads of an arena with so many places for outsiders, whose
// indices come first.
template <typename Run, typename Done>
class Spreading : public Team::Work {
 public:
  Spreading(uint64_t first, uint64_t count, unsigned threads, unsigned outsiders,
            Effort effort, Run run, Done done)
      : parts_(first, count, std::min<uint64_t>(count, threads)),
        outsiders_(outsiders),
        effort_(effort),
        run_(run),
        done_(done) {}

  void Do(unsigned index) override {
    const AtEnd at_end(done_);
    if (index >= outsiders_) {
      parts_.Work(index - outsiders_ + 1, run_);
      return;
    }
    // Only one thread says what it has seen: the others would wait for each other.
    const uint64_t start = __rdtsc();
    const uint64_t done = parts_.Work(0, run_);
    if (effort_.pace && done != 0)
      effort_.pace->SawShared(done * effort_.items, __rdtsc() - start);
  }
  // As tasks of oneTBB's. In the arena.
  void DoInTasks() {
    // Isolated: who waits here does not begin with other work meanwhile.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(
          uint64_t{0}, parts_.size(),
          [&](uint64_t) { Do(tbb::this_task_arena::current_thread_index()); },
          tbb::simple_partitioner());
    });
  }
  unsigned others() const { return static_cast<unsigned>(parts_.size()) - 1; }

 private:
  Parts parts_;
  const unsigned outsiders_;
  const Effort effort_;
  const Run run_;
  const Done done_;
};

// Begins with numbers below `count`, until all are done or so many cycles have passed.
// Returns how many are done.
template <typename Run>
uint64_t BeginAlone(uint64_t count, uint64_t cycles, Run run) {
  const uint64_t start = __rdtsc();
  uint64_t at = 0;
  for (uint64_t step = std::max<uint64_t>(count / 8, 1);; step *= 2) {
    const uint64_t next = at + std::min(step, count - at);
    run(at, next);
    at = next;
    if (at == count || __rdtsc() - start > cycles) return at;
  }
}

Team& CommonTeam() {
  static auto* team = new Team(CommonArena());
  return *team;
}

}  // namespace

void SpreadErased(uint64_t count, Effort effort,
                  void (*run)(void* context, uint64_t first, uint64_t last),
                  void (*done)(void* context), void* context) {
  const auto part = [=](uint64_t first, uint64_t last) {
    run(context, first, last);
  };
  const auto end = [=] { done(context); };
  if (count == 0) return;
  // Nobody to share with. oneTBB would warn that it has no threads.
  if (AllThreads() == 1) {
    const AtEnd at_end(end);
    return part(0, count);
  }
  if (within_limit)
    return Spreading(0, count, tbb::this_task_arena::max_concurrency(),
                     /*outsiders=*/1, effort, part, end)
        .DoInTasks();
  Team& team = CommonTeam();
  uint64_t begun = 0;
  uint64_t cycles = effort.pace ? effort.pace->CyclesOf(count * effort.items) : 0;
  const uint64_t cost = team.CyclesToShare();
  if (cycles != 0 &&
      cycles - cycles / std::min<uint64_t>(count, AllThreads()) <= cost) {
    const AtEnd at_end(end);
    const uint64_t start = __rdtsc();
    begun = BeginAlone(count, cost, part);
    effort.pace->SawAlone(begun * effort.items, __rdtsc() - start);
    cycles = 0;
  }
  if (begun == count) return;
  Spreading spreading(begun, count - begun, AllThreads(), kOutsiders, effort, part,
                      end);
  if (team.Share(spreading, spreading.others(), cycles)) return;
  const Team::Elsewhere elsewhere(team);
  CommonArena().execute([&] { spreading.DoInTasks(); });
}

struct ThreadLimit::Arena : tbb::task_arena {
  using tbb::task_arena::task_arena;
};

ThreadLimit::ThreadLimit(unsigned threads)
    : arena_(std::make_unique<Arena>(static_cast<int>(threads))) {}

ThreadLimit::~ThreadLimit() = default;

unsigned ThreadLimit::threads() const { return arena_->max_concurrency(); }

void ThreadLimit::RunErased(void (*run)(void* context), void* context) {
  arena_->execute([=] {
    struct Within {
      Within() { within_limit = true; }
      ~Within() { within_limit = false; }
    } within;
    run(context);
  });
}

}  // namespace facet
