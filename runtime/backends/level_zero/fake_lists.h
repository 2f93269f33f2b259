// The lists of commands of the fake Level Zero driver, and the events that order
// them.
//
// Commands of an immediate list run at once, or while `hold` is set when
// RunHeld() is called; those of another list when one executes it. Only the
// driver includes this.
#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FAKE_LISTS_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FAKE_LISTS_H_

#include <level_zero/ze_api.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace {

struct FakeEvent {
  bool signalled = false;
  uint64_t start = 0, end = 0;
};
FakeEvent* Get(ze_event_handle_t event) {
  return reinterpret_cast<FakeEvent*>(event);
}

// Of all that follows.
std::recursive_mutex mutex;

// Device ticks are 100 ns; time stamps of kernels have 8 bits.
uint64_t ticks = 250;
bool hold = false;

std::deque<std::function<bool()>>& Held() {
  static auto* held = new std::deque<std::function<bool()>>;
  return *held;
}

// Until the first command that waits for an event of the future.
void RunHeld() {
  std::lock_guard lock(mutex);
  while (!Held().empty() && Held().front()()) Held().pop_front();
}

// A list that is no immediate one: its commands run when one executes it.
struct FakeList {
  std::vector<std::function<void()>> commands;
  bool closed = false;
};
int lists = 0;
FakeList immediate;  // stands for all immediate ones
FakeList* Get(ze_command_list_handle_t list) {
  auto* const fake = reinterpret_cast<FakeList*>(list);
  return fake == &immediate ? nullptr : fake;
}

// If the call is not one that fails.
ze_result_t Append(ze_result_t result, ze_command_list_handle_t list,
                   ze_event_handle_t signal, uint32_t waits,
                   const ze_event_handle_t* events,
                   std::function<void()> work) {
  if (result != ZE_RESULT_SUCCESS) return result;
  std::lock_guard lock(mutex);
  if (FakeList* const open = Get(list)) {
    if (open->closed || signal || waits) return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    open->commands.push_back(std::move(work));
    return ZE_RESULT_SUCCESS;
  }
  std::deque<ze_event_handle_t> wanted(events, events + (events ? waits : 0));
  Held().push_back([=] {
    for (ze_event_handle_t event : wanted)
      if (!Get(event)->signalled) return false;
    const uint64_t start = ++ticks;
    work();
    ticks += 3;
    if (signal) {
      *Get(signal) = {true, start & 0xff, ticks & 0xff};
    }
    return true;
  });
  if (!hold) RunHeld();
  return ZE_RESULT_SUCCESS;
}

}  // namespace

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_FAKE_LISTS_H_
