// Commands that fail when a part of their work is with the driver already: what
// they use stays until the device has finished with it.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/memory/buffer.h"
#include "runtime/order/command.h"
#include "runtime/order/queue.h"
#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

// A device whose work goes on until the test ends it.
struct Work {
  std::shared_ptr<FakeEvent> end = std::make_shared<FakeEvent>(false);
  std::atomic<int> failing_events{0};  // so many are not recorded
  std::atomic<bool> waits_fail{false};
  std::atomic<bool> stream_gone{false};
  std::atomic<int> waits{0};
};

class WorkingStream : public FakeStream {
 public:
  explicit WorkingStream(Work& work) : work_(work) {}
  ~WorkingStream() override { work_.stream_gone = true; }
  Status RecordEvent(EventPtr* event) override {
    if (!event) return {};
    if (work_.failing_events > 0) {
      --work_.failing_events;
      return {StatusCode::kInternal, "no event"};
    }
    *event = work_.end;
    return {};
  }
  Status Wait() override {
    ++work_.waits;
    if (work_.waits_fail) return {StatusCode::kInternal, "no wait"};
    return work_.end->Wait();
  }

 private:
  Work& work_;
};

class WorkingDevice : public FakeDevice {
 public:
  explicit WorkingDevice(Work& work) : work_(work) {}
  Status CreateStream(const StreamOptions&, StreamPtr* stream) override {
    *stream = std::make_shared<WorkingStream>(work_);
    return {};
  }

 private:
  Work& work_;
};

constexpr int kEvery = 1 << 30;

class FailedCommand : public testing::Test {
 protected:
  // Its first operation starts, its second fails.
  CommandPtr HalfWay() {
    auto command = Command::OnDevice(queue_, [this](Stream& s, EventPtr*) {
      started_ = true;
      EXPECT_TRUE(s.LaunchKernel(nullptr, {}, nullptr).ok());
      return Status(StatusCode::kInternal, "the second kernel");
    });
    return Keeping(std::move(command));
  }
  CommandPtr WithoutMemory() {
    return Command::OnDevice(queue_, [this](Stream& s, EventPtr* e) {
      started_ = true;
      return s.LaunchKernel(nullptr, {}, e);
    });
  }
  CommandPtr Whole() { return Keeping(WithoutMemory()); }
  CommandPtr Keeping(CommandPtr command) {
    auto memory = std::make_shared<int>(1);
    memory_ = memory;
    command->KeepUntilDone({std::move(memory)});
    return command;
  }
  // The memory is there until the work ends, and goes then.
  void MemoryGoesWithTheWork() {
    while (!started_) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(memory_.expired());
    ended_ = true;
    work_.end->Finish();
    for (int i = 0; i < 2000 && !memory_.expired(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(memory_.expired());
  }
  // On another thread: the call waits for the work.
  std::thread SubmittingFails(CommandPtr command) {
    return std::thread([this, command = std::move(command)]() mutable {
      EXPECT_THROW(queue_->Submit(command, {}), sycl::exception);
      EXPECT_TRUE(ended_);
    });
  }
  void TearDown() override { work_.end->Finish(); }

  Work work_;
  int handled_ = 0;
  std::shared_ptr<Queue> queue_ = std::make_shared<Queue>(
      std::make_shared<WorkingDevice>(work_), QueueOptions{},
      [this](sycl::exception_list list) { handled_ += list.size(); });
  std::atomic<bool> started_{false};
  std::weak_ptr<int> memory_;
  std::atomic<bool> ended_{false};  // the work
};

TEST_F(FailedCommand, InItsSecondKernel) {
  std::thread submitting = SubmittingFails(HalfWay());
  MemoryGoesWithTheWork();
  submitting.join();
}

TEST_F(FailedCommand, WithItsOwnEvent) {
  work_.failing_events = 1;
  auto command = Whole();
  command->WantEvent();
  std::thread submitting = SubmittingFails(std::move(command));
  MemoryGoesWithTheWork();
  submitting.join();
  EXPECT_EQ(work_.waits, 0);  // another event served
}

TEST_F(FailedCommand, WithoutAnyEvent) {
  work_.failing_events = kEvery;
  std::thread submitting = SubmittingFails(HalfWay());
  MemoryGoesWithTheWork();
  submitting.join();
  EXPECT_EQ(work_.waits, 1);
}

// Nothing tells when the work ends, except that its stream can be destroyed.
TEST_F(FailedCommand, WithoutAnyWait) {
  work_.failing_events = kEvery;
  work_.waits_fail = true;
  EXPECT_THROW(queue_->Submit(HalfWay(), {}), sycl::exception);
  EXPECT_FALSE(memory_.expired());
  auto observer = memory_;
  EXPECT_FALSE(work_.stream_gone);
  queue_.reset();
  EXPECT_TRUE(work_.stream_gone);
  EXPECT_TRUE(observer.expired());
}

// The submission is over, the event that was to tell when it is done is not had.
TEST_F(FailedCommand, WithTheEventOfItsEnd) {
  for (const int events : {1, 2, 3, kEvery}) {
    work_.end = std::make_shared<FakeEvent>(false);
    started_ = false;
    work_.failing_events = events;
    queue_->Submit(Whole(), {});
    MemoryGoesWithTheWork();
    work_.failing_events = 0;
    queue_->Wait();
  }
}

TEST_F(FailedCommand, ThatWasHeldBack) {
  auto gate = Command::Manual();
  gate->Submit({});
  auto command = HalfWay();
  queue_->Submit(command, {gate});
  std::atomic<bool> after{false};
  queue_->Submit(Command::OnHost(queue_, [&] { after = true; }), {command});
  std::thread opening([&] { gate->Finish(); });
  while (!started_) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(after);
  MemoryGoesWithTheWork();
  opening.join();
  queue_->Wait();
  EXPECT_TRUE(after);
  queue_->ThrowAsynchronous();
  EXPECT_EQ(handled_, 1);
}

// Whoever frees memory after a wait relies on it.
TEST_F(FailedCommand, WaitsForAQueueWaitWithoutEvents) {
  queue_->Submit(Whole(), {});
  work_.failing_events = kEvery;
  std::atomic<bool> waited{false};
  std::thread waiting([&] {
    queue_->Wait();
    waited = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(waited);
  work_.end->Finish();
  waiting.join();
  queue_->ThrowAsynchronous();
  EXPECT_GE(handled_, 1);
}

TEST_F(FailedCommand, WaitsForACommandWaitWithoutEvents) {
  auto command = WithoutMemory();
  queue_->Submit(command, {});
  work_.failing_events = kEvery;
  std::atomic<bool> waited{false};
  std::thread waiting([&] {
    command->Wait();
    waited = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(waited);
  work_.end->Finish();
  waiting.join();
  EXPECT_TRUE(command->IsDone());
}

// What never reached the driver is not waited for.
TEST_F(FailedCommand, BeforeItsFirstOperation) {
  queue_->Submit(Whole(), {});
  auto other = std::make_shared<Queue>(queue_->device(), QueueOptions{},
                                       nullptr);
  auto first = Command::OnDevice(other, [](Stream&, EventPtr*) {
    return Status();
  });
  other->Submit(first, {});
  work_.failing_events = 1;  // the one to wait for natively
  EXPECT_THROW(queue_->Submit(HalfWay(), {first}), sycl::exception);
  EXPECT_TRUE(memory_.expired());
}

// ------------------------------------------------------------------- status

// The driver says that the work has failed, or nothing at all.
class FailedEvent : public FakeEvent {
 public:
  FailedEvent(bool is_done, bool waits) : FakeEvent(true), is_done_(is_done), waits_(waits) {}
  Status Wait() override {
    return waits_ ? Status() : Status(StatusCode::kInternal, "trapped");
  }
  Status Query(bool* done) override {
    *done = is_done_;
    return {StatusCode::kInternal, "trapped"};
  }

 private:
  const bool is_done_, waits_;
};

// Programs that ask until a command is complete come to an end.
TEST_F(FailedCommand, BecomesDoneForWhoAsks) {
  work_.end->Finish();
  for (const bool is_done : {false, true})
    for (const bool waits : {false, true}) {
      auto event = std::make_shared<FailedEvent>(is_done, waits);
      auto command = Command::OnDevice(queue_, [=](Stream&, EventPtr* out) {
        if (out) *out = event;
        return Status();
      });
      command->WantEvent();
      queue_->Submit(command, {});
      EXPECT_EQ(command->state(), Command::State::kDone);
      EXPECT_FALSE(command->IsRunning());
      handled_ = 0;
      queue_->ThrowAsynchronous();
      EXPECT_EQ(handled_, waits ? 0 : 1);
    }
}

TEST_F(FailedCommand, BecomesDoneWithoutAnyEvent) {
  work_.end->Finish();
  auto command = WithoutMemory();
  queue_->Submit(command, {});
  work_.failing_events = kEvery;
  EXPECT_TRUE(command->IsDone());
  queue_->ThrowAsynchronous();
  EXPECT_EQ(handled_, 1);
}

TEST_F(FailedCommand, ThatWasHeldBackBecomesDone) {
  work_.end->Finish();
  auto gate = Command::Manual();
  gate->Submit({});
  auto command = HalfWay();
  queue_->Submit(command, {gate});
  EXPECT_EQ(command->state(), Command::State::kWaiting);
  gate->Finish();
  EXPECT_EQ(command->state(), Command::State::kDone);
  queue_->ThrowAsynchronous();
  EXPECT_EQ(handled_, 1);
}

}  // namespace
}  // namespace facet
