// See queue.h.
#include "runtime/order/queue.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <new>
#include <utility>

#include "runtime/devices/errors.h"
#include "runtime/order/order_lock.h"
#include "runtime/process/exiting.h"
#include "runtime/process/forked.h"

namespace facet {

namespace {

void RefuseAfterFork() {
  if (Forked())
    Throw(sycl::errc::runtime,
          "this process was made by fork() after SYCL was used; it can only "
          "exec or exit");
}

void Print(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "sycl: error: asynchronous: %s\n", e.what());
  } catch (...) {
    std::fprintf(stderr, "sycl: error: asynchronous: unknown exception\n");
  }
}

}  // namespace

Queue::~Queue() {
  // Drivers would wait for threads that are not here.
  if (Forked()) {
    for (auto& slot : slots_) (void)slot.release();
    return;
  }
  // The program has let the queue go before, and been told what was known then.
  // Its handler may refer to what is no more: whoever comes last does not call
  // it.
  if (handler_)
    for (const std::exception_ptr& error : errors_) Print(error);
  else
    ThrowAsynchronous();
}

// The last command, if it is still owned. Until StreamEndsQueue others
// queue for submit_mutex_.
CommandPtr Queue::TakeLast() {
  if (StreamSlot* slot = only_slot_.load(std::memory_order_acquire)) {
    std::lock_guard lock(slot->mutex);
    if (std::exchange(slot->ends_queue, false)) last_ = slot->last;
  }
  return last_.lock();
}

CommandPtr Queue::LastCommand() {
  {
    std::lock_guard lock(submit_mutex_);
    if (CommandPtr last = TakeLast()) return last;
    if (!HasStream()) return nullptr;
  }
  // Nobody holds it, but the stream may still be at it.
  CommandPtr marker = Command::OnDevice(
      shared_from_this(), [](Stream& stream, EventPtr* event) {
        return event ? stream.RecordEvent(event) : Status();
      });
  Submit(marker, {});
  return marker;
}

void Queue::StreamEndsQueue() {
  StreamSlot* slot = only_slot_.load(std::memory_order_acquire);
  std::lock_guard lock(slot->mutex);
  slot->ends_queue = true;
}

void Queue::Submit(const CommandPtr& command,
                   const std::vector<CommandPtr>& dependencies) {
  RefuseAfterFork();
  if (OrderIsObserved()) NoteOrder(*command, dependencies, /*after_all=*/false);
  if (!options_.in_order) {
    if (!has_barrier_.load(std::memory_order_acquire))
      return command->Submit(dependencies);
    std::vector<CommandPtr> all = dependencies;
    all.push_back(Barrier());
    return command->Submit(all);
  }
  if (dependencies.empty() && !command->is_host_task())
    if (StreamSlot* slot = only_slot_.load(std::memory_order_acquire))
      if (command->SubmitTo(*slot)) return;
  const OrderLock lock(submit_mutex_);
  CommandPtr before = TakeLast();
  // Nobody holds the last command, but the stream may still be at it: that
  // keeps the order among its operations, not towards the host.
  if (!before && command->is_host_task() && HasStream()) {
    before = Command::OnDevice(
        command->queue(), [](Stream& stream, EventPtr* event) {
          return event ? stream.RecordEvent(event) : Status();
        });
    before->Submit({});
  }
  command->Submit(dependencies, before);
  last_ = command;  // a command that could not be submitted is none
  if (command->IsInStream()) StreamEndsQueue();
}

// As the program sees it: whatever the runtime does about it later.
void Queue::NoteOrder(Command& command,
                      const std::vector<CommandPtr>& dependencies,
                      bool after_all) {
  using After = QueueOrder::After;
  std::vector<OrderNodePtr> before = OrderOf(dependencies);
  if (const CommandPtr barrier = Barrier()) before.push_back(barrier->order());
  const After after = after_all           ? After::kAll
                      : options_.in_order ? After::kLast
                                          : After::kGiven;
  command.set_order(order_.Submit(std::move(before), after));
}

void Queue::SubmitBarrier(const CommandPtr& command,
                          std::vector<CommandPtr> dependencies,
                          bool after_all) {
  if (options_.in_order) return Submit(command, dependencies);
  RefuseAfterFork();
  command->BecomeBarrier();
  if (OrderIsObserved()) NoteOrder(*command, dependencies, after_all);
  const OrderLock lock(submit_mutex_);  // of two, one is the first
  dependencies.push_back(Barrier());
  if (after_all)
    for (CommandPtr& open : OpenCommands())
      dependencies.push_back(std::move(open));
  command->Submit(dependencies);
  SetBarrier(command);
}

std::shared_ptr<Graph> Queue::recording() {
  if (!is_recording()) return nullptr;
  std::lock_guard lock(mutex_);
  return recording_.lock();
}

void Queue::SetRecording(const std::shared_ptr<Graph>& graph) {
  std::lock_guard lock(mutex_);
  recording_ = graph;
  is_recording_.store(graph != nullptr, std::memory_order_release);
}

CommandPtr Queue::Barrier() {
  std::lock_guard lock(mutex_);
  return barrier_;
}

void Queue::SetBarrier(CommandPtr command) {
  std::lock_guard lock(mutex_);
  has_barrier_.store(command != nullptr, std::memory_order_release);
  barrier_.swap(command);  // the old one goes without the lock
}

void Queue::NoteHeld(Command& command) {
  std::lock_guard lock(mutex_);
  HeldLinks& links = command.held_links_;
  links = {.listed = true, .before = last_held_, .after = nullptr};
  if (last_held_) last_held_->held_links_.after = &command;
  last_held_ = &command;
}

void Queue::ForgetHeld(Command& command) {
  std::lock_guard lock(mutex_);
  const HeldLinks links = std::exchange(command.held_links_, {});
  if (!links.listed) return;
  (links.after ? links.after->held_links_.before : last_held_) = links.before;
  if (links.before) links.before->held_links_.after = links.after;
}

// What has been submitted and may not be done: commands that no stream had, and
// one behind everything in each stream.
std::vector<CommandPtr> Queue::OpenCommands() {
  std::vector<CommandPtr> open;
  std::vector<StreamSlot*> slots;
  {
    std::lock_guard lock(mutex_);
    // They are forgotten: who comes after this call's caller comes after them.
    while (last_held_) {
      Command& held = *last_held_;
      // Whose last owner is about to forget it has none.
      if (CommandPtr command = held.weak_from_this().lock())
        open.push_back(std::move(command));
      last_held_ = std::exchange(held.held_links_, {}).before;
    }
    for (const auto& slot : slots_) slots.push_back(slot.get());
  }
  for (StreamSlot* slot : slots) {
    CommandPtr end = Command::OnDevice(
        shared_from_this(), [](Stream& stream, EventPtr* event) {
          return event ? stream.RecordEvent(event) : Status();
        });
    end->RunIn(slot);
    end->Submit({});
    open.push_back(std::move(end));
  }
  return open;
}

Status Queue::PickStream(StreamSlot** slot) {
  if (*slot) return {};
  if (options_.in_order && (*slot = only_slot_.load(std::memory_order_acquire)))
    return {};
  std::lock_guard lock(mutex_);
  const size_t limit = options_.in_order || adopted_ ? 1 : kMaxStreams;
  const size_t index = next_slot_++ % limit;
  if (index >= slots_.size()) {
    auto fresh = std::make_unique<StreamSlot>();
    StreamOptions options;
    options.profiling = options_.profiling;
    options.priority = options_.priority;
    options.context = context();
    if (Status s = device_->CreateStream(options, &fresh->stream); !s.ok())
      return s;
    // Drivers may put off what they register until then.
    static const bool noticed = (NoticeExit(), true);
    (void)noticed;
    slots_.push_back(std::move(fresh));
    *slot = slots_.back().get();
    if (options_.in_order) only_slot_.store(*slot, std::memory_order_release);
    return {};
  }
  *slot = slots_[index].get();
  return {};
}

void Queue::Adopt(StreamPtr stream) {
  std::lock_guard lock(mutex_);
  adopted_ = true;
  slots_.push_back(std::make_unique<StreamSlot>());
  slots_.back()->stream = std::move(stream);
  if (options_.in_order)
    only_slot_.store(slots_.back().get(), std::memory_order_release);
}

Status Queue::NativeStream(void** handle) {
  if (!HasStream()) {
    StreamSlot* slot = nullptr;
    if (Status s = PickStream(&slot); !s.ok()) return s;
  }
  std::lock_guard lock(mutex_);
  *handle = slots_.front()->stream->NativeHandle();
  return {};
}

bool Queue::HasStream() {
  std::lock_guard lock(mutex_);
  return !slots_.empty();
}

unsigned Queue::CommandStarted() {
  const unsigned counted_as = counting_.load();
  held_[counted_as].fetch_add(1);
  return counted_as;
}

void Queue::CommandEnqueued(unsigned counted_as) {
  if (held_[counted_as].fetch_sub(1) != 1) return;
  // A waiter either re-reads the counter under the lock or is blocked on the
  // condition variable.
  if (!has_waiters_.load()) return;
  std::lock_guard lock(mutex_);
  idle_.notify_all();
}

void Queue::Wait() {
  RefuseAfterFork();
  const CommandPtr barrier = Barrier();
  {
    // Two that wait: the second one has all to wait for that the first has.
    std::lock_guard one_waits(wait_mutex_);
    has_waiters_.store(true);
    std::unique_lock lock(mutex_);
    const unsigned before = counting_.load(), since = before ^ 1;
    // Some may have read counting_ before the last one who waited changed it.
    idle_.wait(lock, [&] { return held_[since].load() == 0; });
    counting_.store(since);
    idle_.wait(lock, [&] { return held_[before].load() == 0; });
  }
  WaitForStreams();
  if (OrderIsObserved()) order_.NoteHostWait();
  // It is done. There may be another one since.
  if (barrier) {
    std::lock_guard lock(mutex_);
    if (barrier_ == barrier) {
      has_barrier_.store(false);
      barrier_ = nullptr;
    }
  }
}

bool Queue::IsIdle() {
  RefuseAfterFork();
  if (held_[0].load() != 0 || held_[1].load() != 0) return false;
  std::vector<StreamSlot*> slots;
  {
    std::lock_guard lock(mutex_);
    for (const auto& slot : slots_) slots.push_back(slot.get());
  }
  const bool idle = std::all_of(slots.begin(), slots.end(), [](StreamSlot* s) {
    return s->IsIdle();
  });
  // Drivers need a wait for the results to be there, and it collects errors.
  if (idle) WaitForStreams();
  if (idle && OrderIsObserved()) order_.NoteHostWait();
  return idle;
}

void Queue::WaitForStreams() {
  std::vector<StreamSlot*> slots;
  {
    std::lock_guard lock(mutex_);
    for (const auto& slot : slots_) slots.push_back(slot.get());
  }
  for (StreamSlot* slot : slots) {
    // Not under the slot's lock: others may go on submitting.
    EventPtr event;
    Status status;
    StreamMemory used;
    {
      std::lock_guard lock(slot->mutex);
      status = slot->stream->RecordEvent(&event);
      if (status.ok()) used = std::exchange(slot->used, {});
      slot->end = event;
    }
    if (status.ok()) status = event->Wait();
    if (status.ok()) continue;
    slot->KeepWithStream(used.TakeAll());
    AddAsyncError(ToException(status));
    (void)slot->Drain();  // a wait that fails has waited all the same
  }
}

void Queue::AddAsyncError(std::exception_ptr error) {
  if (Exiting()) return;  // maybe because the driver has ended
  try {
    std::lock_guard lock(mutex_);
    errors_.push_back(error);
  } catch (const std::bad_alloc&) {
    Print(error);  // rather than losing it
  }
}

void Queue::ThrowAsynchronous() {
  std::vector<std::exception_ptr> errors;
  {
    std::lock_guard lock(mutex_);
    errors.swap(errors_);
  }
  if (errors.empty()) return;
  // What a handler refers to may be gone, and the exit status is decided.
  if (Exiting()) {
    for (const std::exception_ptr& error : errors) Print(error);
    return;
  }
  if (handler_) return handler_(sycl::exception_list(std::move(errors)));
  for (const std::exception_ptr& error : errors) Print(error);
  std::terminate();
}

std::shared_ptr<Queue> TransferQueue(const DevicePtr& device) {
  static auto* mutex = new std::mutex;
  static auto* queues = new std::map<Device*, std::shared_ptr<Queue>>;
  std::lock_guard lock(*mutex);
  auto& queue = (*queues)[device.get()];
  if (!queue)
    queue = std::make_shared<Queue>(device, QueueOptions{}, nullptr);
  return queue;
}

}  // namespace facet
