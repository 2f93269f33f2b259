// An in-order OpenCL command queue, and its events; see stream.h.
// OpenCL 3.0 API, sections 5.1 "Command-Queues", 5.6 "SVM", 5.11 "Event
// Objects".

#include "runtime/backends/opencl/stream.h"

#include <algorithm>
#include <span>
#include <utility>

#include "runtime/backends/common/launch_sizes.h"
#include "runtime/backends/common/pattern_fill.h"
#include "runtime/backends/opencl/program.h"
#include "runtime/backends/opencl/status.h"

namespace facet::opencl {

// ------------------------------------------------------------------- Event

OpenClEvent::~OpenClEvent() { device_->api().clReleaseEvent(event_); }

Status OpenClEvent::ExecutionStatus(cl_int* status) const {
  return ToStatus(
      device_->api().clGetEventInfo(event_, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                    sizeof *status, status, nullptr),
      "clGetEventInfo");
}

Status OpenClEvent::Wait() {
  const cl_int error = device_->api().clWaitForEvents(1, &event_);
  if (error == CL_SUCCESS) {
    if (flag_) flag_->Check();
    return Status();
  }
  // The work's own error says more than "an event in the list failed".
  cl_int execution = CL_COMPLETE;
  if (ExecutionStatus(&execution).ok() && execution < 0)
    return ToStatus(execution, "OpenCL command");
  return ToStatus(error, "clWaitForEvents");
}

Status OpenClEvent::Query(bool* done) {
  cl_int execution = CL_QUEUED;
  *done = false;
  if (Status s = ExecutionStatus(&execution); !s.ok()) return s;
  *done = execution <= CL_COMPLETE;
  if (*done && flag_) flag_->Check();
  return execution < 0 ? ToStatus(execution, "OpenCL command") : Status();
}

void OpenClEvent::QueryRunning(bool* running) {
  cl_int execution = CL_QUEUED;
  if (ExecutionStatus(&execution).ok()) *running = execution <= CL_RUNNING;
}

Status OpenClEvent::GetProfilingTimes(ProfilingTimes* times) {
  const auto get = [&](cl_profiling_info what, uint64_t* value) {
    cl_ulong time = 0;
    const cl_int error = device_->api().clGetEventProfilingInfo(
        event_, what, sizeof time, &time, nullptr);
    *value = time;
    return ToStatus(error, "clGetEventProfilingInfo");
  };
  Status status = get(CL_PROFILING_COMMAND_SUBMIT, &times->submitted);
  if (status.ok()) status = get(CL_PROFILING_COMMAND_START, &times->started);
  if (status.ok()) status = get(CL_PROFILING_COMMAND_END, &times->ended);
  return status;
}

// ------------------------------------------------------------------ Stream

namespace {

// By the function of version 1.2, which newer devices have too, unless there is
// a hint to give.
cl_command_queue CreateQueue(OpenClDevice& device, const StreamOptions& options,
                             cl_int* error) {
  const Api& api = device.api();
  const cl_command_queue_properties flags =
      options.profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
  if (options.priority == StreamPriority::kNormal ||
      !api.clCreateCommandQueueWithProperties ||
      !device.HasExtension("cl_khr_priority_hints"))
    return api.clCreateCommandQueue(device.driver().context(), device.id(),
                                    flags, error);
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, flags, CL_QUEUE_PRIORITY_KHR,
      options.priority == StreamPriority::kHigh
          ? cl_queue_properties{CL_QUEUE_PRIORITY_HIGH_KHR}
          : cl_queue_properties{CL_QUEUE_PRIORITY_LOW_KHR},
      0};
  return api.clCreateCommandQueueWithProperties(
      device.driver().context(), device.id(), properties, error);
}

}  // namespace

Status OpenClStream::Create(OpenClDevicePtr device,
                            const StreamOptions& options, StreamPtr* stream) {
  cl_int error = CL_SUCCESS;
  const cl_command_queue queue = CreateQueue(*device, options, &error);
  if (error != CL_SUCCESS) return ToStatus(error, "clCreateCommandQueue");
  *stream = std::make_shared<OpenClStream>(std::move(device), queue);
  return Status();
}

OpenClStream::~OpenClStream() {
  device_->api().clFinish(queue_);
  if (flag_) {
    flag_->Forget();
    flag_->Check();
  }
  device_->api().clReleaseCommandQueue(queue_);
}

Status OpenClStream::Submitted(cl_int error, const char* function,
                               cl_event handle, EventPtr* event) {
  if (error != CL_SUCCESS) return ToStatus(error, function);
  if (event) *event = std::make_shared<OpenClEvent>(device_, handle, flag_);
  if (!in_order_)
    if (Status s = ToStatus(device_->api().clEnqueueBarrierWithWaitList(
                                queue_, 0, nullptr, nullptr),
                            "clEnqueueBarrierWithWaitList");
        !s.ok())
      return s;
  return ToStatus(device_->api().clFlush(queue_), "clFlush");
}

Status OpenClStream::LaunchKernel(const KernelPtr& kernel,
                                  const LaunchDescription& launch,
                                  EventPtr* event) {
  auto& cl_kernel = static_cast<OpenClKernel&>(*kernel);
  const LaunchRange& range = launch.range;
  const uint32_t dimensions = std::clamp(range.dimensions, 1u, 3u);
  if (std::ranges::count(range.global, uint64_t{0}) != 0)
    return event ? RecordEvent(event) : Status();
  size_t global[3], local[3];
  ChooseWorkGroup(range, kernel->info(), device_->info(), local);
  for (int d = 0; d < 3; ++d)
    global[d] = range.may_round_up
                    ? (range.global[d] + local[d] - 1) / local[d] * local[d]
                    : range.global[d];
  const size_t offset[3] = {range.offset[0], range.offset[1], range.offset[2]};
  device_->driver().LetCompilersRun();
  if (cl_kernel.uses_assertion_flag() && !flag_) {
    const auto finish = [this] { device_->api().clFinish(queue_); };
    if (Status s = AssertionFlag::Create(device_, finish, &flag_); !s.ok())
      return s;
  }
  cl_event handle = nullptr;
  std::lock_guard lock(cl_kernel.mutex());
  if (Status s = cl_kernel.SetArguments(
          launch, cl_kernel.uses_assertion_flag() ? flag_.get() : nullptr);
      !s.ok())
    return s;
  const cl_int error = device_->api().clEnqueueNDRangeKernel(
      queue_, cl_kernel.handle(), dimensions, offset, global,
      local[0] != 0 ? local : nullptr, 0, nullptr, event ? &handle : nullptr);
  return Submitted(error, "clEnqueueNDRangeKernel", handle, event);
}

cl_int OpenClStream::EnqueueCopy(void* to, const void* from, size_t bytes,
                                 cl_event* event) {
  const Driver& driver = device_->driver();
  if (driver.usm().complete())
    return driver.usm().copy(queue_, CL_FALSE, to, from, bytes, 0, nullptr,
                             event);
  return driver.api().clEnqueueSVMMemcpy(queue_, CL_FALSE, to, from, bytes, 0,
                                         nullptr, event);
}

cl_int OpenClStream::EnqueueFill(void* to, const void* pattern,
                                 size_t pattern_size, size_t bytes,
                                 cl_event* event) {
  const Driver& driver = device_->driver();
  if (driver.usm().complete())
    return driver.usm().fill(queue_, to, pattern, pattern_size, bytes, 0,
                             nullptr, event);
  return driver.api().clEnqueueSVMMemFill(queue_, to, pattern, pattern_size,
                                          bytes, 0, nullptr, event);
}

Status OpenClStream::Copy(void* to, const void* from, size_t bytes,
                          EventPtr* event) {
  if (bytes == 0) return event ? RecordEvent(event) : Status();
  cl_event handle = nullptr;
  const cl_int error = EnqueueCopy(to, from, bytes, event ? &handle : nullptr);
  return Submitted(error, "OpenCL copy", handle, event);
}

Status OpenClStream::Fill(void* to, const void* pattern, size_t pattern_size,
                          size_t bytes, EventPtr* event) {
  if (bytes == 0) return event ? RecordEvent(event) : Status();
  cl_event handle = nullptr;
  cl_event* const wanted = event ? &handle : nullptr;
  // clEnqueueMemFillINTEL, clEnqueueSVMMemFill.
  const FillLimits limits = {.largest = 128, .aligned = true};
  const Status status = FillPattern(
      limits, to, {static_cast<const char*>(pattern), pattern_size}, bytes,
      [&](char* at, std::span<const char> piece, size_t count, bool last) {
        return ToStatus(EnqueueFill(at, piece.data(), piece.size(), count,
                                    last ? wanted : nullptr),
                        "OpenCL fill");
      },
      [&](char* at, const char* from, size_t count, bool last) {
        cl_int error = CL_SUCCESS;
        if (!in_order_)
          error = device_->api().clEnqueueBarrierWithWaitList(queue_, 0,
                                                              nullptr, nullptr);
        if (error == CL_SUCCESS)
          error = EnqueueCopy(at, from, count, last ? wanted : nullptr);
        return ToStatus(error, "OpenCL fill");
      });
  return status.ok() ? Submitted(CL_SUCCESS, "", handle, event) : status;
}

Status OpenClStream::RecordEvent(EventPtr* event) {
  cl_event handle = nullptr;
  const cl_int error =
      device_->api().clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &handle);
  return Submitted(error, "clEnqueueMarkerWithWaitList", handle, event);
}

Status OpenClStream::WaitFor(const EventPtr& event) {
  const cl_event handle = static_cast<OpenClEvent&>(*event).handle();
  return ToStatus(
      device_->api().clEnqueueBarrierWithWaitList(queue_, 1, &handle, nullptr),
      "clEnqueueBarrierWithWaitList");
}

Status OpenClStream::Wait() {
  const Status status = ToStatus(device_->api().clFinish(queue_), "clFinish");
  if (status.ok() && flag_) flag_->Check();
  return status;
}

}  // namespace facet::opencl
