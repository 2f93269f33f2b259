// See host_executor.h.
#include "runtime/core/host_executor.h"

#include <thread>
#include <utility>

namespace facet {

HostExecutor& HostExecutor::Global() {
  static auto* executor = new HostExecutor;
  return *executor;
}

void HostExecutor::Post(std::function<void()> task) {
  bool start = false;
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    start = tasks_.size() > idle_;
  }
  if (start) std::thread([this] { Work(); }).detach();
  changed_.notify_one();
}

void HostExecutor::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [&] { return !tasks_.empty(); });
    --idle_;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
  }
}

}  // namespace facet
