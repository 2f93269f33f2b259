// Tests of DynamicLibrary.

#include "runtime/backends/loader/dynamic_library.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
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

TEST(DynamicLibraryTest, OpensTheFirstDriverThereIsOrWhatIsAskedFor) {
  const char* variable = "FACET_TEST_LIBRARY";
  unsetenv(variable);
  std::string warning;
  EXPECT_FALSE(DynamicLibrary().OpenDriver("Test", variable,
                                           {"libfacet-none.so.1"}, &warning));
  EXPECT_EQ(warning, "");
  DynamicLibrary library;
  ASSERT_TRUE(library.OpenDriver("Test", variable,
                                 {"libfacet-none.so.1", "libm.so.6"}, &warning));
  double (*root)(double) = nullptr;
  EXPECT_TRUE(library.BindRequired("sqrt", &root, &warning));
  EXPECT_FALSE(library.BindRequired("no_such_symbol", &root, &warning));
  EXPECT_EQ(warning, "Test: libm.so.6 lacks the function no_such_symbol");
  setenv(variable, "/nonexistent/libx.so", 1);
  EXPECT_FALSE(
      DynamicLibrary().OpenDriver("Test", variable, {"libm.so.6"}, &warning));
  EXPECT_EQ(warning.rfind("Test: /nonexistent/libx.so", 0), 0u) << warning;
  unsetenv(variable);
}

}  // namespace
}  // namespace facet
