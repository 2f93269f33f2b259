// Threads that look out for the next launch for a while after the last one.
//
// In:  work for several threads.
// Out: when Share returns, it has been done.
// Why: a kernel may take 5 µs, and oneTBB's threads need as long to find their
//      tasks, one after the other. Those of the team, which are oneTBB's too, find
//      theirs at once. Like spread.cc it is not seen by ThreadSanitizer (spread.h).
#ifndef FACET_RUNTIME_BACKENDS_CPU_TEAM_H_
#define FACET_RUNTIME_BACKENDS_CPU_TEAM_H_

#include <tbb/task_arena.h>

#include <atomic>
#include <cstdint>
#include <exception>

namespace facet {

// Of one arena, which lives as long as the process, as the team does: its threads may
// look at it when main has returned. Thread-safe.
class Team {
 public:
  // One piece of work, the same for each thread that takes part.
  class Work {
   public:
    // Does what nobody else does, and returns when nothing is left to begin with.
    // `thread`: 0 for who shares it, and for others their place in the arena.
    virtual void Do(unsigned thread) = 0;

   protected:
    ~Work() = default;
  };

  explicit Team(tbb::task_arena& arena) : arena_(arena) {}
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Has the work done by this thread and by those of at most `others` that come in
  // time, and waits for these. `cycles`: how many of the processor's counter the work
  // takes one thread; 0: not known. False if another thread has the team: then nothing
  // has been done. Throws what Do has thrown, on whichever thread.
  bool Share(Work& work, unsigned others, uint64_t cycles);

  // Returns by how many cycles, lately, work has taken longer than its share: others
  // have to find it, and their caches what it needs, and all wait for the last one.
  uint64_t CyclesToShare() const { return cost_.load(std::memory_order_relaxed); }

  // While one of these lives, nobody stays without work: others need the threads.
  class Elsewhere {
   public:
    explicit Elsewhere(Team& team) : team_(team) { ++team_.elsewhere_; }
    ~Elsewhere() { --team_.elsewhere_; }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

   private:
    Team& team_;
  };

 private:
  class Turn;

  bool Invite();
  void Stay();
  // True if there was work that this thread, whose last one was `seen`, had not seen.
  bool TakePart(unsigned thread, uint64_t& seen);

  // Changes `cost_` by what this time has taken, of which so much was to be expected.
  void LearnCost(uint64_t taken, uint64_t expected);

  // Some microseconds. Threads are interrupted for longer than that.
  static constexpr uint64_t kMostCost = 16'000;

  tbb::task_arena& arena_;
  // Of who shares work.
  std::atomic<bool> taken_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;  // the first
  std::atomic<uint64_t> cost_{3'000};
  // Invited, or here.
  std::atomic<unsigned> members_{0};
  // What all look at all the time, apart from what is written all the time.
  alignas(64) std::atomic<Work*> work_{nullptr};
  std::atomic<uint64_t> number_{0};  // of the work
  std::atomic<unsigned> elsewhere_{0};
  alignas(64) std::atomic<unsigned> working_{0};
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_TEAM_H_
