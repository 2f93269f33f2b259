// What happens when something fails: drivers, memory, builds, host tasks. About
// processes: process_test.cc; about each call of a driver: driver_faults_test.cc.
//
// The failing driver is fake_cuda.cc (FAKE_CUDA is its path); the rest is on the
// native CPU. Argument: the shared object with kernels made by hand.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class add_one;
class Set;

namespace {

using sycl::errc;

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

TEST(Drivers, FailedCommandsAreCompleteForWhoAsks) {
  using sycl::info::event_command_status;
  const auto status_of = [](const sycl::event& event) {
    return event.get_info<sycl::info::event::command_execution_status>();
  };
  for (const char* function :
       {"cuEventQuery=700", "cuEventRecord=700", "cuEventSynchronize=700"}) {
    Errors errors;
    sycl::queue queue(Cuda(), errors.Handler());
    int value = 0;
    sycl::event event = queue.single_task<add_one>(AddOneFunctor{&value});
    {
      Failing failing(function);
      if (status_of(event) != event_command_status::complete) event.wait();
      EXPECT_EQ(status_of(event), event_command_status::complete) << function;
    }
    EXPECT_EQ(status_of(event), event_command_status::complete) << function;
    queue.wait_and_throw();
  }
}

// It was not on the device at all.
TEST(Drivers, NoTimesOfACommandThatCouldNotStart) {
  Errors errors;
  sycl::queue queue(Cuda(), errors.Handler(),
                    sycl::property::queue::enable_profiling());
  std::atomic<bool> go{false};
  int value = 0;
  sycl::event task = queue.submit([&](sycl::handler& h) {
    h.host_task([&] {
      while (!go) std::this_thread::yield();
    });
  });
  sycl::event event =
      queue.single_task<add_one>(task, AddOneFunctor{&value});
  {
    Failing failing("cuStreamCreate=2");
    go = true;
    queue.wait_and_throw();
  }
  EXPECT_EQ(errors.messages.size(), 1u);
  EXPECT_EQ(event.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  EXPECT_TRUE(Has(
      MessageOf(errc::invalid,
                [&] {
                  event.get_profiling_info<
                      sycl::info::event_profiling::command_start>();
                }),
      "before it reached the device"));
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

// What is in the driver's hands is waited for before the exception: the caller
// may free the memory then.
TEST(Drivers, FillThatFailsHalfWay) {
  void* driver = dlopen(std::getenv("FAKE_CUDA"), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(driver, nullptr);
  const auto take_record = reinterpret_cast<const char* (*)()>(
      dlsym(driver, "fake_cuda_take_record"));
  sycl::queue queue(Cuda());
  struct Three {
    int values[3];
  };
  Three* memory = sycl::malloc_device<Three>(4, queue);
  {
    Failing failing("cuMemcpyAsync=719");
    take_record();
    EXPECT_TRUE(Has(MessageOf(errc::runtime,
                              [&] {
                                queue.fill(memory, Three{{1, 2, 3}}, 4);
                              }),
                    "cuMemcpyAsync"));
  }
  const std::string calls = take_record();
  EXPECT_TRUE(Has(calls, "cuMemsetD32Async")) << calls;
  ASSERT_TRUE(Has(calls, "cuEventSynchronize")) << calls;
  EXPECT_LT(calls.find("cuMemcpyAsync"), calls.find("cuEventSynchronize"))
      << calls;
  sycl::free(memory, queue);
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

TEST(HostTasks, OtherQueuesDoNotNotice) {
  Errors of_failing, of_working;
  sycl::queue failing(facet::NativeDevice(), of_failing.Handler());
  sycl::queue working(facet::NativeDevice(), of_working.Handler(),
                      sycl::property::queue::in_order());
  int value = 0;
  for (int i = 0; i < 200; ++i) {
    ThrowIn(failing, "on purpose");
    working.single_task<Set>(SetFunctor{&value, i});
    working.submit([&](sycl::handler& h) { h.host_task([&] { ++value; }); });
  }
  working.wait_and_throw();
  EXPECT_EQ(value, 200);
  EXPECT_TRUE(of_working.messages.empty());
  failing.wait_and_throw();
  EXPECT_EQ(of_failing.messages.size(), 200u);
}

// ----------------------------------------------------------------- handlers

TEST(Handlers, MayThrow) {
  sycl::queue queue(facet::NativeDevice(), [](const sycl::exception_list& list) {
    std::rethrow_exception(*list.begin());
  });
  int value = 0;
  ThrowIn(queue, "through");
  EXPECT_THROW(queue.wait_and_throw(), std::runtime_error);
  queue.wait_and_throw();  // told once
  queue.single_task<Set>(SetFunctor{&value, 3}).wait();
  EXPECT_EQ(value, 3);
}

TEST(HandlersDeathTest, WhatOneThrowsWhenTheQueueGoesEndsTheProgram) {
  EXPECT_DEATH(
      {
        sycl::queue queue(facet::NativeDevice(),
                          [](const sycl::exception_list& list) {
                            std::rethrow_exception(*list.begin());
                          });
        ThrowIn(queue, "too late");
        queue.wait();
      },
      "too late");
}

TEST(Handlers, MayUseTheQueue) {
  int value = 0, calls = 0;
  std::function<void()> use;
  sycl::queue queue(facet::NativeDevice(), [&](const sycl::exception_list&) {
    ++calls;
    use();
  });
  use = [&] {
    queue.single_task<Set>(SetFunctor{&value, 4});
    queue.wait_and_throw();
  };
  ThrowIn(queue, "first");
  queue.wait_and_throw();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(value, 4);
}

// What the handler refers to may be gone by then.
TEST(Handlers, AreNotCalledOnceTheProgramHasLetTheQueueGo) {
  std::atomic<bool> go{false};
  std::atomic<int> calls{0};
  int value = 0;
  auto alive = std::make_shared<int>();
  testing::internal::CaptureStderr();
  {
    sycl::event last;
    {
      sycl::queue queue(Cuda(), [&, alive](const sycl::exception_list&) {
        ++calls;
      });
      sycl::event task = queue.submit([&](sycl::handler& h) {
        h.host_task([&] {
          while (!go) std::this_thread::yield();
        });
      });
      last = queue.single_task<add_one>(task, AddOneFunctor{&value});
    }
    Failing failing("cuLaunchKernel=719");
    go = true;
    last.wait();
  }
  while (alive.use_count() > 1) std::this_thread::yield();
  EXPECT_EQ(calls, 0);
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(Has(printed, "sycl: error: asynchronous: cuLaunchKernel"))
      << printed;
}

// Nothing is submitted, and the buffer is free.
TEST(CommandGroups, MayThrow) {
  sycl::queue queue(facet::NativeDevice());
  sycl::buffer<int> buffer(sycl::range(4));
  EXPECT_THROW(queue.submit([&](sycl::handler& h) {
    sycl::accessor all(buffer, h, sycl::read_write);
    h.fill(all, 7);
    throw std::runtime_error("in the command group");
  }),
               std::runtime_error);
  sycl::host_accessor(buffer, sycl::write_only)[0] = 1;
  queue.wait_and_throw();
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
  return RUN_ALL_TESTS();
}
