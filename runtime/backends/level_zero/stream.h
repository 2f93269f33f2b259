// An immediate Level Zero command list, and its events.
//
// In:  launches, copies and fills.
// Out: their execution in call order; events that wrap ze_event_handle_t.
// Why a barrier before each operation: commands of a list may overlap. Drivers
//      of version 1.9 keep the order by themselves.

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_STREAM_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_STREAM_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/assertion_flag.h"
#include "runtime/backends/level_zero/device.h"

namespace facet::level_zero {

class LevelZeroEvent : public Event {
 public:
  // Takes the event over. `submitted_ns` and `submitted_ticks` are the same
  // moment on the host's and the device's clock; unused without `timestamps`.
  // `flag` may be null.
  LevelZeroEvent(LevelZeroDevicePtr device, ze_event_handle_t event,
                 AssertionFlagPtr flag, bool timestamps, uint64_t submitted_ns,
                 uint64_t submitted_ticks)
      : device_(std::move(device)),
        event_(event),
        flag_(std::move(flag)),
        timestamps_(timestamps),
        submitted_ns_(submitted_ns),
        submitted_ticks_(submitted_ticks) {}
  ~LevelZeroEvent() override { device_->events().Give(timestamps_, event_); }

  Status Wait() override;
  Status Query(bool* done) override;
  Status GetProfilingTimes(ProfilingTimes* times) override;

  ze_event_handle_t handle() const { return event_; }
  // Says that the operation began when `start` was done, and ends with this
  // event.
  void StartWith(EventPtr start) { start_ = std::move(start); }

 private:
  const LevelZeroDevicePtr device_;
  const ze_event_handle_t event_;
  const AssertionFlagPtr flag_;
  const bool timestamps_;
  const uint64_t submitted_ns_;
  const uint64_t submitted_ticks_;
  EventPtr start_;
};

class LevelZeroStream : public Stream {
 public:
  static Status Create(LevelZeroDevicePtr device, const StreamOptions& options,
                       StreamPtr* stream);
  LevelZeroStream(LevelZeroDevicePtr device, ze_command_list_handle_t list,
                  bool profiling, bool in_order)
      : device_(std::move(device)),
        list_(list),
        profiling_(profiling),
        in_order_(in_order) {}
  ~LevelZeroStream() override;

  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override;
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override;
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override;
  Status Prefetch(const void* address, size_t bytes, EventPtr* event) override;
  Status LaunchGraph(DeviceGraph& graph, EventPtr* event) override;
  Status RecordEvent(EventPtr* event) override;
  Status WaitFor(const EventPtr& event) override;
  Status Wait() override;

 private:
  // One operation: after all before it; `append` gets the event to signal, or
  // null.
  template <typename Append>
  Status Operation(EventPtr* event, Append append);
  Status Barrier();
  Status ForgetAwaited();

  const LevelZeroDevicePtr device_;
  const ze_command_list_handle_t list_;
  const bool profiling_;
  const bool in_order_;
  bool empty_ = true;  // since the last barrier
  // Events that the list waits for, or may still wait for (event_pool.h), and
  // one that is done when it has gone past the first `past_` of them.
  std::vector<EventPtr> awaited_;
  EventPtr passed_;
  size_t past_ = 0;
  // Null until a kernel uses it.
  AssertionFlagPtr flag_;
};

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_STREAM_H_
