// See spread.h.
#include "runtime/backends/cpu/spread.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace facet {

void SpreadErased(uint64_t count,
                  void (*run)(void* context, uint64_t first, uint64_t last),
                  void* context) {
  tbb::parallel_for(tbb::blocked_range<uint64_t>(0, count),
                    [=](const tbb::blocked_range<uint64_t>& part) {
                      run(context, part.begin(), part.end());
                    });
}

struct ThreadLimit::Arena : tbb::task_arena {
  using tbb::task_arena::task_arena;
};

ThreadLimit::ThreadLimit(unsigned threads)
    : arena_(std::make_unique<Arena>(static_cast<int>(threads))) {}

ThreadLimit::~ThreadLimit() = default;

unsigned ThreadLimit::threads() const { return arena_->max_concurrency(); }

void ThreadLimit::RunErased(void (*run)(void* context), void* context) {
  arena_->execute([=] { run(context); });
}

}  // namespace facet
