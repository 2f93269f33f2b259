// See command.h.
#include "runtime/core/command.h"

#include <chrono>

#include "runtime/core/errors.h"
#include "runtime/core/host_executor.h"
#include "runtime/core/queue.h"

namespace facet {
namespace {

uint64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Command::Command(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}

CommandPtr Command::OnDevice(std::shared_ptr<Queue> queue,
                             DeviceAction action) {
  CommandPtr command(new Command(std::move(queue)));
  command->device_action_ = std::move(action);
  return command;
}

CommandPtr Command::OnHost(std::shared_ptr<Queue> queue, HostAction action) {
  CommandPtr command(new Command(std::move(queue)));
  command->host_action_ = std::move(action);
  return command;
}

CommandPtr Command::Manual() {
  CommandPtr command(new Command(nullptr));
  command->manual_ = true;
  return command;
}

void Command::Submit(const std::vector<CommandPtr>& dependencies) {
  host_times_.submitted = Now();
  if (queue_) queue_->CommandStarted();
  for (const CommandPtr& dependency : dependencies)
    if (dependency) AddDependency(dependency);
  Release(/*submitting=*/true);
}

void Command::AddDependency(const CommandPtr& dependency) {
  wait_list_.push_back(dependency);
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
  if (manual_) return BecomeEnqueued(nullptr);
  if (host_action_)
    return HostExecutor::Global().Post(
        [self = shared_from_this()] { self->RunOnHost(); });
  RunOnDevice(submitting);
}

void Command::RunOnHost() {
  host_times_.started = Now();
  BecomeEnqueued(nullptr);
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
  EventPtr event;
  const Status status = Enqueue(&event);
  native_dependencies_.clear();
  if (status.ok()) return BecomeEnqueued(std::move(event));
  if (!submitting) return Finish(ToException(status));
  Finish();
  ThrowIfFailed(status);
}

Status Command::Enqueue(EventPtr* event) {
  for (const CommandPtr& dependency : native_dependencies_)
    if (dependency->queue_ == queue_) slot_ = dependency->slot_;
  if (Status status = queue_->PickStream(&slot_); !status.ok()) return status;
  std::lock_guard lock(slot_->mutex);
  for (const CommandPtr& dependency : native_dependencies_) {
    if (dependency->slot_ == slot_) continue;
    if (Status s = slot_->stream->WaitFor(dependency->event_); !s.ok())
      return s;
  }
  return device_action_(*slot_->stream, event);
}

void Command::BecomeEnqueued(EventPtr event) {
  std::vector<CommandPtr> ready;
  bool arm = false;
  {
    std::lock_guard lock(mutex_);
    event_ = std::move(event);
    state_ = State::kEnqueued;
    std::vector<Waiter> rest;
    for (Waiter& waiter : waiters_) {
      if (waiter.until_done)
        rest.push_back(std::move(waiter));
      else
        ready.push_back(std::move(waiter.command));
    }
    waiters_ = std::move(rest);
    arm = !waiters_.empty();
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
  EventPtr event;
  {
    std::lock_guard lock(mutex_);
    if (armed_ || state_ != State::kEnqueued || !event_) return;
    armed_ = true;
    event = event_;
  }
  auto finish = [self = shared_from_this()] { self->FinishFromEvent(); };
  if (!event->OnComplete(finish)) HostExecutor::Global().Post(finish);
}

void Command::FinishFromEvent() {
  const Status status = event_->Wait();
  Finish(status.ok() ? nullptr : ToException(status));
}

void Command::Finish(std::exception_ptr error) {
  std::vector<Waiter> waiters;
  bool counted = false;
  {
    std::lock_guard lock(mutex_);
    if (state_ == State::kDone) return;
    // A device command is counted until it is enqueued, a host task until done.
    counted = !device_action_ || state_ == State::kWaiting;
    state_ = State::kDone;
    waiters = std::move(waiters_);
  }
  if (error && queue_) queue_->AddAsyncError(error);
  changed_.notify_all();
  for (const Waiter& waiter : waiters) waiter.command->Release(false);
  if (counted && queue_) queue_->CommandEnqueued();
}

void Command::WaitUntilEnqueued() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ != State::kWaiting; });
}

void Command::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return state_ == State::kDone || (state_ == State::kEnqueued && event_);
  });
  if (state_ == State::kDone) return;
  lock.unlock();
  FinishFromEvent();
}

Command::State Command::state() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kEnqueued || !event_) return state_;
  lock.unlock();
  bool done = false;
  if (!event_->Query(&done).ok() || !done) return State::kEnqueued;
  FinishFromEvent();
  return State::kDone;
}

bool Command::IsDone() { return state() == State::kDone; }

bool Command::IsRunning() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kEnqueued) return false;
  if (!event_) return !manual_;
  lock.unlock();
  bool running = false;
  event_->QueryRunning(&running);
  return running;
}

std::vector<CommandPtr> Command::wait_list() const {
  std::vector<CommandPtr> list;
  for (const auto& dependency : wait_list_)
    if (auto command = dependency.lock()) list.push_back(std::move(command));
  return list;
}

ProfilingTimes Command::GetProfilingTimes() {
  Wait();
  if (!event_) return host_times_;
  ProfilingTimes times;
  ThrowIfFailed(event_->GetProfilingTimes(&times));
  return times;
}

}  // namespace facet
