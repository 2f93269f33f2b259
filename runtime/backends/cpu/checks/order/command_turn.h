// Commands whose accesses are observed, one after the other.
//
// In:  a command that is observed.
// Out: its turn.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_COMMAND_TURN_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_COMMAND_TURN_H_

#include <mutex>

#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {

// As long as the object lives, no other command is observed: whether two of them
// race follows from what orders them, not from when they happen to run. A command
// may wait for another one in its kernel, which no device promises to run at the
// same time: after ten seconds it has its turn all the same.
class CommandTurn {
 public:
  // command: null if nobody observes it.
  explicit CommandTurn(const OrderNodePtr& command);

  // Returns whether no command has run beside another one.
  static bool AllHadOne();

 private:
  std::unique_lock<std::timed_mutex> lock_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_COMMAND_TURN_H_
