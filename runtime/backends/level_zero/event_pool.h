// Level Zero events of one device, used again.
//
// In:  requests for an event, with or without time stamps.
// Out: events that are not signalled.
// Why: an event is a slot of a pool of fixed size, and creating either costs
//      more than a launch. An event that nobody holds any more is used again
//      only after it has been signalled: the device may still be about to.
//
// Whoever makes a command list wait for an event holds it until that list has
// gone past the wait (LevelZeroStream does).

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_EVENT_POOL_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_EVENT_POOL_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/level_zero/driver.h"

namespace facet::level_zero {

class EventPools {
 public:
  EventPools(std::shared_ptr<Driver> driver, ze_device_handle_t device)
      : driver_(std::move(driver)), device_(device) {}
  ~EventPools();
  EventPools(const EventPools&) = delete;
  EventPools& operator=(const EventPools&) = delete;

  Status Take(bool timestamps, ze_event_handle_t* event);
  // `unused`: no command will ever signal it.
  void Give(bool timestamps, ze_event_handle_t event, bool unused = false);

 private:
  static constexpr uint32_t kPoolSize = 256;
  struct Kind {  // with or without time stamps
    std::vector<ze_event_pool_handle_t> pools;
    uint32_t used = kPoolSize;  // of the last pool
    std::vector<ze_event_handle_t> free;
    std::vector<ze_event_handle_t> pending;  // given back, not signalled yet
  };
  ze_event_handle_t TakeFree(Kind& kind);
  Status Create(bool timestamps, Kind& kind, ze_event_handle_t* event);

  const std::shared_ptr<Driver> driver_;
  const ze_device_handle_t device_;
  std::mutex mutex_;
  Kind kinds_[2];
};

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_EVENT_POOL_H_
