// Order of commands, and buffers on devices with memory of their own.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

#include "runtime/memory/buffer.h"
#include "runtime/order/command.h"
#include "runtime/order/fake_commands.h"
#include "runtime/order/order_lock.h"
#include "runtime/order/queue.h"
#include "runtime/submission/command_group.h"
#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

// A device command whose event the test finishes.
CommandPtr Held(const std::shared_ptr<Queue>& queue,
                std::shared_ptr<FakeEvent> event) {
  auto command = Command::OnDevice(queue, [event](Stream&, EventPtr* out) {
    *out = event;
    return Status();
  });
  command->WantEvent();
  return command;
}

TEST(Graph, SameDeviceIsOrderedByTheDriver) {
  auto queue = MakeQueue();
  auto event = std::make_shared<FakeEvent>(false);
  std::atomic<int> runs{0};
  auto first = Held(queue, event);
  auto second = Counting(queue, &runs);
  queue->Submit(first, {});
  queue->Submit(second, {first});
  EXPECT_EQ(runs, 1);  // enqueued although the first is not done
  event->Finish();
  second->Wait();
}

TEST(Graph, EventsOnlyIfSomebodyCouldLook) {
  auto queue = MakeQueue(/*in_order=*/true);
  std::atomic<int> runs{0};
  const int before = FakeStream::events();
  for (int i = 0; i < 10; ++i) queue->Submit(Counting(queue, &runs), {});
  EXPECT_EQ(runs, 10);
  EXPECT_EQ(FakeStream::events(), before);
  auto held = Counting(queue, &runs);
  queue->Submit(held, {});
  EXPECT_EQ(FakeStream::events(), before);
  queue->Submit(Counting(queue, &runs), {});  // now or never
  EXPECT_EQ(FakeStream::events(), before + 1);
  held->Wait();
  EXPECT_TRUE(held->IsDone());
  EXPECT_EQ(FakeStream::events(), before + 1);
  auto last = Counting(queue, &runs);
  queue->Submit(last, {});
  last->Wait();
  EXPECT_EQ(FakeStream::events(), before + 2);
}

TEST(Graph, IdleQueuesAreKnownWithoutBlocking) {
  for (const bool in_order : {false, true}) {
    auto device = std::make_shared<OpenDevice>();
    auto queue = MakeQueue(in_order, device);
    EXPECT_TRUE(queue->IsIdle());
    auto held_back = Command::Manual();
    held_back->Submit({});
    auto after = Command::OnDevice(
        queue, [](Stream&, EventPtr*) { return Status(); });
    queue->Submit(after, {held_back});
    EXPECT_FALSE(queue->IsIdle());  // not with the device
    EXPECT_TRUE(device->streams.empty());
    held_back->Finish();
    after = nullptr;
    EXPECT_FALSE(queue->IsIdle());  // not done
    const int once = device->streams.at(0)->recorded;
    EXPECT_FALSE(queue->IsIdle());
    EXPECT_EQ(device->streams.at(0)->recorded, once);
    device->end->Finish();
    EXPECT_TRUE(queue->IsIdle());
    std::atomic<int> runs{0};
    queue->Submit(Counting(queue, &runs), {});
    EXPECT_TRUE(queue->IsIdle());
  }
}

TEST(Graph, KeptObjectsLiveUntilDone) {
  auto queue = MakeQueue();
  auto event = std::make_shared<FakeEvent>(false);
  auto object = std::make_shared<int>(1);
  std::weak_ptr<int> observer = object;
  auto command = Held(queue, event);
  command->KeepUntilDone({std::move(object)});
  queue->Submit(command, {});
  command.reset();
  EXPECT_FALSE(observer.expired());
  event->Finish();
  for (int i = 0; i < 1000 && !observer.expired(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(observer.expired());
}

TEST(Graph, OtherQueueOfTheDeviceWaitsNatively) {
  auto device = std::make_shared<FakeDevice>();
  auto one = MakeQueue(false, device), two = MakeQueue(false, device);
  auto event = std::make_shared<FakeEvent>(false);
  std::atomic<int> runs{0};
  auto first = Held(one, event);
  one->Submit(first, {});
  const int waits = FakeStream::waits();
  two->Submit(Counting(two, &runs), {first});
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(FakeStream::waits(), waits + 1);
  event->Finish();
}

TEST(Graph, OtherDeviceWaitsOnTheHost) {
  auto one = MakeQueue(), two = MakeQueue();
  auto event = std::make_shared<FakeEvent>(false);
  std::atomic<int> runs{0};
  auto first = Held(one, event);
  auto second = Counting(two, &runs);
  one->Submit(first, {});
  two->Submit(second, {first});
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(second->state(), Command::State::kWaiting);
  event->Finish();
  second->Wait();
  EXPECT_EQ(runs, 1);
}

TEST(Graph, ChainsOfHeldCommandsKeepOrder) {
  auto queue = MakeQueue(/*in_order=*/true);
  auto gate = Command::Manual();
  gate->Submit({});
  std::vector<int> order;
  std::vector<CommandPtr> commands;
  for (int i = 0; i < 50; ++i) {
    auto run = [&order, i] { order.push_back(i); };
    commands.push_back(
        i % 3 == 0 ? Command::OnHost(queue, run)
                   : Command::OnDevice(queue, [run](Stream& s, EventPtr* out) {
                       run();
                       return s.RecordEvent(out);
                     }));
    queue->Submit(commands.back(), i == 0 ? std::vector{gate}
                                          : std::vector<CommandPtr>());
  }
  EXPECT_TRUE(order.empty());
  gate->Finish();
  queue->Wait();
  ASSERT_EQ(order.size(), 50u);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(order[i], i);
}

// Each makes the next one ready: not one inside the other.
TEST(Graph, LongChainsOfHeldCommands) {
  auto queue = MakeQueue(/*in_order=*/true);
  auto gate = Command::Manual();
  gate->Submit({});
  std::atomic<int> runs{0};
  for (int i = 0; i < 100000; ++i)
    queue->Submit(Counting(queue, &runs), {i == 0 ? gate : nullptr});
  EXPECT_EQ(runs, 0);
  gate->Finish();
  queue->Wait();
  EXPECT_EQ(runs, 100000);
}

// In both orders of the numbers that Wait looks at.
// A thread that waits for all of a queue.
class Waiter {
 public:
  explicit Waiter(const std::shared_ptr<Queue>& queue)
      : thread_([this, queue] {
          id_ = gettid();
          queue->Wait();
          done_ = true;
        }) {}
  // Until the thread is blocked: what is submitted from now on it does not wait
  // for.
  void UntilBlocked() {
    while (State() != 'S') std::this_thread::yield();
  }
  bool done() const { return done_; }
  void Join() { thread_.join(); }

 private:
  char State() const {
    std::ifstream file("/proc/self/task/" + std::to_string(id_) + "/stat");
    std::string text;
    std::getline(file, text);
    const size_t name_end = text.rfind(')');
    return name_end == std::string::npos ? ' ' : text[name_end + 2];
  }

  std::atomic<int> id_{0};
  std::atomic<bool> done_{false};
  std::thread thread_;
};

TEST(Graph, WaitsForWhatWasSubmittedBefore) {
  std::atomic<int> runs{0};
  auto queue = MakeQueue();
  std::vector<CommandPtr> gates;
  const auto hold = [&] {
    auto gate = Command::Manual();
    gate->Submit({});
    queue->Submit(Counting(queue, &runs), {gate});
    gates.push_back(gate);
  };
  for (int round = 0; round < 4; ++round) {
    hold();
    Waiter waiter(queue);
    waiter.UntilBlocked();
    EXPECT_FALSE(waiter.done());
    hold();  // later: nobody waits for it
    gates[gates.size() - 2]->Finish();
    waiter.Join();
    // The next waiter has all of them to wait for.
    Waiter next(queue);
    next.UntilBlocked();
    EXPECT_FALSE(next.done());
    gates.back()->Finish();
    next.Join();
  }
  EXPECT_EQ(runs, 8);
}

TEST(Graph, FailedSubmissionsAreNoLinkOfTheOrder) {
  auto queue = MakeQueue(/*in_order=*/true);
  auto event = std::make_shared<FakeEvent>(false);
  auto running = Held(queue, event);
  queue->Submit(running, {});
  EXPECT_THROW(queue->Submit(Command::OnDevice(queue,
                                               [](Stream&, EventPtr*) {
                                                 return Status(
                                                     StatusCode::kInternal,
                                                     "no");
                                               }),
                             {}),
               sycl::exception);
  std::atomic<bool> ran{false};
  auto task = Command::OnHost(queue, [&] { ran = true; });
  queue->Submit(task, {});
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(ran);
  event->Finish();
  task->Wait();
  EXPECT_TRUE(ran);
}

TEST(Graph, ErrorsAreThereWhenTheTaskIsDone) {
  int handled = 0;
  auto queue = std::make_shared<Queue>(
      std::make_shared<FakeDevice>(), QueueOptions{},
      [&](sycl::exception_list list) { handled += list.size(); });
  for (int i = 1; i <= 2000; ++i) {
    auto task = Command::OnHost(queue, [] { throw 1; });
    queue->Submit(task, {});
    task->Wait();
    queue->ThrowAsynchronous();
    ASSERT_EQ(handled, i);
  }
}

// A task and all it has captured are gone when a thread has waited for it.
TEST(Graph, TasksAreGoneWhenDone) {
  auto queue = MakeQueue();
  for (int i = 0; i < 100; ++i) {
    auto object = std::make_shared<int>(1);
    std::weak_ptr<int> observer = object;
    auto task = Command::OnHost(queue, [object = std::move(object)] {});
    queue->Submit(task, {});
    task->Wait();
    EXPECT_TRUE(observer.expired());
  }
}

TEST(Graph, ImmediateFailuresThrowLaterOnesAreAsynchronous) {
  int handled = 0;
  auto queue = std::make_shared<Queue>(
      std::make_shared<FakeDevice>(), QueueOptions{},
      [&](sycl::exception_list list) { handled += list.size(); });
  auto failing = [&] {
    return Command::OnDevice(queue, [](Stream&, EventPtr*) {
      return Status(StatusCode::kInternal, "no");
    });
  };
  EXPECT_THROW(queue->Submit(failing(), {}), sycl::exception);
  auto gate = Command::Manual();
  gate->Submit({});
  auto later = failing();
  queue->Submit(later, {gate});
  gate->Finish();
  queue->Wait();
  later->Wait();
  queue->ThrowAsynchronous();
  EXPECT_EQ(handled, 1);
}

// Counts what is done with it.
struct CountedWork : DeviceWork {
  Status Run(const std::shared_ptr<Queue>&, Stream& stream,
             EventPtr* event) override {
    ++runs;
    if (fails) return {StatusCode::kInternal, "no"};
    return event ? stream.RecordEvent(event) : Status();
  }
  DeviceAction Keep(const std::shared_ptr<Queue>&) override {
    ++keeps;
    return [this](Stream&, EventPtr*) {
      ++late_runs;
      return Status();
    };
  }
  bool fails = false;
  std::atomic<int> runs{0}, keeps{0}, late_runs{0};
};

TEST(Graph, WorkIsKeptOnlyIfItHasToWait) {
  for (bool in_order : {true, false}) {
    auto queue = MakeQueue(in_order);
    CountedWork work;
    for (int i = 0; i < 3; ++i)
      queue->Submit(Command::OnDevice(queue, work), {});
    EXPECT_EQ(work.runs, 3);
    EXPECT_EQ(work.keeps, 0);
    auto gate = Command::Manual();
    gate->Submit({});
    queue->Submit(Command::OnDevice(queue, work), {gate});
    EXPECT_EQ(work.keeps, 1);
    EXPECT_EQ(work.late_runs, 0);
    gate->Finish();
    queue->Wait();
    EXPECT_EQ(work.late_runs, 1);
    EXPECT_EQ(work.runs, 3);
  }
}

TEST(Graph, InOrderQueueGoesOnAfterAFailure) {
  auto queue = MakeQueue(/*in_order=*/true);
  CountedWork work, failing;
  failing.fails = true;
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(queue->Submit(Command::OnDevice(queue, failing), {}),
                 sycl::exception);
    queue->Submit(Command::OnDevice(queue, work), {});
    queue->Wait();
    EXPECT_EQ(work.runs, i + 1);
  }
}

// Host tasks between commands that go straight to the stream.
TEST(Graph, HostTaskWaitsForWhatIsInTheStream) {
  auto queue = MakeQueue(/*in_order=*/true);
  CountedWork work;
  queue->Submit(Command::OnDevice(queue, work), {});
  auto event = std::make_shared<FakeEvent>(false);
  const auto held = Held(queue, event);
  queue->Submit(held, {});
  std::atomic<bool> ran{false};
  auto task = Command::OnHost(queue, [&] { ran = true; });
  queue->Submit(task, {});
  queue->Submit(Command::OnDevice(queue, work), {});
  EXPECT_EQ(work.runs + work.late_runs, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(ran);
  event->Finish();
  queue->Wait();
  EXPECT_TRUE(ran);
  EXPECT_EQ(work.late_runs, 1);
  queue->Submit(Command::OnDevice(queue, work), {});
  EXPECT_EQ(work.runs, 2);
}

TEST(Graph, InOrderCommandsNameTheOneBefore) {
  auto queue = MakeQueue(/*in_order=*/true);
  CountedWork work;
  CommandPtr before;
  for (int i = 0; i < 6; ++i) {
    auto command = i % 3 == 2 ? Command::OnHost(queue, [] {})
                              : Command::OnDevice(queue, work);
    queue->Submit(command, {});
    const std::vector<CommandPtr> expected =
        before ? std::vector{before} : std::vector<CommandPtr>();
    EXPECT_EQ(command->wait_list(), expected) << i;
    before = command;
  }
  queue->Wait();
}

TEST(Graph, ManyThreadsSubmitToOneInOrderQueue) {
  auto queue = MakeQueue(/*in_order=*/true);
  int runs = 0;  // no atomic: the queue keeps them apart
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const auto run = [&runs] { ++runs; };
        CommandPtr command =
            (i + t) % 7 == 0
                ? Command::OnHost(queue, run)
                : Command::OnDevice(queue, [run](Stream& s, EventPtr* out) {
                    run();
                    return out ? s.RecordEvent(out) : Status();
                  });
        queue->Submit(command, {});
        if (i % 5 == 0) command->Wait();
      }
    });
  for (auto& thread : threads) thread.join();
  queue->Wait();
  EXPECT_EQ(runs, 800);
}

sycl::detail::buffer_source InPlace(int* host) {
  sycl::detail::buffer_source source;
  source.host = host;
  source.writable = true;
  return source;
}

// Runs `action` on the bytes the buffer has on the queue's device.
void Use(const std::shared_ptr<Queue>& queue, Buffer& buffer, bool write,
         std::function<void(int*)> action) {
  int* bytes = static_cast<int*>(buffer.Address(queue->device()));
  auto command = Command::OnDevice(queue, [=](Stream& s, EventPtr* out) {
    action(bytes);
    return s.RecordEvent(out);
  });
  const OrderLock lock(buffer.mutex());
  std::vector<CommandPtr> dependencies;
  buffer.Prepare(queue->device(), write, false, queue, &dependencies);
  buffer.Register(queue->device(), write, command);
  queue->Submit(command, dependencies);
}

TEST(Buffers, MoveBetweenDevicesAndBack) {
  int host[4] = {1, 2, 3, 4};
  auto one = MakeQueue(), two = MakeQueue();
  {
    Buffer buffer(InPlace(host), sizeof(host), alignof(int));
    Use(one, buffer, true, [](int* v) { v[0] += 10; });
    Use(two, buffer, true, [](int* v) { v[0] *= 2; });
    Use(one, buffer, false, [](int* v) { EXPECT_EQ(v[0], 22); });
    auto lock_buffer = std::shared_ptr<Buffer>(&buffer, [](Buffer*) {});
    {
      HostLock lock(lock_buffer, true, false);
      static_cast<int*>(lock.address())[1] = 50;
    }
    Use(two, buffer, true, [](int* v) { v[1] += 1; });
  }
  EXPECT_EQ(host[0], 22);
  EXPECT_EQ(host[1], 51);
  EXPECT_EQ(host[3], 4);
}

// Whatever is let go in the middle of a submission may call the runtime.
TEST(Buffers, KeptBuffersGoWithoutLocks) {
  for (bool in_order : {false, true}) {
    auto queue = MakeQueue(in_order);
    int host[4] = {1, 2, 3, 4};
    Buffer buffer(InPlace(host), sizeof(host), alignof(int));
    (void)buffer.Address(queue->device());
    for (int i = 0; i < 200; ++i) {
      auto kept = std::make_shared<Buffer>(sycl::detail::buffer_source(), 4, 4);
      auto command = Command::OnDevice(
          queue, [](Stream& s, EventPtr* out) { return s.RecordEvent(out); });
      OrderLocks::Mutexes mutexes;
      for (Buffer* used : {&buffer, kept.get()})
        mutexes.push_back(&used->mutex());
      const OrderLocks locks(mutexes);
      std::vector<CommandPtr> dependencies;
      for (Buffer* used : {&buffer, kept.get()})
        used->Prepare(queue->device(), false, true, queue, &dependencies);
      command->KeepUntilDone({kept});
      queue->Submit(command, dependencies);
      for (Buffer* used : {&buffer, kept.get()})
        used->Register(queue->device(), false, command);
    }
    queue->Wait();
  }
}

TEST(Buffers, ManyReadersCostLittleEach) {
  auto queue = MakeQueue();
  int host[4] = {};
  auto gate = Command::Manual();
  gate->Submit({});
  Buffer buffer(InPlace(host), sizeof(host), alignof(int));
  std::atomic<int> runs{0};
  for (int i = 0; i < 30000; ++i) {
    auto command = Counting(queue, &runs);
    const OrderLock lock(buffer.mutex());
    std::vector<CommandPtr> dependencies = {gate};
    buffer.Prepare(queue->device(), false, true, queue, &dependencies);
    queue->Submit(command, dependencies);
    buffer.Register(queue->device(), false, command);
  }
  gate->Finish();
  queue->Wait();
  EXPECT_EQ(runs, 30000);
}

// Its task may hold the last reference to the buffer that it uses.
TEST(Buffers, GoInTheirOwnTask) {
  auto queue = MakeQueue();
  int host[4] = {};
  auto buffer = std::make_shared<Buffer>(InPlace(host), sizeof(host), 4);
  std::weak_ptr<Buffer> observer = buffer;
  auto& used = *buffer;
  auto task = Command::OnHost(queue, [buffer = std::move(buffer)] {
    *static_cast<int*>(buffer->Address(nullptr)) = 3;
  });
  {
    const OrderLock lock(used.mutex());
    std::vector<CommandPtr> dependencies;
    used.Prepare(nullptr, true, false, queue, &dependencies);
    used.Register(nullptr, true, task);
  }
  queue->Submit(task, {});
  task->Wait();
  EXPECT_TRUE(observer.expired());
  EXPECT_EQ(host[0], 3);
}

// The next buffer may begin where the last one ends.
TEST(Buffers, UpdateHostFindsTheRightOne) {
  struct Adjacent : FakeDevice {
    char memory[1024];
    size_t used = 0;
    Status Allocate(UsmKind, size_t bytes, size_t, void** address) override {
      *address = memory + used;
      used += bytes;
      return {};
    }
    Status Free(void*, UsmKind) override { return {}; }
  };
  auto queue = MakeQueue(false, std::make_shared<Adjacent>());
  int host[2][4] = {{1, 1, 1, 1}, {2, 2, 2, 2}};
  auto a = std::make_shared<Buffer>(InPlace(host[0]), sizeof(host[0]), 4);
  auto b = std::make_shared<Buffer>(InPlace(host[1]), sizeof(host[1]), 4);
  Use(queue, *a, true, [](int* v) { v[0] = 10; });
  Use(queue, *b, true, [](int* v) { v[0] = 20; });
  CommandGroup group(queue);
  void* const in_a = group.Acquire(a, false, false, false);
  void* const in_b = group.Acquire(b, false, false, false);
  ASSERT_EQ(static_cast<char*>(in_a) + sizeof(host[0]), in_b);
  group.UpdateHost(in_b);
  group.Submit()->Wait();
  EXPECT_EQ(host[1][0], 20);
}

TEST(Buffers, CopyOnlyWhenNeeded) {
  auto queue = MakeQueue();
  int host[4] = {};
  const int before = FakeStream::copies();
  {
    Buffer buffer(InPlace(host), sizeof(host), alignof(int));
    for (int i = 0; i < 5; ++i) Use(queue, buffer, true, [](int* v) { ++*v; });
  }
  EXPECT_EQ(FakeStream::copies(), before + 2);  // there and back
  EXPECT_EQ(host[0], 5);
}

}  // namespace
}  // namespace facet
