// An in-order OpenCL command queue, and its events.
//
// In:  launches, copies and fills.
// Out: their execution in call order; events that wrap cl_event.

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_STREAM_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_STREAM_H_

#include <memory>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/assertion_flag.h"
#include "runtime/backends/opencl/device.h"

namespace facet::opencl {

class OpenClEvent : public Event {
 public:
  // Takes over the caller's reference. `flag` may be null.
  OpenClEvent(OpenClDevicePtr device, cl_event event, AssertionFlagPtr flag)
      : device_(std::move(device)), event_(event), flag_(std::move(flag)) {}
  ~OpenClEvent() override;

  Status Wait() override;
  Status Query(bool* done) override;
  void QueryRunning(bool* running) override;
  Status GetProfilingTimes(ProfilingTimes* times) override;

  cl_event handle() const { return event_; }
  void* NativeHandle() const override { return event_; }

 private:
  // CL_COMPLETE, CL_RUNNING, ..., or a negative error of the work.
  Status ExecutionStatus(cl_int* status) const;

  const OpenClDevicePtr device_;
  const cl_event event_;
  const AssertionFlagPtr flag_;
};

class OpenClStream : public Stream {
 public:
  static Status Create(OpenClDevicePtr device, const StreamOptions& options,
                       StreamPtr* stream);
  // Takes over the caller's reference of the queue, which keeps the order of its
  // commands or not.
  OpenClStream(OpenClDevicePtr device, cl_command_queue queue,
               bool in_order = true)
      : device_(std::move(device)), queue_(queue), in_order_(in_order) {}
  ~OpenClStream() override;

  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override;
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override;
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override;
  Status RecordEvent(EventPtr* event) override;
  Status WaitFor(const EventPtr& event) override;
  Status Wait() override;
  void* NativeHandle() const override { return queue_; }

 private:
  cl_int EnqueueCopy(void* to, const void* from, size_t bytes, cl_event* event);
  cl_int EnqueueFill(void* to, const void* pattern, size_t pattern_size,
                     size_t bytes, cl_event* event);
  // Flushes, and gives the event to the caller.
  Status Submitted(cl_int error, const char* function, cl_event handle,
                   EventPtr* event);

  const OpenClDevicePtr device_;
  const cl_command_queue queue_;
  const bool in_order_;
  // Null until a kernel uses it.
  AssertionFlagPtr flag_;
};

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_STREAM_H_
