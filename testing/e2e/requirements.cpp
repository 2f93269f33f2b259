// Kernels with many different requirements, on every device there is. What each needs is written beside it, so the
// program knows which devices may refuse it, and says so if one does anything else.
//
// Out: for each device and kernel what happened, with the runtime's words: the same, however the program was built.
#include "requirements.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace {

using sycl::aspect;

struct needs {
  std::vector<aspect> aspects;
  std::size_t sub_group = 0;
  std::size_t work_group = 16;
};

bool has_all(const sycl::device &device, const needs &what) {
  const std::vector<std::size_t> sizes = device.get_info<sycl::info::device::sub_group_sizes>();
  return std::all_of(what.aspects.begin(), what.aspects.end(), [&](aspect a) { return device.has(a); }) &&
         (!what.sub_group || std::count(sizes.begin(), sizes.end(), what.sub_group)) &&
         what.work_group <= device.get_info<sycl::info::device::max_work_group_size>();
}

int value(std::size_t i) { return 3 * static_cast<int>(i % 64) + 1; }

std::string outcome(const sycl::queue &queue, bool compatible, const needs &what, bool ran, const std::string &said) {
  std::string text = ran ? "ran" : "refused";
  if (ran != has_all(queue.get_device(), what))
    text += " WRONG: the device has not what it needs, or has it";
  if (compatible != ran)
    text += " WRONG: is_compatible says something else";
  for (char c : said)
    text += c == '\n' ? std::string("\n      ") : std::string(1, c);
  return text;
}

// Makes a kernel of what it is to write to, runs it on one device and tells what happened.
template <class Name, class MakeKernel>
void run(sycl::queue &queue, bool &failed, const char *name, const needs &what, MakeKernel make_kernel) {
  const std::size_t size = std::max<std::size_t>(64, what.work_group);
  std::vector<int> results(size, -1);
  std::vector<std::uint64_t> counters(size);
  bool ran = true;
  std::string said;
  try {
    sycl::buffer numbers(results);
    sycl::buffer wide(counters);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(numbers, handler, sycl::write_only);
      sycl::accessor counter(wide, handler, sycl::read_write);
      handler.parallel_for<Name>(sycl::nd_range<1>{size, what.work_group}, make_kernel(out, counter));
    });
  } catch (const sycl::exception &error) {
    ran = false;
    said = error.code() == sycl::errc::kernel_not_supported ? ": " : " WRONG CODE: ";
    said += error.what();
  }
  for (std::size_t i = 0; ran && i < size; ++i)
    if (results[i] != value(i))
      said = " WRONG NUMBERS";
  const std::string text = outcome(queue, sycl::is_compatible<Name>(queue.get_device()), what, ran, said);
  failed |= text.find("WRONG") != std::string::npos;
  std::printf("  %s: %s\n", name, text.c_str());
}

// Of whole numbers the compiler would need no double.
int by_double(int i) { return static_cast<int>(3.0 * i + 1.5); }

int mixed(int i) { return static_cast<int>(static_cast<sycl::half>(2 * i)) + static_cast<int>(i + 1.5); }

template <class Counter> int counted(Counter &counter, std::size_t at, int i) {
  sycl::atomic_ref<std::uint64_t, sycl::memory_order::relaxed, sycl::memory_scope::device,
                   sycl::access::address_space::global_space>
      atomic(counter[at]);
  atomic.fetch_add(static_cast<std::uint64_t>(3 * i + 1));
  return static_cast<int>(atomic.load());
}

// A kernel: its name, what it needs, its attributes and the value that it computes of i, the item's number.
#define KERNEL(NAME, NEEDS, ATTRIBUTES, VALUE)                                                                         \
  run<class NAME>(queue, failed, #NAME, needs NEEDS, [](auto out, [[maybe_unused]] auto counter) {                     \
    return [=](sycl::nd_item<1> item) ATTRIBUTES {                                                                     \
      const std::size_t at = item.get_global_id(0);                                                                    \
      const int i = static_cast<int>(at % 64);                                                                         \
      out[at] = (VALUE);                                                                                               \
    };                                                                                                                 \
  })
#define LIST(...) {__VA_ARGS__}
#define SUB_GROUP(SIZE) (item.get_sub_group().get_max_local_range()[0] == SIZE)

void run_all(sycl::queue &queue, bool &failed) {
  KERNEL(Nothing, {}, , 3 * i + 1);
  KERNEL(Double, LIST({aspect::fp64}), , by_double(i));
  KERNEL(Half, LIST({aspect::fp16}), , static_cast<int>(static_cast<sycl::half>(i) * sycl::half(3.0f) + sycl::half(1.0f)));
  KERNEL(Atomic64, LIST({aspect::atomic64}), , counted(counter, at, i));
  KERNEL(DoubleAndHalf, LIST({aspect::fp64, aspect::fp16}), , mixed(i));
  KERNEL(DoubleAndAtomic64, LIST({aspect::fp64, aspect::atomic64}), , counted(counter, at, (by_double(i) - 1) / 3));
  KERNEL(AllThree, LIST({aspect::fp64, aspect::fp16, aspect::atomic64}), , counted(counter, at, (mixed(i) - 1) / 3));

  KERNEL(SubGroup8, LIST({}, 8), [[sycl::reqd_sub_group_size(8)]], SUB_GROUP(8) ? 3 * i + 1 : 0);
  KERNEL(SubGroup16, LIST({}, 16), [[sycl::reqd_sub_group_size(16)]], SUB_GROUP(16) ? 3 * i + 1 : 0);
  KERNEL(SubGroup32, LIST({}, 32, 32), [[sycl::reqd_sub_group_size(32)]], SUB_GROUP(32) ? 3 * i + 1 : 0);
  KERNEL(SubGroup16Double, LIST({aspect::fp64}, 16), [[sycl::reqd_sub_group_size(16)]],
         SUB_GROUP(16) ? by_double(i) : 0);

  KERNEL(WorkGroup64, LIST({}, 0, 64), [[sycl::reqd_work_group_size(64)]], 3 * i + 1);
  KERNEL(WorkGroup64Double, LIST({aspect::fp64}, 0, 64), [[sycl::reqd_work_group_size(64)]], by_double(i));
  KERNEL(WorkGroup1M, LIST({}, 0, 1 << 20), [[sycl::reqd_work_group_size(1048576)]], 3 * i + 1);

  KERNEL(DeclaresGpu, LIST({aspect::gpu}), [[sycl::device_has(aspect::gpu)]], 3 * i + 1);
  KERNEL(DeclaresCpu, LIST({aspect::cpu}), [[sycl::device_has(aspect::cpu)]], 3 * i + 1);
  KERNEL(DeclaresDoubleAndGpu, LIST({aspect::fp64, aspect::gpu}), [[sycl::device_has(aspect::fp64, aspect::gpu)]], 3 * i + 1);
  KERNEL(DeclaresNothingNew, LIST({aspect::fp64}), [[sycl::device_has(aspect::fp64)]], by_double(i));

  KERNEL(CallsPlain, {}, , plain_value(i));
  KERNEL(CallsDouble, LIST({aspect::fp64}), [[sycl::device_has(aspect::fp64)]], double_value(i));
  KERNEL(CallsBoth, LIST({aspect::fp64}), [[sycl::device_has(aspect::fp64)]], value_of_values(i));
  KERNEL(CallsPlainInHalf, LIST({aspect::fp16}), , static_cast<int>(static_cast<sycl::half>(plain_value(i)) + sycl::half(0.5f)));
}

} // namespace

int main() {
  bool failed = false;
  for (const sycl::device &device : sycl::device::get_devices()) {
    std::printf("%s (%s)\n", device.get_info<sycl::info::device::name>().c_str(),
                device.get_platform().get_info<sycl::info::platform::name>().c_str());
    sycl::queue queue(device);
    run_all(queue, failed);
  }
  return failed ? 1 : 0;
}
