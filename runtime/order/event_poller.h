// Calls back when events are done, for drivers that have no callbacks.
//
// In:  events, and what to do when each is done.
// Out: the calls, on threads of HostExecutor.
// Why: a thread that waits for each event costs a thread each, and with most
//      drivers a processor each, as they spin. One thread asks for all of them,
//      the less often the longer an event takes.
#ifndef FACET_RUNTIME_ORDER_EVENT_POLLER_H_
#define FACET_RUNTIME_ORDER_EVENT_POLLER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet {

class EventPoller {
 public:
  static EventPoller& Global();  // never destroyed
  // Also called when the driver fails to tell. Throws std::exception, and does
  // not call, without memory or thread.
  void Add(EventPtr event, std::function<void()> done);

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    EventPtr event;
    std::function<void()> done;
    Clock::time_point since;
  };

  void Work();
  // Calls for those that are done; how long to pause before the next time.
  static Clock::duration Poll(std::vector<Entry>* entries);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> added_;
  bool has_thread_ = false;
};

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_EVENT_POLLER_H_
