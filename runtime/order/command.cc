// See command.h.
#include "runtime/order/command.h"

#include <algorithm>
#include <new>

#include "runtime/devices/errors.h"
#include "runtime/order/event_poller.h"
#include "runtime/order/order_lock.h"
#include "runtime/order/queue.h"
#include "runtime/process/forked.h"
#include "runtime/process/host_executor.h"

namespace facet {
namespace {

// Of an action that is left: nearly all are gone when they have run.
template <typename Action>
void LetGo(Action action) {
  if (!action) return;
  try {
    DeferredDestruction::LetGo(std::make_shared<Action>(std::move(action)));
  } catch (const std::bad_alloc&) {
    // It goes at once.
  }
}

}  // namespace

Command::Command(Private, Kind kind, std::shared_ptr<Queue> queue)
    : kind_(kind), queue_(std::move(queue)) {}

// Its queue may go with it, which calls the program's handler, and what a task
// that never ran has captured.
Command::~Command() {
  // What it waited for may have gone without an end.
  if (may_be_held_) queue_->ForgetHeld(*this);
  if (!DeferredDestruction::Active()) return;
  DeferredDestruction::LetGo(std::move(queue_));
  DeferredDestruction::LetGo(std::move(reporter_));
  DeferredDestruction::LetGo(std::move(kept_));
  DeferredDestruction::LetGo(std::move(stream_memory_));
  LetGo(std::move(device_action_));
  LetGo(std::move(host_action_));
}

CommandPtr Command::OnDevice(std::shared_ptr<Queue> queue,
                             DeviceAction action) {
  auto command = std::make_shared<Command>(Private(), Kind::kDevice,
                                           std::move(queue));
  command->device_action_ = std::move(action);
  return command;
}

CommandPtr Command::OnDevice(std::shared_ptr<Queue> queue, DeviceWork& work) {
  auto command = std::make_shared<Command>(Private(), Kind::kDevice,
                                           std::move(queue));
  command->work_ = &work;
  return command;
}

CommandPtr Command::OnHost(std::shared_ptr<Queue> queue, HostAction action) {
  auto command = std::make_shared<Command>(Private(), Kind::kHost,
                                           std::move(queue));
  command->host_action_ = std::move(action);
  return command;
}

CommandPtr Command::Manual() {
  return std::make_shared<Command>(Private(), Kind::kManual, nullptr);
}
CommandPtr Command::Done() {
  CommandPtr command = Manual();
  command->state_ = State::kDone;  // nobody else has seen it
  return command;
}

CommandPtr Command::Recorded(std::shared_ptr<GraphNode> node) {
  CommandPtr command = Done();
  auto role = std::make_shared<GraphRole>();
  role->node = std::move(node);
  command->graph_role_ = std::move(role);
  return command;
}

CommandPtr Command::OfEvents(DevicePtr device, std::vector<EventPtr> events) {
  CommandPtr command = Manual();
  command->adopted_ = std::move(events);
  command->adopted_device_ = std::move(device);
  command->Submit({});
  if (command->adopted_.empty()) command->Finish();
  return command;
}

Status Command::WaitForAdopted() {
  Status status;
  for (const EventPtr& event : adopted_)
    if (Status s = event->Wait(); !s.ok()) status = s;
  return status;
}

bool Command::IsAdoptedDone() {
  return std::all_of(adopted_.begin(), adopted_.end(), [](const EventPtr& e) {
    bool done = false;
    return !e->Query(&done).ok() || done;
  });
}

// Calls FinishFromEvent once the events from `index` on are done.
void Command::PollAdopted(size_t index) {
  if (index == adopted_.size()) return FinishFromEvent();
  EventPoller::Global().Add(adopted_[index],
                            [self = shared_from_this(), index] {
                              self->PollAdopted(index + 1);
                            });
}

std::vector<OrderNodePtr> OrderOf(const std::vector<CommandPtr>& commands) {
  std::vector<OrderNodePtr> nodes;
  for (const CommandPtr& command : commands)
    if (command) nodes.push_back(command->order());
  if (const Command* task = Command::RunningHere())
    nodes.push_back(task->order());
  return nodes;
}

void Command::Submit(const std::vector<CommandPtr>& dependencies,
                     const CommandPtr& before) {
  if (!is_device()) host_times_.submitted = HostNow();
  if (OrderIsObserved() && !order_)
    order_ = MakeOrderNode(OrderOf(dependencies));
  wait_list_.reserve(dependencies.size());
  for (const CommandPtr& dependency : dependencies)
    if (dependency) {
      wait_list_.push_back(dependency);
      AddDependency(dependency);
    }
  if (before) {
    before_ = before;
    if (!StreamKeepsOrder(*before)) AddDependency(before);
  }
  // Others take away what they have added; the last is this call's own.
  if (work_ && pending_.load() > 1) {
    device_action_ = work_->Keep(queue_);
    work_ = nullptr;
  }
  if (queue_) counted_as_ = queue_->CommandStarted();
  // Others take away what they have added; a barrier must find it in any case.
  if (queue_ && !queue_->options().in_order &&
      (!is_device() || pending_.load() > 1)) {
    may_be_held_ = true;
    queue_->NoteHeld(*this);
  }
  Release(/*submitting=*/true);
}

bool Command::SubmitTo(StreamSlot& slot) {
  const bool arm = !kept_.empty();
  bool in_stream = true;
  Garbage garbage;
  EnqueueOrFinish(/*submitting=*/true, [&] {
    std::lock_guard lock(slot.mutex);
    if (!(in_stream = slot.ends_queue)) return Status();
    slot_ = &slot;
    state_ = State::kEnqueued;  // nobody else has seen it
    return EnqueueLocked({}, &garbage);
  });
  if (in_stream && arm) Arm();
  return in_stream;
}

// An in-order queue has one stream.
bool Command::StreamKeepsOrder(Command& before) {
  if (!is_device() || !before.is_device()) return false;
  std::lock_guard lock(before.mutex_);
  return before.state_ != State::kWaiting;
}

void Command::AddDependency(const CommandPtr& dependency) {
  const bool native = is_device() && !waits_on_host_ &&
                      dependency->is_device() &&
                      dependency->queue_->device() == queue_->device();
  if (native) MakeRoomForNative();
  std::unique_lock lock(dependency->mutex_);
  if (dependency->state_ == State::kDone) return;
  if (native && dependency->state_ == State::kEnqueued) {
    lock.unlock();
    // Dependencies that are waiting may add themselves at the same time.
    std::lock_guard own_lock(mutex_);
    native_dependencies_.push_back(dependency);
    return;
  }
  auto& waiters =
      native ? dependency->until_enqueued_ : dependency->until_done_;
  waiters.push_back(shared_from_this());
  pending_.fetch_add(1);
  lock.unlock();
  dependency->Arm();
}

// A dependency that becomes enqueued adds itself, and must not fail then.
void Command::MakeRoomForNative() {
  std::lock_guard own_lock(mutex_);
  const size_t room = native_dependencies_.capacity();
  if (++most_native_ > room)
    native_dependencies_.reserve(std::max(most_native_, 2 * room));
}

// Commands that have become ready in what this thread is doing, in their order:
// a list of links in the commands, since nothing here may fail.
class ReadyCommands {
 public:
  ReadyCommands() { here_ = this; }
  ~ReadyCommands() { here_ = nullptr; }
  static ReadyCommands* Here() { return here_; }

  void Add(CommandPtr command) {
    Command* const added = command.get();
    (last_ ? last_->next_ready_ : first_) = std::move(command);
    last_ = added;
  }
  CommandPtr Take() {
    CommandPtr taken = std::move(first_);
    if (!taken) return taken;
    first_ = std::move(taken->next_ready_);
    if (!first_) last_ = nullptr;
    return taken;
  }

 private:
  static inline thread_local ReadyCommands* here_ = nullptr;
  CommandPtr first_;
  Command* last_ = nullptr;
};

// A command that runs may make the next one ready, and that another: chains may
// be long, so they are run one after the other, not one inside the other. What
// they let go may wait for those that are still to run: it goes after them.
void Command::Release(bool submitting) {
  if (pending_.fetch_sub(1) != 1) return;
  if (submitting) return Run(true);
  if (ReadyCommands* here = ReadyCommands::Here())
    return here->Add(shared_from_this());
  const DeferredDestruction deferred;
  ReadyCommands ready;
  ready.Add(shared_from_this());
  while (const CommandPtr command = ready.Take()) try {
      command->Run(false);
    } catch (...) {
      command->Finish(std::current_exception());
    }
}

void Command::Run(bool submitting) {
  if (kind_ == Kind::kManual) return BecomeEnqueued();
  if (is_device()) return RunOnDevice(submitting);
  try {
    HostExecutor::Global().Post(
        [self = shared_from_this()] { self->RunOnHost(); });
  } catch (...) {
    if (!submitting) return Finish(std::current_exception());
    Finish();
    throw;
  }
}

namespace {

// The host task of this thread.
struct TaskHere {
  explicit TaskHere(Command* c) : command(c) { here = this; }
  ~TaskHere() { here = nullptr; }
  static inline thread_local TaskHere* here = nullptr;
  Command* const command;
  bool letting_go = false;
  std::vector<std::function<void()>> when_done;
};

}  // namespace

const Command* Command::RunningHere() {
  return TaskHere::here ? TaskHere::here->command : nullptr;
}

Command* Command::LettingGoHere() {
  return TaskHere::here && TaskHere::here->letting_go ? TaskHere::here->command
                                                      : nullptr;
}

void Command::WhenDoneHere(std::function<void()> call) {
  TaskHere::here->when_done.push_back(std::move(call));
}

void Command::RunOnHost() {
  host_times_.started = HostNow();
  BecomeEnqueued();
  std::exception_ptr error;
  std::vector<std::function<void()>> when_done;
  {
    TaskHere here(this);
    try {
      // A thread that has waited for the command may unload the code of the
      // task, so it goes before that, with what it has captured.
      struct Task {
        HostAction action;
        TaskHere& here;
        ~Task() {
          here.letting_go = true;
          action = nullptr;
          here.letting_go = false;
        }
      } task{std::move(host_action_), here};
      host_action_ = nullptr;
      task.action();
    } catch (...) {
      error = std::current_exception();
    }
    when_done = std::move(here.when_done);
  }
  host_times_.ended = HostNow();
  if (when_done.empty()) return Finish(std::move(error));
  // A waiter for the queue waits for the task and for the calls, too.
  queue_->CountTwice(counted_as_);
  Finish(std::move(error));
  for (const auto& call : when_done) call();
  queue_->CommandEnqueued(counted_as_);
}

// An error while the command is submitted is thrown to the submitter.
template <typename EnqueueIt>
bool Command::EnqueueOrFinish(bool submitting, EnqueueIt enqueue) {
  try {
    ThrowIfFailed(enqueue());
    return true;
  } catch (...) {
    // A part of the work may run, or all of it when only its event or the flush
    // failed. What it uses stays until it has ended.
    if (started_) DrainStream();
    Finish(submitting ? nullptr : std::current_exception());
    if (submitting) throw;
    return false;
  }
}

// Before the command's memory goes although no event says that it is done.
void Command::DrainStream() {
  if (slot_->Drain()) return;
  std::vector<std::shared_ptr<const void>> kept, memory;
  {
    std::lock_guard lock(mutex_);
    kept = std::move(kept_);
    memory = std::move(stream_memory_);
  }
  slot_->KeepWithStream(std::move(kept));
  slot_->KeepWithStream(std::move(memory));
}

void Command::RunOnDevice(bool submitting) {
  const bool enqueued =
      EnqueueOrFinish(submitting, [this] { return Enqueue(); });
  native_dependencies_.clear();
  if (enqueued) BecomeEnqueued();
}

Status Command::Enqueue() {
  for (const CommandPtr& dependency : native_dependencies_)
    if (dependency->queue_ == queue_ && !dependency->is_barrier_)
      slot_ = dependency->slot_;
  if (Status status = queue_->PickStream(&slot_); !status.ok()) return status;
  std::vector<EventPtr> others;  // before slot_'s lock: never two at once
  for (const CommandPtr& dependency : native_dependencies_) {
    if (dependency->slot_ == slot_) continue;
    if (Status s = dependency->EnsureEvent(&others.emplace_back()); !s.ok())
      return s;
  }
  Garbage garbage;
  std::lock_guard lock(slot_->mutex);
  return EnqueueLocked(others, &garbage);
}

// Under slot_->mutex.
Status Command::EnqueueLocked(std::span<const EventPtr> others,
                              Garbage* garbage) {
  Stream& stream = *slot_->stream;
  // The preceding command of the stream, if it is still owned.
  if ((garbage->last = slot_->last.lock())) {
    if (Status s = garbage->last->RecordEvent(); !s.ok()) return s;
    if (slot_->ends_queue) before_ = garbage->last;
  }
  if (!stream_memory_.empty())
    garbage->memory = slot_->used.MakeRoom(stream, stream_memory_.size());
  for (const EventPtr& event : others)
    if (Status s = stream.WaitFor(event); !s.ok()) return s;
  EventPtr event;
  EventPtr* const wanted = wants_event_ ? &event : nullptr;
  started_ = true;
  slot_->end = nullptr;
  const SubmittingCommand submitting(order_);
  Status status = work_ ? work_->Run(queue_, stream, wanted)
                        : device_action_(stream, wanted);
  work_ = nullptr;
  if (!status.ok()) return status;
  slot_->used.Add(stream_memory_);
  slot_->last = weak_from_this();
  if (!event) return status;
  std::lock_guard own_lock(mutex_);
  event_ = std::move(event);
  return status;
}

Status Command::RecordEvent() {
  {
    std::lock_guard lock(mutex_);
    if (event_) return {};
  }
  EventPtr event;
  if (Status s = slot_->stream->RecordEvent(&event); !s.ok()) return s;
  std::lock_guard lock(mutex_);
  event_ = std::move(event);
  return {};
}

// The command has been enqueued.
Status Command::EnsureEvent(EventPtr* event) {
  {
    std::lock_guard lock(mutex_);
    if ((*event = event_)) return {};
  }
  {
    std::lock_guard lock(slot_->mutex);
    if (Status s = RecordEvent(); !s.ok()) return s;
  }
  std::lock_guard lock(mutex_);
  *event = event_;
  return {};
}

void Command::BecomeEnqueued() {
  std::vector<CommandPtr> ready;
  bool arm = false;
  {
    std::lock_guard lock(mutex_);
    state_ = State::kEnqueued;
    if (is_device()) LeaveQueue();
    ready = std::move(until_enqueued_);
    arm = !until_done_.empty() || !kept_.empty();
  }
  changed_.notify_all();
  for (const CommandPtr& command : ready) {
    {
      std::lock_guard lock(command->mutex_);
      command->native_dependencies_.push_back(shared_from_this());
    }
    command->Release(false);
  }
  if (arm) Arm();
}

// Whoever sees the state finds the queue without the command.
void Command::LeaveQueue() {
  if (!queue_) return;
  if (may_be_held_) queue_->ForgetHeld(*this);
  queue_->CommandEnqueued(counted_as_);
}

// Makes sure that Finish is called without anybody waiting for it.
void Command::Arm() {
  {
    std::lock_guard lock(mutex_);
    if (armed_ || state_ != State::kEnqueued || !has_events()) return;
    armed_ = true;
  }
  try {
    if (!adopted_.empty()) return PollAdopted(0);
    EventPtr event;
    auto finish = [self = shared_from_this()] { self->FinishFromEvent(); };
    if (!EnsureEvent(&event).ok())
      HostExecutor::Global().Post(finish);
    else if (!event->OnComplete(finish))
      EventPoller::Global().Add(std::move(event), std::move(finish));
  } catch (const std::exception&) {
    FinishFromEvent();  // no thread or memory to be had
  }
}

void Command::FinishFromEvent() {
  if (!adopted_.empty()) {
    const Status status = WaitForAdopted();
    return Finish(status.ok() ? nullptr : ToException(status));
  }
  EventPtr event;
  Status status = EnsureEvent(&event);
  if (status.ok()) status = event->Wait();
  if (!status.ok())
    DrainStream();
  else
    slot_->EndsWith(weak_from_this(), std::move(event));
  Finish(status.ok() ? nullptr : ToException(status));
}

void Command::Finish(std::exception_ptr error) {
  std::vector<CommandPtr> until_enqueued, until_done;
  std::vector<std::shared_ptr<const void>> kept;
  {
    std::lock_guard lock(mutex_);
    if (state_ == State::kDone) return;
    // A device command is counted until it is enqueued, a host task until done.
    const bool counted = !is_device() || state_ == State::kWaiting;
    // A thread that sees the command complete finds its error. Only its owner
    // keeps it.
    if (error && reporter())
      reporter()->AddAsyncError(std::move(error));
    else
      error_ = std::move(error);
    state_ = State::kDone;
    if (counted) LeaveQueue();
    until_enqueued = std::move(until_enqueued_);
    until_done = std::move(until_done_);
    // What is kept may hold commands, this one too.
    kept = std::move(kept_);
  }
  changed_.notify_all();
  for (const CommandPtr& command : until_enqueued) command->Release(false);
  for (const CommandPtr& command : until_done) command->Release(false);
  DeferredDestruction::LetGo(std::move(kept));
}

void Command::WaitUntilEnqueued() {
  if (Forked()) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ != State::kWaiting; });
}

void Command::Wait() {
  if (Forked()) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return state_ == State::kDone ||
           (state_ == State::kEnqueued && has_events());
  });
  const bool done = state_ == State::kDone;
  lock.unlock();
  if (!done) FinishFromEvent();
  NoteHostWait(order_);
}

}  // namespace facet
