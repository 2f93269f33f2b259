#include "runtime/process/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <thread>

namespace facet {
namespace {

// Whatever the process does about its children.
class ChildTest : public testing::TestWithParam<void (*)(int)> {
 protected:
  ChildTest() : before_(signal(SIGCHLD, GetParam())) {}
  ~ChildTest() override { signal(SIGCHLD, before_); }

 private:
  void (*const before_)(int);
};

const StandardFiles kOwn{{0, 1, 2}};

TEST_P(ChildTest, StatusIsNotLost) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(RunProgram("/bin/sh", {"-c", "exit 3"}, kOwn), 3);
    EXPECT_EQ(RunProgram("/bin/sh", {"-c", "kill -9 $$"}, kOwn), 128 + 9);
    EXPECT_EQ(RunProgram("/bin/none", {}, kOwn), std::nullopt);
    EXPECT_EQ(errno, ENOENT);
  }
  // It may start programs itself.
  EXPECT_EQ(RunProgram("/bin/sh", {"-c", "/bin/false; test $? = 1"}, kOwn), 0);
}

TEST_P(ChildTest, FilesAreItsStandardOnes) {
  FILE* const in = std::tmpfile();
  FILE* const out = std::tmpfile();
  FILE* const messages = std::tmpfile();
  std::fputs("text", in);
  std::rewind(in);
  EXPECT_EQ(RunProgram("/bin/sh", {"-c", "cat; echo two >&2"},
                       {{fileno(in), fileno(out), fileno(messages)}}),
            0);
  const auto text = [](FILE* file) {
    char bytes[16] = {};
    std::rewind(file);
    return std::string(bytes, std::fread(bytes, 1, sizeof(bytes), file));
  };
  EXPECT_EQ(text(out), "text");
  EXPECT_EQ(text(messages), "two\n");
  for (FILE* file : {in, out, messages}) std::fclose(file);
}

TEST_P(ChildTest, FromSeveralThreads) {
  std::thread threads[4];
  for (int t = 0; t < 4; ++t)
    threads[t] = std::thread([t] {
      const std::string exit = "exit " + std::to_string(t);
      for (int i = 0; i < 10; ++i)
        EXPECT_EQ(RunProgram("/bin/sh", {"-c", exit}, kOwn), t);
    });
  for (auto& thread : threads) thread.join();
}

void WaitForAll(int) {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

INSTANTIATE_TEST_SUITE_P(, ChildTest,
                         testing::Values(SIG_DFL, SIG_IGN, WaitForAll));

TEST(Children, AreNoLongerIgnored) {
  signal(SIGCHLD, SIG_IGN);
  EXPECT_TRUE(StopIgnoringChildren());
  EXPECT_FALSE(StopIgnoringChildren());
  EXPECT_EQ(signal(SIGCHLD, WaitForAll), SIG_DFL);
  EXPECT_FALSE(StopIgnoringChildren());
  struct sigaction action = {};
  action.sa_handler = WaitForAll;
  action.sa_flags = SA_NOCLDWAIT;
  ASSERT_EQ(sigaction(SIGCHLD, &action, nullptr), 0);
  EXPECT_TRUE(StopIgnoringChildren());
  EXPECT_EQ(signal(SIGCHLD, SIG_DFL), WaitForAll);
}

}  // namespace
}  // namespace facet
