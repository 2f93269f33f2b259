// Command graphs as graphs of the driver: what the driver is told.
//
// FAKE_CUDA is the path of a fake driver, FAKE_OLD_CUDA of one without graphs:
// with the argument "old" the tests run on that.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

#include "runtime/submission/command_graph.h"
#include "runtime/testing/driver_test.h"
#include "runtime/testing/fake_images.h"

class add_one;
class other_kernel;

namespace {

namespace ex = sycl::ext::oneapi::experimental;
using modifiable = ex::command_graph<ex::graph_state::modifiable>;
using executable = ex::command_graph<ex::graph_state::executable>;

struct Functor {
  int* value;
  void operator()() const {}
  void operator()(sycl::item<1>) const {}
};

bool old_driver = false;

const char* Driver() {
  return std::getenv(old_driver ? "FAKE_OLD_CUDA" : "FAKE_CUDA");
}

template <typename Function>
Function* Of(const char* name) {
  return reinterpret_cast<Function*>(
      dlsym(dlopen(Driver(), RTLD_NOW | RTLD_NOLOAD), name));
}
std::string TakeRecord() {
  return Of<const char*()>("fake_cuda_take_record")();
}
int LiveGraphs() { return Of<int()>("fake_cuda_live_graphs")(); }

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

// The lines of the record that begin with this, without it.
std::vector<std::string> Lines(const std::string& record,
                               const std::string& start) {
  std::vector<std::string> found;
  for (size_t at = 0, end; at < record.size(); at = end + 1) {
    end = record.find('\n', at);
    if (record.compare(at, start.size(), start) == 0)
      found.push_back(
          record.substr(at + start.size(), end - at - start.size()));
  }
  return found;
}

std::string AllNodes(const std::string& record) {
  std::string all;
  for (const std::string& line : Lines(record, "cuGraphAdd"))
    all += line.substr(0, line.find(':')) + "\n";
  return all;
}

class DriverGraphs : public testing::Test {
 protected:
  DriverGraphs()
      : queue(sycl::device([](const sycl::device& d) {
          return d.get_backend() == sycl::backend::ext_oneapi_cuda ? 1 : -1;
        })),
        graph(queue) {}
  void SetUp() override {
    live_ = LiveGraphs();
    TakeRecord();
  }

  ex::node Kernel(int* counter, const sycl::property_list& properties = {}) {
    return graph.add(
        [=](sycl::handler& h) { h.single_task<add_one>(Functor{counter}); },
        properties);
  }
  ex::node Copy(void* to, const void* from, size_t bytes,
                const sycl::property_list& properties = {}) {
    return graph.add([=](sycl::handler& h) { h.memcpy(to, from, bytes); },
                     properties);
  }
  // Calls of the driver for one more submission.
  std::string Submit(executable& exec) {
    TakeRecord();
    queue.ext_oneapi_graph(exec);
    return TakeRecord();
  }
  int live_ = 0;

  sycl::queue queue;
  modifiable graph;
  int value = 0, second = 0;
};

const ex::property::graph::updatable kUpdatable;

TEST_F(DriverGraphs, OneLaunchForAll) {
  for (int i = 0; i < 5; ++i)
    Kernel(&value, ex::property::node::depends_on_all_leaves());
  executable exec = graph.finalize();
  const std::string first = Submit(exec);
  EXPECT_EQ(Count(first, "cuGraphAddKernelNode("), 5u) << first;
  EXPECT_EQ(Count(first, "cuGraphInstantiateWithFlags(0)"), 1u) << first;
  EXPECT_EQ(Count(first, "cuGraphLaunch("), 1u) << first;
  EXPECT_EQ(Count(first, "cuLaunchKernel("), 0u) << first;
  EXPECT_EQ(Submit(exec).find("cuGraphAdd"), std::string::npos);
  queue.wait();
  EXPECT_EQ(value, 10);
  // Nothing but the launch, in an in-order queue.
  sycl::queue in_order(queue.get_context(), queue.get_device(),
                       sycl::property::queue::in_order());
  in_order.ext_oneapi_graph(exec);
  TakeRecord();
  for (int i = 0; i < 100; ++i) in_order.ext_oneapi_graph(exec);
  const std::string calls = TakeRecord();
  EXPECT_EQ(Count(calls, "cuGraphLaunch("), 100u) << calls;
  EXPECT_EQ(Count(calls, "cuStreamWaitEvent("), 0u) << calls;
  EXPECT_EQ(Count(calls, "cuLaunchKernel("), 0u) << calls;
  EXPECT_EQ(Count(calls, "cuEventSynchronize("), 0u) << calls;
  in_order.wait();
  EXPECT_EQ(value, 515);
}

TEST_F(DriverGraphs, Edges) {
  char bytes[16] = {};
  ex::node start = Kernel(&value);
  ex::node left =
      Copy(bytes, bytes + 8, 8, ex::property::node::depends_on(start));
  ex::node right = Kernel(&second, ex::property::node::depends_on(start));
  ex::node join = graph.add(ex::property::node::depends_on(left, right));
  // Of no command, and of two that end in the same node.
  ex::node alone = graph.add(ex::property::node::depends_on(join));
  Kernel(&value, ex::property::node::depends_on(alone, join));
  graph.add(ex::property::node::depends_on_all_leaves());
  executable exec = graph.finalize();
  const std::string calls = Submit(exec);
  EXPECT_EQ(AllNodes(calls),
            "KernelNode(0 after\n"
            "MemcpyNode(1 after 0\n"
            "KernelNode(2 after 0\n"
            "EmptyNode(3 after 1 2\n"
            "KernelNode(4 after 3\n")
      << calls;
  queue.wait();
  EXPECT_EQ(value, 2);
  EXPECT_EQ(second, 1);
}

TEST_F(DriverGraphs, CommandsOfSeveralOperations) {
  alignas(8) char bytes[64];
  const char three[] = {1, 2, 3};
  struct Three {
    char x[3];
  };
  Three pattern = {{1, 2, 3}};
  for (char& byte : bytes) byte = 9;
  auto* to = reinterpret_cast<Three*>(bytes);
  graph.add([&](sycl::handler& h) { h.fill(to, pattern, 7); });
  // Rows.
  char rows[32] = {};
  for (int row = 0; row < 3; ++row)
    graph.add(
        [&](sycl::handler& h) { h.memcpy(rows + row * 8, bytes + row * 4, 4); },
        ex::property::node::depends_on_all_leaves());
  graph.add([&](sycl::handler& h) { h.memset(rows + 30, 5, 2); });
  graph.add([&](sycl::handler& h) { h.memset(rows, 5, 0); });
  graph.add([&](sycl::handler& h) { h.prefetch(rows, 8); });
  graph.add([&](sycl::handler& h) { h.mem_advise(rows, 8, 0); });
  executable exec = graph.finalize();
  const std::string calls = Submit(exec);
  EXPECT_EQ(Count(calls, "cuGraphAddMemsetNode("), 3u) << calls;
  EXPECT_EQ(Lines(calls, "cuGraphAddMemsetNode(").back(), "8 after: 1 x 2)");
  EXPECT_EQ(Count(calls, "cuGraphAddMemcpyNode("), 6u) << calls;
  EXPECT_EQ(Count(calls, "cuMem"), 0u) << calls;
  queue.wait();
  for (int i = 0; i < 21; ++i) EXPECT_EQ(bytes[i], three[i % 3]) << i;
  EXPECT_EQ(bytes[21], 9);
  EXPECT_EQ(rows[8], bytes[4]);
  EXPECT_EQ(rows[19], bytes[11]);
  EXPECT_EQ(rows[20], 0);
  EXPECT_EQ(rows[31], 5);
}

// Commands before and after it are ordered by the driver.
TEST_F(DriverGraphs, Order) {
  Kernel(&value);
  executable exec = graph.finalize();
  Submit(exec);
  sycl::event before = queue.single_task<add_one>(Functor{&second});
  TakeRecord();
  sycl::event run = queue.ext_oneapi_graph(exec, before);
  sycl::queue elsewhere(queue.get_context(), queue.get_device());
  elsewhere.single_task<add_one>(run, Functor{&second});
  const std::string calls = TakeRecord();
  EXPECT_EQ(Count(calls, "cuEventSynchronize("), 0u) << calls;
  EXPECT_GE(Count(calls, "cuStreamWaitEvent("), 1u) << calls;
  EXPECT_LT(calls.find("cuGraphLaunch("), calls.rfind("cuStreamWaitEvent("));
  EXPECT_LT(calls.find("cuGraphLaunch("), calls.find("cuLaunchKernel("));
  // After a host task: when that is done.
  sycl::event task = queue.submit(
      [&](sycl::handler& h) { h.host_task([&] { second = value; }); });
  queue.ext_oneapi_graph(exec, task).wait();
  EXPECT_EQ(second, 2);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(run.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  queue.wait();
  elsewhere.wait();
}

TEST_F(DriverGraphs, UpdatedKernel) {
  int* counter = &value;
  ex::dynamic_command_group groups(
      {[=](sycl::handler& h) { h.single_task<add_one>(Functor{counter}); },
       [=, this](sycl::handler& h) {
         h.single_task<add_one>(Functor{&second});
       },
       [=](sycl::handler& h) {
         h.single_task<other_kernel>(Functor{counter});
       }});
  Kernel(&value);
  ex::node chosen = graph.add(groups);
  executable exec = graph.finalize(kUpdatable);
  Submit(exec);
  EXPECT_EQ(value, 2);
  groups.set_active_index(1);
  exec.update(chosen);
  exec.update(chosen);
  std::string calls = Submit(exec);
  EXPECT_EQ(Lines(calls, "cuGraphExecKernelNodeSetParams(").size(), 1u);
  EXPECT_EQ(Count(calls, "cuGraphInstantiate"), 0u) << calls;
  EXPECT_EQ(Count(calls, "cuGraphLaunch("), 1u) << calls;
  EXPECT_EQ(value, 3);
  EXPECT_EQ(second, 1);
  EXPECT_EQ(Count(Submit(exec), "SetParams"), 0u);
  groups.set_active_index(2);
  exec.update(chosen);
  EXPECT_EQ(Count(Submit(exec), "SetParams(1: other"), 1u);
  EXPECT_EQ(value, 5);
  EXPECT_EQ(second, 2);
  queue.wait();
}

// Sizes: also none, and some again.
TEST_F(DriverGraphs, UpdatedRange) {
  ex::node sized = graph.add([&](sycl::handler& h) {
    h.parallel_for<add_one>(sycl::range<1>(1000), Functor{&value});
  });
  Kernel(&second);
  executable exec = graph.finalize(kUpdatable);
  EXPECT_EQ(Count(Submit(exec), "add_one, 4 1 1, 256 1 1, 0"), 1u);
  const auto resize = [&](size_t size) {
    sized.update_range(sycl::range<1>(size));
    exec.update(sized);
    return Submit(exec);
  };
  std::string calls = resize(2000);
  EXPECT_EQ(Count(calls, "SetParams(0: add_one, 8 1 1, 256 1 1, 0"), 1u)
      << calls;
  calls = resize(0);
  EXPECT_EQ(Count(calls, "cuGraphAddKernelNode("), 1u) << calls;
  EXPECT_EQ(Count(calls, "cuGraphInstantiate"), 1u) << calls;
  EXPECT_EQ(second, 3);
  calls = resize(300);
  EXPECT_EQ(Count(calls, "cuGraphAddKernelNode("), 2u) << calls;
  EXPECT_EQ(second, 4);
  queue.wait();
}

TEST_F(DriverGraphs, UpdatedGraph) {
  const auto make = [&](int* counter, int nodes) {
    modifiable made(queue);
    for (int i = 0; i < nodes; ++i)
      made.add(
          [=](sycl::handler& h) { h.single_task<add_one>(Functor{counter}); },
          ex::property::node::depends_on_all_leaves());
    return made;
  };
  executable exec = make(&value, 3).finalize(kUpdatable);
  Submit(exec);
  modifiable other = make(&second, 3);
  exec.update(other);
  std::string calls = Submit(exec);
  EXPECT_EQ(Count(calls, "cuGraphExecUpdate("), 1u) << calls;
  EXPECT_EQ(Count(calls, "cuGraphInstantiate"), 0u) << calls;
  EXPECT_EQ(value, 3);
  EXPECT_EQ(second, 3);
  // Twice without a submission between.
  exec.update(make(&value, 3));
  exec.update(make(&second, 3));
  EXPECT_EQ(Count(Submit(exec), "cuGraphExecUpdate("), 1u);
  EXPECT_EQ(second, 6);
  // Of an updated graph, a node: of the graph that it was made of.
  modifiable first = make(&value, 1);
  executable single = first.finalize(kUpdatable);
  Submit(single);
  single.update(make(&second, 1));
  Submit(single);
  single.update(first.get_nodes().front());
  calls = Submit(single);
  EXPECT_EQ(Count(calls, "SetParams(0: add_one"), 1u) << calls;
  EXPECT_EQ(value, 5);
  EXPECT_EQ(second, 7);
  // The driver refuses.
  const facet::ScopedEnvironment refuses("FAKE_CUDA_GRAPHS", "none");
  exec.update(make(&value, 3));
  calls = Submit(exec);
  EXPECT_EQ(Count(calls, "cuGraphInstantiate"), 1u) << calls;
  EXPECT_EQ(value, 8);
  single.update(first.get_nodes().front());
  calls = Submit(single);
  EXPECT_EQ(Count(calls, "cuGraphInstantiate"), 1u) << calls;
  EXPECT_EQ(value, 9);
  queue.wait();
}

// What was submitted keeps what it has although the driver has not seen it.
TEST_F(DriverGraphs, UpdatesBehindHostTasks) {
  for (const bool whole : {false, true}) {
    value = second = 0;
    modifiable mine(queue), other(queue);
    int* counters[] = {&value, &second};
    ex::dynamic_command_group groups(
        {[=](sycl::handler& h) {
           h.single_task<add_one>(Functor{counters[0]});
         },
         [=](sycl::handler& h) {
           h.single_task<add_one>(Functor{counters[1]});
         }});
    ex::node node = mine.add(groups);
    groups.set_active_index(0);
    executable exec = mine.finalize(kUpdatable);
    queue.ext_oneapi_graph(exec).wait();
    other.add([=](sycl::handler& h) {
      h.single_task<add_one>(Functor{counters[1]});
    });
    std::atomic<bool> go{false};
    sycl::event task = queue.submit([&](sycl::handler& h) {
      h.host_task([&] {
        while (!go) std::this_thread::yield();
      });
    });
    queue.ext_oneapi_graph(exec, task);
    groups.set_active_index(1);
    if (whole)
      exec.update(other);
    else
      exec.update(node);
    queue.ext_oneapi_graph(exec);
    go = true;
    queue.wait();
    EXPECT_EQ(value, 2) << whole;
    EXPECT_EQ(second, 1) << whole;
  }
}

// Those that are submitted one by one.
TEST_F(DriverGraphs, Replayed) {
  const auto calls = [&](modifiable& used) {
    TakeRecord();
    executable exec = used.finalize();
    queue.ext_oneapi_graph(exec).wait();
    queue.ext_oneapi_graph(exec).wait();
    return TakeRecord();
  };
  int* counter = &value;
  const auto kernel = [=](sycl::handler& h) {
    h.single_task<add_one>(Functor{counter});
  };
  modifiable with_task(queue),
      with_buffer{queue, ex::property::graph::assume_buffer_outlives_graph()},
      outer(queue), empty(queue), empties(queue);
  with_task.add(kernel);
  with_task.add([](sycl::handler& h) { h.host_task([] {}); });
  EXPECT_EQ(Count(calls(with_task), "cuLaunchKernel("), 2u);
  sycl::buffer<int> buffer{sycl::range<1>(4)};
  with_buffer.add([&](sycl::handler& h) {
    sycl::accessor all{buffer, h, sycl::write_only};
    h.fill(all, 3);
  });
  with_buffer.add(kernel);
  EXPECT_EQ(Count(calls(with_buffer), "cuLaunchKernel("), 2u);
  EXPECT_EQ(sycl::host_accessor(buffer)[3], 3);
  // The inner one is the driver's.
  modifiable inner(queue);
  inner.add(kernel);
  executable part = inner.finalize();
  outer.add([&](sycl::handler& h) { h.ext_oneapi_graph(part); });
  const std::string nested = calls(outer);
  EXPECT_EQ(Count(nested, "cuGraphLaunch("), 2u) << nested;
  EXPECT_EQ(Count(nested, "cuGraphInstantiate"), 1u) << nested;
  empties.add();
  empties.add(ex::property::node::depends_on_all_leaves());
  for (modifiable* none : {&empty, &empties})
    EXPECT_EQ(Count(calls(*none), "cuGraphLaunch("), 0u);
  EXPECT_EQ(value, 6);
  // A driver that says no.
  const facet::ScopedEnvironment fails("FAKE_CUDA_FAIL", "cuGraphCreate=801");
  EXPECT_EQ(Count(calls(inner), "cuLaunchKernel("), 2u);
  EXPECT_EQ(value, 8);
}

TEST_F(DriverGraphs, Failures) {
  char bytes[4] = {};
  Kernel(&value);
  Copy(bytes, &second, 4);
  graph.add([&](sycl::handler& h) { h.memset(bytes, 1, 4); });
  Kernel(&value, ex::property::node::depends_on(
                     graph.add(ex::property::node::depends_on_all_leaves())));
  for (const char* function :
       {"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphAddMemcpyNode",
        "cuGraphAddMemsetNode", "cuGraphAddEmptyNode",
        "cuGraphInstantiateWithFlags", "cuGraphLaunch"}) {
    value = 0;
    executable exec = graph.finalize();
    {
      const facet::ScopedEnvironment fails(
          "FAKE_CUDA_FAIL", (std::string(function) + "=719").c_str());
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
    EXPECT_EQ(value, 2) << function;
  }
  queue.wait();
  // All are gone, but those of the last operations of streams.
  queue = sycl::queue(queue.get_context(), queue.get_device());
  EXPECT_EQ(LiveGraphs(), live_);
}

// Events do not keep the graph; executions that are not done do.
TEST_F(DriverGraphs, Life) {
  sycl::event run;
  {
    modifiable gone(queue);
    gone.add(
        [&](sycl::handler& h) { h.single_task<add_one>(Functor{&value}); });
    executable exec = gone.finalize();
    std::atomic<bool> go{false};
    sycl::event task = queue.submit([&](sycl::handler& h) {
      h.host_task([&] {
        while (!go) std::this_thread::yield();
      });
    });
    queue.ext_oneapi_graph(exec);
    run = queue.ext_oneapi_graph(exec, task);
    exec = graph.finalize();
    EXPECT_GT(LiveGraphs(), live_);
    EXPECT_EQ(value, 1);
    go = true;
    run.wait();
  }
  EXPECT_EQ(value, 2);
  queue.wait();
  EXPECT_EQ(LiveGraphs(), live_);
}

// Memory that the runtime lends to commands, as reductions and specialization
// constants have it.
TEST_F(DriverGraphs, LentMemory) {
  const auto used = sycl::detail::access_implementation::get(queue);
  auto made = std::make_shared<facet::Graph>(used, facet::GraphOptions());
  sycl::detail::kernel_handle handle{"_ZTS7add_one"};
  facet::CommandGroup group(used);
  group.BeRecorded();
  const int constant = 7;
  group.SetConstant(5, &constant, sizeof constant);
  void* const scratch = group.AcquireScratch(100);
  int* const counter = &value;
  const void* table = nullptr;
  const sycl::detail::kernel_argument arguments[] = {
      {&counter, sizeof counter, alignof(int*)},
      {&scratch, sizeof scratch, alignof(void*)},
      {&table, sizeof table, alignof(void*)}};
  sycl::detail::launch_shape shape;
  shape.takes_constants = true;
  group.SetKernel(handle, arguments, shape);
  std::vector<facet::CommandGroup> groups;
  groups.push_back(std::move(group));
  const facet::GraphNodePtr node =
      made->Add(std::move(groups), {}, /*after_leaves=*/false);
  facet::ExecutableGraph one(made, /*updatable=*/true, /*profiling=*/false),
      two(made, false, false);
  sycl::queue elsewhere(queue.get_context(), queue.get_device());
  const auto other = sycl::detail::access_implementation::get(elsewhere);
  one.Submit(used, {});
  std::string calls = TakeRecord();
  EXPECT_EQ(AllNodes(calls), "MemcpyNode(0 after\nKernelNode(1 after 0\n");
  EXPECT_EQ(Count(calls, "cuMemcpyAsync("), 0u) << calls;
  // The other graph uses the same memory.
  two.Submit(other, {});
  calls = TakeRecord();
  EXPECT_EQ(Count(calls, "cuStreamWaitEvent("), 1u) << calls;
  EXPECT_LT(calls.find("cuStreamWaitEvent("), calls.find("cuGraphLaunch("));
  // What an execution may still use is not changed.
  one.Update(std::vector<facet::GraphNodePtr>{node});
  one.Submit(used, {});
  calls = TakeRecord();
  EXPECT_EQ(Count(calls, "cuGraphInstantiate"), 1u) << calls;
  queue.wait();
  elsewhere.wait();
  EXPECT_EQ(value, 3);
}

TEST_F(DriverGraphs, Profiled) {
  sycl::queue timed(queue.get_context(), queue.get_device(),
                    sycl::property::queue::enable_profiling());
  Kernel(&value);
  Kernel(&value);
  executable exec = graph.finalize(ex::property::graph::enable_profiling());
  sycl::event run = timed.ext_oneapi_graph(exec);
  run.wait();
  using namespace sycl::info::event_profiling;
  EXPECT_LE(run.get_profiling_info<command_submit>(),
            run.get_profiling_info<command_start>());
  EXPECT_LE(run.get_profiling_info<command_start>(),
            run.get_profiling_info<command_end>());
  executable untimed = graph.finalize();
  run = timed.ext_oneapi_graph(untimed);
  EXPECT_THROW((void)run.get_profiling_info<command_end>(), sycl::exception);
  timed.wait();
  EXPECT_EQ(value, 4);
}

TEST_F(DriverGraphs, Threads) {
  Kernel(&value);
  Kernel(&value, ex::property::node::depends_on_all_leaves());
  executable exec = graph.finalize();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      sycl::queue own(queue.get_context(), queue.get_device());
      for (int i = 0; i < 50; ++i) own.ext_oneapi_graph(exec);
      own.wait();
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(value, 400);
}

// All of this works without graphs of the driver.
TEST(OldDriver, ReplaysGraphs) {
  sycl::queue queue(sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_oneapi_cuda ? 1 : -1;
  }));
  int value = 0;
  modifiable graph(queue);
  graph.add([&](sycl::handler& h) { h.single_task<add_one>(Functor{&value}); });
  executable exec = graph.finalize(kUpdatable);
  TakeRecord();
  queue.ext_oneapi_graph(exec);
  exec.update(graph);
  queue.ext_oneapi_graph(exec).wait();
  EXPECT_EQ(Count(TakeRecord(), "cuLaunchKernel("), 2u);
  EXPECT_EQ(value, 2);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  old_driver = argc > 1 && std::string(argv[1]) == "old";
  testing::GTEST_FLAG(filter) = old_driver ? "OldDriver.*" : "DriverGraphs.*";
  setenv("SYCL_CUDA_LIBRARY", Driver(), 1);
  static const unsigned char ptx[] = ".version 7.0";
  static auto& images = *new facet::FakeImages;
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80",
             {"_ZTS7add_one", "_ZTS12other_kernel"}, ptx, sizeof ptx);
  __sycl_register_images(images.registration());
  return RUN_ALL_TESTS();
}
