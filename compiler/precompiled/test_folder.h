// A folder of a test's own, and files in it.
//
// In:  names and texts of files.
// Out: the files, until the test ends.

#ifndef FACET_COMPILER_PRECOMPILED_TEST_FOLDER_H
#define FACET_COMPILER_PRECOMPILED_TEST_FOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <string>

namespace facet {

class FolderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("precompiled", Root));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }

  /// Makes the file, and the folders that it is in.
  void write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string Path = path(Name);
    ASSERT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Text;
    ASSERT_FALSE(Code);
  }

private:
  llvm::SmallString<128> Root;
};

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_TEST_FOLDER_H
