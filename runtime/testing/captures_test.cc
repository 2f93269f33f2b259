// Host tasks whose captures hold the last handle of something. Nothing here may
// wait for the task itself.
//
// FAKE_CUDA is the path of a fake driver, whose device has memory of its own.
// Argument: the shared object with kernels made by hand.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

namespace {

using IntBuffer = sycl::buffer<int>;

sycl::device Cuda() {
  return sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_oneapi_cuda ? 1 : -1;
  });
}

sycl::event Fill(sycl::queue& queue, IntBuffer& buffer, int value) {
  return queue.submit([&](sycl::handler& h) {
    sycl::accessor all(buffer, h, sycl::read_write);
    h.fill(all, value);
  });
}

// How work comes to wait for the task.
enum class Waits { kForTheBuffer, kInOrder, kForTheEvent, kInAnotherQueue };

class Captures
    : public testing::TestWithParam<std::pair<bool /*cuda*/, Waits>> {
 protected:
  sycl::device device() const {
    return GetParam().first ? Cuda() : facet::NativeDevice();
  }
  sycl::queue MakeQueue() const {
    if (GetParam().second == Waits::kInOrder)
      return sycl::queue(device(), sycl::property::queue::in_order());
    return sycl::queue(device());
  }
};

TEST_P(Captures, HoldTheLastHandleOfABufferThatLaterWorkUses) {
  const Waits waits = GetParam().second;
  for (int round = 0; round < 10; ++round) {
    std::vector<int> data(16, 1);
    sycl::queue queue = MakeQueue();
    sycl::queue other(round % 2 ? facet::NativeDevice() : device());
    std::atomic<bool> go{false};
    {
      std::optional<IntBuffer> buffer(data);
      const sycl::event task = queue.submit([&](sycl::handler& h) {
        if (waits == Waits::kForTheBuffer || waits == Waits::kInAnotherQueue) {
          sycl::accessor<int, 1, sycl::access_mode::read_write,
                         sycl::target::host_task>
              all(*buffer, h);
          h.host_task([all, &go, kept = *buffer] {
            while (!go) std::this_thread::yield();
            all[3] = 2;
          });
        } else {
          h.host_task([&go, kept = *buffer] {
            while (!go) std::this_thread::yield();
          });
        }
      });
      sycl::queue& user = waits == Waits::kInAnotherQueue ? other : queue;
      user.submit([&](sycl::handler& h) {
        if (waits == Waits::kForTheEvent) h.depends_on(task);
        sycl::accessor all(*buffer, h, sycl::read_write);
        h.fill(all, 7);
      });
      Fill(user, *buffer, 8);  // which only waits for the one before
      buffer.reset();
      go = true;
    }
    // The bytes are written back when the queue of the task has been waited for.
    queue.wait();
    EXPECT_EQ(data, std::vector<int>(16, 8));
    other.wait();
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Captures,
    testing::Values(std::pair(false, Waits::kForTheBuffer),
                    std::pair(false, Waits::kInOrder),
                    std::pair(false, Waits::kForTheEvent),
                    std::pair(false, Waits::kInAnotherQueue),
                    std::pair(true, Waits::kForTheBuffer),
                    std::pair(true, Waits::kInOrder),
                    std::pair(true, Waits::kForTheEvent),
                    std::pair(true, Waits::kInAnotherQueue)));

// Destroying a buffer in the task, or in the destructor of what it captured,
// waits and writes back as anywhere else.
TEST(TaskBody, BuffersThatGoThereWriteBack) {
  sycl::queue queue(Cuda()), inner(Cuda());
  int in_body = 0, in_destructor = 0;
  struct Saver {
    sycl::queue& queue;
    int* result;
    ~Saver() {
      std::vector<int> data(4, 1);
      {
        IntBuffer buffer(data);
        Fill(queue, buffer, 5);
      }
      *result = data[2];
    }
  };
  auto saver = std::make_shared<Saver>(inner, &in_destructor);
  sycl::event task = queue.submit([&](sycl::handler& h) {
    h.host_task([&inner, &in_body, saver = std::move(saver)] {
      std::vector<int> data(4, 1);
      {
        IntBuffer buffer(data);
        Fill(inner, buffer, 6);
      }
      in_body = data[2];
    });
  });
  task.wait();
  EXPECT_EQ(in_body, 6);
  EXPECT_EQ(in_destructor, 5);
}

// The last handle of the task's own queue, of an event behind it and of a host
// accessor, which that waits for.
TEST(Captures, OfOtherKinds) {
  static std::vector<int> data(4, 1);  // the buffer goes with the accessor
  std::atomic<bool> go{false};
  sycl::event last;
  {
    IntBuffer buffer(data);
    auto queue = std::make_shared<sycl::queue>(
        Cuda(), sycl::property::queue::in_order());
    auto behind = std::make_shared<sycl::event>();
    auto host = std::make_shared<sycl::host_accessor<int, 1>>(buffer);
    (*host)[0] = 9;
    sycl::event task = queue->submit([&](sycl::handler& h) {
      h.host_task([queue, behind, host, &go] {
        while (!go) std::this_thread::yield();
      });
    });
    *behind = Fill(*queue, buffer, 3);  // waits for the accessor, too
    last = *behind;
    queue.reset();
    behind.reset();
    host.reset();
    go = true;
  }
  last.wait();
  EXPECT_EQ(last.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("SYCL_CUDA_LIBRARY", std::getenv("FAKE_CUDA"), 1);
  if (!facet::RegisterNativeKernels(argc, argv)) return 2;
  return RUN_ALL_TESTS();
}
