// See stream.h.
// oneAPI Level Zero Specification, "Command Queues and Command Lists",
// "Synchronization Primitives".

#include "runtime/backends/level_zero/stream.h"

#include <algorithm>
#include <utility>

#include "runtime/backends/level_zero/fill.h"
#include "runtime/backends/level_zero/graph.h"
#include "runtime/backends/level_zero/program.h"
#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {
// ------------------------------------------------------------------- Event

Status LevelZeroEvent::Wait() {
  const Status status =
      ToStatus(device_->api().zeEventHostSynchronize(event_, UINT64_MAX),
               "zeEventHostSynchronize");
  if (status.ok() && flag_) flag_->Check();
  return status;
}

Status LevelZeroEvent::Query(bool* done) {
  const ze_result_t result = device_->api().zeEventQueryStatus(event_);
  *done = result != ZE_RESULT_NOT_READY;  // with success or with an error
  if (result == ZE_RESULT_SUCCESS && flag_) flag_->Check();
  return *done ? ToStatus(result, "zeEventQueryStatus") : Status();
}

Status LevelZeroEvent::GetProfilingTimes(ProfilingTimes* times) {
  if (!timestamps_)
    return Status(StatusCode::kInvalidArgument,
                  "the stream was made without profiling");
  ze_kernel_timestamp_result_t result{};
  Status status =
      ToStatus(device_->api().zeEventQueryKernelTimestamp(event_, &result),
               "zeEventQueryKernelTimestamp");
  if (!status.ok()) return status;
  const DeviceTraits& traits = device_->traits();
  // Time stamps have few bits and start again at 0; differences do not mind.
  const auto since = [&](uint64_t ticks, uint64_t from) -> uint64_t {
    const uint64_t passed = (ticks - from) & traits.kernel_time_mask;
    if (traits.timer_hz == 0) return passed;
    return static_cast<uint64_t>(static_cast<double>(passed) * 1e9 /
                                 static_cast<double>(traits.timer_hz));
  };
  times->submitted = submitted_ns_;
  times->started =
      submitted_ns_ + since(result.global.kernelStart, submitted_ticks_);
  times->ended = times->started +
                 since(result.global.kernelEnd, result.global.kernelStart);
  if (!start_) return Status();
  ProfilingTimes start;
  status = start_->GetProfilingTimes(&start);
  times->submitted = start.submitted;
  times->started = std::min(start.ended, times->ended);
  return status;
}

// ------------------------------------------------------------------- Stream

namespace {

ze_command_queue_priority_t PriorityOf(StreamPriority priority) {
  switch (priority) {
    case StreamPriority::kNormal: return ZE_COMMAND_QUEUE_PRIORITY_NORMAL;
    case StreamPriority::kLow: return ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_LOW;
    case StreamPriority::kHigh: return ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH;
  }
  return ZE_COMMAND_QUEUE_PRIORITY_NORMAL;
}

}  // namespace

Status LevelZeroStream::Create(LevelZeroDevicePtr device,
                               const StreamOptions& options,
                               StreamPtr* stream) {
  if (!device->traits().has_compute)
    return Status(StatusCode::kNotSupported,
                  "'" + device->info().name + "' has no queue for kernels");
  const bool in_order = device->driver().api_version() >= kVersionOfInOrder;
  ze_command_queue_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
  description.ordinal = device->traits().compute_ordinal;
  description.flags = in_order ? kQueueFlagInOrder : 0;
  description.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  description.priority = PriorityOf(options.priority);
  ze_command_list_handle_t list = nullptr;
  Status status = ToStatus(
      device->api().zeCommandListCreateImmediate(
          device->driver().context(), device->handle(), &description, &list),
      "zeCommandListCreateImmediate");
  if (!status.ok()) return status;
  *stream = std::make_shared<LevelZeroStream>(std::move(device), list,
                                              options.profiling, in_order);
  return Status();
}

LevelZeroStream::~LevelZeroStream() {
  (void)Wait();
  device_->api().zeCommandListDestroy(list_);
}

Status LevelZeroStream::Barrier() {
  if (in_order_ || std::exchange(empty_, false)) return Status();
  return ToStatus(
      device_->api().zeCommandListAppendBarrier(list_, nullptr, 0, nullptr),
      "zeCommandListAppendBarrier");
}

template <typename Append>
Status LevelZeroStream::Operation(EventPtr* event, Append append) {
  if (Status s = Barrier(); !s.ok()) return s;
  if (!event) return append(nullptr);
  ze_event_handle_t handle = nullptr;
  if (Status s = device_->events().Take(profiling_, &handle); !s.ok()) return s;
  uint64_t host = 0, ticks = 0, submitted = 0;
  Status status;
  if (profiling_) {
    status = ToStatus(device_->api().zeDeviceGetGlobalTimestamps(
                          device_->handle(), &host, &ticks),
                      "zeDeviceGetGlobalTimestamps");
    submitted = HostNow();
  }
  if (status.ok()) status = append(handle);
  if (!status.ok()) {
    device_->events().Give(profiling_, handle, /*unused=*/true);
    return status;
  }
  *event = std::make_shared<LevelZeroEvent>(device_, handle, flag_, profiling_,
                                            submitted, ticks);
  return Status();
}

Status LevelZeroStream::LaunchKernel(const KernelPtr& kernel,
                                     const LaunchDescription& launch,
                                     EventPtr* event) {
  auto& ze_kernel = static_cast<LevelZeroKernel&>(*kernel);
  if (std::ranges::count(launch.range.global, uint64_t{0}) != 0)
    return event ? RecordEvent(event) : Status();
  const AssertionFlag* flag = nullptr;
  if (ze_kernel.uses_assertion_flag()) {
    // Drivers print when a thread has waited for the event of the kernel.
    if (!flag_)
      if (Status s = AssertionFlag::Create(device_, nullptr, &flag_); !s.ok())
        return s;
    flag = flag_.get();
  }
  std::lock_guard lock(ze_kernel.mutex());
  ze_group_count_t groups{};
  if (Status s = ze_kernel.Prepare(launch, flag, &groups); !s.ok()) return s;
  return Operation(event, [&](ze_event_handle_t signal) {
    return ToStatus(
        device_->api().zeCommandListAppendLaunchKernel(
            list_, ze_kernel.handle(), &groups, signal, 0, nullptr),
        "zeCommandListAppendLaunchKernel");
  });
}

Status LevelZeroStream::Copy(void* to, const void* from, size_t bytes,
                             EventPtr* event) {
  if (bytes == 0) return event ? RecordEvent(event) : Status();
  return Operation(event, [&](ze_event_handle_t signal) {
    return ToStatus(device_->api().zeCommandListAppendMemoryCopy(
                        list_, to, from, bytes, signal, 0, nullptr),
                    "zeCommandListAppendMemoryCopy");
  });
}

Status LevelZeroStream::Fill(void* to, const void* pattern, size_t pattern_size,
                             size_t bytes, EventPtr* event) {
  if (bytes == 0) return event ? RecordEvent(event) : Status();
  return Operation(event, [&](ze_event_handle_t signal) {
    return AppendFill(
        *device_, list_, [this] { return Barrier(); }, to,
        {static_cast<const char*>(pattern), pattern_size}, bytes, signal);
  });
}

// Times of the graph are from one event to another: drivers say nothing of an
// event of all of it.
Status LevelZeroStream::LaunchGraph(DeviceGraph& graph, EventPtr* event) {
  ze_command_list_handle_t list = static_cast<LevelZeroGraph&>(graph).list();
  const auto append = [&](ze_event_handle_t signal) {
    return ToStatus(
        device_->api().zeCommandListImmediateAppendCommandListsExp(
            list_, 1, &list, signal, 0, nullptr),
        "zeCommandListImmediateAppendCommandListsExp");
  };
  if (!event || !profiling_) return Operation(event, append);
  EventPtr start;
  if (Status s = RecordEvent(&start); !s.ok()) return s;
  if (Status s = Operation(nullptr, append); !s.ok()) return s;
  if (Status s = RecordEvent(event); !s.ok()) return s;
  static_cast<LevelZeroEvent&>(**event).StartWith(std::move(start));
  return Status();
}

Status LevelZeroStream::Prefetch(const void* address, size_t bytes,
                                 EventPtr* event) {
  if (Status s = Barrier(); !s.ok()) return s;
  Status status = ToStatus(device_->api().zeCommandListAppendMemoryPrefetch(
                               list_, address, bytes),
                           "zeCommandListAppendMemoryPrefetch");
  return status.ok() && event ? RecordEvent(event) : status;
}

// A barrier itself is after all commands before it.
Status LevelZeroStream::RecordEvent(EventPtr* event) {
  empty_ = true;  // no barrier before a barrier
  return Operation(event, [&](ze_event_handle_t signal) {
    return ToStatus(
        device_->api().zeCommandListAppendBarrier(list_, signal, 0, nullptr),
        "zeCommandListAppendBarrier");
  });
}

Status LevelZeroStream::WaitFor(const EventPtr& event) {
  if (Status s = ForgetAwaited(); !s.ok()) return s;
  ze_event_handle_t handle = static_cast<LevelZeroEvent&>(*event).handle();
  Status status = ToStatus(
      device_->api().zeCommandListAppendBarrier(list_, nullptr, 1, &handle),
      "zeCommandListAppendBarrier");
  if (!status.ok()) return status;
  awaited_.push_back(event);
  empty_ = true;  // it is a barrier itself
  return status;
}

Status LevelZeroStream::ForgetAwaited() {
  constexpr size_t kMany = 64;
  bool done = false;
  if (passed_) {
    if (Status s = passed_->Query(&done); !s.ok()) return s;
    if (!done) return Status();
    passed_.reset();
    awaited_.erase(awaited_.begin(), awaited_.begin() + past_);
  }
  if (awaited_.size() < kMany) return Status();
  past_ = awaited_.size();
  return RecordEvent(&passed_);
}

Status LevelZeroStream::Wait() {
  EventPtr event;
  if (Status s = RecordEvent(&event); !s.ok()) return s;
  Status status = event->Wait();
  if (status.ok()) {
    awaited_.clear();
    passed_.reset();
  }
  return status;
}

}  // namespace facet::level_zero
