#include "runtime/backends/cpu/thread_count.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace facet {
namespace {

TEST(ThreadCount, Numbers) {
  EXPECT_EQ(ParseThreadCount("1"), 1u);
  EXPECT_EQ(ParseThreadCount("64"), 64u);
  for (const char* text : {"", "0", "-1", "two", "2x", " 2", "2.5",
                           "99999999999999999999"})
    EXPECT_EQ(ParseThreadCount(text), std::nullopt) << text;
}

TEST(ThreadCount, Quotas) {
  EXPECT_EQ(ProcessorsOfQuota("200000", "100000"), 2u);
  EXPECT_EQ(ProcessorsOfQuota("150000", "100000"), 2u);
  EXPECT_EQ(ProcessorsOfQuota("1000", "100000"), 1u);
  EXPECT_EQ(ProcessorsOfQuota("max", "100000"), std::nullopt);
  EXPECT_EQ(ProcessorsOfQuota("-1", "100000"), std::nullopt);
  EXPECT_EQ(ProcessorsOfQuota("200000", "0"), std::nullopt);
  EXPECT_EQ(ProcessorsOfQuota("200000", ""), std::nullopt);
  EXPECT_EQ(ProcessorsOfQuota("", ""), std::nullopt);
}

class Groups : public testing::Test {
 protected:
  void Write(const std::string& file, const std::string& text) {
    const std::filesystem::path path = root_ + "/" + file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  const std::string root_ = std::string(std::getenv("TEST_TMPDIR")) + "/" +
                            testing::UnitTest::GetInstance()
                                ->current_test_info()
                                ->name();
};

TEST_F(Groups, OfVersion2) {
  EXPECT_EQ(ProcessorsOfGroups(root_, "0::/\n"), std::nullopt);
  Write("cpu.max", "max 100000\n");
  EXPECT_EQ(ProcessorsOfGroups(root_, "0::/\n"), std::nullopt);
  Write("a/cpu.max", "300000 100000\n");
  Write("a/b/cpu.max", "800000 100000\n");
  // What is around a group limits it, too.
  EXPECT_EQ(ProcessorsOfGroups(root_, "0::/a/b\n"), 3u);
  EXPECT_EQ(ProcessorsOfGroups(root_, "0::/a/b/c"), 3u);
  EXPECT_EQ(ProcessorsOfGroups(root_, "0::/other\n"), std::nullopt);
  // As a container sees itself.
  Write("cpu.max", "250000 100000");
  EXPECT_EQ(ProcessorsOfGroups(root_, "0::/\n"), 3u);
}

TEST_F(Groups, OfVersion1) {
  Write("cpu,cpuacct/a/cpu.cfs_quota_us", "400000\n");
  Write("cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  Write("cpu,cpuacct/b/cpu.cfs_quota_us", "-1\n");
  Write("cpu,cpuacct/b/cpu.cfs_period_us", "100000\n");
  const std::string others = "5:memory:/a\n3:cpuset:/a\n";
  EXPECT_EQ(ProcessorsOfGroups(root_, others + "4:cpu,cpuacct:/a\n"), 4u);
  EXPECT_EQ(ProcessorsOfGroups(root_, others + "4:cpu,cpuacct:/b\n"),
            std::nullopt);
  EXPECT_EQ(ProcessorsOfGroups(root_, others), std::nullopt);
}

TEST_F(Groups, MalformedText) {
  for (const char* text : {"", "\n", ":", "::", "0:", "cpu", "1:cpu", ":::::",
                           "0::relative", "0::/a//b/"})
    EXPECT_EQ(ProcessorsOfGroups(root_, text), std::nullopt) << text;
}

// Each in a process of its own: the number is asked for once.
TEST(ThreadCount, IsChosen) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto with = [](const char* text) {
    setenv("SYCL_CPU_THREADS", text, 1);
    std::exit(static_cast<int>(CpuThreads()));
  };
  EXPECT_EXIT(with("1"), testing::ExitedWithCode(1), "^$");
  const auto all = static_cast<int>(
      std::min(100u, std::thread::hardware_concurrency()));
  EXPECT_EXIT(with("100000"), testing::ExitedWithCode(all), "^$");
  unsetenv("SYCL_CPU_THREADS");
  EXPECT_EXIT(
      {
        const unsigned count = (setenv("SYCL_CPU_THREADS", "lots", 1),
                                CpuThreads());
        std::exit(count >= 1 ? 0 : 1);
      },
      testing::ExitedWithCode(0),
      "sycl: warning: SYCL_CPU_THREADS: 'lots' is no number of threads: it is "
      "ignored");
}

TEST(ThreadCount, OfThisProcess) {
  EXPECT_GE(CpuThreads(), 1u);
  EXPECT_LE(CpuThreads(), std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace facet
