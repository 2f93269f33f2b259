#include "runtime/process/runtime_copies.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <climits>
#include <sycl/detail/version.hpp>

namespace facet {
namespace {

using Home = RuntimeCopy::Home;

RuntimeCopy Program(const char* version = "1.0.0") {
  return {Home::kExecutable, "/app", version, false, false};
}
RuntimeCopy Library(const char* version = "1.0.0") {
  return {Home::kSharedRuntime, "/lib/libfacet.so.1", version, false, false};
}
RuntimeCopy PlugIn(const char* version = "1.0.0") {
  return {Home::kPlugIn, "/plugin.so", version, false, false};
}
RuntimeCopy This(RuntimeCopy copy) {
  copy.is_this = true;
  return copy;
}
RuntimeCopy Used(RuntimeCopy copy) {
  copy.in_use = true;
  return copy;
}

TEST(RuntimeCopies, FindsTheOneOfThisProgram) {
  char path[PATH_MAX] = {};
  ASSERT_GT(readlink("/proc/self/exe", path, sizeof(path) - 1), 0);
  for (const bool used : {false, true}) {
    const std::vector<RuntimeCopy> copies = RuntimeCopies();
    ASSERT_EQ(copies.size(), 1u);
    EXPECT_TRUE(copies[0].is_this);
    EXPECT_EQ(copies[0].home, Home::kExecutable);
    EXPECT_EQ(copies[0].path, path);
    EXPECT_EQ(copies[0].version, __SYCL_FACET_VERSION);
    EXPECT_EQ(copies[0].in_use, used);
    EXPECT_EQ(UseThisRuntime(nullptr), "");
  }
  EXPECT_EQ(UseThisRuntime(path), "");
}

TEST(RuntimeCopies, OnlyOneIsUsed) {
  EXPECT_EQ(RuntimeConflict({This(Program())}, "/app"), "");
  EXPECT_EQ(RuntimeConflict({This(Library())}, "/liba.so"), "");
  // The program's names come first: the other is loaded, and nobody's.
  EXPECT_EQ(RuntimeConflict({This(Program()), Library()}, "/liba.so"), "");
  EXPECT_EQ(RuntimeConflict({This(Program()), Library()}, ""), "");
  const std::string conflict =
      RuntimeConflict({Used(Program()), This(Library())}, "/liba.so");
  EXPECT_EQ(conflict.find("'/liba.so' uses the SYCL runtime in "
                          "'/lib/libfacet.so.1', but this process already uses "
                          "the one in '/app'"),
            0u)
      << conflict;
  const std::string of_devices =
      RuntimeConflict({This(Program()), Used(Library())}, "");
  EXPECT_EQ(of_devices.find("'/app' has a SYCL runtime, but this process "
                            "already uses the one in '/lib/libfacet.so.1'"),
            0u)
      << of_devices;
  // Two libraries that are called so, from two folders.
  EXPECT_NE(RuntimeConflict({Used(Library()), This(Library())}, "/liba.so"),
            "");
}

TEST(RuntimeCopies, PlugInsKeepToThemselves) {
  for (const char* user : {"/plugin.so", "", "/liba.so"}) {
    EXPECT_EQ(RuntimeConflict({Used(Program()), This(PlugIn())}, user), "");
    EXPECT_EQ(RuntimeConflict({This(Program()), Used(PlugIn())}, user), "");
    EXPECT_EQ(RuntimeConflict({Used(Library()), This(PlugIn())}, user), "");
    EXPECT_EQ(RuntimeConflict({Used(PlugIn()), This(PlugIn())}, user), "");
  }
  EXPECT_EQ(
      RuntimeConflict({Used(Program()), This(PlugIn("2.0.0"))}, "/plugin.so"),
      "");
}

TEST(RuntimeCopies, VersionsAreTold) {
  // A plug-in takes the names of the program instead of its own.
  EXPECT_EQ(
      RuntimeConflict({This(Program()), PlugIn("1.1.0")}, "/plugin.so"),
      "'/plugin.so' is made for Facet 1.1, but the runtime of this process is "
      "that of Facet 1.0 in '/app'");
  EXPECT_EQ(RuntimeConflict({This(Program()), Library("1.1.0")}, "/liba.so"),
            "'/liba.so' is made for Facet 1.1, '/lib/libfacet.so.1', but the "
            "runtime of this process is that of Facet 1.0 in '/app'");
  // Patches keep the interface, and what the program has itself is its own.
  EXPECT_EQ(RuntimeConflict({This(Program()), PlugIn("1.0.7")}, "/plugin.so"),
            "");
  EXPECT_EQ(RuntimeConflict({This(Program()), Library("1.1.0")}, "/app"), "");
  EXPECT_EQ(RuntimeConflict({This(Program()), PlugIn("1.1.0")}, "/liba.so"),
            "");
}

}  // namespace
}  // namespace facet
