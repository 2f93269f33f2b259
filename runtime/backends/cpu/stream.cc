// See stream.h.
#include "runtime/backends/cpu/stream.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/backends/cpu/program.h"
#include "runtime/backends/cpu/work_groups.h"

namespace facet {
namespace {

uint64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class CpuEvent : public Event {
 public:
  CpuEvent() { times_.submitted = Now(); }

  void Start() {
    std::lock_guard lock(mutex_);
    running_ = true;
    times_.started = Now();
  }
  void Finish(Status status) {
    std::vector<std::function<void()>> callbacks;
    {
      std::lock_guard lock(mutex_);
      times_.ended = Now();
      status_ = std::move(status);
      done_ = true;
      callbacks.swap(callbacks_);
    }
    changed_.notify_all();
    for (auto& callback : callbacks) callback();
  }

  Status Wait() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_; });
    return status_;
  }
  Status Query(bool* done) override {
    std::lock_guard lock(mutex_);
    *done = done_;
    return {};
  }
  void QueryRunning(bool* running) override {
    std::lock_guard lock(mutex_);
    *running = running_;
  }
  Status GetProfilingTimes(ProfilingTimes* times) override {
    std::lock_guard lock(mutex_);
    *times = times_;
    return {};
  }
  bool OnComplete(std::function<void()> callback) override {
    {
      std::lock_guard lock(mutex_);
      if (!done_) {
        callbacks_.push_back(std::move(callback));
        return true;
      }
    }
    callback();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool running_ = false;
  bool done_ = false;
  Status status_;
  ProfilingTimes times_;
  std::vector<std::function<void()>> callbacks_;
};

// What a stream and its thread share.
struct Lane {
  struct Operation {
    std::function<Status()> run;
    std::shared_ptr<CpuEvent> event;  // may be null
  };
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Operation> operations;
  bool closed = false;
  bool started = false;
};

void Work(const std::shared_ptr<Lane>& lane) {
  std::unique_lock lock(lane->mutex);
  for (;;) {
    lane->changed.wait(
        lock, [&] { return lane->closed || !lane->operations.empty(); });
    if (lane->operations.empty()) return;
    Lane::Operation operation = std::move(lane->operations.front());
    lane->operations.pop_front();
    lock.unlock();
    if (operation.event) operation.event->Start();
    Status status;
    try {
      status = operation.run();
    } catch (const std::exception& e) {
      status = {StatusCode::kInternal, std::string("CPU: ") + e.what()};
    }
    if (operation.event) operation.event->Finish(std::move(status));
    operation = {};  // may destroy what the operation held: not under the lock
    lock.lock();
  }
}

class CpuStream : public Stream {
 public:
  ~CpuStream() override {
    std::lock_guard lock(lane_->mutex);
    lane_->closed = true;
    lane_->changed.notify_one();
  }

  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override;
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override {
    return Add(
        [=] {
          std::memcpy(to, from, bytes);
          return Status();
        },
        event);
  }
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override {
    const char* first = static_cast<const char*>(pattern);
    return Add(
        [=, value = std::vector<char>(first, first + pattern_size)] {
          char* out = static_cast<char*>(to);
          if (value.size() == 1) {
            std::memset(out, value[0], bytes);
            return Status();
          }
          for (size_t i = 0; i + value.size() <= bytes; i += value.size())
            std::memcpy(out + i, value.data(), value.size());
          return Status();
        },
        event);
  }
  Status RecordEvent(EventPtr* event) override {
    return Add([] { return Status(); }, event);
  }
  Status WaitFor(const EventPtr& event) override {
    // The awaited operation is in another lane and never waits for this one.
    return Add([event] { return (void)event->Wait(), Status(); }, nullptr);
  }
  Status Wait() override {
    EventPtr event;
    if (Status s = RecordEvent(&event); !s.ok()) return s;
    return event->Wait();
  }

 private:
  Status Add(std::function<Status()> run, EventPtr* event) {
    std::shared_ptr<CpuEvent> own;
    if (event) *event = own = std::make_shared<CpuEvent>();
    std::lock_guard lock(lane_->mutex);
    if (!lane_->started) {
      try {
        std::thread([lane = lane_] { Work(lane); }).detach();
      } catch (const std::system_error& e) {
        return {StatusCode::kInternal,
                std::string("CPU: starting a thread: ") + e.what()};
      }
      lane_->started = true;
    }
    lane_->operations.push_back({std::move(run), std::move(own)});
    lane_->changed.notify_one();
    return {};
  }

  const std::shared_ptr<Lane> lane_ = std::make_shared<Lane>();
};

// Arguments as the kernel wants them: each at its natural alignment.
std::shared_ptr<char> Pack(std::span<const KernelArgument> arguments) {
  size_t size = 0;
  for (const KernelArgument& a : arguments)
    size = (size + a.alignment - 1) / a.alignment * a.alignment + a.size;
  const size_t unit = FACET_CPU_ARGUMENT_ALIGNMENT;
  const size_t rounded = std::max<size_t>((size + unit - 1) / unit, 1) * unit;
  std::shared_ptr<char> block(
      static_cast<char*>(std::aligned_alloc(unit, rounded)), std::free);
  size_t at = 0;
  for (const KernelArgument& a : arguments) {
    at = (at + a.alignment - 1) / a.alignment * a.alignment;
    std::memcpy(block.get() + at, a.data, a.size);
    at += a.size;
  }
  return block;
}

Status CpuStream::LaunchKernel(const KernelPtr& kernel,
                               const LaunchDescription& launch,
                               EventPtr* event) {
  return Add(
      [kernel, range = launch.range, bytes = launch.local_memory_bytes,
       arguments = Pack(launch.arguments)] {
        const auto& cpu = static_cast<const CpuKernel&>(*kernel);
        uint64_t local[3] = {range.local[0], range.local[1], range.local[2]};
        if (local[0] == 0)
          ChooseLocalSize(range, cpu.info(),
                          std::max(1u, std::thread::hardware_concurrency()),
                          local);
        RunWorkGroups(cpu.function(), arguments.get(), range, local, bytes);
        return Status();
      },
      event);
}

}  // namespace

StreamPtr MakeCpuStream(const StreamOptions&) {
  return std::make_shared<CpuStream>();
}

}  // namespace facet
