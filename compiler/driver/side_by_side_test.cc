// A command that waits for another one, with shell scripts in place of
// compilations.

#include "compiler/driver/side_by_side.h"

#include "compiler/driver/runner.h"

#include "gtest/gtest.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <fstream>

namespace facet {
namespace {

using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

class WaitingCompilationTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("side-by-side", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string path(const char *Name) const {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }

  /// A script, which gets the latch as "$1". `wait_latch` is 1 once it is open,
  /// and 0 if it never will be.
  ToolCommand script(const std::string &Text) const {
    std::ofstream(path("script"))
        << "wait_latch() { head -c1 /proc/self/fd/${latch} | wc -c; }\n"
           "latch=${1#-fsycl-wait-for-latch=}\n"
        << Text;
    return {"/bin/sh", {path("script"), "argument"}};
  }

  llvm::SmallString<128> Folder;
  Runner Run{/*PrintOnly=*/false, /*Verbose=*/false};
};

int exitCodeOf(llvm::Error E) {
  int Code = 0;
  llvm::handleAllErrors(
      std::move(E), [&](const AlreadyReported &R) { Code = R.ExitCode; },
      [&](const llvm::ErrorInfoBase &) { Code = -1; });
  return Code;
}

TEST_F(WaitingCompilationTest, PrintsBehindTheFirst) {
  CaptureStderr();
  int Code;
  {
    WaitingCompilation Host(Run);
    ASSERT_FALSE(bool(Host.start(
        script("echo parsed >&2; echo latch $(wait_latch) >&2; exit 0"))));
    llvm::Error Device =
        Run.run({"/bin/sh", {"-c", "sleep 0.3; echo device >&2"}});
    EXPECT_FALSE(bool(Device));
    Code = exitCodeOf(Host.finish());
  }
  EXPECT_EQ(GetCapturedStderr(), "device\nparsed\nlatch 1\n");
  EXPECT_EQ(Code, 0);
}

/// As after an error of the first: nothing is seen of it.
TEST_F(WaitingCompilationTest, NotFinished) {
  CaptureStderr();
  {
    WaitingCompilation Host(Run);
    ASSERT_FALSE(bool(Host.start(script(
        "echo parsed >&2; [ $(wait_latch) = 0 ] || touch " + path("made")))));
  }
  EXPECT_EQ(GetCapturedStderr(), "");
  EXPECT_FALSE(llvm::sys::fs::exists(path("made")));
}

TEST_F(WaitingCompilationTest, FailsBefore) {
  CaptureStderr();
  WaitingCompilation Host(Run);
  ASSERT_FALSE(bool(Host.start(script("echo wrong >&2; exit 3"))));
  EXPECT_EQ(exitCodeOf(Run.run({"/bin/sh", {"-c", "sleep 0.3"}})), 0);
  EXPECT_EQ(exitCodeOf(Host.finish()), 3);
  EXPECT_EQ(GetCapturedStderr(), "wrong\n");
}

/// The command that is kept for a report is one that a user can run.
TEST_F(WaitingCompilationTest, Crashes) {
  WaitingCompilation Host(Run);
  const ToolCommand Command = script("kill -SEGV $$");
  ASSERT_FALSE(bool(Host.start(Command)));
  EXPECT_EQ(exitCodeOf(Host.finish()), -1);
  ASSERT_TRUE(Run.crashed().has_value());
  EXPECT_EQ(Run.crashed()->Arguments, Command.Arguments);
}

/// More than a pipe holds: it waits, and all of it is printed.
TEST_F(WaitingCompilationTest, PrintsMuch) {
  const ToolCommand Command =
      script("yes 0123456789abcde | head -n 20000 >&2; exit 4");
  {
    WaitingCompilation Host(Run);
    ASSERT_FALSE(bool(Host.start(Command)));
  }
  CaptureStderr();
  WaitingCompilation Host(Run);
  ASSERT_FALSE(bool(Host.start(Command)));
  EXPECT_EQ(exitCodeOf(Host.finish()), 4);
  EXPECT_EQ(GetCapturedStderr().size(), 320000u);
}

TEST_F(WaitingCompilationTest, CannotBeStarted) {
  WaitingCompilation Host(Run);
  llvm::Error E = Host.start({path("none"), {"-cc1"}});
  ASSERT_TRUE(bool(E));
  EXPECT_NE(llvm::toString(std::move(E)).find("none"), std::string::npos);
}

TEST(SideBySideTest, OnlyWhatPrintsMessagesAlone) {
  EXPECT_TRUE(mayRunSideBySide({"-cc1", "-emit-obj", "-o", "a.o", "-"}));
  EXPECT_TRUE(mayRunSideBySide({"-cc1", "-S", "-o", "a.s", "a.cpp"}));
  EXPECT_FALSE(mayRunSideBySide({"-cc1", "-fsyntax-only", "a.cpp"}));
  EXPECT_FALSE(mayRunSideBySide({"-cc1", "-S", "-o", "-", "a.cpp"}));
  for (const char *Option :
       {"-ftime-report", "-ftime-trace=a.json", "-fdump-record-layouts",
        "-print-stats", "-load", "-mlink-bitcode-file"})
    EXPECT_FALSE(
        mayRunSideBySide({"-cc1", "-emit-obj", Option, "-o", "a.o", "a.cpp"}))
        << Option;
  EXPECT_FALSE(mayRunSideBySide(
      {"-cc1", "-emit-obj", "-dependency-file", "-", "-o", "a.o", "a.cpp"}));
}

TEST(SideBySideTest, MakeCountsProcesses) {
  setenv("MAKEFLAGS", " -j8 --jobserver-auth=fifo:/tmp/x", 1);
  EXPECT_FALSE(hasIdleProcessor());
  unsetenv("MAKEFLAGS");
}

} // namespace
} // namespace facet
