// See team.h.
#include "runtime/backends/cpu/team.h"

#include <immintrin.h>
#include <x86intrin.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>

namespace facet {
namespace {

// Longer than a program needs between two launches of a loop, and too short to be
// noticed by what else wants the processor.
constexpr std::chrono::microseconds kStay{200};

// About 40 cycles each.
constexpr int kPausesBetweenLooks = 32;
constexpr int kPausesBeforeYielding = 2000;

}  // namespace

// Ends the work for all, and waits for those who do it.
class Team::Turn {
 public:
  explicit Turn(Team& team) : team_(team) {}
  ~Turn() {
    // A thread that has counted itself before this has the work, all others see that
    // there is none: both variables are sequentially consistent.
    team_.work_.store(nullptr, std::memory_order_seq_cst);
    for (int i = 0; team_.working_.load(std::memory_order_seq_cst) != 0; ++i)
      if (i < kPausesBeforeYielding)
        _mm_pause();
      else
        std::this_thread::yield();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Team& team_;
};

bool Team::Share(Work& work, unsigned others, uint64_t cycles) {
  if (taken_.exchange(true, std::memory_order_acquire)) return false;
  struct Release {
    std::atomic<bool>& taken;
    ~Release() { taken.store(false, std::memory_order_release); }
  } release{taken_};
  const uint64_t start = __rdtsc();
  bool complete = true;
  failed_.store(false, std::memory_order_relaxed);
  failure_ = nullptr;
  number_.store(number_.load(std::memory_order_relaxed) + 1,
                std::memory_order_relaxed);
  work_.store(&work, std::memory_order_seq_cst);
  {
    const Turn turn(*this);
    while (members_.load(std::memory_order_relaxed) < others) {
      complete = false;
      if (!Invite()) break;
    }
    work.Do(0);
  }
  if (failed_.load(std::memory_order_relaxed)) std::rethrow_exception(failure_);
  // To wake a thread costs more.
  if (complete && cycles != 0)
    LearnCost(__rdtsc() - start, cycles / (uint64_t{others} + 1));
  return true;
}

void Team::LearnCost(uint64_t taken, uint64_t expected) {
  // Of longer work it would be lost in what the guess is wrong by.
  if (expected > kMostCost) return;
  const uint64_t cost = cost_.load(std::memory_order_relaxed);
  const uint64_t seen = std::min(taken - std::min(taken, expected), kMostCost);
  cost_.store(cost - cost / 8 + seen / 8, std::memory_order_relaxed);
}

// Without memory for it, those who are here do the work.
bool Team::Invite() {
  members_.fetch_add(1, std::memory_order_relaxed);
  try {
    arena_.enqueue([this] { Stay(); });
  } catch (const std::bad_alloc&) {
    members_.fetch_sub(1, std::memory_order_relaxed);
    return false;
  }
  return true;
}

bool Team::TakePart(unsigned thread, uint64_t& seen) {
  if (!work_.load(std::memory_order_relaxed) ||
      number_.load(std::memory_order_relaxed) == seen)
    return false;
  working_.fetch_add(1, std::memory_order_seq_cst);
  Work* const work = work_.load(std::memory_order_seq_cst);
  if (work) {
    seen = number_.load(std::memory_order_relaxed);
    try {
      work->Do(thread);
    } catch (...) {
      if (!failed_.exchange(true, std::memory_order_relaxed))
        failure_ = std::current_exception();
    }
  }
  working_.fetch_sub(1, std::memory_order_seq_cst);
  return work != nullptr;
}

void Team::Stay() {
  using Clock = std::chrono::steady_clock;
  const unsigned thread = tbb::this_task_arena::current_thread_index();
  uint64_t seen = 0;
  auto end = Clock::now() + kStay;
  do {
    for (int i = 0; i < kPausesBetweenLooks; ++i) {
      if (TakePart(thread, seen)) end = Clock::now() + kStay;
      _mm_pause();
    }
  } while (elsewhere_.load(std::memory_order_relaxed) == 0 &&
           Clock::now() < end);
  members_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace facet
