// What a sycl::queue is: streams of one device, and the errors of its commands.
//
// In:  commands.
// Out: their submission, in the order that the queue promises.
#ifndef FACET_RUNTIME_ORDER_QUEUE_H_
#define FACET_RUNTIME_ORDER_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include <sycl/context.hpp>
#include <sycl/exception.hpp>

#include "runtime/backends/backend.h"
#include "runtime/order/command.h"
#include "runtime/program/kernel_cache.h"

namespace facet {

class Context;
class Graph;

// What changes the queue. Other properties are hints, which no driver is told
// yet (runtime/api/api_queue.h has all).
struct QueueOptions {
  bool in_order = false;
  bool profiling = false;
  StreamPriority priority = StreamPriority::kNormal;
};

class Queue : public std::enable_shared_from_this<Queue>, public KernelUser {
 public:
  Queue(DevicePtr device, const QueueOptions& options,
        sycl::async_handler handler)
      : device_(std::move(device)),
        options_(options),
        handler_(std::move(handler)) {}
  ~Queue() override;

  const DevicePtr& device() const { return device_; }
  const QueueOptions& options() const { return options_; }
  // Returns null for those of the runtime's own.
  virtual Context* context() const { return nullptr; }

  // Submits the command; in an in-order queue after the one before it.
  void Submit(const CommandPtr& command,
              const std::vector<CommandPtr>& dependencies);

  // Does the same for a command that all later ones come after, and that comes
  // after all earlier ones if `after_all` says so.
  void SubmitBarrier(const CommandPtr& command,
                     std::vector<CommandPtr> dependencies, bool after_all);
  // Says that the program submits nothing more.
  void ForgetBarrier() { SetBarrier(nullptr); }
  // For Command, in an out-of-order queue: one that no stream has yet, until it
  // is forgotten. Neither fails. To forget another command does nothing.
  void NoteHeld(Command& command);
  void ForgetHeld(Command& command);

  // Of an in-order queue: the last command that was submitted, or one that is
  // done when it is; null if there was none.
  CommandPtr LastCommand();

  // Until everything submitted so far is done.
  void Wait();
  // Returns whether all of it is done, without blocking; then as after Wait().
  bool IsIdle();
  // Those that are with the driver. A command that is still held back owns its
  // program, and what it waits for may be the caller itself.
  void WaitForKernels() override { WaitForStreams(); }
  void AddAsyncError(std::exception_ptr error);
  // Hands collected errors to the handler; without one the program ends, as
  // SYCL 2020, 4.13.1.2 says. Also done when the program lets the queue go.
  void ThrowAsynchronous();

  // Returns the graph that gets what is submitted (command_graph.h); null if it
  // is executed. What a graph's Begin and End set.
  std::shared_ptr<Graph> recording();
  bool is_recording() const {
    return is_recording_.load(std::memory_order_acquire);
  }
  void SetRecording(const std::shared_ptr<Graph>& graph);

  // Before anything is submitted: all commands go to this stream.
  void Adopt(StreamPtr stream);

  // For Command: *slot is kept if it is set.
  Status PickStream(StreamSlot** slot);
  // Gives the driver's queue; of an out-of-order queue, one of its own,
  // always the same.
  Status NativeStream(void** handle);
  // Returns what CommandEnqueued wants.
  unsigned CommandStarted();
  void CommandEnqueued(unsigned counted_as);
  // For a command that is counted: CommandEnqueued has to come once more.
  void CountTwice(unsigned counted_as) { held_[counted_as].fetch_add(1); }

 private:
  void WaitForStreams();
  void NoteOrder(Command& command, const std::vector<CommandPtr>& dependencies,
                 bool after_all);
  CommandPtr Barrier();
  void SetBarrier(CommandPtr command);
  std::vector<CommandPtr> OpenCommands();
  // Independent commands of an out-of-order queue spread over these many.
  static constexpr size_t kMaxStreams = 4;

  const DevicePtr device_;
  const QueueOptions options_;
  const sycl::async_handler handler_;

  bool HasStream();
  bool adopted_ = false;
  CommandPtr TakeLast();
  void StreamEndsQueue();

  QueueOrder order_;  // of what the program submits, if that is observed

  std::mutex submit_mutex_;  // in-order queues: keeps last_ and streams in step
  // Unless the stream's last command is the queue's (StreamSlot). Weak, for
  // commands own their queue. A command that others still have to wait for on
  // the host is owned by what it waits for, or by its thread.
  std::weak_ptr<Command> last_;

  std::mutex mutex_;
  std::condition_variable idle_;
  // Commands that no stream has yet: those from before and since a thread began
  // to wait, who waits for the former only.
  std::atomic<size_t> held_[2] = {0, 0};
  std::atomic<unsigned> counting_{0};
  std::mutex wait_mutex_;
  std::atomic<bool> has_waiters_{false};  // has ever waited
  std::vector<std::unique_ptr<StreamSlot>> slots_;
  std::atomic<StreamSlot*> only_slot_{nullptr};  // of an in-order queue
  size_t next_slot_ = 0;
  std::vector<std::exception_ptr> errors_;

  // Out-of-order queues: what all later commands come after, and what no stream
  // had when it was submitted. The barrier owns its queue, until the program
  // lets that go.
  std::atomic<bool> has_barrier_{false};
  CommandPtr barrier_;
  Command* last_held_ = nullptr;  // the head of a list, see HeldLinks

  std::atomic<bool> is_recording_{false};
  std::weak_ptr<Graph> recording_;  // under mutex_
};

// Returns a queue of the runtime's own, for moving buffers: one per device.
std::shared_ptr<Queue> TransferQueue(const DevicePtr& device);

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_QUEUE_H_
