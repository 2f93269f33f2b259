// What happens when something fails: drivers, memory, builds, host tasks; what
// a process that forks, or ends with work in flight, does.
//
// The failing driver is fake_cuda.cc (FAKE_CUDA is its path); the rest is on the
// native CPU. Argument: the shared object with kernels made by hand.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class add_one;
class Set;
class Spin;

namespace {

facet::FakeImages* g_program;

using sycl::errc;
using Milliseconds = std::chrono::milliseconds;

struct AddOneFunctor {
  int* value;
  void operator()() const {}
};

// One function of the fake driver fails as long as this lives.
class Failing {
 public:
  explicit Failing(const char* what) { setenv("FAKE_CUDA_FAIL", what, 1); }
  ~Failing() { unsetenv("FAKE_CUDA_FAIL"); }
};

sycl::device Cuda() {
  return sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_oneapi_cuda ? 1 : -1;
  });
}

template <typename F>
std::string MessageOf(errc expected, F f) {
  try {
    f();
  } catch (const sycl::exception& e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(expected)) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "no exception";
  return "";
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Collects what a handler gets.
struct Errors {
  std::vector<std::string> messages;
  sycl::async_handler Handler() {
    return [this](const sycl::exception_list& list) {
      for (const std::exception_ptr& error : list) try {
          std::rethrow_exception(error);
        } catch (const std::exception& e) {
          messages.push_back(e.what());
        } catch (int number) {
          messages.push_back("the number " + std::to_string(number));
        }
    };
  }
};

// ------------------------------------------------------------------ drivers

TEST(Memory, UsmThatIsNotThereIsNull) {
  sycl::queue queue(Cuda());
  Failing failing("cuMemAlloc=2");
  EXPECT_EQ(sycl::malloc_device<int>(100, queue), nullptr);
  sycl::queue cpu(facet::NativeDevice());
  EXPECT_EQ(sycl::malloc_shared<char>(size_t{1} << 60, cpu), nullptr);
  EXPECT_EQ(sycl::aligned_alloc_device<char>(4096, SIZE_MAX - 5, cpu), nullptr);
}

TEST(Memory, BufferWithoutMemoryThrowsWhereItIsUsed) {
  sycl::queue queue(Cuda());
  std::vector<int> values(8, 5);
  {
    sycl::buffer buffer(values);
    const auto fill = [&] {
      queue.submit([&](sycl::handler& h) {
        sycl::accessor all(buffer, h, sycl::write_only);
        h.fill(all, 7);
      });
    };
    {
      Failing failing("cuMemAlloc=2");
      EXPECT_TRUE(Has(MessageOf(errc::memory_allocation, fill), "cuMemAlloc"));
    }
    // Nothing was changed, and it works when there is memory again.
    EXPECT_EQ(sycl::host_accessor(buffer, sycl::read_only)[0], 5);
    fill();
  }
  EXPECT_EQ(values, std::vector<int>(8, 7));
}

TEST(Drivers, FailedBuildCarriesTheLogAndIsTriedAgain) {
  sycl::queue queue(Cuda());
  int value = 0;
  const auto run = [&] { queue.single_task<add_one>(AddOneFunctor{&value}); };
  {
    Failing failing("cuModuleLoadDataEx=218");
    const std::string message = MessageOf(errc::build, run);
    EXPECT_TRUE(Has(message, "CUDA_ERROR_INVALID_PTX")) << message;
    EXPECT_TRUE(Has(message, "ptxas fatal : line 3")) << message;
  }
  run();
  queue.wait();
  EXPECT_EQ(value, 1);
}

TEST(Drivers, FailedLaunchIsThrownByTheSubmission) {
  Errors errors;
  sycl::queue queue(Cuda(), errors.Handler());
  int value = 0;
  {
    Failing failing("cuLaunchKernel=719");
    EXPECT_TRUE(Has(MessageOf(errc::runtime,
                              [&] {
                                queue.single_task<add_one>(
                                    AddOneFunctor{&value});
                              }),
                    "cuLaunchKernel"));
  }
  value = 0;
  queue.single_task<add_one>(AddOneFunctor{&value}).wait_and_throw();
  queue.wait_and_throw();
  EXPECT_EQ(value, 1);
  EXPECT_TRUE(errors.messages.empty());
}

TEST(Drivers, LaterFailuresGoToTheHandler) {
  Errors errors;
  sycl::queue queue(Cuda(), errors.Handler());
  int value = 0;
  sycl::event event = queue.single_task<add_one>(AddOneFunctor{&value});
  {
    Failing failing("cuEventSynchronize=700");
    queue.wait();
  }
  EXPECT_TRUE(errors.messages.empty());  // only the throwing waits call it
  queue.throw_asynchronous();
  ASSERT_FALSE(errors.messages.empty());
  EXPECT_TRUE(Has(errors.messages[0], "cuEventSynchronize"));
  const size_t count = errors.messages.size();
  queue.wait_and_throw();
  EXPECT_EQ(errors.messages.size(), count);  // once
}

// The submission is over when the host task is: its failure is asynchronous.
TEST(Drivers, FailureOfACommandThatWasHeldBack) {
  Errors errors;
  sycl::queue queue(Cuda(), errors.Handler());
  std::atomic<bool> go{false};
  int value = 0;
  sycl::event task = queue.submit([&](sycl::handler& h) {
    h.host_task([&] {
      while (!go) std::this_thread::yield();
    });
  });
  queue.single_task<add_one>(task, AddOneFunctor{&value});
  {
    Failing failing("cuLaunchKernel=719");
    go = true;
    queue.wait_and_throw();
  }
  ASSERT_EQ(errors.messages.size(), 1u);
  EXPECT_TRUE(Has(errors.messages[0], "cuLaunchKernel"));
}

TEST(Drivers, FailedCopyOfABuffer) {
  Errors errors;
  sycl::queue queue(Cuda(), errors.Handler());
  std::vector<int> values(8, 5);
  sycl::buffer<int> buffer(values.data(), sycl::range(values.size()));
  queue.submit([&](sycl::handler& h) {
    sycl::accessor all(buffer, h, sycl::read_write);
    h.fill(all, 7);
  });
  queue.wait();
  {
    Failing failing("cuMemcpyAsync=700");
    EXPECT_TRUE(Has(MessageOf(errc::runtime,
                              [&] {
                                sycl::host_accessor host(buffer,
                                                         sycl::read_only);
                              }),
                    "cuMemcpyAsync"));
  }
  EXPECT_EQ(sycl::host_accessor(buffer, sycl::read_only)[0], 7);
  EXPECT_TRUE(errors.messages.empty());
}

TEST(Drivers, NoStream) {
  sycl::queue queue(Cuda());
  int value = 0;
  Failing failing("cuStreamCreate=2");
  EXPECT_TRUE(Has(
      MessageOf(errc::memory_allocation,
                [&] { queue.single_task<add_one>(AddOneFunctor{&value}); }),
      "cuStreamCreate"));
}

// --------------------------------------------------------------- host tasks

void ThrowIn(sycl::queue& queue, const char* text) {
  queue.submit([&](sycl::handler& h) {
    h.host_task([=] { throw std::runtime_error(text); });
  });
}

TEST(HostTasks, ExceptionsGoToTheHandlerAndOthersRun) {
  Errors errors;
  sycl::queue queue(facet::NativeDevice(), errors.Handler(),
                    sycl::property::queue::in_order());
  int value = 0;
  ThrowIn(queue, "first");
  queue.single_task<Set>(SetFunctor{&value, 3});
  ThrowIn(queue, "second");
  queue.wait_and_throw();
  EXPECT_EQ(value, 3);
  EXPECT_EQ(errors.messages, (std::vector<std::string>{"first", "second"}));
}

TEST(HostTasks, TheContextsHandlerIsTheQueuesWithoutOne) {
  Errors of_context, of_queue;
  sycl::context context(facet::NativeDevice(), of_context.Handler());
  sycl::queue plain(context, facet::NativeDevice());
  sycl::queue own(context, facet::NativeDevice(), of_queue.Handler());
  ThrowIn(plain, "plain");
  ThrowIn(own, "own");
  plain.wait_and_throw();
  own.wait_and_throw();
  EXPECT_EQ(of_context.messages, std::vector<std::string>{"plain"});
  EXPECT_EQ(of_queue.messages, std::vector<std::string>{"own"});
}

TEST(HostTasks, AnEventsWaitReportsItsQueuesErrors) {
  Errors errors;
  sycl::queue queue(facet::NativeDevice(), errors.Handler());
  sycl::event event = queue.submit([&](sycl::handler& h) {
    h.host_task([] { throw 42; });
  });
  event.wait();
  EXPECT_TRUE(errors.messages.empty());
  sycl::event::wait_and_throw({event});
  // As it was thrown, whatever it is.
  EXPECT_EQ(errors.messages, std::vector<std::string>{"the number 42"});
}

TEST(HostTasks, ErrorsThatNobodyAskedForAreReportedWithTheLastQueue) {
  Errors errors;
  const std::thread::id own = std::this_thread::get_id();
  std::thread::id called;
  {
    sycl::queue queue(facet::NativeDevice(),
                      [&](const sycl::exception_list& list) {
                        called = std::this_thread::get_id();
                        errors.Handler()(list);
                      });
    const sycl::queue copy = queue;
    ThrowIn(queue, "unheard");
    queue.wait();
    queue = sycl::queue(facet::NativeDevice());
    EXPECT_TRUE(errors.messages.empty());
  }
  EXPECT_EQ(errors.messages, std::vector<std::string>{"unheard"});
  EXPECT_EQ(called, own);
}

TEST(HostTasksDeathTest, WithoutAHandlerTheProgramEnds) {
  EXPECT_DEATH(
      {
        sycl::queue queue(facet::NativeDevice());
        ThrowIn(queue, "nobody listens");
        queue.wait_and_throw();
      },
      "sycl: error: asynchronous: nobody listens");
  EXPECT_DEATH(
      {
        sycl::queue queue(facet::NativeDevice());
        ThrowIn(queue, "not even asked");
        queue.wait();
      },
      "sycl: error: asynchronous: not even asked");
}

// ---------------------------------------------------------------- processes

// Runs `child` in a child of fork(); its exit status, -1 if it hangs.
template <typename F>
int StatusOfChild(F child) {
  const pid_t pid = fork();
  if (pid == 0) std::exit(child());
  for (int i = 0; i < 1000; ++i) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::this_thread::sleep_for(Milliseconds(10));
  }
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  return -1;
}

TEST(Fork, TheChildIsRefusedAndTheParentGoesOn) {
  sycl::queue queue(facet::NativeDevice());
  int value = 0;
  std::atomic<bool> started{false}, go{false}, done{false};
  auto* library =
      facet::MakeLibrary(*g_program, "_ZTS4Spin");
  __sycl_register_images(library->registration());
  // Something runs while the process forks.
  queue.single_task<Spin>(SpinFunctor{&started, &go, &done});
  while (!started) std::this_thread::yield();
  const auto held = queue.submit([&](sycl::handler& h) {
    h.host_task([&] {
      while (!go) std::this_thread::yield();
    });
  });
  const int status = StatusOfChild([&] {
    const auto refused = [&](auto f) {
      try {
        f();
      } catch (const sycl::exception& e) {
        return e.code() == sycl::make_error_code(errc::runtime) &&
               Has(e.what(), "fork");
      }
      return false;
    };
    sycl::queue own(facet::NativeDevice());
    std::vector<int> data(4, 1);
    if (!refused([&] { queue.single_task<Set>(SetFunctor{&value, 1}); }))
      return 2;
    if (!refused([&] { own.single_task<Set>(SetFunctor{&value, 1}); })) return 3;
    if (!refused([&] { queue.wait(); })) return 4;
    sycl::event(held).wait();  // does not hang
    { sycl::buffer<int> buffer(data.data(), sycl::range(data.size())); }
    return 0;
  });
  EXPECT_EQ(status, 0);
  go = true;
  queue.wait();
  EXPECT_TRUE(done.load());
  queue.single_task<Set>(SetFunctor{&value, 9}).wait();
  EXPECT_EQ(value, 9);
  __sycl_unregister_images(library->registration());
}

// Work that never ends, and work that nobody waits for.
[[noreturn]] void ExitWithWorkInFlight(int repeat) {
  auto* library =
      facet::MakeLibrary(*g_program, "_ZTS4Spin");
  __sycl_register_images(library->registration());
  static std::atomic<bool> started, go, done, in_task;
  sycl::queue queue(facet::NativeDevice());
  queue.single_task<Spin>(SpinFunctor{&started, &go, &done});
  sycl::queue others[3] = {sycl::queue(facet::NativeDevice()),
                           sycl::queue(facet::NativeDevice()),
                           sycl::queue(facet::NativeDevice())};
  static int values[3000];
  for (int i = 0; i < 3000; ++i)
    others[i % 3].single_task<Set>(SetFunctor{&values[i], repeat});
  queue.submit([&](sycl::handler& h) {
    h.host_task([] {
      in_task = true;
      while (!go) std::this_thread::yield();
    });
  });
  while (!started || !in_task) std::this_thread::yield();
  std::exit(7);
}

TEST(ExitDeathTest, NothingIsWaitedFor) {
  for (int repeat = 0; repeat < 5; ++repeat)
    EXPECT_EXIT(ExitWithWorkInFlight(repeat), testing::ExitedWithCode(7), "");
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  setenv("SYCL_CUDA_LIBRARY", std::getenv("FAKE_CUDA"), 1);
  facet::FakeImages* images = facet::MakeNativeImages(argc, argv);
  if (!images) return 2;
  static const unsigned char ptx[] = ".version 7.0";
  images->Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"_ZTS7add_one"}, ptx,
              sizeof ptx);
  __sycl_register_images(images->registration());
  g_program = images;
  return RUN_ALL_TESTS();
}
