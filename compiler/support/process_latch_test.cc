// A process waits for another one that is late, dies, or gives up.

#include "compiler/support/process_latch.h"

#include "gtest/gtest.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace facet {
namespace {

/// Runs \p Body in a child, which ends with what it returns.
pid_t inChild(const std::function<int()> &Body) {
  pid_t Child = fork();
  if (Child == 0)
    _exit(Body());
  return Child;
}

int statusOf(pid_t Child) {
  int Status = -1;
  EXPECT_EQ(waitpid(Child, &Status, 0), Child);
  return Status;
}

/// A process that would say that the latch is open, and one that waits: the
/// status of the latter is 1 if the latch was opened, else 0.
int waitFor(const std::function<int(ProcessLatch &)> &Writer) {
  llvm::Expected<ProcessLatch> Latch = ProcessLatch::create();
  EXPECT_TRUE(bool(Latch));
  pid_t Reader = -1;
  pid_t Other = inChild([&] {
    // The reader has no other end of the writer's, as after exec.
    const int Mine = dup(Latch->descriptor());
    Reader = inChild([&] {
      Latch->abandon();
      return waitForLatch(Mine) ? 1 : 0;
    });
    close(Mine);
    int Result = Writer(*Latch);
    Latch->abandon();
    int Status = statusOf(Reader);
    return Result != 0 ? Result : WEXITSTATUS(Status);
  });
  Latch->abandon();
  return WEXITSTATUS(statusOf(Other));
}

TEST(ProcessLatchTest, Opened) {
  EXPECT_EQ(waitFor([](ProcessLatch &L) {
              L.open();
              return 0;
            }),
            1);
}

TEST(ProcessLatchTest, OpenedLate) {
  EXPECT_EQ(waitFor([](ProcessLatch &L) {
              std::this_thread::sleep_for(std::chrono::milliseconds(200));
              L.open();
              return 0;
            }),
            1);
}

TEST(ProcessLatchTest, GivenUp) {
  EXPECT_EQ(waitFor([](ProcessLatch &L) {
              L.abandon();
              return 0;
            }),
            0);
}

/// The signal that ends the writer closes the pipe: the reader does not block.
TEST(ProcessLatchTest, WriterDies) {
  int Answer[2];
  ASSERT_EQ(pipe(Answer), 0);
  llvm::Expected<ProcessLatch> Latch = ProcessLatch::create();
  ASSERT_TRUE(bool(Latch));
  pid_t Reader = -1;
  {
    const int Mine = dup(Latch->descriptor());
    pid_t Writer = inChild([] {
      for (;;)
        pause();
      return 0;
    });
    Reader = inChild([&] {
      Latch->abandon();
      char Result = waitForLatch(Mine) ? 'o' : 'd';
      return write(Answer[1], &Result, 1) == 1 ? 0 : 2;
    });
    close(Mine);
    Latch->abandon(); // the writer alone has an end to write to
    kill(Writer, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(statusOf(Writer)));
  }
  EXPECT_EQ(statusOf(Reader), 0);
  char Result = 0;
  EXPECT_EQ(read(Answer[0], &Result, 1), 1);
  EXPECT_EQ(Result, 'd');
  close(Answer[0]);
  close(Answer[1]);
}

/// Whoever waits may have ended before.
TEST(ProcessLatchTest, ReaderIsGone) {
  llvm::Expected<ProcessLatch> Latch = ProcessLatch::create();
  ASSERT_TRUE(bool(Latch));
  EXPECT_EQ(statusOf(inChild([] { return 0; })), 0);
  Latch->open();
  EXPECT_EQ(Latch->descriptor(), -1);
}

TEST(ProcessLatchTest, OnlyOneProcessInherits) {
  llvm::Expected<ProcessLatch> Latch = ProcessLatch::create();
  ASSERT_TRUE(bool(Latch));
  EXPECT_EQ(fcntl(Latch->descriptor(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  Latch->setInherited(true);
  EXPECT_EQ(fcntl(Latch->descriptor(), F_GETFD) & FD_CLOEXEC, 0);
  Latch->setInherited(false);
  EXPECT_EQ(fcntl(Latch->descriptor(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

} // namespace
} // namespace facet
