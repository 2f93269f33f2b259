// See forked.h.
#include "runtime/process/forked.h"

#include <pthread.h>

#include <atomic>

namespace facet {
namespace {

std::atomic<bool> forked{false};

}  // namespace

bool Forked() { return forked.load(std::memory_order_relaxed); }

void NoteRuntimeInUse() {
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { forked.store(true); });
  (void)registered;
}

}  // namespace facet
