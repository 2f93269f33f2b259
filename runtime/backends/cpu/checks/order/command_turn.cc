// See command_turn.h.
#include "runtime/backends/cpu/checks/order/command_turn.h"

#include <chrono>

namespace facet {
namespace {

std::timed_mutex& Mutex() {
  static auto* mutex = new std::timed_mutex;  // commands may run until the end
  return *mutex;
}

}  // namespace

CommandTurn::CommandTurn(const OrderNodePtr& command) {
  if (command)
    lock_ = std::unique_lock(Mutex(), std::chrono::seconds(10));
}

}  // namespace facet
