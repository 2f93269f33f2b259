// See command_turn.h.
#include "runtime/backends/cpu/checks/order/command_turn.h"

#include <atomic>
#include <chrono>

namespace facet {
namespace {

std::timed_mutex& Mutex() {
  static auto* mutex = new std::timed_mutex;  // commands may run until the end
  return *mutex;
}

std::atomic<bool> one_had_none{false};

}  // namespace

CommandTurn::CommandTurn(const OrderNodePtr& command) {
  if (command)
    lock_ = std::unique_lock(Mutex(), std::chrono::seconds(10));
  if (!lock_.owns_lock()) one_had_none.store(true);
}

bool CommandTurn::AllHadOne() { return !one_had_none.load(); }

}  // namespace facet
