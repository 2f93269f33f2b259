// See lane.h.
#include "runtime/backends/cpu/lane.h"

#include <immintrin.h>
#include <x86intrin.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <system_error>
#include <thread>

namespace facet {
namespace {

// Waking a thread costs several microseconds: look around for about as long
// before falling asleep. Pointless if the other one cannot run meanwhile.
constexpr int kSpins = 200;

// Some microseconds: of a thread that goes on to other work, more have passed
// before it waits.
constexpr uint64_t kAtOnce = 16'384;  // cycles

// How long the lane's thread leaves operations to those who wait, who may not come
// this time; and how often it looks for some before it has to be woken again.
constexpr std::chrono::microseconds kNap{200};
constexpr int kNaps = 5;

bool MaySpin() {
  static const bool may = std::thread::hardware_concurrency() > 1;
  return may;
}

}  // namespace

void WaitingHabit::Added(uint64_t number, bool first) {
  const uint64_t now = __rdtsc();
  if (awaited_ != last_ && now - added_ > kAtOnce) Slip();
  last_ = number;
  added_ = now;
  if (first) first_added_ = now;
}

void WaitingHabit::Awaited(uint64_t number) {
  if (number != last_ || awaited_ == number) return;
  awaited_ = number;
  if (__rdtsc() - added_ <= kAtOnce)
    times_ = std::min(times_ + 1, kMost);
  else
    Slip();
}

void WaitingHabit::Slip() { times_ = std::max(times_ - kSlip, 0); }

bool WaitingHabit::MayLeave() const {
  return IsSteady() && __rdtsc() - first_added_ <= kAtOnce;
}

Status Lane::StartThread() {
  try {
    std::thread([self = shared_from_this()] { self->Work(); }).detach();
  } catch (const std::system_error& e) {
    return {StatusCode::kInternal,
            std::string("CPU: starting a thread: ") + e.what()};
  }
  started_ = true;
  return {};
}

Status Lane::Add(std::unique_ptr<CpuOperation> operation, uint64_t* number) {
  if (operation->times) operation->times->submitted = HostNow();
  std::lock_guard lock(mutex_);
  if (!started_)
    if (Status s = StartThread(); !s.ok()) return s;
  operations_.push_back(std::move(operation));
  *number = submitted_.load(std::memory_order_relaxed) + 1;
  submitted_.store(*number, std::memory_order_release);
  habit_.Added(*number, operations_.size() == 1);
  if (IsToWake()) work_.notify_one();
  return {};
}

bool Lane::IsRunning(uint64_t number) {
  std::lock_guard lock(mutex_);
  const uint64_t completed = completed_.load(std::memory_order_relaxed);
  return completed >= number || (busy_ && completed + 1 >= number);
}

// Lets go of the lock for a moment, until ready() or the moment is over.
template <typename Ready>
void Lane::Spin(std::unique_lock<std::mutex>& lock, Ready ready) {
  if (!MaySpin()) return;
  lock.unlock();
  for (int i = 0; i < kSpins && !ready(); ++i) _mm_pause();
  lock.lock();
}

void Lane::RunOne(std::unique_lock<std::mutex>& lock) {
  std::unique_ptr<CpuOperation> operation = std::move(operations_.front());
  operations_.pop_front();
  busy_ = true;
  lock.unlock();
  if (operation->times) operation->times->started = HostNow();
  Status status;
  try {
    status = operation->Run();
  } catch (const std::exception& e) {
    status = {StatusCode::kInternal, std::string("CPU: ") + e.what()};
  } catch (...) {
    status = {StatusCode::kInternal, "CPU: unknown exception"};
  }
  if (operation->times) operation->times->ended = HostNow();
  operation.reset();  // may destroy what it held: not under the lock
  lock.lock();
  busy_ = false;
  const uint64_t number = completed_.load(std::memory_order_relaxed) + 1;
  if (!status.ok()) errors_.emplace_back(number, std::move(status));
  completed_.store(number, std::memory_order_release);
  if (waiting_ > 0) done_.notify_all();
  if (!callbacks_.empty()) CallBack(lock);
}

void Lane::CallBack(std::unique_lock<std::mutex>& lock) {
  const uint64_t completed = completed_.load(std::memory_order_relaxed);
  std::vector<std::function<void()>> ready;
  std::erase_if(callbacks_, [&](auto& entry) {
    if (entry.first > completed) return false;
    ready.push_back(std::move(entry.second));
    return true;
  });
  if (ready.empty()) return;
  lock.unlock();
  for (auto& callback : ready) callback();
  ready.clear();
  lock.lock();
}

void Lane::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (CanRun()) {
      RunOne(lock);
      continue;
    }
    if (closed_ && operations_.empty()) return;
    if (habit_.IsSteady()) Nap(lock);
    if (CanRun()) continue;
    const uint64_t seen = submitted_.load(std::memory_order_relaxed);
    Spin(lock, [&] {
      return submitted_.load(std::memory_order_relaxed) != seen;
    });
    idle_ = true;
    work_.wait(lock, [&] { return CanRun() || (closed_ && operations_.empty()); });
    idle_ = false;
  }
}

// Until there is something to run that nobody waits for, or there was nothing for a
// while.
void Lane::Nap(std::unique_lock<std::mutex>& lock) {
  const auto called = [&] {
    return CanRun() ? !habit_.MayLeave() : closed_ && operations_.empty();
  };
  idle_ = napping_ = true;
  uint64_t seen = submitted_.load(std::memory_order_relaxed);
  for (int quiet = 0; quiet < kNaps && habit_.IsSteady(); ++quiet) {
    if (work_.wait_for(lock, kNap, called)) break;
    const uint64_t now = submitted_.load(std::memory_order_relaxed);
    if (std::exchange(seen, now) != now) quiet = 0;
  }
  idle_ = napping_ = false;
}

void Lane::Wait(uint64_t number) {
  if (IsDone(number) && number != last()) return;
  std::unique_lock lock(mutex_);
  habit_.Awaited(number);
  while (!IsDone(number)) {
    if (CanRun()) {
      RunOne(lock);
      continue;
    }
    const auto done = [&] { return IsDone(number) || CanRun(); };
    Spin(lock, [&] { return IsDone(number); });
    if (done()) continue;
    ++waiting_;
    done_.wait(lock, done);
    --waiting_;
  }
  // The thread may have found the lane busy and gone to sleep.
  if (CanRun() && IsToWake()) work_.notify_one();
}

Status Lane::TakeError(uint64_t number) {
  std::lock_guard lock(mutex_);
  if (errors_.empty() || errors_.front().first > number) return {};
  Status status = std::move(errors_.front().second);
  errors_.erase(errors_.begin());
  return status;
}

void Lane::OnComplete(uint64_t number, std::function<void()> callback) {
  {
    std::lock_guard lock(mutex_);
    if (!IsDone(number)) {
      callbacks_.emplace_back(number, std::move(callback));
      return;
    }
  }
  callback();
}

void Lane::Close() {
  std::lock_guard lock(mutex_);
  closed_ = true;
  work_.notify_one();
}

}  // namespace facet
