// A CUDA stream, and its events; see stream.h.
// CUDA Driver API: "Stream Management", "Event Management", "Execution
// Control".

#include "runtime/backends/cuda/stream.h"

#include <algorithm>
#include <utility>

#include "runtime/backends/cuda/graph.h"
#include "runtime/backends/cuda/launch.h"

namespace facet::cuda {
namespace {

CUdeviceptr Pointer(const void* address) {
  return reinterpret_cast<CUdeviceptr>(address);
}

// The device's context is current.
Status CreateStream(CudaDevice& device, StreamPriority priority,
                    CUstream* stream) {
  const Api& api = device.api();
  if (priority == StreamPriority::kNormal)
    return device.context().ToStatus(
        api.cuStreamCreate(stream, kStreamNonBlocking), "cuStreamCreate");
  int least = 0, greatest = 0;
  Status status = device.context().ToStatus(
      api.cuCtxGetStreamPriorityRange(&least, &greatest),
      "cuCtxGetStreamPriorityRange");
  if (!status.ok()) return status;
  return device.context().ToStatus(
      api.cuStreamCreateWithPriority(
          stream, kStreamNonBlocking,
          priority == StreamPriority::kHigh ? greatest : least),
      "cuStreamCreateWithPriority");
}

}  // namespace

// ------------------------------------------------------------------- Events

Status EventHandle::Record(const CudaDevicePtr& device, CUstream stream,
                           bool timing, EventHandlePtr* handle) {
  CUevent event = nullptr;
  Status status = device->TakeEvent(timing, &event);
  if (!status.ok()) return status;
  *handle = std::make_shared<EventHandle>(device, event, timing);
  return device->context().ToStatus(
      device->api().cuEventRecord(event, stream), "cuEventRecord");
}

Status CudaEvent::Wait() {
  CudaDevice& device = ended_->device();
  ScopedContext current(device.context());
  if (!current.status().ok()) return current.status();
  return device.context().ToStatus(device.api().cuEventSynchronize(handle()),
                                   "cuEventSynchronize");
}

Status CudaEvent::Query(bool* done) {
  CudaDevice& device = ended_->device();
  ScopedContext current(device.context());
  *done = false;
  if (!current.status().ok()) return current.status();
  const CUresult result = device.api().cuEventQuery(handle());
  if (result == CUDA_ERROR_NOT_READY) return Status();
  *done = true;  // with success or with an error
  return device.context().ToStatus(result, "cuEventQuery");
}

void CudaEvent::QueryRunning(bool* running) {
  if (!started_) return;
  CudaDevice& device = started_->device();
  ScopedContext current(device.context());
  if (current.status().ok())
    *running = device.api().cuEventQuery(started_->get()) == CUDA_SUCCESS;
}

Status CudaEvent::GetProfilingTimes(ProfilingTimes* times) {
  if (!started_ || !base_)
    return Status(StatusCode::kInvalidArgument,
                  "the stream was made without profiling");
  CudaDevice& device = ended_->device();
  ScopedContext current(device.context());
  if (!current.status().ok()) return current.status();
  const auto elapsed = [&](CUevent from, CUevent to, uint64_t* ns) {
    float ms = 0;
    const CUresult result = device.api().cuEventElapsedTime(&ms, from, to);
    *ns = ms > 0 ? static_cast<uint64_t>(static_cast<double>(ms) * 1e6) : 0;
    return device.context().ToStatus(result, "cuEventElapsedTime");
  };
  uint64_t until_start = 0, duration = 0;
  Status status = elapsed(base_->event->get(), started_->get(), &until_start);
  if (status.ok()) status = elapsed(started_->get(), handle(), &duration);
  times->started = base_->host_ns + until_start;
  times->ended = times->started + duration;
  times->submitted = std::min(submitted_ns_, times->started);
  return status;
}

// ------------------------------------------------------------------- Stream

Status CudaStream::Create(CudaDevicePtr device, const StreamOptions& options,
                          StreamPtr* stream) {
  ScopedContext current(device->context());
  if (!current.status().ok()) return current.status();
  CUstream handle = nullptr;
  Status status = CreateStream(*device, options.priority, &handle);
  if (!status.ok()) return status;
  auto result = std::make_shared<CudaStream>(std::move(device), handle);
  if (options.profiling) status = result->StartClock();
  if (status.ok()) *stream = std::move(result);
  return status;
}

CudaStream::~CudaStream() {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return;
  device_->api().cuStreamSynchronize(stream_);
  device_->api().cuStreamDestroy_v2(stream_);
}

Status CudaStream::StartClock() {
  auto base = std::make_shared<TimeBase>();
  Status status = EventHandle::Record(device_, stream_, true, &base->event);
  if (!status.ok()) return status;
  status = device_->context().ToStatus(
      device_->api().cuEventSynchronize(base->event->get()),
      "cuEventSynchronize");
  base->host_ns = HostNow();
  base_ = std::move(base);
  return status;
}

template <typename Enqueue>
Status CudaStream::Operation(EventPtr* event, Enqueue enqueue) {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  if (!event) return enqueue();
  const bool timing = base_ != nullptr;
  const uint64_t submitted = timing ? HostNow() : 0;
  EventHandlePtr started, ended;
  Status status;
  if (timing) status = EventHandle::Record(device_, stream_, true, &started);
  if (status.ok()) status = enqueue();
  if (status.ok())
    status = EventHandle::Record(device_, stream_, timing, &ended);
  if (status.ok())
    *event = std::make_shared<CudaEvent>(started, ended, base_, submitted);
  return status;
}

Status CudaStream::LaunchKernel(const KernelPtr& kernel,
                                const LaunchDescription& launch,
                                EventPtr* event) {
  KernelCall call;
  if (Status s = call.Prepare(*device_, *kernel, launch); !s.ok()) return s;
  if (call.empty()) return event ? RecordEvent(event) : Status();
  return Operation(event, [&] {
    if (Status s = call.MakeReady(); !s.ok()) return s;
    return device_->context().ToStatus(
        device_->api().cuLaunchKernel(
            call.function(), call.grid[0], call.grid[1], call.grid[2],
            call.block[0], call.block[1], call.block[2], call.shared_bytes(),
            stream_, call.parameters(), nullptr),
        "cuLaunchKernel");
  });
}

Status CudaStream::Copy(void* to, const void* from, size_t bytes,
                        EventPtr* event) {
  return Operation(event, [&] {
    return bytes == 0 ? Status()
                      : EnqueueCopy(Pointer(to), Pointer(from), bytes);
  });
}

Status CudaStream::Fill(void* to, const void* pattern, size_t pattern_size,
                        size_t bytes, EventPtr* event) {
  return Operation(event, [&] {
    if (bytes == 0) return Status();
    return FillPattern(
        kFillLimits, to, {static_cast<const char*>(pattern), pattern_size},
        bytes,
        [&](char* at, std::span<const char> piece, size_t count, bool) {
          return EnqueueSet(Pointer(at), piece, count);
        },
        [&](char* at, const char* from, size_t count, bool) {
          return EnqueueCopy(Pointer(at), Pointer(from), count);
        });
  });
}

// With unified addressing the driver tells host from device by itself.
Status CudaStream::EnqueueCopy(CUdeviceptr to, CUdeviceptr from,
                               size_t bytes) {
  return device_->context().ToStatus(
      device_->api().cuMemcpyAsync(to, from, bytes, stream_), "cuMemcpyAsync");
}

Status CudaStream::EnqueueSet(CUdeviceptr to, std::span<const char> pattern,
                              size_t bytes) {
  const Api& api = device_->api();
  Context& context = device_->context();
  const unsigned value = MemsetValue(pattern);
  const size_t count = bytes / pattern.size();
  switch (pattern.size()) {
    case 1:
      return context.ToStatus(
          api.cuMemsetD8Async(to, static_cast<unsigned char>(value), count,
                              stream_),
          "cuMemsetD8Async");
    case 2:
      return context.ToStatus(
          api.cuMemsetD16Async(to, static_cast<unsigned short>(value), count,
                               stream_),
          "cuMemsetD16Async");
    default:
      return context.ToStatus(
          api.cuMemsetD32Async(to, value, count, stream_), "cuMemsetD32Async");
  }
}

Status CudaStream::LaunchGraph(DeviceGraph& graph, EventPtr* event) {
  return Operation(event, [&] {
    return static_cast<CudaGraph&>(graph).Launch(stream_);
  });
}

Status CudaStream::RecordEvent(EventPtr* event) {
  return Operation(event, [] { return Status(); });
}

Status CudaStream::WaitFor(const EventPtr& event) {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  return device_->context().ToStatus(
      device_->api().cuStreamWaitEvent(
          stream_, static_cast<CudaEvent&>(*event).handle(), 0),
      "cuStreamWaitEvent");
}

Status CudaStream::Wait() {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  return device_->context().ToStatus(
      device_->api().cuStreamSynchronize(stream_), "cuStreamSynchronize");
}

}  // namespace facet::cuda
