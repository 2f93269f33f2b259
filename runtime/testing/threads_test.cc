// SYCL 2020, 4.5.3: the whole API may be called from many threads. Each thread
// does everything, on objects of its own and on shared ones.
//
// Argument: the shared object with kernels made by hand.
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class VectorAdd;
class Scale;
class Set;

namespace {

constexpr int kThreads = 6;
constexpr int kRounds = 60;
constexpr size_t kSize = 500;

// What all threads use.
struct Shared {
  sycl::device devices[2] = {facet::NativeDevice(), facet::EmulatedDevice()};
  sycl::queue in_order{devices[0], sycl::property::queue::in_order()};
  sycl::queue out_of_order{devices[0]};
  sycl::queue emulated{devices[1]};
  sycl::buffer<int> counts{sycl::range(kSize)};
  std::atomic<int> tasks{0};

  sycl::queue Queue(unsigned which) {
    return which % 3 == 0 ? in_order : which % 3 == 1 ? out_of_order : emulated;
  }
};

class Worker {
 public:
  Worker(Shared& shared, int number) : shared_(shared), random_(number) {}

  void Run() {
    for (int round = 0; round < kRounds; ++round) switch (random_() % 6) {
        case 0: Usm(); break;
        case 1: OwnBuffers(); break;
        case 2: SharedBuffer(); break;
        case 3: HostTask(); break;
        case 4: Queries(); break;
        case 5: Events(); break;
      }
  }

 private:
  void Usm() {
    sycl::queue queue = shared_.Queue(random_());
    int* values = sycl::malloc_shared<int>(37 * 61, queue);
    sycl::event filled = queue.fill(values, 3, 37 * 61);
    queue
        .parallel_for<Scale>(sycl::range<2>(37, 61), filled,
                             ScaleFunctor{values, 2})
        .wait();
    EXPECT_EQ(values[37 * 61 - 1], 6);
    EXPECT_EQ(sycl::get_pointer_type(values, queue.get_context()),
              sycl::usm::alloc::shared);
    sycl::free(values, queue);
  }

  void OwnBuffers() {
    std::vector<int> a(kSize, 1), b(kSize), sum(kSize);
    std::iota(b.begin(), b.end(), 0);
    {
      sycl::buffer first(a), second(b), third(sum);
      sycl::queue own(shared_.devices[random_() % 2]);
      for (sycl::queue queue : {own, shared_.Queue(random_())})
        queue.submit([&](sycl::handler& h) {
          sycl::accessor x(first, h, sycl::read_only);
          sycl::accessor y(second, h, sycl::read_only);
          sycl::accessor z(third, h, sycl::write_only);
          h.parallel_for<VectorAdd>(sycl::range(kSize), AddFunctor{x, y, z});
        });
    }
    for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(sum[i], b[i] + 1);
  }

  // Nobody sees a half of what another one does.
  void SharedBuffer() {
    if (random_() % 2) {
      sycl::host_accessor counts(shared_.counts, sycl::read_write);
      for (size_t i = 0; i < kSize; ++i) {
        ASSERT_EQ(counts[i], counts[0]);
      }
      for (size_t i = 0; i < kSize; ++i) ++counts[i];
      return;
    }
    shared_.Queue(random_()).submit([&](sycl::handler& h) {
      sycl::accessor<int, 1, sycl::access_mode::read_write,
                     sycl::target::host_task>
          counts(shared_.counts, h);
      h.host_task([counts] {
        for (size_t i = 0; i < kSize; ++i) ++counts[i];
      });
    });
  }

  void HostTask() {
    sycl::queue queue = shared_.Queue(random_());
    queue
        .submit([&](sycl::handler& h) {
          h.host_task([this] { ++shared_.tasks; });
        })
        .wait_and_throw();
    ++tasks_;
  }

  void Queries() {
    const sycl::device device = shared_.devices[random_() % 2];
    EXPECT_FALSE(device.get_info<sycl::info::device::name>().empty());
    EXPECT_EQ(device.get_platform().get_devices().empty(), false);
    const sycl::context context(device);
    const auto bundle =
        sycl::get_kernel_bundle<sycl::bundle_state::executable>(context);
    EXPECT_FALSE(bundle.empty());
    const auto id = sycl::get_kernel_id<Set>();
    EXPECT_TRUE(sycl::has_kernel_bundle<sycl::bundle_state::executable>(
        context, {id}));
    EXPECT_TRUE(sycl::is_compatible({id}, device));
  }

  void Events() {
    int value = 0;
    sycl::queue own(shared_.devices[0],
                    sycl::property::queue::enable_profiling());
    sycl::event last;
    for (int i = 1; i <= 5; ++i)
      last = own.single_task<Set>(last, SetFunctor{&value, i});
    sycl::event other = shared_.in_order.submit([&](sycl::handler& h) {
      h.depends_on(last);
      h.host_task([&] { value *= 2; });
    });
    (void)other.get_wait_list();
    (void)last.get_info<sycl::info::event::command_execution_status>();
    other.wait();
    EXPECT_EQ(value, 10);
    EXPECT_GE(
        last.get_profiling_info<sycl::info::event_profiling::command_end>(),
        last.get_profiling_info<sycl::info::event_profiling::command_start>());
  }

  Shared& shared_;
  std::mt19937 random_;

 public:
  int tasks_ = 0;
};

// The first use of everything, by all at the same time.
TEST(Threads, FirstUse) {
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  std::vector<int> values(kThreads);
  for (int& value : values)
    threads.emplace_back([&] {
      while (!go) std::this_thread::yield();
      sycl::queue queue(facet::EmulatedDevice());
      queue.single_task<Set>(SetFunctor{&value, 7}).wait();
    });
  go = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(values, std::vector<int>(kThreads, 7));
}

TEST(Threads, EverythingAtOnce) {
  Shared shared;
  {
    sycl::host_accessor counts(shared.counts, sycl::write_only);
    for (size_t i = 0; i < kSize; ++i) counts[i] = 0;
  }
  std::vector<Worker> workers;
  for (int i = 0; i < kThreads; ++i) workers.emplace_back(shared, i);
  std::vector<std::thread> threads;
  for (Worker& worker : workers)
    threads.emplace_back([&] { worker.Run(); });
  for (std::thread& thread : threads) thread.join();
  int tasks = 0;
  for (const Worker& worker : workers) tasks += worker.tasks_;
  EXPECT_EQ(shared.tasks, tasks);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!facet::RegisterNativeKernels(argc, argv)) return 2;
  return RUN_ALL_TESTS();
}
