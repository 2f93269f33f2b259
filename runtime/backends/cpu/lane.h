// Operations of one CPU stream, run one after the other.
//
// In:  operations, from any thread.
// Out: their execution, by the lane's thread or by whoever waits for them.
// Why: a thread that waits has nothing better to do than the work it waits
//      for; handing a short kernel to another thread costs more than the kernel.
#ifndef FACET_RUNTIME_BACKENDS_CPU_LANE_H_
#define FACET_RUNTIME_BACKENDS_CPU_LANE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet {

class CpuOperation {
 public:
  virtual ~CpuOperation() = default;
  virtual Status Run() = 0;  // may throw

  std::shared_ptr<ProfilingTimes> times;  // null: nobody wants them
};

// Whether whoever adds operations waits for them at once, as in
// queue.parallel_for(…).wait(): seen in what was done before. Then nobody else need
// be woken. A thread that is interrupted before it waits does not lose the habit by
// it. Not thread-safe.
class WaitingHabit {
 public:
  // `first`: there is nothing else to be run.
  void Added(uint64_t number, bool first);
  // The operation of this number is waited for.
  void Awaited(uint64_t number);
  // Whether it is time enough if a waiting thread comes for what there is to be run.
  bool MayLeave() const;
  bool IsSteady() const { return times_ >= kSteady; }

 private:
  static constexpr int kSteady = 16;
  static constexpr int kMost = 32;
  static constexpr int kSlip = 8;

  void Slip();

  int times_ = 0;  // less what was not waited for
  uint64_t last_ = 0;
  uint64_t awaited_ = 0;
  // Of the processor's counter.
  uint64_t added_ = 0;
  uint64_t first_added_ = 0;
};

class Lane : public std::enable_shared_from_this<Lane> {
 public:
  // Operations are numbered from 1. Starts the lane's thread the first time.
  Status Add(std::unique_ptr<CpuOperation> operation, uint64_t* number);
  // Returns the number of the last operation added.
  uint64_t last() const { return submitted_.load(std::memory_order_acquire); }
  bool IsDone(uint64_t number) const {
    return completed_.load(std::memory_order_acquire) >= number;
  }
  bool IsRunning(uint64_t number);
  // Runs operations, or waits for those that run, until this one is done.
  void Wait(uint64_t number);
  // Returns the first failure up to this operation that nobody has been told
  // yet. So failures of operations that nobody looks at are not lost.
  Status TakeError(uint64_t number);
  void OnComplete(uint64_t number, std::function<void()> callback);
  // No more operations; the thread ends after those there are.
  void Close();

 private:
  Status StartThread();
  void Work();
  bool CanRun() const { return !busy_ && !operations_.empty(); }
  void RunOne(std::unique_lock<std::mutex>& lock);
  bool IsToWake() const { return idle_ && !(napping_ && habit_.MayLeave()); }
  void Nap(std::unique_lock<std::mutex>& lock);
  void CallBack(std::unique_lock<std::mutex>& lock);
  template <typename Ready>
  void Spin(std::unique_lock<std::mutex>& lock, Ready ready);

  std::mutex mutex_;
  std::condition_variable work_;  // for the lane's thread
  std::condition_variable done_;  // for those who wait
  std::deque<std::unique_ptr<CpuOperation>> operations_;
  std::atomic<uint64_t> submitted_{0};
  std::atomic<uint64_t> completed_{0};
  bool busy_ = false;  // a thread is in RunOne
  bool idle_ = false;  // the thread sleeps, or:
  bool napping_ = false;  // it looks around by itself from time to time
  WaitingHabit habit_;
  int waiting_ = 0;    // threads that sleep in Wait
  bool started_ = false;
  bool closed_ = false;
  std::vector<std::pair<uint64_t, Status>> errors_;
  std::vector<std::pair<uint64_t, std::function<void()>>> callbacks_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_LANE_H_
