// The files of sycl-post-link: all or none, and nothing beside them.
#include "postlink/tool/outputs.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <set>
#include <string>

namespace facet {
namespace {

class OutputFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("outputs", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string path(const llvm::Twine &Name) const {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }
  static std::string contents(const std::string &Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "(none)";
  }
  std::set<std::string> names() const {
    std::set<std::string> Names;
    std::error_code Code;
    for (llvm::sys::fs::recursive_directory_iterator I(Folder, Code), End;
         I != End && !Code; I.increment(Code))
      Names.insert(llvm::sys::path::filename(I->path()).str());
    return Names;
  }

  llvm::SmallString<128> Folder;
};

TEST_F(OutputFilesTest, OneTemporaryNameForAllFilesOfAFolder) {
  ASSERT_FALSE(llvm::sys::fs::create_directory(path("below")));
  OutputFiles Files;
  for (int I = 0; I != 100; ++I) {
    std::string Text(I * 100, char('a' + I % 26));
    ASSERT_FALSE(bool(Files.write(path(llvm::Twine(I)), Text)));
    ASSERT_FALSE(bool(Files.write(path("below/x" + llvm::Twine(I)), Text)));
    EXPECT_EQ(contents(path(llvm::Twine(I))), Text);
  }
  EXPECT_EQ(Files.temporaryNames(), 2u);
  Files.keep();
  EXPECT_EQ(names().size(), 201u);
}

TEST_F(OutputFilesTest, ReplacesWhatIsThereAndWritesAPathOnce) {
  {
    OutputFiles Files;
    ASSERT_FALSE(bool(Files.write(path("a"), "old and longer")));
    Files.keep();
  }
  OutputFiles Files;
  ASSERT_FALSE(bool(Files.write(path("a"), "new")));
  ASSERT_FALSE(bool(Files.write(path("a"), "not written")));
  EXPECT_EQ(contents(path("a")), "new");
  Files.keep();
}

TEST_F(OutputFilesTest, NothingIsLeftOfARunThatFails) {
  {
    OutputFiles Files;
    ASSERT_FALSE(bool(Files.write(path("a"), "1")));
    ASSERT_FALSE(bool(Files.write(path("b"), "2")));
  }
  EXPECT_EQ(names(), std::set<std::string>());
}

TEST_F(OutputFilesTest, AFileThatCannotBeReplacedIsNamedAndLeavesNoOther) {
  ASSERT_FALSE(llvm::sys::fs::create_directories(path("full/of")));
  {
    OutputFiles Files;
    ASSERT_FALSE(bool(Files.write(path("a"), "1")));
    std::string Message = toString(Files.write(path("full"), "2"));
    EXPECT_NE(Message.find("full"), std::string::npos) << Message;
    Message = toString(Files.write(path("missing/b"), "3"));
    EXPECT_NE(Message.find("missing/b"), std::string::npos) << Message;
    EXPECT_NE(Message.find("cannot write"), std::string::npos) << Message;
  }
  EXPECT_EQ(names(), (std::set<std::string>{"full", "of"}));
}

TEST_F(OutputFilesTest, DevicesAreWrittenToAndStay) {
  OutputFiles Files;
  EXPECT_FALSE(bool(Files.write("/dev/null", "1")));
  EXPECT_EQ(Files.temporaryNames(), 0u);
  Files.keep();
}

} // namespace
} // namespace facet
