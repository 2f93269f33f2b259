// Each call of a driver fails once, and from each call on the device is lost: no
// crash, nothing blocks forever, nothing but SYCL's exceptions; and when the
// driver works again, so does everything.
//
// The drivers are fakes (runtime/backends/*/fake_*.cc), whose paths are in
// the environment: FAKE_CUDA, FAKE_HIP, FAKE_LEVEL_ZERO, FAKE_OPENCL.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/testing/fake_images.h"
#include <sycl/sycl.hpp>

class add_one;

namespace {

struct AddOneFunctor {
  int* value;
  void operator()() const {}
};

struct DriverUnderTest {
  const char* name;
  sycl::backend backend;
  const char* path;  // variable
  const char* fail;  // function
  std::vector<int> codes;
  facet::PlatformList (*enumerate)();
  bool runs_kernels;
};

std::ostream& operator<<(std::ostream& stream, const DriverUnderTest& driver) {
  return stream << driver.name;
}

sycl::device DeviceOf(sycl::backend backend) {
  return sycl::device([=](const sycl::device& d) {
    return d.get_backend() == backend ? 1 : -1;
  });
}

// The kernel's images, loaded anew each time.
class Library {
 public:
  Library() {
    static const unsigned char kCode[] = "code of a fake...";
    const std::vector<std::string> kernels = {"_ZTS7add_one"};
    images_.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", kernels, kCode, 16);
    images_.Add(SYCL_IMAGE_FORMAT_AMDGCN, "amd_gpu_gfx90a", kernels, kCode, 16);
    images_.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", kernels, kCode, 16);
    __sycl_register_images(images_.registration());
  }
  ~Library() { __sycl_unregister_images(images_.registration()); }

 private:
  facet::FakeImages images_;
};

// A bit of everything that calls the driver. Failures that are exceptions of a
// call end it; others are counted.
class Work {
 public:
  explicit Work(const DriverUnderTest& driver) : driver_(driver) {}

  // False: something was thrown.
  bool Run() {
    try {
      const sycl::device device = DeviceOf(driver_.backend);
      Memory(device);
      Buffers(device);
      Order(device);
      Graph(device);
      return true;
    } catch (const sycl::exception& e) {
      what_ = e.what();
      EXPECT_NE(what_, "");
      return false;
    }
  }
  const std::string& what() const { return what_; }
  size_t errors() const { return errors_; }
  // After Run has returned true and there were no errors.
  void Check() const {
    EXPECT_EQ(copied_, 7);
    EXPECT_EQ(value_, driver_.runs_kernels ? 3 : 0);
    EXPECT_EQ(by_graph_, driver_.runs_kernels ? 5 : 0);
    EXPECT_EQ(from_buffer_, 5);
  }

 private:
  sycl::async_handler Handler() {
    return [this](const sycl::exception_list& list) {
      for (const std::exception_ptr& error : list) try {
          ++errors_;
          std::rethrow_exception(error);
        } catch (const sycl::exception& e) {
          what_ = e.what();
        }
    };
  }

  void Memory(const sycl::device& device) {
    sycl::queue queue(device, Handler());
    struct Freed {
      int* memory;
      sycl::queue& queue;
      ~Freed() {
        // Also a wait that finds something has waited.
        queue.wait();
        try {
          if (memory) sycl::free(memory, queue);
        } catch (const sycl::exception&) {
        }
      }
    };
    for (const auto kind : {sycl::usm::alloc::device, sycl::usm::alloc::shared,
                            sycl::usm::alloc::host}) {
      Freed freed{sycl::malloc<int>(64, queue, kind), queue};
      if (!freed.memory) continue;
      std::vector<int> host(64);
      queue.fill(freed.memory, 7, 64).wait();
      sycl::event event = queue.memcpy(host.data(), freed.memory, 256);
      event.wait();
      (void)event.get_info<sycl::info::event::command_execution_status>();
      copied_ = host[63];
    }
  }

  void Buffers(const sycl::device& device) {
    sycl::queue queue(device, Handler());
    std::vector<int> values(16, 1);
    {
      sycl::buffer buffer(values);
      queue.submit([&](sycl::handler& h) {
        sycl::accessor all(buffer, h, sycl::write_only);
        h.fill(all, 4);
      });
      sycl::host_accessor(buffer, sycl::read_write)[3] = 5;
      queue.submit([&](sycl::handler& h) {
        sycl::accessor part(buffer, h, sycl::range(2), sycl::write_only);
        h.fill(part, 9);
      });
    }
    from_buffer_ = values[3];
    queue.wait_and_throw();
  }

  void Order(const sycl::device& device) {
    value_ = 0;
    const bool profiling = device.has(sycl::aspect::queue_profiling);
    sycl::property_list properties = {sycl::property::queue::in_order()};
    if (profiling)
      properties = {sycl::property::queue::in_order(),
                    sycl::property::queue::enable_profiling()};
    sycl::queue queue(device, Handler(), properties);
    sycl::event first = queue.single_task<add_one>(AddOneFunctor{&value_});
    queue.submit([&](sycl::handler& h) {
      h.host_task([this] {
        if (driver_.runs_kernels) ++value_;
      });
    });
    sycl::queue other(device, Handler());
    other.submit([&](sycl::handler& h) {
      h.depends_on(first);
      h.host_task([] {});
    });
    sycl::event last = queue.single_task<add_one>(AddOneFunctor{&value_});
    other.wait_and_throw();
    queue.wait_and_throw();
    if (profiling)
      (void)last.get_profiling_info<sycl::info::event_profiling::command_end>();
  }

  // A graph, which is updated as a whole and in a node.
  void Graph(const sycl::device& device) {
    namespace ex = sycl::ext::oneapi::experimental;
    by_graph_ = 0;
    sycl::queue queue(device, Handler());
    const auto make = [&] {
      ex::command_graph graph(queue);
      graph.add([&](sycl::handler& h) {
        h.single_task<add_one>(AddOneFunctor{&by_graph_});
      });
      graph.add([&](sycl::handler& h) { h.memset(copies_, 7, 8); });
      graph.add([&](sycl::handler& h) { h.memcpy(copies_ + 1, copies_, 4); },
                ex::property::node::depends_on_all_leaves());
      graph.add([&](sycl::handler& h) { h.memset(copies_ + 1, 7, 4); },
                ex::property::node::depends_on(graph.add(
                    ex::property::node::depends_on_all_leaves())));
      return graph;
    };
    ex::command_graph graph = make();
    auto exec = graph.finalize(ex::property::graph::updatable());
    queue.ext_oneapi_graph(exec);
    exec.update(graph.get_nodes().front());
    queue.ext_oneapi_graph(exec);
    exec.update(make());
    queue.ext_oneapi_graph(exec);
    for (int i = 0; i < 2; ++i) queue.ext_oneapi_graph(exec).wait();
    queue.wait_and_throw();
  }

  const DriverUnderTest& driver_;
  std::string what_;
  size_t errors_ = 0;
  int copied_ = 0, value_ = 0, from_buffer_ = 0, by_graph_ = 0;
  int copies_[2] = {};
};

class DriverFaults : public testing::TestWithParam<DriverUnderTest> {
 protected:
  DriverFaults() {
    const char* path = std::getenv(GetParam().path);
    void* library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library) fail_ = reinterpret_cast<Fail>(dlsym(library, GetParam().fail));
  }
  void SetUp() override {
    ASSERT_NE(fail_, nullptr);
    fail_(0, false, 0);
  }

  // Runs `attempt` with the first, the second … call failing, until there are no
  // more; after each, `check` without.
  template <typename Attempt, typename Check>
  void Sweep(Attempt attempt, Check check) {
    constexpr long kMost = 100'000;
    for (const bool lost : {false, true})
      for (const int code : GetParam().codes) {
        long call = 1;
        for (; call < kMost; ++call) {
          fail_(call, lost, code);
          attempt();
          const bool came = fail_(0, false, 0);
          check();
          if (!came) break;
          if (HasFailure()) {
            FAIL() << "call " << call << " failed with " << code
                   << (lost ? ", as did those after it" : "");
          }
        }
        EXPECT_GT(call, 3);
        EXPECT_LT(call, kMost);
      }
  }

  using Fail = bool (*)(long call, bool lost, int code);
  Fail fail_ = nullptr;
};

TEST_P(DriverFaults, LookingForDevices) {
  // Level Zero's loader remembers how its first call ended.
  facet::PlatformList found = GetParam().enumerate();
  Sweep(
      [&] {
        found = GetParam().enumerate();
        // Broken, and nobody is told?
        EXPECT_FALSE(found.platforms.empty() && found.warnings.empty());
      },
      [&] {
        found = GetParam().enumerate();
        EXPECT_EQ(found.platforms.size(), 1u);
        EXPECT_EQ(found.warnings, std::vector<std::string>());
      });
}

TEST_P(DriverFaults, Working) {
  size_t failures = 0;
  const auto run = [&](bool fails) {
    const Library library;
    Work work(GetParam());
    const bool through = work.Run();
    failures += !through || work.errors() != 0;
    if (fails) return;
    EXPECT_TRUE(through) << work.what();
    EXPECT_EQ(work.errors(), 0u) << work.what();
    work.Check();
  };
  run(false);
  Sweep([&] { run(true); }, [&] { run(false); });
  EXPECT_GT(failures, 10u);
}

INSTANTIATE_TEST_SUITE_P(
    Drivers, DriverFaults,
    testing::Values(
        DriverUnderTest{"CUDA", sycl::backend::ext_oneapi_cuda, "FAKE_CUDA",
                        "fake_cuda_fail", {2, 719},
                        facet::EnumerateCudaPlatforms, true},
        DriverUnderTest{"HIP", sycl::backend::ext_oneapi_hip, "FAKE_HIP",
                        "fake_hip_fail", {2, 719}, facet::EnumerateHipPlatforms,
                        true},
        DriverUnderTest{"LevelZero", sycl::backend::ext_oneapi_level_zero,
                        "FAKE_LEVEL_ZERO", "fake_ze_fail",
                        {0x70000001, 0x70000003},
                        facet::EnumerateLevelZeroPlatforms, true},
        DriverUnderTest{"OpenCL", sycl::backend::opencl, "FAKE_OPENCL",
                        "fake_opencl_fail", {-5, -6},
                        facet::EnumerateOpenClPlatforms, false}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const auto& [variable, fake] :
       {std::pair("SYCL_CUDA_LIBRARY", "FAKE_CUDA"),
        std::pair("SYCL_HIP_LIBRARY", "FAKE_HIP"),
        std::pair("SYCL_OPENCL_LIBRARY", "FAKE_OPENCL"),
        std::pair("ZE_ENABLE_ALT_DRIVERS", "FAKE_LEVEL_ZERO")})
    if (const char* path = std::getenv(fake)) setenv(variable, path, 1);
  return RUN_ALL_TESTS();
}
