// Files that are whole or absent, and crashes.

#include "compiler/support/tool.h"

#include "compiler/support/message_style.h"

#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace facet {
namespace {

TEST(Files, WrittenWholeOrNotAtAll) {
  const char *Scratch = std::getenv("TEST_TMPDIR");
  std::string Directory = Scratch ? Scratch : "/tmp";
  std::string Path = Directory + "/facet_tool_test.out";
  ASSERT_FALSE(bool(writeOutput(Path, "bytes")));
  auto Back = openInput(Path);
  ASSERT_TRUE(bool(Back));
  EXPECT_EQ((*Back)->getBuffer(), "bytes");
  llvm::sys::fs::remove(Path);

  std::string Missing = Directory + "/no/such/directory/file";
  std::string Message = llvm::toString(writeOutput(Missing, "bytes"));
  EXPECT_NE(Message.find(Missing), std::string::npos) << Message;
  EXPECT_FALSE(llvm::sys::fs::exists(Missing));

  auto Absent = openInput(Missing);
  ASSERT_FALSE(bool(Absent));
  EXPECT_EQ(llvm::toString(Absent.takeError()),
            "cannot read (No such file or directory): " + Missing);
}

TEST(ToolSession, CrashesOfReadersAreErrors) {
  EXPECT_EXIT(
      {
        ToolSession Tool("sycl-thing", "usage: sycl-thing");
        ReadingScope Reading("a.bc");
        std::abort();
      },
      ::testing::ExitedWithCode(1),
      "^sycl-thing: error: crashed; is the input damaged\\?: a.bc\n$");
}

// What was read is not to blame: the message does not say so, and has a stack.
TEST(ToolSession, OtherCrashesAreDefects) {
  EXPECT_EXIT(
      {
        ToolSession Tool("sycl-thing", "usage: sycl-thing");
        Tool.worksOn("a.bc");
        { ReadingScope Reading("a.bc"); }
        std::abort();
      },
      ::testing::ExitedWithCode(CrashExitCode),
      "^sycl-thing: error: crashed: a.bc\nThis is a defect of "
      "sycl-thing.*\n(.*\n)*.*#[0-9]+ 0x");
}

TEST(ToolSession, TooMuchMemoryIsAnError) {
  EXPECT_EXIT(
      {
        ToolSession Tool("sycl-thing", "usage: sycl-thing");
        ReadingScope Reading("a.bc");
        volatile std::size_t Bytes = std::size_t(1) << 62;
        ::operator delete(::operator new(Bytes));
      },
      ::testing::ExitedWithCode(1),
      "^sycl-thing: error: crashed; is the input damaged\\?: a.bc\n$");
}

TEST(MessageStyleTest, ColorsAreAroundTheText) {
  EXPECT_EQ(styledMessage("tool", "error", "what\nmore", /*Colors=*/false),
            "tool: error: what\nmore");
  EXPECT_EQ(styledMessage("tool", "error", "what\nmore", /*Colors=*/true),
            "\033[1mtool: \033[0;1;31merror: \033[0m\033[1mwhat\033[0m\nmore");
  EXPECT_EQ(styledMessage("tool", "note", "what", /*Colors=*/true),
            "\033[1mtool: \033[0;1;36mnote: \033[0m\033[0mwhat\033[0m");
}

} // namespace
} // namespace facet
