// See host_executor.h.
#include "runtime/core/host_executor.h"

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/core/errors.h"

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
  if (start) StartThread();
  changed_.notify_one();
}

void HostExecutor::StartThread() {
  try {
    std::thread([this] { Work(); }).detach();
  } catch (const std::system_error& e) {
    std::lock_guard lock(mutex_);
    // Those that there are do it when they have done theirs.
    if (threads_ != 0) return;
    tasks_.clear();
    Throw(sycl::errc::runtime,
          std::string("no thread for host tasks: ") + e.what());
  }
  std::lock_guard lock(mutex_);
  ++threads_;
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
