// See exiting.h.
#include "runtime/process/exiting.h"

#include <atomic>
#include <cstdlib>

namespace facet {
namespace {

std::atomic<bool> exiting{false};

}  // namespace

bool Exiting() { return exiting.load(std::memory_order_relaxed); }

void NoticeExit() {
  std::atexit([] { exiting.store(true); });
  std::at_quick_exit([] { exiting.store(true); });
}

}  // namespace facet
