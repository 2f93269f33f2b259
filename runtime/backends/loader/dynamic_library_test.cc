// Tests of DynamicLibrary.

#include "runtime/backends/loader/dynamic_library.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace facet {
namespace {

TEST(DynamicLibraryTest, MissingIsNotBroken) {
  DynamicLibrary library;
  EXPECT_EQ(library.Open("libfacet-none.so.1"),
            DynamicLibrary::Result::kMissing);
  EXPECT_EQ(library.Symbol("anything"), nullptr);
}

TEST(DynamicLibraryTest, SaysWhatIsBroken) {
  const std::string path = testing::TempDir() + "broken.so";
  std::ofstream(path) << "this is no ELF file";
  DynamicLibrary library;
  EXPECT_EQ(library.Open(path), DynamicLibrary::Result::kBroken);
  EXPECT_NE(library.error().find("broken.so"), std::string::npos);
  std::remove(path.c_str());
}

TEST(DynamicLibraryTest, BindsSymbols) {
  DynamicLibrary library;
  ASSERT_EQ(library.Open("libm.so.6"), DynamicLibrary::Result::kOpened);
  double (*root)(double) = nullptr;
  ASSERT_TRUE(library.Bind("sqrt", &root));
  EXPECT_EQ(root(4.0), 2.0);
  EXPECT_FALSE(library.Bind("no_such_symbol", &root));
}

}  // namespace
}  // namespace facet
