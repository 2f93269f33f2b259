// A process that ends with work in flight on a GPU: the driver ends with it, and
// what fails because of that must not change the exit status. About the native
// CPU: process_test.cc.
//
// FAKE_CUDA is the path of a fake driver. Argument: the shared object with kernels
// made by hand.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class add_one;
class endless;
class Set;
class Spin;

namespace {

struct PointerFunctor {
  int* value;
  void operator()() const {}
};

sycl::device Cuda() {
  return sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_oneapi_cuda ? 1 : -1;
  });
}

// Constructed before the runtime knows of any driver, so destroyed after that.
std::optional<sycl::queue> g_early;

std::atomic<int> g_tasks{0};

// A kernel that does not end, and everything that can be behind it.
void SubmitAll(sycl::queue& queue) {
  static int value;
  static int* const memory = new int[16]();
  static auto* const buffer = new sycl::buffer<int>(sycl::range(4));
  sycl::event first = queue.single_task<endless>(PointerFunctor{&value});
  // Threads of the runtime wait for the kernel.
  for (int i = 0; i < 4; ++i)
    queue.submit([&](sycl::handler& h) {
      h.depends_on(first);
      h.host_task([] { ++g_tasks; });
    });
  // Memory of the command is kept until it is done.
  queue.submit([&](sycl::handler& h) {
    sycl::accessor all(*buffer, h, sycl::write_only, sycl::no_init);
    h.copy(std::shared_ptr<int>(new int[4](), std::default_delete<int[]>()),
           all);
  });
  queue.memcpy(memory, memory + 8, 16);
  queue.single_task<add_one>(PointerFunctor{&value});
  // Held back by the host tasks.
  sycl::queue other(Cuda());
  other.submit([&](sycl::handler& h) {
    h.depends_on(first);
    h.host_task([] { ++g_tasks; });
  });
}

enum class Queues { kLocal, kInOrder, kLive, kStatic, kEarly, kWithHandler };
enum class Ends { kReturns, kExits, kQuickly, kOnAThread };

[[noreturn]] void End(Ends how) {
  switch (how) {
    case Ends::kQuickly: std::quick_exit(7);
    case Ends::kOnAThread:
      std::thread([] { std::exit(7); }).join();
      std::abort();
    default: std::exit(7);
  }
}

[[noreturn]] void EndWithWorkInFlight(Queues queues, Ends ends) {
  {
    const auto make = [&] {
      if (queues == Queues::kInOrder)
        return sycl::queue(Cuda(), sycl::property::queue::in_order());
      if (queues == Queues::kWithHandler)
        return sycl::queue(Cuda(), [](const sycl::exception_list&) {
          std::fprintf(stderr, "the handler\n");
        });
      return sycl::queue(Cuda());
    };
    sycl::queue queue = make();
    if (queues == Queues::kStatic) {
      static std::vector<sycl::queue> all;
      all.push_back(queue);
    }
    if (queues == Queues::kEarly) g_early = queue;
    SubmitAll(queue);
    if (queues == Queues::kLive) End(ends);
  }
  End(ends);
}

class ExitDeathTest
    : public testing::TestWithParam<std::pair<Queues, Ends>> {};

TEST_P(ExitDeathTest, KeepsItsStatusAndSaysNothing) {
  const auto [queues, ends] = GetParam();
  EXPECT_EXIT(EndWithWorkInFlight(queues, ends), testing::ExitedWithCode(7),
              "^$");
}

INSTANTIATE_TEST_SUITE_P(
    All, ExitDeathTest,
    testing::Values(std::pair(Queues::kLocal, Ends::kReturns),
                    std::pair(Queues::kInOrder, Ends::kReturns),
                    std::pair(Queues::kLive, Ends::kExits),
                    std::pair(Queues::kStatic, Ends::kReturns),
                    std::pair(Queues::kEarly, Ends::kReturns),
                    std::pair(Queues::kWithHandler, Ends::kReturns),
                    std::pair(Queues::kLocal, Ends::kQuickly),
                    std::pair(Queues::kLive, Ends::kQuickly),
                    std::pair(Queues::kLive, Ends::kOnAThread)));

// What was wrong before the process ended is not dropped.
[[noreturn]] void EndWithAnError() {
  g_early.emplace(facet::NativeDevice());
  g_early->submit([](sycl::handler& h) {
    h.host_task([] { throw std::runtime_error("before the end"); });
  });
  g_early->wait();
  std::exit(7);
}

TEST(ExitWithErrorsDeathTest, ArePrinted) {
  EXPECT_EXIT(EndWithAnError(), testing::ExitedWithCode(7),
              "sycl: error: asynchronous: before the end");
}

// The native CPU, whose threads go on meanwhile.
facet::FakeImages* g_program;

[[noreturn]] void EndOnTheCpu(Ends ends) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  __sycl_register_images(library->registration());
  static std::atomic<bool> started, go, done, in_task;
  static int* const data = new int[100'000]();
  static int* const values = new int[1000]();
  {
    sycl::queue queue(facet::NativeDevice()), other(facet::NativeDevice());
    sycl::event spin =
        queue.single_task<Spin>(SpinFunctor{&started, &go, &done});
    queue.submit([&](sycl::handler& h) {
      h.host_task([] {
        in_task = true;
        while (!go) std::this_thread::yield();
      });
    });
    for (int i = 0; i < 1000; ++i) {
      other.single_task<Set>(SetFunctor{&values[i], i});
      other.memcpy(data, data + 50'000, 50'000 * sizeof(int));
      other.memcpy(data, values, sizeof(int)).wait();
      queue.memcpy(data, values, 100, spin);
    }
    while (!started || !in_task) std::this_thread::yield();
    if (ends == Ends::kExits) End(ends);
  }
  End(ends);
}

class CpuExitDeathTest : public testing::TestWithParam<Ends> {};

TEST_P(CpuExitDeathTest, KeepsItsStatusAndSaysNothing) {
  EXPECT_EXIT(EndOnTheCpu(GetParam()), testing::ExitedWithCode(7), "^$");
}

INSTANTIATE_TEST_SUITE_P(All, CpuExitDeathTest,
                         testing::Values(Ends::kReturns, Ends::kExits,
                                         Ends::kQuickly, Ends::kOnAThread));

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  setenv("SYCL_CUDA_LIBRARY", std::getenv("FAKE_CUDA"), 1);
  g_program = facet::MakeNativeImages(argc, argv);
  if (!g_program) return 2;
  static const unsigned char ptx[] = ".version 7.0";
  g_program->Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80",
                 {"_ZTS7add_one", "_ZTS7endless"}, ptx, sizeof ptx);
  __sycl_register_images(g_program->registration());
  return RUN_ALL_TESTS();
}
