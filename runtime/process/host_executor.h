// Threads for host tasks and for waiting on drivers that have no callbacks.
//
// In:  tasks.
// Out: each run on a thread.
//
// A task may block on another, however many there are, so a fixed number of
// threads could lock up; one for each task could be thousands. So a few are
// started at once, and one more whenever those that there are take no task for a
// moment, a longer one the more there are. They end when they are idle.
#ifndef FACET_RUNTIME_PROCESS_HOST_EXECUTOR_H_
#define FACET_RUNTIME_PROCESS_HOST_EXECUTOR_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

namespace facet {

class HostExecutor {
 public:
  // Runs a function on a new thread; throws std::exception if there is none.
  using StartFunction = void (*)(std::function<void()> run);

  static HostExecutor& Global();  // never destroyed
  // One that is never destroyed, since its threads use it.
  explicit HostExecutor(StartFunction start) : start_(start) {}

  // Throws errc::runtime if no thread can be had for the task, which is not run
  // then.
  void Post(std::function<void()> task);

  // So many threads are started without delay, and kept.
  static size_t AtOnce();

 private:
  struct Task {
    uint64_t number;
    std::function<void()> run;
  };

  bool Wanting() const { return tasks_.size() > idle_ + starting_; }
  bool StartThread();  // counted already
  void TakeBackUnlessRun(uint64_t number);
  void Work();
  void StartWatching();
  void Watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable started_;  // starting_ has become smaller
  const StartFunction start_;
  std::deque<Task> tasks_;
  uint64_t posted_ = 0;
  size_t idle_ = 0;
  size_t starting_ = 0;
  size_t threads_ = 0;  // also those that are starting
  uint64_t taken_ = 0;  // tasks
  std::condition_variable late_;  // for the thread that watches
  bool watched_ = false;
};

}  // namespace facet

#endif  // FACET_RUNTIME_PROCESS_HOST_EXECUTOR_H_
