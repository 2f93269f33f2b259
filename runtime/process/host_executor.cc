// See host_executor.h.
#include "runtime/process/host_executor.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include <sycl/exception.hpp>

namespace facet {

using std::chrono::milliseconds;

HostExecutor& HostExecutor::Global() {
  static auto* executor = new HostExecutor([](std::function<void()> run) {
    std::thread(std::move(run)).detach();
  });
  return *executor;
}

size_t HostExecutor::AtOnce() {
  static const size_t threads =
      std::max(8u, 2 * std::thread::hardware_concurrency());
  return threads;
}

void HostExecutor::Post(std::function<void()> task) {
  bool start = false, watch = false;
  uint64_t number = 0;
  {
    std::lock_guard lock(mutex_);
    number = posted_++;
    tasks_.push_back({number, std::move(task)});
    if (Wanting()) {
      start = threads_ < AtOnce();
      watch = !start && !std::exchange(watched_, true);
    }
    if (start) ++threads_, ++starting_;
    if (watched_) late_.notify_one();
  }
  if (watch) StartWatching();
  if (start && !StartThread()) TakeBackUnlessRun(number);
  changed_.notify_one();
}

// No thread could be started for the task.
void HostExecutor::TakeBackUnlessRun(uint64_t number) {
  std::unique_lock lock(mutex_);
  // Those that others are starting may fail as well.
  started_.wait(lock, [this] { return threads_ > starting_ || !starting_; });
  // Those that there are do it when they have done theirs.
  if (threads_ != 0) return;
  const auto own =
      std::find_if(tasks_.begin(), tasks_.end(),
                   [&](const Task& task) { return task.number == number; });
  if (own == tasks_.end()) return;
  const Task taken_back = std::move(*own);  // goes without the lock
  tasks_.erase(own);
  lock.unlock();
  throw sycl::exception(sycl::make_error_code(sycl::errc::runtime),
                        "no thread for host tasks");
}

bool HostExecutor::StartThread() {
  try {
    start_([this] { Work(); });
    return true;
  } catch (const std::exception&) {
    std::lock_guard lock(mutex_);
    --threads_, --starting_;
    started_.notify_all();
    return false;
  }
}

void HostExecutor::Work() {
  const auto has_task = [this] { return !tasks_.empty(); };
  std::unique_lock lock(mutex_);
  --starting_;
  started_.notify_all();
  for (;;) {
    ++idle_;
    if (threads_ <= AtOnce())
      changed_.wait(lock, has_task);
    else
      changed_.wait_for(lock, milliseconds(500), has_task);
    --idle_;
    if (!has_task()) {
      if (threads_ <= AtOnce()) continue;
      --threads_;
      return;
    }
    auto task = std::move(tasks_.front().run);
    tasks_.pop_front();
    ++taken_;
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
  }
}

void HostExecutor::StartWatching() {
  try {
    start_([this] { Watch(); });
  } catch (const std::exception&) {
    std::lock_guard lock(mutex_);
    watched_ = false;  // the next task's turn
  }
}

void HostExecutor::Watch() {
  std::unique_lock lock(mutex_);
  for (;;) {
    late_.wait(lock, [this] { return Wanting() && threads_ >= AtOnce(); });
    const uint64_t taken = taken_;
    const auto patience = milliseconds(1 + threads_ - AtOnce());
    lock.unlock();
    std::this_thread::sleep_for(patience);
    lock.lock();
    if (taken_ != taken || !Wanting()) continue;
    ++threads_, ++starting_;
    lock.unlock();
    StartThread();
    lock.lock();
  }
}

}  // namespace facet
