// What a process that forks, is sent signals, or ends with work in flight does.
//
// All on the native CPU. Argument: the shared object with kernels made by hand.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Set;
class Spin;

namespace {

facet::FakeImages* g_program;

using sycl::errc;
using Milliseconds = std::chrono::milliseconds;

bool g_is_child = false;

// Runs `child` in a child of fork(); its exit status, -1 if it hangs.
template <typename F>
int StatusOfChild(F child) {
  const pid_t pid = fork();
  if (pid == 0) {
    g_is_child = true;
    std::exit(child());
  }
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
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
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
               std::string(e.what()).find("fork") != std::string::npos;
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

TEST(Fork, TheChildMayExec) {
  sycl::queue queue(facet::NativeDevice());
  int value = 0;
  for (int i = 0; i < 20; ++i) {
    queue.single_task<Set>(SetFunctor{&value, i});
    EXPECT_EQ(StatusOfChild([] {
                execl("/bin/sh", "sh", "-c", "exit 5", nullptr);
                return 1;
              }),
              5);
  }
  queue.wait();
  EXPECT_EQ(value, 19);
}

// Work that never ends, and work that nobody waits for.
[[noreturn]] void ExitWithWorkInFlight(int repeat) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
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

// A command runs forever meanwhile.
[[noreturn]] void ExitFromAHostTask() {
  static std::atomic<bool> started, go, done;
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  __sycl_register_images(library->registration());
  sycl::queue queue(facet::NativeDevice());
  queue.single_task<Spin>(SpinFunctor{&started, &go, &done});
  while (!started) std::this_thread::yield();
  sycl::queue other(facet::NativeDevice());
  std::vector<int> data(1000, 1);
  sycl::buffer<int> buffer(data.data(), sycl::range(data.size()));
  other.submit([&](sycl::handler& h) {
    sycl::accessor<int, 1, sycl::access_mode::read_write,
                   sycl::target::host_task>
        all(buffer, h);
    h.host_task([all] {
      all[0] = 2;
      std::exit(9);
    });
  });
  sycl::host_accessor never(buffer);
  std::abort();
}

TEST(ExitDeathTest, FromAHostTask) {
  for (int repeat = 0; repeat < 5; ++repeat)
    EXPECT_EXIT(ExitFromAHostTask(), testing::ExitedWithCode(9), "");
}

// The queue's last copy goes first: that waits for nothing.
TEST(Queues, MayGoWhileTheirWorkRuns) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  __sycl_register_images(library->registration());
  std::atomic<bool> started{false}, go{false}, done{false}, task{false};
  int value = 0;
  sycl::event last;
  {
    sycl::queue queue(facet::NativeDevice(), sycl::property::queue::in_order());
    queue.single_task<Spin>(SpinFunctor{&started, &go, &done});
    queue.submit([&](sycl::handler& h) { h.host_task([&] { task = true; }); });
    last = queue.single_task<Set>(SetFunctor{&value, 8});
  }
  EXPECT_FALSE(done.load());
  go = true;
  last.wait();
  EXPECT_TRUE(done.load());
  EXPECT_TRUE(task.load());
  EXPECT_EQ(value, 8);
  __sycl_unregister_images(library->registration());
}

std::atomic<int> g_signals{0};

// System calls are interrupted all the time, on every thread.
TEST(Signals, AProfilersDoNotMatter) {
  struct sigaction action = {}, before;
  action.sa_handler = [](int) { ++g_signals; };
  sigaction(SIGPROF, &action, &before);  // without SA_RESTART
  const itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_PROF, &often, nullptr);
  sycl::queue queue(facet::NativeDevice(), sycl::property::queue::in_order());
  int value = 0;
  for (int i = 0; g_signals < 50 || i < 500; ++i) {
    queue.single_task<Set>(SetFunctor{&value, i});
    queue.submit([&](sycl::handler& h) { h.host_task([&] { ++value; }); });
    queue.wait_and_throw();
    ASSERT_EQ(value, i + 1);
  }
  const itimerval never = {};
  setitimer(ITIMER_PROF, &never, nullptr);
  sigaction(SIGPROF, &before, nullptr);
}

}  // namespace

// LeakSanitizer asks. The threads that held things are not in the child.
extern "C" int __lsan_is_turned_off() { return g_is_child; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  g_program = facet::MakeNativeImages(argc, argv);
  if (!g_program) return 2;
  __sycl_register_images(g_program->registration());
  return RUN_ALL_TESTS();
}
