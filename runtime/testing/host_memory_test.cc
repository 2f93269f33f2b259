// When the host has no memory: each allocation of a submission fails once. The
// call throws, nothing blocks forever, and everything works afterwards.
//
// Only allocations of the thread that calls fail: what a thread of the runtime's
// own does without memory is the end of the program.
//
// Argument: the shared object with kernels made by hand.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Set;
class Spin;
class VectorAdd;

namespace {

thread_local long allocations_left = -1;  // before one fails; negative: none does
thread_local bool has_failed = false;

void* Allocate(size_t bytes, size_t alignment) {
  if (allocations_left >= 0 && allocations_left-- == 0) {
    has_failed = true;
    throw std::bad_alloc();
  }
  bytes = (bytes + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, bytes == 0 ? alignment : bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(size_t bytes) { return Allocate(bytes, 16); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return Allocate(bytes, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace {

facet::FakeImages* g_program;

// Runs the body with the first, the second … allocation failing, until it gets
// along without; after each, undisturbed.
template <typename Body>
void FailEachAllocation(Body body) {
  body();  // first use
  int failures = 0;
  for (long n = 0;; ++n) {
    has_failed = false;
    allocations_left = n;
    bool thrown = false;
    try {
      body();
    } catch (const std::bad_alloc&) {
      thrown = true;
    } catch (const sycl::exception&) {
      thrown = true;
    }
    allocations_left = -1;
    if (!has_failed) break;
    failures += thrown;
    body();
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "after allocation " << n << " has failed";
      return;
    }
  }
  EXPECT_GT(failures, 3);
}

TEST(HostMemory, Submissions) {
  for (bool in_order : {false, true}) {
    sycl::property_list properties;
    if (in_order) properties = {sycl::property::queue::in_order()};
    sycl::queue queue(facet::NativeDevice(), properties);
    int value = 0;
    FailEachAllocation([&] {
      try {
        value = 0;
        sycl::event first = queue.single_task<Set>(SetFunctor{&value, 1});
        queue.single_task<Set>(first, SetFunctor{&value, 2});
        queue.wait();
      } catch (...) {
        queue.wait();  // does not hang; the first wait may be what threw
        throw;
      }
      EXPECT_EQ(value, 2);
    });
  }
}

TEST(HostMemory, Buffers) {
  sycl::queue queue(facet::NativeDevice());
  FailEachAllocation([&] {
    std::vector<int> a(37), b(37, 5), sum(37);
    std::iota(a.begin(), a.end(), 0);
    {
      sycl::buffer first(a), second(b), third(sum);
      queue.submit([&](sycl::handler& h) {
        sycl::accessor x(first, h, sycl::read_only);
        sycl::accessor y(second, h, sycl::read_only);
        sycl::accessor z(third, h, sycl::write_only);
        h.parallel_for<VectorAdd>(sycl::range(37), AddFunctor{x, y, z});
      });
      sycl::host_accessor host(third, sycl::read_write);
      EXPECT_EQ(host[36], 41);
      host[36] = 7;
    }
    EXPECT_EQ(sum[35], 40);
    EXPECT_EQ(sum[36], 7);
  });
}

TEST(HostMemory, HostTasks) {
  sycl::queue queue(facet::NativeDevice(), sycl::property::queue::in_order());
  std::atomic<int> value{0};
  int set = 0;
  FailEachAllocation([&] {
    value = 0;
    try {
      queue.submit([&](sycl::handler& h) {
        h.host_task([&] { value = 1; });
      });
      queue.single_task<Set>(SetFunctor{&set, 3});
      queue.submit([&](sycl::handler& h) {
        h.host_task([&] { value = set; });
      });
      queue.wait();
    } catch (...) {
      queue.wait();
      throw;
    }
    EXPECT_EQ(value, 3);
  });
}

// The submission does not wait for a host task that waits for who submits, and
// then for the buffers.
TEST(HostMemory, BuffersBehindHostTasks) {
  sycl::queue queue(facet::NativeDevice());
  FailEachAllocation([&] {
    std::vector<int> a(37, 1), b(37, 5), sum(37);
    std::atomic<bool> go{false};
    {
      sycl::buffer first(a), second(b), third(sum);
      try {
        const sycl::event task = queue.submit([&](sycl::handler& h) {
          h.host_task([&] {
            while (!go) std::this_thread::yield();
            sycl::host_accessor host(first, sycl::read_only);
            EXPECT_EQ(host[36], 1);
          });
        });
        queue.submit([&](sycl::handler& h) {
          h.depends_on(task);
          sycl::accessor x(first, h, sycl::read_only);
          sycl::accessor y(second, h, sycl::read_only);
          sycl::accessor z(third, h, sycl::write_only);
          h.parallel_for<VectorAdd>(sycl::range(37), AddFunctor{x, y, z});
        });
        go = true;
        queue.wait();
      } catch (...) {
        go = true;
        queue.wait();
        throw;
      }
    }
    EXPECT_EQ(sum[35], 6);
  });
}

// What a thread lets go on with must neither be lost nor throw out of a
// destructor.
TEST(HostMemory, HostAccessorsThatOthersWaitFor) {
  for (bool in_order : {false, true}) {
    sycl::property_list properties;
    if (in_order) properties = {sycl::property::queue::in_order()};
    size_t errors = 0;
    sycl::queue queue(
        facet::NativeDevice(),
        [&](const sycl::exception_list& list) { errors += list.size(); },
        properties);
    FailEachAllocation([&] {
      std::vector<int> a(37, 1), b(37, 5), sum(37);
      std::atomic<int> tasks{0};
      int set[3] = {};
      errors = 0;
      {
        sycl::buffer first(a), second(b), third(sum);
        std::optional<sycl::host_accessor<int, 1>> host;
        try {
          host.emplace(first);
          sycl::event added = queue.submit([&](sycl::handler& h) {
            sycl::accessor x(first, h, sycl::read_only);
            sycl::accessor y(second, h, sycl::read_only);
            sycl::accessor z(third, h, sycl::write_only);
            h.parallel_for<VectorAdd>(sycl::range(37), AddFunctor{x, y, z});
          });
          sycl::event last = added;
          for (int i = 0; i < 3; ++i) {
            queue.submit([&](sycl::handler& h) {
              h.depends_on(added);
              h.host_task([&] { ++tasks; });
            });
            last = queue.single_task<Set>({added, last},
                                          SetFunctor{&set[i], 3});
          }
          (*host)[36] = 2;
          host.reset();
          queue.wait();
        } catch (...) {
          host.reset();
          queue.wait();
          queue.throw_asynchronous();
          throw;
        }
      }
      queue.throw_asynchronous();
      if (errors != 0) throw std::bad_alloc();
      EXPECT_EQ(sum[36], 7);
      EXPECT_EQ(tasks, 3);
      EXPECT_EQ(set[2], 3);
    });
  }
}

// A kernel that no device has loaded yet.
TEST(HostMemory, FirstKernel) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  sycl::queue queue(facet::NativeDevice());
  FailEachAllocation([&] {
    std::atomic<bool> started{false}, go{true}, done{false};
    struct Registered {
      explicit Registered(facet::FakeImages& images) : images(images) {
        const long left = std::exchange(allocations_left, -1);
        __sycl_register_images(images.registration());
        allocations_left = left;
      }
      ~Registered() {
        const long left = std::exchange(allocations_left, -1);
        __sycl_unregister_images(images.registration());
        allocations_left = left;
      }
      facet::FakeImages& images;
    } registered(*library);
    try {
      queue.single_task<Spin>(SpinFunctor{&started, &go, &done}).wait();
    } catch (...) {
      queue.wait();  // it may have been the event's wait that threw
      throw;
    }
    EXPECT_TRUE(done);
  });
}

TEST(HostMemory, QueuesBundlesAndUnifiedSharedMemory) {
  FailEachAllocation([] {
    const sycl::context context(facet::NativeDevice());
    sycl::queue queue(context, facet::NativeDevice());
    const auto bundle =
        sycl::get_kernel_bundle<sycl::bundle_state::executable>(context);
    int* value = sycl::malloc_shared<int>(1, queue);
    // Out of memory is null there.
    if (!value) throw std::bad_alloc();
    const std::unique_ptr<int, std::function<void(int*)>> owner(
        value, [&](int* p) { sycl::free(p, queue); });
    try {
      queue
          .submit([&](sycl::handler& h) {
            h.use_kernel_bundle(bundle);
            h.single_task<Set>(SetFunctor{value, 6});
          })
          .wait();
    } catch (...) {
      queue.wait();
      throw;
    }
    EXPECT_EQ(*value, 6);
  });
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  g_program = facet::MakeNativeImages(argc, argv);
  if (!g_program) return 2;
  __sycl_register_images(g_program->registration());
  return RUN_ALL_TESTS();
}
