// See host_executor.h.
#include "runtime/core/host_executor.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "runtime/core/errors.h"

namespace facet {

using std::chrono::milliseconds;

HostExecutor& HostExecutor::Global() {
  static auto* executor = new HostExecutor;
  return *executor;
}

size_t HostExecutor::AtOnce() {
  static const size_t threads =
      std::max(8u, 2 * std::thread::hardware_concurrency());
  return threads;
}

void HostExecutor::Post(std::function<void()> task) {
  bool start = false, watch = false;
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (Wanting()) {
      start = threads_ < AtOnce();
      watch = !start && !std::exchange(watched_, true);
    }
    if (start) ++threads_, ++starting_;
    if (watched_) late_.notify_one();
  }
  if (watch) StartWatching();
  if (start && !StartThread()) {
    std::lock_guard lock(mutex_);
    // Those that there are do it when they have done theirs.
    if (threads_ != 0) return;
    tasks_.clear();
    Throw(sycl::errc::runtime, "no thread for host tasks");
  }
  changed_.notify_one();
}

bool HostExecutor::StartThread() {
  try {
    std::thread([this] { Work(); }).detach();
    return true;
  } catch (const std::exception&) {
    std::lock_guard lock(mutex_);
    --threads_, --starting_;
    return false;
  }
}

void HostExecutor::Work() {
  const auto has_task = [this] { return !tasks_.empty(); };
  std::unique_lock lock(mutex_);
  --starting_;
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
    auto task = std::move(tasks_.front());
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
    std::thread([this] { Watch(); }).detach();
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
