// Command graphs as closed command lists of a driver that records calls
// (fake_level_zero.cc), through a loader that has the extension
// (fake_loader.cc).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

#include "runtime/testing/driver_test.h"
#include "runtime/testing/fake_images.h"

class add_one;

namespace {

namespace ex = sycl::ext::oneapi::experimental;
using modifiable = ex::command_graph<ex::graph_state::modifiable>;
using executable = ex::command_graph<ex::graph_state::executable>;
using ex::property::node::depends_on;
using ex::property::node::depends_on_all_leaves;

struct Functor {
  int* value;
  void operator()() const {}
};

template <typename Function>
Function* Of(const char* name) {
  return reinterpret_cast<Function*>(dlsym(
      dlopen(std::getenv("FAKE_LEVEL_ZERO"), RTLD_NOW | RTLD_NOLOAD), name));
}
std::string TakeRecord() { return Of<const char*()>("fake_ze_take_record")(); }
int Lists() { return Of<int()>("fake_ze_lists")(); }

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

// What the list got: the names of the functions, without arguments of kernels.
std::string Appended(const std::string& record) {
  const std::string start = "zeCommandListAppend";
  std::string all;
  for (size_t at = 0, end; at < record.size(); at = end + 1) {
    end = record.find('\n', at);
    if (record.compare(at, 19, "zeCommandListCreate") == 0) all.clear();
    if (record.compare(at, 18, "zeCommandListClose") == 0) break;
    if (record.compare(at, start.size(), start) == 0)
      all += record.substr(at + start.size(),
                           record.find('(', at) - at - start.size()) +
             " ";
  }
  return all;
}

class LevelZeroGraphs : public testing::Test {
 protected:
  LevelZeroGraphs()
      : queue(sycl::device([](const sycl::device& d) {
          return d.get_backend() == sycl::backend::ext_oneapi_level_zero ? 1
                                                                         : -1;
        })),
        graph(queue) {}

  ex::node Kernel(int* counter, const sycl::property_list& properties = {}) {
    return graph.add(
        [=](sycl::handler& h) { h.single_task<add_one>(Functor{counter}); },
        properties);
  }
  std::string Submit(executable& exec) {
    TakeRecord();
    queue.ext_oneapi_graph(exec);
    return TakeRecord();
  }

  sycl::queue queue;
  modifiable graph;
  int value = 0;
};

TEST_F(LevelZeroGraphs, OneCallForAll) {
  for (int i = 0; i < 5; ++i) Kernel(&value, depends_on_all_leaves());
  executable exec = graph.finalize();
  const std::string first = Submit(exec);
  EXPECT_EQ(Count(first, "zeCommandListAppendLaunchKernel("), 5u) << first;
  EXPECT_EQ(Count(first, "zeCommandListAppendBarrier()"), 4u) << first;
  EXPECT_EQ(Count(first, "zeCommandListClose("), 1u) << first;
  const std::string second = Submit(exec);
  EXPECT_EQ(Count(second, "zeCommandListImmediateAppendCommandListsExp(1)"), 1u)
      << second;
  EXPECT_EQ(Count(second, "LaunchKernel("), 0u) << second;
  queue.wait();
  EXPECT_EQ(value, 10);
}

// A barrier only before what comes after something since the last one.
TEST_F(LevelZeroGraphs, Barriers) {
  char bytes[32] = {};
  const char three[] = {1, 2, 3};
  struct Three {
    char x[3];
  };
  ex::node start = Kernel(&value);
  ex::node alone = Kernel(&value);
  ex::node left = Kernel(&value, depends_on(start));
  ex::node right = Kernel(&value, depends_on(alone));
  ex::node join = graph.add(depends_on(left, right));
  graph.add([&](sycl::handler& h) { h.memset(bytes, 7, 32); });
  Kernel(&value, depends_on(join));
  Kernel(&value, depends_on(start));
  graph.add(
      [&](sycl::handler& h) {
        h.fill(reinterpret_cast<Three*>(bytes), Three{{1, 2, 3}}, 4);
      },
      depends_on_all_leaves());
  graph.add([&](sycl::handler& h) { h.memcpy(bytes, bytes + 4, 0); });
  executable exec = graph.finalize();
  const std::string calls = Submit(exec);
  EXPECT_EQ(Appended(calls),
            "LaunchKernel LaunchKernel Barrier LaunchKernel LaunchKernel "
            "MemoryFill Barrier LaunchKernel LaunchKernel "
            "Barrier MemoryFill MemoryFill Barrier MemoryCopy Barrier "
            "MemoryCopy ")
      << calls;
  queue.wait();
  EXPECT_EQ(value, 6);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(bytes[i], i < 12 ? three[i % 3] : 7);
}

TEST_F(LevelZeroGraphs, Updated) {
  int other = 0;
  int *const one = &value, *const two = &other;
  ex::dynamic_command_group groups(
      {[=](sycl::handler& h) { h.single_task<add_one>(Functor{one}); },
       [=](sycl::handler& h) { h.single_task<add_one>(Functor{two}); }});
  ex::node node = graph.add(groups);
  executable exec = graph.finalize(ex::property::graph::updatable());
  Submit(exec);
  groups.set_active_index(1);
  exec.update(node);
  const std::string calls = Submit(exec);
  EXPECT_EQ(Count(calls, "zeCommandListCreate("), 1u) << calls;
  exec.update(graph);
  Submit(exec);
  queue.wait();
  EXPECT_EQ(value, 1);
  EXPECT_EQ(other, 2);
}

TEST_F(LevelZeroGraphs, Profiled) {
  sycl::queue timed(queue.get_context(), queue.get_device(),
                    sycl::property::queue::enable_profiling());
  Kernel(&value);
  executable exec = graph.finalize(ex::property::graph::enable_profiling());
  sycl::event run = timed.ext_oneapi_graph(exec);
  run.wait();
  using namespace sycl::info::event_profiling;
  EXPECT_LE(run.get_profiling_info<command_submit>(),
            run.get_profiling_info<command_start>());
  EXPECT_LT(run.get_profiling_info<command_start>(),
            run.get_profiling_info<command_end>());
}

TEST_F(LevelZeroGraphs, Failures) {
  char bytes[16] = {};
  Kernel(&value);
  graph.add([&](sycl::handler& h) { h.memset(bytes, 1, 4); });
  graph.add([&](sycl::handler& h) { h.memcpy(bytes + 8, bytes, 4); },
            depends_on_all_leaves());
  const int before = Lists();
  for (const char* function :
       {"zeCommandListCreate", "zeCommandListClose",
        "zeCommandListAppendLaunchKernel", "zeCommandListAppendMemoryFill",
        "zeCommandListAppendMemoryCopy", "zeCommandListAppendBarrier",
        "zeCommandListImmediateAppendCommandListsExp"}) {
    executable exec = graph.finalize();
    value = 0;
    {
      const facet::ScopedEnvironment fails(
          "FAKE_ZE_FAIL", (std::string(function) + "=0x70000001").c_str());
      try {
        queue.ext_oneapi_graph(exec);
        ADD_FAILURE() << function;
      } catch (const sycl::exception& e) {
        EXPECT_EQ(e.code(), sycl::errc::runtime);
        EXPECT_NE(std::string(e.what()).find(function), std::string::npos)
            << e.what();
      }
    }
    EXPECT_EQ(value, 0) << function;
    queue.ext_oneapi_graph(exec).wait();
    EXPECT_EQ(value, 1) << function;
    queue.wait();
  }
  queue = sycl::queue(queue.get_context(), queue.get_device());
  EXPECT_EQ(Lists(), before);
}

// Submitted one by one: by a loader or a driver without the extension.
TEST(OldLevelZero, Replayed) {
  const auto calls = [](const char* loader, const char* version) {
    const facet::ScopedEnvironment library("SYCL_LEVEL_ZERO_LIBRARY", loader);
    const facet::ScopedEnvironment old("FAKE_ZE_VERSION", version);
    const facet::PlatformList list = facet::EnumerateLevelZeroPlatforms();
    facet::DeviceGraphPtr made;
    const facet::Status status =
        list.platforms.at(0)->devices.at(0)->CreateGraph(&made);
    EXPECT_EQ(status.ok(), made != nullptr);
    return status.code();
  };
  const char* const loader = std::getenv("SYCL_LEVEL_ZERO_LIBRARY");
  EXPECT_EQ(calls(loader, "1.9"), facet::StatusCode::kOk);
  EXPECT_EQ(calls(loader, "1.8"), facet::StatusCode::kNotSupported);
  EXPECT_EQ(calls(std::getenv("LEVEL_ZERO_LOADER"), "1.9"),
            facet::StatusCode::kNotSupported);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("ZE_ENABLE_ALT_DRIVERS", std::getenv("FAKE_LEVEL_ZERO"), 1);
  setenv("FAKE_ZE_VERSION", "1.9", 1);
  static const unsigned char code[] = "code of a fake...";
  static auto& images = *new facet::FakeImages;
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS7add_one"}, code, 16);
  __sycl_register_images(images.registration());
  return RUN_ALL_TESTS();
}
