// A CUDA stream, and its events.
//
// In:  launches, copies and fills.
// Out: their execution in call order; events that wrap CUevent.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_STREAM_H_
#define FACET_RUNTIME_BACKENDS_CUDA_STREAM_H_

#include <cstdint>
#include <memory>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/device.h"

namespace facet::cuda {

// Owns a CUevent.
class EventHandle {
 public:
  EventHandle(CudaDevicePtr device, CUevent event, bool timing)
      : device_(std::move(device)), event_(event), timing_(timing) {}
  ~EventHandle() { device_->GiveEvent(timing_, event_); }
  EventHandle(const EventHandle&) = delete;
  EventHandle& operator=(const EventHandle&) = delete;

  // Records an event in `stream`. The context is current.
  static Status Record(const CudaDevicePtr& device, CUstream stream,
                       bool timing, std::shared_ptr<EventHandle>* handle);

  CUevent get() const { return event_; }
  CudaDevice& device() const { return *device_; }

 private:
  const CudaDevicePtr device_;
  const CUevent event_;
  const bool timing_;
};
using EventHandlePtr = std::shared_ptr<EventHandle>;

// CUDA measures differences between events only: the moment of one event on the
// host's clock makes times of them. As the difference is a float of
// milliseconds, start and end times lose digits with the stream's age (0.25 ms
// after an hour); their difference does not, it is measured by itself.
struct TimeBase {
  EventHandlePtr event;
  uint64_t host_ns = 0;
};

class CudaEvent : public Event {
 public:
  CudaEvent(EventHandlePtr started, EventHandlePtr ended,
            std::shared_ptr<const TimeBase> base, uint64_t submitted_ns)
      : started_(std::move(started)),
        ended_(std::move(ended)),
        base_(std::move(base)),
        submitted_ns_(submitted_ns) {}

  Status Wait() override;
  Status Query(bool* done) override;
  void QueryRunning(bool* running) override;
  Status GetProfilingTimes(ProfilingTimes* times) override;

  CUevent handle() const { return ended_->get(); }
  void* NativeHandle() const override { return handle(); }

 private:
  const EventHandlePtr started_;  // null without profiling
  const EventHandlePtr ended_;
  const std::shared_ptr<const TimeBase> base_;
  const uint64_t submitted_ns_;
};

class CudaStream : public Stream {
 public:
  static Status Create(CudaDevicePtr device, const StreamOptions& options,
                       StreamPtr* stream);
  CudaStream(CudaDevicePtr device, CUstream stream)
      : device_(std::move(device)), stream_(stream) {}
  ~CudaStream() override;

  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override;
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override;
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override;
  Status LaunchGraph(DeviceGraph& graph, EventPtr* event) override;
  Status RecordEvent(EventPtr* event) override;
  Status WaitFor(const EventPtr& event) override;
  Status Wait() override;
  void* NativeHandle() const override { return stream_; }

 private:
  // One operation: makes the context current, brackets `enqueue` with events
  // when one is asked for.
  template <typename Enqueue>
  Status Operation(EventPtr* event, Enqueue enqueue);
  Status EnqueueSet(CUdeviceptr to, std::span<const char> pattern,
                    size_t bytes);
  Status EnqueueCopy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
  Status StartClock();

  const CudaDevicePtr device_;
  const CUstream stream_;
  std::shared_ptr<const TimeBase> base_;  // null without profiling
};

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_STREAM_H_
