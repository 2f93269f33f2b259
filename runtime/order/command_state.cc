// What a command tells of itself: see command.h.
#include <set>

#include "runtime/devices/errors.h"
#include "runtime/order/command.h"
#include "runtime/order/queue.h"

namespace facet {

DevicePtr Command::device() const {
  return queue_ && is_device() ? queue_->device() : adopted_device_;
}

bool Command::IsHeldBy(const Command& other) const {
  std::vector<CommandPtr> open = wait_list();
  std::set<const Command*> visited = {this};
  while (!open.empty()) {
    const CommandPtr command = std::move(open.back());
    open.pop_back();
    if (command.get() == &other) return true;
    if (!visited.insert(command.get()).second) continue;
    {
      std::lock_guard lock(command->mutex_);
      if (command->state_ != State::kWaiting) continue;
    }
    for (CommandPtr& before : command->wait_list())
      open.push_back(std::move(before));
  }
  return false;
}

Status Command::NativeEvents(std::vector<void*>* handles) {
  for (const EventPtr& event : adopted_)
    handles->push_back(event->NativeHandle());
  if (is_host_task()) return {};
  WaitUntilEnqueued();
  if (!slot_) return {};  // it failed before
  EventPtr event;
  Status status = EnsureEvent(&event);
  if (status.ok()) handles->push_back(event->NativeHandle());
  return status;
}

Command::State Command::state() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kEnqueued || !has_events()) return state_;
  lock.unlock();
  if (!adopted_.empty() && !IsAdoptedDone()) return State::kEnqueued;
  if (!adopted_.empty()) {
    FinishFromEvent();
    return State::kDone;
  }
  EventPtr event;
  bool done = false;
  Status status = EnsureEvent(&event);
  if (status.ok()) status = event->Query(&done);
  if (status.ok() && !done) return State::kEnqueued;
  // Done, or it has failed: who asks again and again has to see an end.
  FinishFromEvent();
  return State::kDone;
}

std::exception_ptr Command::error() const {
  std::lock_guard lock(mutex_);
  return error_;
}

bool Command::IsInStream() const {
  std::lock_guard lock(mutex_);
  return is_device() && state_ != State::kWaiting;
}

bool Command::IsKnownDone() {
  {
    std::lock_guard lock(mutex_);
    if (state_ != State::kEnqueued || !has_events())
      return state_ == State::kDone;
  }
  if (!adopted_.empty()) return IsAdoptedDone();
  EventPtr event;
  bool done = false;
  return EnsureEvent(&event).ok() && event->Query(&done).ok() && done;
}

bool Command::IsDone() {
  const bool done = state() == State::kDone;
  if (done) NoteHostWait(order_);
  return done;
}

bool Command::IsRunning() {
  std::unique_lock lock(mutex_);
  if (state_ != State::kEnqueued) return false;
  if (!is_device()) return kind_ == Kind::kHost;
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
  if (!is_device()) return host_times_;
  if (!slot_)
    Throw(sycl::errc::invalid,
          "event: the command failed before it reached the device, which has no "
          "times of it");
  EventPtr event;
  ThrowIfFailed(EnsureEvent(&event));
  ProfilingTimes times;
  ThrowIfFailed(event->GetProfilingTimes(&times));
  return times;
}

}  // namespace facet
