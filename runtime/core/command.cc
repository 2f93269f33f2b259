// See command.h.
#include "runtime/core/command.h"

#include <chrono>

#include "runtime/core/errors.h"
#include "runtime/core/host_executor.h"
#include "runtime/core/queue.h"
#include "runtime/process/forked.h"

namespace facet {
namespace {

uint64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Command::Command(Private, std::shared_ptr<Queue> queue)
    : queue_(std::move(queue)) {}

CommandPtr Command::OnDevice(std::shared_ptr<Queue> queue,
                             DeviceAction action) {
  auto command = std::make_shared<Command>(Private(), std::move(queue));
  command->device_action_ = std::move(action);
  return command;
}

CommandPtr Command::OnHost(std::shared_ptr<Queue> queue, HostAction action) {
  auto command = std::make_shared<Command>(Private(), std::move(queue));
  command->host_action_ = std::move(action);
  return command;
}

CommandPtr Command::Manual() {
  auto command = std::make_shared<Command>(Private(), nullptr);
  command->manual_ = true;
  return command;
}

void Command::Submit(const std::vector<CommandPtr>& dependencies,
                     const CommandPtr& before) {
  if (!device_action_) host_times_.submitted = Now();
  if (queue_) queue_->CommandStarted();
  for (const CommandPtr& dependency : dependencies)
    if (dependency) {
      wait_list_.push_back(dependency);
      AddDependency(dependency);
    }
  if (before) {
    before_ = before;
    if (!StreamKeepsOrder(*before)) AddDependency(before);
  }
  Release(/*submitting=*/true);
}

// An in-order queue has one stream.
bool Command::StreamKeepsOrder(Command& before) {
  if (!device_action_ || !before.device_action_) return false;
  std::lock_guard lock(before.mutex_);
  return before.state_ != State::kWaiting;
}

void Command::AddDependency(const CommandPtr& dependency) {
  std::unique_lock lock(dependency->mutex_);
  if (dependency->state_ == State::kDone) return;
  const bool native = device_action_ && dependency->device_action_ &&
                      dependency->queue_->device() == queue_->device();
  if (native && dependency->state_ == State::kEnqueued) {
    lock.unlock();
    // Dependencies that are waiting may add themselves at the same time.
    std::lock_guard own_lock(mutex_);
    native_dependencies_.push_back(dependency);
    return;
  }
  pending_.fetch_add(1);
  dependency->waiters_.push_back({shared_from_this(), !native});
  lock.unlock();
  dependency->Arm();
}

void Command::Release(bool submitting) {
  if (pending_.fetch_sub(1) == 1) Run(submitting);
}

void Command::Run(bool submitting) {
  if (manual_) return BecomeEnqueued();
  if (host_action_)
    return HostExecutor::Global().Post(
        [self = shared_from_this()] { self->RunOnHost(); });
  RunOnDevice(submitting);
}

void Command::RunOnHost() {
  host_times_.started = Now();
  BecomeEnqueued();
  std::exception_ptr error;
  try {
    host_action_();
  } catch (...) {
    error = std::current_exception();
  }
  host_times_.ended = Now();
  Finish(error);
}

void Command::RunOnDevice(bool submitting) {
  const Status status = Enqueue();
  native_dependencies_.clear();
  if (status.ok()) return BecomeEnqueued();
  if (!submitting) return Finish(ToException(status));
  Finish();
  ThrowIfFailed(status);
}

Status Command::Enqueue() {
  for (const CommandPtr& dependency : native_dependencies_)
    if (dependency->queue_ == queue_) slot_ = dependency->slot_;
  if (Status status = queue_->PickStream(&slot_); !status.ok()) return status;
  std::vector<EventPtr> others;  // before slot_'s lock: never two at once
  for (const CommandPtr& dependency : native_dependencies_) {
    if (dependency->slot_ == slot_) continue;
    if (Status s = dependency->EnsureEvent(&others.emplace_back()); !s.ok())
      return s;
  }
  std::lock_guard lock(slot_->mutex);
  if (CommandPtr last = slot_->last.lock())
    if (Status s = last->RecordEvent(); !s.ok()) return s;
  slot_->last.reset();
  for (const EventPtr& event : others)
    if (Status s = slot_->stream->WaitFor(event); !s.ok()) return s;
  EventPtr event;
  if (Status s = device_action_(*slot_->stream, wants_event_ ? &event : nullptr);
      !s.ok())
    return s;
  if (!event) {
    slot_->last = weak_from_this();
    return {};
  }
  std::lock_guard own_lock(mutex_);
  event_ = std::move(event);
  return {};
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
    std::vector<Waiter> rest;  // neither has memory without waiters
    for (Waiter& waiter : waiters_) {
      if (waiter.until_done)
        rest.push_back(std::move(waiter));
      else
        ready.push_back(std::move(waiter.command));
    }
    waiters_ = std::move(rest);
    arm = !waiters_.empty() || !kept_.empty();
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
  if (queue_ && device_action_) queue_->CommandEnqueued();
}

// Makes sure that Finish is called without anybody waiting for it.
void Command::Arm() {
  {
    std::lock_guard lock(mutex_);
    if (armed_ || state_ != State::kEnqueued || !device_action_) return;
    armed_ = true;
  }
  EventPtr event;
  if (Status s = EnsureEvent(&event); !s.ok()) return Finish(ToException(s));
  auto finish = [self = shared_from_this()] { self->FinishFromEvent(); };
  if (!event->OnComplete(finish)) HostExecutor::Global().Post(finish);
}

void Command::FinishFromEvent() {
  EventPtr event;
  Status status = EnsureEvent(&event);
  if (status.ok()) status = event->Wait();
  Finish(status.ok() ? nullptr : ToException(status));
}

void Command::Finish(std::exception_ptr error) {
  std::vector<Waiter> waiters;
  std::vector<std::shared_ptr<const void>> kept;
  bool counted = false;
  {
    std::lock_guard lock(mutex_);
    if (state_ == State::kDone) return;
    // A device command is counted until it is enqueued, a host task until done.
    counted = !device_action_ || state_ == State::kWaiting;
    state_ = State::kDone;
    error_ = error;
    waiters = std::move(waiters_);
    // What is kept may hold commands, this one too.
    kept = std::move(kept_);
  }
  if (error && reporter_) reporter_->AddAsyncError(error);
  changed_.notify_all();
  for (const Waiter& waiter : waiters) waiter.command->Release(false);
  if (counted && queue_) queue_->CommandEnqueued();
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
           (state_ == State::kEnqueued && device_action_);
  });
  if (state_ == State::kDone) return;
  lock.unlock();
  FinishFromEvent();
}

Command::State Command::state() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kEnqueued || !device_action_) return state_;
  lock.unlock();
  EventPtr event;
  bool done = false;
  if (!EnsureEvent(&event).ok() || !event->Query(&done).ok() || !done)
    return State::kEnqueued;
  FinishFromEvent();
  return State::kDone;
}

std::exception_ptr Command::error() const {
  std::lock_guard lock(mutex_);
  return error_;
}

bool Command::IsDone() { return state() == State::kDone; }

bool Command::IsRunning() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kEnqueued) return false;
  if (!device_action_) return !manual_;
  lock.unlock();
  EventPtr event;
  bool running = false;
  if (EnsureEvent(&event).ok()) event->QueryRunning(&running);
  return running;
}

std::vector<CommandPtr> Command::wait_list() const {
  std::vector<CommandPtr> list;
  for (const auto& dependency : wait_list_)
    if (auto command = dependency.lock()) list.push_back(std::move(command));
  if (auto command = before_.lock()) list.push_back(std::move(command));
  return list;
}

ProfilingTimes Command::GetProfilingTimes() {
  Wait();
  if (!device_action_) return host_times_;
  EventPtr event;
  ThrowIfFailed(EnsureEvent(&event));
  ProfilingTimes times;
  ThrowIfFailed(event->GetProfilingTimes(&times));
  return times;
}

}  // namespace facet
