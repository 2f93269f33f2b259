// See stream.h.
#include "runtime/backends/cpu/stream.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "runtime/backends/cpu/checks/memory/allocations.h"
#include "runtime/backends/cpu/checks/order/command_turn.h"
#include "runtime/backends/cpu/checks/order/copies.h"
#include "runtime/backends/cpu/checks/state/command_order.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/lane.h"
#include "runtime/backends/cpu/program.h"
#include "runtime/backends/cpu/spread.h"
#include "runtime/backends/cpu/thread_count.h"
#include "runtime/backends/cpu/work_groups.h"

namespace facet {
namespace {

// Everything up to an operation of a lane.
class CpuEvent : public Event {
 public:
  CpuEvent(std::shared_ptr<Lane> lane, uint64_t number,
           std::shared_ptr<const ProfilingTimes> times)
      : lane_(std::move(lane)), number_(number), times_(std::move(times)) {}

  // Before anybody else has the event.
  void set_number(uint64_t number) { number_ = number; }
  void WaitForLane() { lane_->Wait(number_); }
  Status Wait() override {
    WaitForLane();
    std::lock_guard lock(mutex_);
    if (status_.ok()) status_ = lane_->TakeError(number_);
    return status_;
  }
  Status Query(bool* done) override {
    *done = lane_->IsDone(number_);
    return {};
  }
  void QueryRunning(bool* running) override {
    *running = lane_->IsRunning(number_);
  }
  Status GetProfilingTimes(ProfilingTimes* times) override {
    if (!times_)
      return {StatusCode::kInvalidArgument, "CPU: stream without profiling"};
    *times = *times_;
    return {};
  }
  bool OnComplete(std::function<void()> callback) override {
    lane_->OnComplete(number_, std::move(callback));
    return true;
  }

 private:
  const std::shared_ptr<Lane> lane_;
  uint64_t number_;
  const std::shared_ptr<const ProfilingTimes> times_;
  std::mutex mutex_;
  Status status_;
};

class CopyOperation : public CpuOperation {
 public:
  CopyOperation(void* to, const void* from, size_t bytes)
      : to_(to), from_(from), bytes_(bytes) {}
  Status Run() override {
    const CommandTurn turn(command_);
    if (command_) ObserveCopy(command_, to_, from_, bytes_);
    CopyDefinednessOf(to_, from_, bytes_);
    std::memcpy(to_, from_, bytes_);
    return {};
  }

 private:
  void* const to_;
  const void* const from_;
  const size_t bytes_;
  const OrderNodePtr command_ = SubmittingCommand::Current();
};

class FillOperation : public CpuOperation {
 public:
  FillOperation(void* to, const void* pattern, size_t pattern_size,
                size_t bytes)
      : to_(static_cast<char*>(to)),
        pattern_(static_cast<const char*>(pattern),
                 static_cast<const char*>(pattern) + pattern_size),
        bytes_(bytes) {}
  Status Run() override {
    const size_t size = pattern_.size();
    const CommandTurn turn(command_);
    if (command_) ObserveFill(command_, to_, bytes_);
    MakeDefined(to_, bytes_);
    if (size == 1) {
      std::memset(to_, pattern_[0], bytes_);
      return {};
    }
    for (size_t i = 0; i + size <= bytes_; i += size)
      std::memcpy(to_ + i, pattern_.data(), size);
    return {};
  }

 private:
  char* const to_;
  const std::vector<char> pattern_;
  const size_t bytes_;
  const OrderNodePtr command_ = SubmittingCommand::Current();
};

class DiscardOperation : public CpuOperation {
 public:
  DiscardOperation(const void* begin, size_t bytes)
      : begin_(begin), bytes_(bytes) {}
  Status Run() override {
    MakeBufferUndefined(begin_, bytes_);
    return {};
  }

 private:
  const void* const begin_;
  const size_t bytes_;
};

class NoOperation : public CpuOperation {
 public:
  Status Run() override { return {}; }
};

// The awaited operation is in another lane and never waits for this one.
class WaitOperation : public CpuOperation {
 public:
  explicit WaitOperation(EventPtr event) : event_(std::move(event)) {}
  Status Run() override {
    // Its failure is for others to hear of.
    static_cast<CpuEvent&>(*event_).WaitForLane();
    return {};
  }

 private:
  const EventPtr event_;
};

// The range as the kernel's function goes through it.
LaunchRange Turned(LaunchRange range, const CpuKernel& kernel) {
  for (auto* each : {&range.global, &range.local, &range.offset})
    std::swap((*each)[0], (*each)[kernel.turned()]);
  return range;
}

class LaunchOperation : public CpuOperation {
 public:
  LaunchOperation(KernelPtr kernel, const LaunchDescription& launch,
                  std::shared_ptr<ThreadLimit> limit, const void* context)
      : kernel_(std::move(kernel)),
        limit_(std::move(limit)),
        range_(Turned(launch.range, static_cast<const CpuKernel&>(*kernel_))),
        local_memory_bytes_(launch.local_memory_bytes) {
    Pack(launch.arguments);
    const auto& cpu = static_cast<const CpuKernel&>(*kernel_);
    if (!cpu.checked()) return;
    checked_ = std::make_unique<Checked>();
    CheckedLaunch& checked = checked_->launch = *cpu.checked();
    checked.local_parts.assign(launch.local_parts.begin(),
                               launch.local_parts.end());
    checked.arguments = {arguments_, arguments_size_};
    checked.failure = &checked_->failure;
    checked.command = SubmittingCommand::Current();
    if (context) CheckContext(checked, context);
  }
  ~LaunchOperation() override { std::free(own_); }

  Status Run() override {
    const auto& cpu = static_cast<const CpuKernel&>(*kernel_);
    uint64_t local[3] = {range_.local[0], range_.local[1], range_.local[2]};
    // Checks report where in the program's groups something happened.
    const AnyGroup any_group = local_memory_bytes_ == 0 && !checked_
                                   ? cpu.any_group()
                                   : AnyGroup{};
    if (local[0] == 0 || any_group.rows != 0)
      ChooseLocalSize(range_, cpu.info(), any_group,
                      limit_ ? limit_->threads() : CpuThreads(), local);
    if (DefinednessIsTracked())
      MakeDefined(checked_ && checked_->launch.tracks_definedness
                      ? WrittenBy::kHost
                      : WrittenBy::kCodeWithoutChecks);
    const CommandTurn turn(checked_ ? checked_->launch.command : nullptr);
    const auto run = [&] {
      RunWorkGroups({cpu.function(), cpu.is_series()}, arguments_, range_, local,
                    local_memory_bytes_, cpu.pace(),
                    checked_ ? &checked_->launch : nullptr);
    };
    if (limit_)
      limit_->Run(run);
    else
      run();
    if (checked_ && !checked_->failure.IsEmpty())
      return {StatusCode::kKernel, checked_->failure.text()};
    return {};
  }

 private:
  // Arguments as the kernel wants them: each at its natural alignment.
  void Pack(std::span<const KernelArgument> arguments) {
    size_t size = 0;
    for (const KernelArgument& a : arguments)
      size = (size + a.alignment - 1) / a.alignment * a.alignment + a.size;
    constexpr size_t kUnit = FACET_CPU_ARGUMENT_ALIGNMENT;
    if (size > kInline) {
      arguments_ = own_ = static_cast<char*>(
          std::aligned_alloc(kUnit, (size + kUnit - 1) / kUnit * kUnit));
      if (!own_) throw std::bad_alloc();
    } else {
      arguments_ = inline_ + (-reinterpret_cast<uintptr_t>(inline_)) % kUnit;
    }
    size_t at = 0;
    for (const KernelArgument& a : arguments) {
      at = (at + a.alignment - 1) / a.alignment * a.alignment;
      std::memcpy(arguments_ + at, a.data, a.size);
      at += a.size;
    }
    arguments_size_ = at;
  }

  const KernelPtr kernel_;
  const std::shared_ptr<ThreadLimit> limit_;  // null: all threads
  const LaunchRange range_;
  const uint64_t local_memory_bytes_;
  // Aligned by hand: of memory for a type of that alignment, malloc keeps none at
  // hand.
  static constexpr size_t kInline = 256;
  char inline_[kInline + FACET_CPU_ARGUMENT_ALIGNMENT - 1];
  char* arguments_ = nullptr;
  size_t arguments_size_ = 0;
  char* own_ = nullptr;  // where they do not fit
  struct Checked {
    CheckedLaunch launch;
    LaunchFailure failure;
  };
  std::unique_ptr<Checked> checked_;  // null: the kernel is not checked
};

class CpuStream : public Stream {
 public:
  CpuStream(const StreamOptions& options, std::shared_ptr<ThreadLimit> limit)
      : profiling_(options.profiling),
        context_(options.context),
        limit_(std::move(limit)) {}
  ~CpuStream() override { lane_->Close(); }

  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override {
    return Add(
        std::make_unique<LaunchOperation>(kernel, launch, limit_, context_),
        event);
  }
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override {
    return Add(std::make_unique<CopyOperation>(to, from, bytes), event);
  }
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override {
    return Add(
        std::make_unique<FillOperation>(to, pattern, pattern_size, bytes),
        event);
  }
  Status Discard(void* address, size_t bytes) override {
    if (!DefinednessIsTracked()) return {};
    return Add(std::make_unique<DiscardOperation>(address, bytes), nullptr);
  }
  Status RecordEvent(EventPtr* event) override {
    if (profiling_) return Add(std::make_unique<NoOperation>(), event);
    *event = std::make_shared<CpuEvent>(lane_, lane_->last(), nullptr);
    return {};
  }
  Status WaitFor(const EventPtr& event) override {
    return Add(std::make_unique<WaitOperation>(event), nullptr);
  }
  Status Wait() override {
    EventPtr event;
    if (Status s = RecordEvent(&event); !s.ok()) return s;
    return event->Wait();
  }

 private:
  Status Add(std::unique_ptr<CpuOperation> operation, EventPtr* event) {
    std::shared_ptr<ProfilingTimes> times;
    if (profiling_ && event) times = std::make_shared<ProfilingTimes>();
    operation->times = times;
    // Before the operation is added: it cannot be taken back without memory.
    std::shared_ptr<CpuEvent> made;
    if (event) made = std::make_shared<CpuEvent>(lane_, 0, std::move(times));
    uint64_t number = 0;
    if (Status s = lane_->Add(std::move(operation), &number); !s.ok()) return s;
    if (!made) return {};
    made->set_number(number);
    *event = std::move(made);
    return {};
  }

  const bool profiling_;
  const void* const context_;  // null: not known
  const std::shared_ptr<ThreadLimit> limit_;
  const std::shared_ptr<Lane> lane_ = std::make_shared<Lane>();
};

}  // namespace

StreamPtr MakeCpuStream(const StreamOptions& options, unsigned threads) {
  std::shared_ptr<ThreadLimit> limit;
  if (threads != 0) limit = std::make_shared<ThreadLimit>(threads);
  return std::make_shared<CpuStream>(options, std::move(limit));
}

}  // namespace facet
