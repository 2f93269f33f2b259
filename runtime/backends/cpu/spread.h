// Work spread over the threads of the machine.
//
// In:  a function, and how many numbers it is to be called for.
// Out: when Spread returns, it has been called for ranges that are all of them.
// Why: oneTBB, in one place. Its library is compiled without ThreadSanitizer,
//      which sees races in how it passes work on if it sees a part of that; so
//      spread.cc is compiled without, too, and the handing over said here.
#ifndef FACET_RUNTIME_BACKENDS_CPU_SPREAD_H_
#define FACET_RUNTIME_BACKENDS_CPU_SPREAD_H_

#include <cstdint>
#include <memory>

#include "runtime/backends/cpu/pace.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FACET_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif
#endif

namespace facet {

// What happened before a Give happened before what follows a later Take.
class Handover {
 public:
#ifdef FACET_THREAD_SANITIZER
  void Give() { __tsan_release(this); }
  void Take() { __tsan_acquire(this); }
#else
  void Give() {}
  void Take() {}
#endif
};

// What is known of how long the work takes, and learned.
struct Effort {
  KernelPace* pace = nullptr;  // null: nothing
  uint64_t items = 1;          // of each number, in the pace's terms
};

// Calls run(context, first, last), and done(context) on each thread behind its last
// one, also where an exception ends it, and perhaps before. Work without a
// ThreadLimit has all threads. Where others would come too late, one thread begins
// alone, and shares what is left if it takes longer.
void SpreadErased(uint64_t count, Effort effort,
                  void (*run)(void* context, uint64_t first, uint64_t last),
                  void (*done)(void* context), void* context);

// Calls run(first, last), from several threads at once, and done() on each, as
// SpreadErased does.
template <typename F, typename G>
void Spread(uint64_t count, Effort effort, const F& run, const G& done) {
  struct Context {
    const F& run;
    const G& done;
    Handover handover;
  } context{run, done, {}};
  context.handover.Give();
  SpreadErased(
      count, effort,
      [](void* pointer, uint64_t first, uint64_t last) {
        auto& context = *static_cast<Context*>(pointer);
        context.handover.Take();
        context.run(first, last);
        context.handover.Give();
      },
      [](void* pointer) {
        auto& context = *static_cast<Context*>(pointer);
        context.handover.Take();
        context.done();
        context.handover.Give();
      },
      &context);
  context.handover.Take();
}

template <typename F>
void Spread(uint64_t count, const F& run) {
  Spread(count, Effort(), run, [] {});
}

// At most so many threads for what runs within it.
class ThreadLimit {
 public:
  explicit ThreadLimit(unsigned threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

  unsigned threads() const;

  // Calls run(), perhaps on another thread.
  template <typename F>
  void Run(const F& run) {
    struct Context {
      const F& run;
      Handover handover;
    } context{run, {}};
    context.handover.Give();
    RunErased(
        [](void* pointer) {
          auto& context = *static_cast<Context*>(pointer);
          context.handover.Take();
          context.run();
          context.handover.Give();
        },
        &context);
    context.handover.Take();
  }

 private:
  void RunErased(void (*run)(void* context), void* context);

  struct Arena;
  const std::unique_ptr<Arena> arena_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_SPREAD_H_
