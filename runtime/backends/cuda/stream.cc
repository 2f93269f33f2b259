// A CUDA stream, and its events; see stream.h.
// CUDA Driver API: "Stream Management", "Event Management", "Execution
// Control".

#include "runtime/backends/cuda/stream.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "runtime/backends/cuda/program.h"

namespace facet::cuda {
namespace {

uint64_t HostNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

CUdeviceptr Pointer(const void* address) {
  return reinterpret_cast<CUdeviceptr>(address);
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
  Status status = device->context().ToStatus(
      device->api().cuStreamCreate(&handle, kStreamNonBlocking),
      "cuStreamCreate");
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
  auto& cuda_kernel = static_cast<CudaKernel&>(*kernel);
  const LaunchRange& range = launch.range;
  if (std::ranges::count(range.global, uint64_t{0}) != 0)
    return event ? RecordEvent(event) : Status();
  unsigned grid[3], block[3];
  Status status =
      ChooseGrid(range, kernel->info(), device_->limits(), grid, block);
  if (!status.ok()) return status;
  void* few[11];
  std::vector<void*> many;
  const size_t count = launch.arguments.size();
  if (count + 3 > std::size(few)) many.resize(count + 3);
  void** const parameters = many.empty() ? few : many.data();
  for (size_t i = 0; i < count; ++i)
    parameters[i] = const_cast<void*>(launch.arguments[i].data);
  // For kernels that take the offset.
  for (int d = 0; d < 3; ++d)
    parameters[count + d] = const_cast<uint64_t*>(&range.offset[d]);
  return Operation(event, [&] {
    CudaKernel* launched = &cuda_kernel;
    if (std::ranges::any_of(range.offset, [](uint64_t o) { return o != 0; }))
      if (Status s = cuda_kernel.WithOffset(&launched); !s.ok()) return s;
    if (Status s = launched->ReserveSharedMemory(launch.local_memory_bytes);
        !s.ok())
      return s;
    return device_->context().ToStatus(
        device_->api().cuLaunchKernel(
            launched->function(), grid[0], grid[1], grid[2], block[0],
            block[1], block[2],
            static_cast<unsigned>(launch.local_memory_bytes), stream_,
            parameters, nullptr),
        "cuLaunchKernel");
  });
}

Status CudaStream::Copy(void* to, const void* from, size_t bytes,
                        EventPtr* event) {
  return Operation(event, [&] {
    if (bytes == 0) return Status();
    // With unified addressing the driver tells host from device by itself.
    return device_->context().ToStatus(
        device_->api().cuMemcpyAsync(Pointer(to), Pointer(from), bytes,
                                     stream_),
        "cuMemcpyAsync");
  });
}

Status CudaStream::Fill(void* to, const void* pattern, size_t pattern_size,
                        size_t bytes, EventPtr* event) {
  return Operation(event, [&] {
    return bytes == 0 ? Status()
                      : EnqueueFill(Pointer(to),
                                    static_cast<const unsigned char*>(pattern),
                                    pattern_size, bytes);
  });
}

Status CudaStream::EnqueueFill(CUdeviceptr to, const unsigned char* pattern,
                               size_t pattern_size, size_t bytes) {
  const Api& api = device_->api();
  Context& context = device_->context();
  if (std::all_of(pattern, pattern + pattern_size,
                  [&](unsigned char c) { return c == *pattern; }))
    return context.ToStatus(api.cuMemsetD8Async(to, *pattern, bytes, stream_),
                            "cuMemsetD8Async");
  if (to % pattern_size == 0 && pattern_size == 2) {
    uint16_t value;
    std::memcpy(&value, pattern, sizeof value);
    return context.ToStatus(api.cuMemsetD16Async(to, value, bytes / 2, stream_),
                            "cuMemsetD16Async");
  }
  if (to % pattern_size == 0 && pattern_size == 4) {
    uint32_t value;
    std::memcpy(&value, pattern, sizeof value);
    return context.ToStatus(api.cuMemsetD32Async(to, value, bytes / 4, stream_),
                            "cuMemsetD32Async");
  }
  return FillByCopies(to, pattern, pattern_size, bytes);
}

// Other patterns: the first one by single memsets, whose values travel in the
// calls (a copy from the caller's bytes would need them after this call), then
// copies of what is there, twice as much each time.
Status CudaStream::FillByCopies(CUdeviceptr to, const unsigned char* pattern,
                                size_t pattern_size, size_t bytes) {
  const Api& api = device_->api();
  Context& context = device_->context();
  Status status;
  for (size_t at = 0; at < pattern_size && status.ok();) {
    uint32_t word;
    const bool whole = (to + at) % 4 == 0 && pattern_size - at >= 4;
    if (whole) std::memcpy(&word, pattern + at, sizeof word);
    status = context.ToStatus(
        whole ? api.cuMemsetD32Async(to + at, word, 1, stream_)
              : api.cuMemsetD8Async(to + at, pattern[at], 1, stream_),
        "cuMemsetAsync");
    at += whole ? 4 : 1;
  }
  for (size_t done = pattern_size; done < bytes && status.ok();) {
    const size_t next = std::min(done, bytes - done);
    status = context.ToStatus(api.cuMemcpyAsync(to + done, to, next, stream_),
                              "cuMemcpyAsync");
    done += next;
  }
  return status;
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
