// The runtime from registration to results, on the native and on an emulated
// CPU, with kernels made by hand (native_kernels.cc): needs no compiler of ours.
//
// Argument: the shared object with the kernels.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "runtime/testing/fake_images.h"
#include "runtime/testing/native_kernels.h"
#include <sycl/sycl.hpp>

class VectorAdd;
class Scale;
class GroupSum;
class Set;
class Missing;
class Fp64Only;

namespace {

std::vector<unsigned char>* g_code;

sycl::device Native() {
  return sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_facet_cpu &&
                   !d.has(sycl::aspect::emulated)
               ? 1
               : -1;
  });
}
sycl::device Emulated() {
  return sycl::device([](const sycl::device& d) {
    return d.has(sycl::aspect::emulated) ? 1 : -1;
  });
}

template <typename F>
std::string MessageOf(sycl::errc expected, F f) {
  try {
    f();
  } catch (const sycl::exception& e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(expected)) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "no exception";
  return "";
}

TEST(Native, DefaultDeviceHasImage) {
  EXPECT_EQ(sycl::device(), Native());
  EXPECT_EQ(std::hash<sycl::device>()(sycl::device()),
            std::hash<sycl::device>()(Native()));
}

void AddBuffers(const sycl::device& device) {
  sycl::queue queue(device);
  std::vector<int> a(1003), b(1003), sum(1003);
  std::iota(a.begin(), a.end(), 0);
  std::iota(b.begin(), b.end(), 7);
  {
    sycl::buffer buffer_a(a), buffer_b(b), buffer_sum(sum);
    for (int repeat = 0; repeat < 3; ++repeat)
      queue.submit([&](sycl::handler& h) {
        sycl::accessor in_a(buffer_a, h, sycl::read_only);
        sycl::accessor in_b(buffer_b, h, sycl::read_only);
        sycl::accessor out(buffer_sum, h, sycl::write_only, sycl::no_init);
        h.parallel_for<VectorAdd>(sycl::range{a.size()},
                                  AddFunctor{in_a, in_b, out});
      });
    sycl::host_accessor result(buffer_sum, sycl::read_only);
    EXPECT_EQ(result[1002], 2011);
  }
  for (size_t i = 0; i < a.size(); ++i) ASSERT_EQ(sum[i], a[i] + b[i]);
}
TEST(Native, Buffers) { AddBuffers(Native()); }
TEST(Emulated, Buffers) { AddBuffers(Emulated()); }

TEST(Native, UsmOrderedByEventsAndQueue) {
  for (bool in_order : {false, true}) {
    sycl::property_list properties;
    if (in_order) properties = {sycl::property::queue::in_order()};
    sycl::queue queue(Native(), properties);
    EXPECT_EQ(queue.is_in_order(), in_order);
    constexpr size_t n = 37 * 61;
    int* values = sycl::malloc_shared<int>(n, queue);
    EXPECT_EQ(sycl::get_pointer_type(values + 5, queue.get_context()),
              sycl::usm::alloc::shared);
    sycl::event last = queue.fill(values, 3, n);
    for (int i = 0; i < 5; ++i) {
      sycl::range<2> range(37, 61);
      last = in_order ? queue.parallel_for<Scale>(range,
                                                  ScaleFunctor{values, 2})
                      : queue.parallel_for<Scale>(range, last,
                                                  ScaleFunctor{values, 2});
    }
    std::vector<int> copy(n);
    queue.memcpy(copy.data(), values, n * sizeof(int),
                 in_order ? sycl::event() : last);
    queue.wait();
    EXPECT_EQ(copy, std::vector<int>(n, 96));
    sycl::free(values, queue);
    EXPECT_EQ(sycl::get_pointer_type(values, queue.get_context()),
              sycl::usm::alloc::unknown);
  }
}

TEST(Native, LocalMemoryAndScratch) {
  sycl::queue queue(Native());
  int* values = sycl::malloc_device<int>(1024, queue);
  int* sums = sycl::malloc_host<int>(16, queue);
  queue.fill(values, 2, 1024).wait();
  queue
      .submit([&](sycl::handler& h) {
        sycl::local_accessor<int, 1> unused(3, h);
        sycl::local_accessor<int, 1> scratch(64, h);
        h.parallel_for<GroupSum>(sycl::nd_range<1>(1024, 64),
                                 GroupSumFunctor{values, sums, scratch});
      })
      .wait();
  for (int i = 0; i < 16; ++i) EXPECT_EQ(sums[i], 128);
  sycl::free(values, queue);
  sycl::free(sums, queue);
}

TEST(Native, HostTasksAndKernelsAlternate) {
  sycl::queue queue(Native());
  int value = 0;
  std::vector<int> seen;
  sycl::event last;
  for (int i = 1; i <= 20; ++i) {
    last = queue.single_task<Set>(last, SetFunctor{&value, i});
    last = queue.submit([&](sycl::handler& h) {
      h.depends_on(last);
      h.host_task([&] { seen.push_back(value); });
    });
  }
  queue.wait();
  ASSERT_EQ(seen.size(), 20u);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(seen[i], i + 1);
}

TEST(Native, BufferMovesBetweenDevicesAndHost) {
  sycl::queue native(Native()), emulated(Emulated());
  sycl::buffer<int> a(sycl::range(64)), b(sycl::range(64)), c(sycl::range(64));
  for (auto* buffer : {&a, &b}) {
    sycl::host_accessor out(*buffer, sycl::write_only, sycl::no_init);
    for (int i = 0; i < 64; ++i) out[i] = i;
  }
  auto add = [](sycl::queue& q, auto& x, auto& y, auto& z) {
    q.submit([&](sycl::handler& h) {
      sycl::accessor p(x, h, sycl::read_only), r(y, h, sycl::read_only);
      sycl::accessor s(z, h, sycl::write_only, sycl::no_init);
      h.parallel_for<VectorAdd>(64, AddFunctor{p, r, s});
    });
  };
  for (int i = 0; i < 10; ++i) {
    add(native, a, b, c);
    add(emulated, c, b, a);
    add(native, a, c, b);
    add(emulated, b, b, a);
    sycl::host_accessor reset(b);
    reset[5] = 5;
    sycl::host_accessor reset_a(a);
    EXPECT_NE(reset_a[5], 0);
    for (int k = 0; k < 64; ++k) reset[k] = reset_a[k] = k;
  }
}

TEST(Native, HostAccessorHoldsKernelsBack) {
  sycl::queue queue(Native());
  sycl::buffer<int> a(sycl::range(8)), b(sycl::range(8)), c(sycl::range(8));
  sycl::event event;
  {
    sycl::host_accessor x(a, sycl::write_only), y(b, sycl::write_only);
    event = queue.submit([&](sycl::handler& h) {
      sycl::accessor p(a, h, sycl::read_only), r(b, h, sycl::read_only);
      sycl::accessor s(c, h, sycl::write_only, sycl::no_init);
      h.parallel_for<VectorAdd>(8, AddFunctor{p, r, s});
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(event.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::submitted);
    for (int i = 0; i < 8; ++i) x[i] = y[i] = i;
  }
  sycl::host_accessor z(c, sycl::read_only);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(z[i], 2 * i);
}

TEST(Refusal, NamesEveryReasonAndTheKernel) {
  for (const sycl::device& device : {Emulated()}) {
    sycl::queue queue(device);
    const std::string text =
        MessageOf(sycl::errc::kernel_not_supported, [&] {
          queue.single_task<Fp64Only>(SetFunctor{nullptr, 0});
        });
    EXPECT_NE(text.find("Kernel 'Fp64Only'"), text.npos) << text;
    EXPECT_NE(text.find("'aspect::fp64' but device does not support this "
                        "aspect."),
              text.npos)
        << text;
    EXPECT_NE(text.find("'4096'"), text.npos) << text;
  }
}

TEST(Refusal, UnknownKernel) {
  sycl::queue queue(Native());
  const std::string text = MessageOf(
      sycl::errc::kernel_not_supported,
      [&] { queue.single_task<Missing>(SetFunctor{nullptr, 0}); });
  EXPECT_NE(text.find("no device code"), text.npos) << text;
}

TEST(Refusal, NdRange) {
  sycl::queue queue(Native());
  const GroupSumFunctor f{nullptr, nullptr, {}};
  auto submit = [&](size_t global, size_t local) {
    return [&queue, f, global, local] {
      queue.parallel_for<GroupSum>(sycl::nd_range<1>(global, local), f);
    };
  };
  EXPECT_NE(MessageOf(sycl::errc::nd_range, submit(64, 32))
                .find("requires the work-group size {64} but was submitted "
                      "with {32}"),
            std::string::npos);
  MessageOf(sycl::errc::nd_range, submit(100, 64));
  MessageOf(sycl::errc::nd_range, submit(64, 0));
}

TEST(Errors, HostTaskErrorsReachTheHandler) {
  std::atomic<int> errors{0};
  sycl::queue queue(Native(), [&](sycl::exception_list list) {
    for (auto& error : list) {
      try {
        std::rethrow_exception(error);
      } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "oops");
        ++errors;
      }
    }
  });
  queue.submit([](sycl::handler& h) {
    h.host_task([] { throw std::runtime_error("oops"); });
  });
  queue.wait_and_throw();
  EXPECT_EQ(errors, 1);
}

TEST(Profiling, TimesAreInOrder) {
  sycl::queue queue(Native(), {sycl::property::queue::enable_profiling()});
  int value = 0;
  sycl::event event = queue.single_task<Set>(SetFunctor{&value, 3});
  namespace p = sycl::info::event_profiling;
  const auto end = event.get_profiling_info<p::command_end>();
  const auto start = event.get_profiling_info<p::command_start>();
  EXPECT_LE(event.get_profiling_info<p::command_submit>(), start);
  EXPECT_LE(start, end);
  EXPECT_EQ(value, 3);
  sycl::queue plain(Native());
  sycl::event other = plain.single_task<Set>(SetFunctor{&value, 4});
  MessageOf(sycl::errc::invalid,
            [&] { other.get_profiling_info<p::command_end>(); });
  plain.wait();
}

TEST(Buffers, WriteBackRules) {
  sycl::queue queue(Native());
  std::vector<int> data(4, 1), final_data(4, 0);
  auto set = [&](sycl::buffer<int>& b) {
    queue.submit([&](sycl::handler& h) {
      sycl::accessor out(b, h);
      h.fill(out, 9);
    });
  };
  {
    sycl::buffer<int> b(data);
    b.set_write_back(false);
    set(b);
  }
  EXPECT_EQ(data, std::vector<int>(4, 1));
  {
    sycl::buffer<int> b(data);
    b.set_final_data(final_data.begin());
    set(b);
  }
  EXPECT_EQ(data, std::vector<int>(4, 1));
  EXPECT_EQ(final_data, std::vector<int>(4, 9));
  {
    sycl::buffer<int> b(data);
    set(b);
  }
  EXPECT_EQ(data, std::vector<int>(4, 9));
}

TEST(Threads, ManySubmitToOneQueue) {
  sycl::queue queue(Native());
  std::vector<std::thread> threads;
  std::vector<std::vector<int>> values(8, std::vector<int>(100));
  for (auto& mine : values)
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i)
        queue.single_task<Set>(SetFunctor{&mine[i], i});
    });
  for (auto& thread : threads) thread.join();
  queue.wait();
  for (auto& mine : values)
    for (int i = 0; i < 100; ++i) ASSERT_EQ(mine[i], i);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: native_test KERNELS.so\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  g_code = new std::vector<unsigned char>(std::istreambuf_iterator<char>(file),
                                          {});
  auto* images = new facet::FakeImages("intel_gpu_dg1");
  const std::vector<std::string> kernels = {"_ZTS9VectorAdd", "_ZTS5Scale",
                                            "_ZTS8GroupSum", "_ZTS3Set"};
  for (const char* target : {"x86_64", "emu_intel_gpu_dg1"})
    images->Add(SYCL_IMAGE_FORMAT_X86_64, target, kernels, g_code->data(),
                g_code->size())
        .ReqdWorkGroupSize("_ZTS8GroupSum", {64});
  facet::Requirements fp64;
  fp64.aspects = {*facet::AspectByName("fp64")};
  fp64.others = {facet::Feature::OfWorkGroup({{4096, 0, 0}, 1})};
  images->Add(SYCL_IMAGE_FORMAT_NONE, "emu_intel_gpu_dg1", {"_ZTS8Fp64Only"})
      .Requires(fp64);
  __sycl_register_images(images->registration());
  return RUN_ALL_TESTS();
}
