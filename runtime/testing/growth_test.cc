// A program that runs for months does not grow: everything that can be done again
// and again, many times, and the memory, threads and mappings in use after it.
//
// Argument: the shared object with kernels made by hand.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Scale;
class Set;
class Spin;
class VectorAdd;

// Of sanitizers, which have an allocator of their own.
extern "C" __attribute__((weak)) size_t
__sanitizer_get_current_allocated_bytes();

namespace {

facet::FakeImages* g_program;

struct Use {
  size_t bytes = 0, threads = 0, mappings = 0;
};

Use Now() {
  Use use;
  use.bytes = __sanitizer_get_current_allocated_bytes
                  ? __sanitizer_get_current_allocated_bytes()
                  : mallinfo2().uordblks + mallinfo2().hblkhd;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task"))
    use.threads += thread.is_directory();
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) ++use.mappings;
  return use;
}

// Runs body `times` times, and again. The second time leaves less than one byte
// in use for each, or what is said to stay, but for what is kept in reserve for
// the moment.
template <typename Body>
void ExpectFlat(int times, Body body, size_t stays = 1) {
  constexpr size_t kReserve = 128 * 1024, kKept = 32;
  const auto round = [&] {
    sycl::queue queue(facet::NativeDevice());
    for (int i = 0; i < times; ++i) {
      body(queue, i);
      if (i % 256 == 255) queue.wait_and_throw();
    }
    queue.wait_and_throw();
  };
  round();
  const Use before = Now();
  round();
  // Threads that end are not waited for by those who end them.
  Use after = Now();
  for (int i = 0; i < 100 && after.threads > before.threads; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    after = Now();
  }
  EXPECT_LE(after.bytes, before.bytes + times * stays + kReserve);
  // Some threads are kept, with a stack and a heap each.
  EXPECT_LE(after.threads, before.threads + kKept);
  EXPECT_LE(after.mappings, before.mappings + 4 * kKept);
}

constexpr int kMany = 50'000, kFewer = 20'000, kThreads = 2'000;

int g_value;

TEST(Growth, Submissions) {
  ExpectFlat(kMany, [](sycl::queue& queue, int i) {
    queue.single_task<Set>(SetFunctor{&g_value, i});
  });
}

TEST(Growth, SubmissionsInOrderThatNobodyWaitsFor) {
  sycl::queue queue(facet::NativeDevice(), sycl::property::queue::in_order());
  ExpectFlat(kMany, [&](sycl::queue&, int i) {
    queue.single_task<Set>(SetFunctor{&g_value, i});
    // Lets the device catch up, without the program asking for anything.
    if (i == kMany - 1) queue.wait();
  });
}

TEST(Growth, ChainsOfEvents) {
  sycl::event last;
  ExpectFlat(kMany, [&](sycl::queue& queue, int i) {
    last = queue.single_task<Set>(last, SetFunctor{&g_value, i});
  });
}

TEST(Growth, HostTasks) {
  static std::atomic<int> count;
  ExpectFlat(kMany, [](sycl::queue& queue, int) {
    queue.submit([](sycl::handler& h) { h.host_task([] { ++count; }); });
  });
}

TEST(Growth, KernelsAndHostTasksInTurn) {
  sycl::queue queue(facet::NativeDevice(), sycl::property::queue::in_order());
  ExpectFlat(kFewer, [&](sycl::queue&, int i) {
    queue.single_task<Set>(SetFunctor{&g_value, i});
    queue.submit([](sycl::handler& h) { h.host_task([] { ++g_value; }); });
    if (i == kFewer - 1) queue.wait();
  });
}

TEST(Growth, Buffers) {
  std::vector<int> a(16, 1), b(16, 2), c(16);
  ExpectFlat(kFewer, [&](sycl::queue& queue, int) {
    sycl::buffer first(a), second(b), third(c);
    queue.submit([&](sycl::handler& h) {
      sycl::accessor x(first, h, sycl::read_only);
      sycl::accessor y(second, h, sycl::read_only);
      sycl::accessor z(third, h, sycl::write_only);
      h.parallel_for<VectorAdd>(sycl::range(16), AddFunctor{x, y, z});
    });
  });
}

// No writer ever comes.
TEST(Growth, ReadersOfOneBuffer) {
  std::vector<int> a(16, 1), b(16, 2);
  sycl::buffer first(a), second(b);
  ExpectFlat(kMany, [&](sycl::queue& queue, int) {
    queue.submit([&](sycl::handler& h) {
      sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::host_task>
          x(first, h), y(second, h);
      h.host_task([x, y] { (void)(x[0] + y[0]); });
    });
  });
}

TEST(Growth, KernelsThatReadOneBuffer) {
  std::vector<int> a(16, 1), c(16);
  sycl::buffer first(a);
  ExpectFlat(kFewer, [&](sycl::queue& queue, int) {
    sycl::buffer<int> third(sycl::range(16));
    queue.submit([&](sycl::handler& h) {
      sycl::accessor x(first, h, sycl::read_only);
      sycl::accessor z(third, h, sycl::write_only);
      h.parallel_for<VectorAdd>(sycl::range(16), AddFunctor{x, x, z});
    });
  });
}

TEST(Growth, HostAccessors) {
  sycl::buffer<int> buffer(sycl::range(16));
  ExpectFlat(kMany, [&](sycl::queue&, int i) {
    if (i % 2)
      sycl::host_accessor(buffer, sycl::write_only)[0] = i;
    else
      (void)sycl::host_accessor(buffer, sycl::read_only)[0];
  });
}

TEST(Growth, UnifiedSharedMemory) {
  ExpectFlat(kMany, [](sycl::queue& queue, int i) {
    int* values = sycl::malloc_shared<int>(100, queue);
    if (i % 16 == 0) queue.fill(values, i, 100).wait();
    sycl::free(values, queue);
  });
}

TEST(Growth, QueuesAndContexts) {
  ExpectFlat(kThreads, [](sycl::queue&, int i) {
    const sycl::context context(facet::NativeDevice());
    sycl::queue own(context, facet::NativeDevice(),
                    sycl::property::queue::enable_profiling());
    own.single_task<Set>(SetFunctor{&g_value, i}).wait();
  });
}

TEST(Growth, KernelBundles) {
  const sycl::context context(facet::NativeDevice());
  sycl::queue queue(context, facet::NativeDevice());
  ExpectFlat(kFewer, [&](sycl::queue&, int i) {
    const auto bundle =
        sycl::get_kernel_bundle<sycl::bundle_state::executable>(context);
    if (i % 8 == 0)
      queue.submit([&](sycl::handler& h) {
        h.use_kernel_bundle(bundle);
        h.single_task<Set>(SetFunctor{&g_value, i});
      });
    if (i % 256 == 255 || i == kFewer - 1) queue.wait();
  });
}

TEST(Growth, Errors) {
  size_t heard = 0;
  sycl::queue queue(facet::NativeDevice(), [&](const sycl::exception_list& list) {
    heard += list.size();
  });
  ExpectFlat(kFewer, [&](sycl::queue&, int i) {
    queue.submit([](sycl::handler& h) {
      h.host_task([] { throw std::runtime_error("on purpose"); });
    });
    EXPECT_THROW(queue.parallel_for<Scale>(
                     sycl::nd_range<2>({3, 3}, {2, 2}),
                     [=](sycl::nd_item<2>) {}),
                 sycl::exception);
    if (i % 256 == 255 || i == kFewer - 1) queue.wait_and_throw();
  });
  EXPECT_EQ(heard, 2u * kFewer);
}

// What has been found of a kernel is read without a lock, and so never freed: each
// kernel of a library that comes back leaves a few words.
TEST(Growth, LibrariesThatComeBack) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  ExpectFlat(kThreads, [&](sycl::queue&, int) {
    static std::atomic<bool> started, go{true}, done;
    __sycl_register_images(library->registration());
    sycl::queue own(facet::NativeDevice());
    own.single_task<Spin>(SpinFunctor{&started, &go, &done});
    __sycl_unregister_images(library->registration());
  }, /*stays=*/512);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  g_program = facet::MakeNativeImages(argc, argv);
  if (!g_program) return 2;
  __sycl_register_images(g_program->registration());
  return RUN_ALL_TESTS();
}
