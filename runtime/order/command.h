// One node of the dependency graph: a kernel, a copy, a host task, a host lock.
//
// In:  what to do, and the commands it comes after.
// Out: the order. A command that comes only after commands of its own device is
//      handed to the driver at once, and the driver orders it. One that comes
//      after something on the host or on another device is held here until that
//      is done.
// Why: back ends know in-order streams only; everything SYCL says about order
//      is in this file, Queue and Buffer.
//
// A command goes kWaiting -> kEnqueued -> kDone. Dependencies always point to
// commands submitted earlier, so there are no cycles and nothing waits forever.
#ifndef FACET_RUNTIME_ORDER_COMMAND_H_
#define FACET_RUNTIME_ORDER_COMMAND_H_

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cpu/checks/state/command_order.h"
#include "runtime/order/stream_slot.h"

namespace facet {

class Command;
class GraphNode;
class Queue;
using CommandPtr = std::shared_ptr<Command>;

using DeviceAction = std::function<Status(Stream&, EventPtr*)>;

// What a command is to a command graph (command_graph.h).
struct GraphRole {
  // A command that was recorded: the node that it became. It never runs.
  std::shared_ptr<GraphNode> node;
  // The end of a graph's execution: whether the graph was made for profiling,
  // and the other commands of the execution if so.
  bool is_execution = false;
  bool profiling = false;
  std::vector<CommandPtr> parts;
};

// What a command does on its device, owned by whoever submits it.
class DeviceWork {
 public:
  virtual ~DeviceWork() = default;
  // Once, under the stream's lock: by the call that submits the command.
  virtual Status Run(const std::shared_ptr<Queue>& queue, Stream& stream,
                     EventPtr* event) = 0;
  // For later.
  virtual DeviceAction Keep(const std::shared_ptr<Queue>& queue) = 0;
};

// A command's place among those that no stream has yet, for its out-of-order
// queue and under that one's lock. They are links, not pointers in a container:
// a command is let go without the queue, and to forget it must not fail.
struct HeldLinks {
  bool listed = false;
  Command* before = nullptr;
  Command* after = nullptr;
};

// Returns the order of commands that are submitted after these by this thread.
std::vector<OrderNodePtr> OrderOf(const std::vector<CommandPtr>& commands);

class Command : public std::enable_shared_from_this<Command> {
 private:
  struct Private {};  // only this class makes commands

 public:
  enum class Kind { kDevice, kHost, kManual };
  Command(Private, Kind kind, std::shared_ptr<Queue> queue);
  ~Command();

  enum class State { kWaiting, kEnqueued, kDone };
  using HostAction = std::function<void()>;

  // Runs on a stream of the queue.
  static CommandPtr OnDevice(std::shared_ptr<Queue> queue, DeviceAction action);
  // `work` is there until Submit returns.
  static CommandPtr OnDevice(std::shared_ptr<Queue> queue, DeviceWork& work);
  // Runs on a thread of the runtime.
  static CommandPtr OnHost(std::shared_ptr<Queue> queue, HostAction action);
  // Becomes kEnqueued when its dependencies are done, and kDone by Finish().
  static CommandPtr Manual();
  // Returns a command of nothing, which is done.
  static CommandPtr Done();
  // Stands for a node of a graph in the events that a recording queue gives.
  static CommandPtr Recorded(std::shared_ptr<GraphNode> node);
  // Done when these events are, which are of a device but of no command.
  static CommandPtr OfEvents(DevicePtr device, std::vector<EventPtr> events);
  // Before Submit. The work is handed to the driver when all that it comes after
  // is done, even if that is of its own device: calls that block until their
  // work is done would block for the others', too.
  void WaitOnHost() { waits_on_host_ = true; }
  // Before Submit. The action is asked for an event of exactly itself, as
  // profiling needs it.
  void WantEvent() { wants_event_ = true; }
  // Before Submit. A command of the queue that comes after it need not be in the
  // same stream.
  void BecomeBarrier() { is_barrier_ = true; }
  // Before Submit. The stream is one of the queue's.
  void RunIn(StreamSlot* slot) { slot_ = slot; }
  // Before Submit. These live until the command is done, although nobody may
  // hold the command.
  void KeepUntilDone(std::vector<std::shared_ptr<const void>> objects) {
    kept_ = std::move(objects);
  }

  // Before Submit. Memory of the runtime's own that the work uses: it may stay
  // for longer, and costs less, see StreamMemory.
  void KeepInStream(std::vector<std::shared_ptr<const void>> memory) {
    stream_memory_ = std::move(memory);
  }

  // Before Submit. The handler of the work's asynchronous errors: that of the
  // queue that it runs in unless set; null for none (see error()).
  void ReportTo(std::shared_ptr<Queue> queue) {
    reporter_ = std::move(queue);
    has_reporter_ = true;
  }

  // Called once. Throws what went wrong if the command could be handed to the
  // driver at once and that failed; later failures are asynchronous.
  // `before` is the command before it in an in-order queue.
  void Submit(const std::vector<CommandPtr>& dependencies,
              const CommandPtr& before = nullptr);
  // Does the same for a command of the device that comes after nothing but what
  // is in its in-order queue's stream. False, and nothing done, if more is in
  // the queue.
  bool SubmitTo(StreamSlot& slot);

  void Wait();
  void WaitUntilEnqueued();
  void Finish(std::exception_ptr error = nullptr);
  bool IsDone();
  // Returns whether it is done as far as that can be told at once. Unlike
  // IsDone, this neither waits nor runs anything.
  bool IsKnownDone();
  // Returns what went wrong with the work, if nobody hears of it; null unless
  // it is done.
  std::exception_ptr error() const;
  State state();
  bool IsRunning();
  // Handed to the driver; maybe done.
  bool IsInStream() const;

  // Returns null for nearly all commands.
  const GraphRole* graph_role() const { return graph_role_.get(); }
  // Before anybody but the submitter has the command.
  void set_graph_role(std::shared_ptr<const GraphRole> role) {
    graph_role_ = std::move(role);
  }

  // Returns what it comes after, as the program says; null if nobody observes
  // that.
  const OrderNodePtr& order() const { return order_; }
  // Before Submit.
  void set_order(OrderNodePtr order) { order_ = std::move(order); }

  const std::shared_ptr<Queue>& queue() const { return queue_; }
  const std::shared_ptr<Queue>& reporter() const {
    return has_reporter_ ? reporter_ : queue_;
  }
  std::vector<CommandPtr> wait_list() const;
  ProfilingTimes GetProfilingTimes();
  // Gives the driver's events, once the command is with the driver; none for
  // commands of the host.
  Status NativeEvents(std::vector<void*>* handles);
  // Returns where it runs, or its events come from; null for commands of the
  // host.
  DevicePtr device() const;
  bool is_host_task() const { return kind_ != Kind::kDevice; }
  // Returns the host task that this thread is running, if any.
  static const Command* RunningHere();
  // Returns the host task that has run and whose captures this thread is
  // destroying.
  static Command* LettingGoHere();
  // Of LettingGoHere(): called by this thread when the task is done. A wait for
  // the task's queue waits for it, too.
  static void WhenDoneHere(std::function<void()> call);
  // Held back until `other` is done, maybe among others.
  bool IsHeldBy(const Command& other) const;

 private:
  friend class ReadyCommands;
  friend class Queue;  // held_links_

  void AddDependency(const CommandPtr& dependency);
  void MakeRoomForNative();
  bool StreamKeepsOrder(Command& before);
  void Release(bool submitting);
  void Run(bool submitting);
  void RunOnHost();
  void RunOnDevice(bool submitting);
  template <typename EnqueueIt>
  bool EnqueueOrFinish(bool submitting, EnqueueIt enqueue);
  Status Enqueue();
  // What is to be let go when the stream's lock is not held any more.
  struct Garbage {
    CommandPtr last;
    std::vector<std::shared_ptr<const void>> memory;
  };
  Status EnqueueLocked(std::span<const EventPtr> others, Garbage* garbage);
  Status RecordEvent();  // under slot_->mutex
  Status EnsureEvent(EventPtr* event);
  void DrainStream();
  void BecomeEnqueued();
  void LeaveQueue();  // under mutex_
  void Arm();
  void FinishFromEvent();

  Status WaitForAdopted();
  bool IsAdoptedDone();
  void PollAdopted(size_t index);

  // Its end is an event's, not a call of Finish.
  bool has_events() const { return is_device() || !adopted_.empty(); }
  bool is_device() const { return kind_ == Kind::kDevice; }

  const Kind kind_;
  std::shared_ptr<Queue> queue_;
  std::shared_ptr<Queue> reporter_;
  bool has_reporter_ = false;  // else it is queue_
  DeviceWork* work_ = nullptr;  // until it is run or kept as device_action_
  DeviceAction device_action_;
  HostAction host_action_;  // gone when it has run
  bool wants_event_ = false;
  bool is_barrier_ = false;
  bool waits_on_host_ = false;
  bool started_ = false;  // the driver has seen some of the work
  unsigned counted_as_ = 0;  // see Queue::CommandStarted
  bool may_be_held_ = false;  // held_links_ were in use
  HeldLinks held_links_;
  std::vector<std::shared_ptr<const void>> kept_;
  std::vector<std::shared_ptr<const void>> stream_memory_;  // until it runs
  std::atomic<int> pending_{1};

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::kWaiting;
  bool armed_ = false;  // FinishFromEvent will be called
  std::exception_ptr error_;
  std::vector<EventPtr> adopted_;  // see OfEvents
  DevicePtr adopted_device_;
  EventPtr event_;  // may come late, see StreamSlot
  StreamSlot* slot_ = nullptr;
  std::vector<CommandPtr> until_enqueued_, until_done_;  // who waits for this
  std::vector<CommandPtr> native_dependencies_;
  size_t most_native_ = 0;  // room that has been made there
  CommandPtr next_ready_;  // in ReadyCommands
  std::vector<std::weak_ptr<Command>> wait_list_;
  std::weak_ptr<Command> before_;
  std::shared_ptr<const GraphRole> graph_role_;
  OrderNodePtr order_;
  ProfilingTimes host_times_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_COMMAND_H_
