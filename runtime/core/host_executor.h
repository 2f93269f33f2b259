// Threads for host tasks and for waiting on drivers that have no callbacks.
//
// As many threads as there are tasks at once: a task may block on another, so a
// fixed number could lock up. Idle threads are kept.
#ifndef FACET_RUNTIME_CORE_HOST_EXECUTOR_H_
#define FACET_RUNTIME_CORE_HOST_EXECUTOR_H_

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace facet {

class HostExecutor {
 public:
  static HostExecutor& Global();  // never destroyed
  // Throws errc::runtime if no thread can be had for the task.
  void Post(std::function<void()> task);

 private:
  void StartThread();
  void Work();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  size_t idle_ = 0;
  size_t threads_ = 0;
};

}  // namespace facet

#endif  // FACET_RUNTIME_CORE_HOST_EXECUTOR_H_
