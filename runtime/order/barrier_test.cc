// Barriers of queues.
#include <gtest/gtest.h>

#include <thread>

#include "runtime/order/fake_commands.h"

namespace facet {
namespace {

TEST(Barrier, ComesAfterEverythingBefore) {
  auto device = std::make_shared<OpenDevice>();
  auto queue = MakeQueue(/*in_order=*/false, device);
  Work first, later;
  auto held_by = Command::Manual();
  held_by->Submit({});
  queue->Submit(first.In(queue), {});
  queue->Submit(later.In(queue), {held_by});  // no stream has it yet
  Work barrier, after;
  auto barrier_command = barrier.In(queue);
  queue->SubmitBarrier(barrier_command, {}, /*after_all=*/true);
  auto after_command = after.In(queue);
  queue->Submit(after_command, {});
  EXPECT_EQ(first.runs, 1);
  EXPECT_EQ(later.runs, 0);
  EXPECT_EQ(barrier.runs, 0);
  EXPECT_EQ(after.runs, 0);
  const int waits = FakeStream::waits();
  held_by->Finish();
  EXPECT_EQ(later.runs, 1);
  EXPECT_EQ(barrier.runs, 1);
  EXPECT_EQ(after.runs, 1);
  // What is in other streams is waited for there.
  EXPECT_GE(FakeStream::waits(), waits + 2);
  for (Work* work : {&first, &later, &barrier, &after}) work->event->Finish();
  device->end->Finish();
  queue->Wait();
  EXPECT_TRUE(after_command->IsDone());
}

TEST(Barrier, WaitsForHostTasks) {
  auto queue = MakeQueue();
  std::atomic<bool> go{false};
  std::atomic<int> runs{0};
  queue->Submit(Command::OnHost(queue,
                                [&] {
                                  while (!go) std::this_thread::yield();
                                }),
                {});
  queue->SubmitBarrier(Counting(queue, &runs), {}, /*after_all=*/true);
  auto after = Counting(queue, &runs);
  queue->Submit(after, {});
  EXPECT_EQ(runs, 0);
  go = true;
  after->Wait();
  EXPECT_EQ(runs, 2);
  queue->Wait();
}

TEST(Barrier, OfEventsHoldsBackLaterCommandsAlone) {
  auto queue = MakeQueue();
  std::atomic<int> runs{0};
  auto event = Command::Manual();
  event->Submit({});
  queue->SubmitBarrier(Counting(queue, &runs), {event}, /*after_all=*/false);
  // A second one comes after the first.
  queue->SubmitBarrier(Counting(queue, &runs), {}, /*after_all=*/false);
  auto after = Counting(queue, &runs);
  queue->Submit(after, {});
  EXPECT_EQ(runs, 0);
  event->Finish();
  EXPECT_EQ(runs, 3);
  after->Wait();
  queue->ForgetBarrier();
}

TEST(Barrier, DoesNotKeepItsQueue) {
  std::weak_ptr<Queue> observer;
  for (const bool wait : {false, true}) {
    auto queue = MakeQueue();
    observer = queue;
    std::atomic<int> runs{0};
    queue->SubmitBarrier(Counting(queue, &runs), {}, /*after_all=*/true);
    wait ? queue->Wait() : queue->ForgetBarrier();
    queue.reset();
    EXPECT_TRUE(observer.expired());
  }
}

// What comes after a barrier still spreads over the streams.
TEST(Barrier, CommandsAfterItUseAllStreams) {
  auto device = std::make_shared<OpenDevice>();
  device->end->Finish();
  auto queue = MakeQueue(/*in_order=*/false, device);
  std::atomic<int> runs{0};
  queue->SubmitBarrier(Counting(queue, &runs), {}, /*after_all=*/true);
  for (int i = 0; i < 8; ++i) queue->Submit(Counting(queue, &runs), {});
  EXPECT_EQ(runs, 9);
  EXPECT_GE(device->streams.size(), 2u);
  queue->ForgetBarrier();
}

// In any order: what is held is found while it is held, and not after.
TEST(Barrier, ForgetsCommandsThatAreHeldNoLonger) {
  auto queue = MakeQueue();
  std::atomic<int> runs{0};
  std::vector<CommandPtr> holding;
  std::vector<std::weak_ptr<Command>> held;
  for (int i = 0; i < 6; ++i) {
    holding.push_back(Command::Manual());
    holding.back()->Submit({});
    CommandPtr command = Counting(queue, &runs);
    queue->Submit(command, {holding.back()});
    held.push_back(command);
  }
  for (const int i : {2, 0, 5}) holding[i]->Finish();
  EXPECT_EQ(runs, 3);
  // These never run: what they wait for goes without an end.
  for (const int i : {1, 4}) holding[i].reset();
  EXPECT_TRUE(held[1].expired());
  EXPECT_TRUE(held[4].expired());
  auto barrier = Counting(queue, &runs);
  queue->SubmitBarrier(barrier, {}, /*after_all=*/true);
  EXPECT_EQ(runs, 3);
  EXPECT_TRUE(barrier->IsHeldBy(*holding[3]));
  holding[3]->Finish();
  EXPECT_EQ(runs, 5);
  queue->ForgetBarrier();
}

// A second barrier comes after the first, and need not come after each command
// before that.
TEST(Barrier, SecondBarrierWaitsForTheFirstOnly) {
  auto queue = MakeQueue();
  std::atomic<int> runs{0};
  auto holding = Command::Manual();
  holding->Submit({});
  for (int i = 0; i < 4; ++i) queue->Submit(Counting(queue, &runs), {holding});
  auto first = Counting(queue, &runs), second = Counting(queue, &runs);
  queue->SubmitBarrier(first, {}, /*after_all=*/true);
  EXPECT_EQ(first->wait_list().size(), 4u);
  queue->SubmitBarrier(second, {}, /*after_all=*/true);
  // The first is held, too: it is found twice.
  EXPECT_LE(second->wait_list().size(), 2u);
  holding->Finish();
  EXPECT_EQ(runs, 6);
  queue->ForgetBarrier();
}

}  // namespace
}  // namespace facet
