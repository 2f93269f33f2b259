// Conditional code on every device there is: each clause that runs leaves a
// number, and the host computes from the device's aspects and architecture which
// numbers those must be. The same program is built in every way in which
// conditions can be decided.
#include "testing/conditional/library.hpp"

#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;
using sycl::aspect;
using ex::architecture;

static_assert(SYCL_EXT_ONEAPI_DEVICE_IF == 1);
static_assert(SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE >= 1);

namespace {

constexpr int group_size = 16;
constexpr int refused = -1; // expected where the kernel cannot run

// Callables of all kinds.
struct counter {
  int *out;
  int count;
  void operator()() {
    ++count; // its own
    out[0] = 2 * count;
  }
};
struct constant_callable {
  int *out;
  void operator()() const { out[0] = 77; }
};

/// A template that a kernel's author never sees the inside of.
template <typename T> void fastest_half(T *value) {
  ex::if_device_has<aspect::fp16>([=] {
    sycl::half h = static_cast<float>(*value);
    *value = static_cast<T>(static_cast<float>(h * sycl::half(2.0f)));
  }).otherwise([=] { *value = *value + *value + 100; });
}

using case_function = void (*)(sycl::queue &, int *);

int chain(const sycl::device &d) {
  return d.has(aspect::fp64) ? 1 : d.has(aspect::fp16) ? 2 : 3;
}
bool is(const sycl::device &d, architecture a) {
  return d.ext_oneapi_architecture_is(a);
}
bool known(const sycl::device &d) {
  return is(d, architecture::x86_64) || is(d, architecture::intel_gpu_pvc);
}

struct test_case {
  const char *name;
  case_function run;
  int (*expected)(const sycl::device &);
};

const test_case cases[] = {
    {"chain",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         ex::if_device_has<aspect::fp64>([=] {
           out[1] = static_cast<int>(static_cast<double>(out[2]) * 0.5);
           out[0] = 1;
         })
             .else_if_device_has<aspect::fp16>([=] { out[0] = 2; })
             .otherwise([=] { out[0] = 3; });
       });
     },
     chain},
    {"several aspects and architectures",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         ex::if_device_has<aspect::fp16, aspect::gpu, aspect::fp64>(
             [=] { out[0] += 1; })
             .else_if_device_has<aspect::gpu>([=] { out[0] += 2; })
             .else_if_device_has<aspect::cpu, aspect::fp64>(
                 [=] { out[0] += 3; });
         ex::if_architecture_is<architecture::intel_gpu_dg1,
                                architecture::amd_gpu_gfx90a,
                                architecture::intel_gpu_12_60_7>(
             [=] { out[0] += 10; })
             .else_if_architecture_is<architecture::x86_64>(
                 [=] { out[0] += 20; })
             .otherwise([=] { out[0] += 30; });
       });
     },
     [](const sycl::device &d) {
       bool fp16 = d.has(aspect::fp16), fp64 = d.has(aspect::fp64);
       int first = d.has(aspect::gpu)              ? (fp16 && fp64 ? 1 : 2)
                   : d.has(aspect::cpu) && fp64 ? 3
                                                   : 0;
       int second = is(d, architecture::intel_gpu_dg1) ||
                            is(d, architecture::amd_gpu_gfx90a) ||
                            is(d, architecture::intel_gpu_pvc)
                        ? 10
                    : is(d, architecture::x86_64) ? 20
                                                  : 30;
       return first + second;
     }},
    {"families and comparisons",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         ex::if_architecture_is<ex::arch_category::intel_gpu,
                                ex::arch_category::amd_gpu>(
             [=] { out[0] += 1; })
             .else_if_architecture_is<ex::arch_category::nvidia_gpu>(
                 [=] { out[0] += 2; })
             .otherwise([=] { out[0] += 3; });
         ex::if_architecture_is_lt<architecture::intel_gpu_dg1>(
             [=] { out[0] += 10; })
             .else_if_architecture_is_le<architecture::intel_gpu_dg1>(
                 [=] { out[0] += 20; })
             .else_if_architecture_is_gt<architecture::intel_gpu_dg1>(
                 [=] { out[0] += 30; })
             .otherwise([=] { out[0] += 40; });
         ex::if_architecture_is_ge<architecture::nvidia_gpu_sm_80>(
             [=] { out[0] += 100; })
             .else_if_architecture_is_between<architecture::x86_64,
                                              architecture::x86_64>(
                 [=] { out[0] += 200; })
             .else_if_architecture_is_ge<architecture::intel_gpu_bdw>(
                 [=] { out[0] += 300; });
         // Nothing is less than the first.
         ex::if_architecture_is_lt<architecture::x86_64>(
             [=] { out[0] += 1000; })
             .else_if_architecture_is_between<architecture::intel_gpu_dg1,
                                              architecture::amd_gpu_gfx90a>(
                 [=] { out[0] += 2000; });
       });
     },
     [](const sycl::device &d) {
       using ex::arch_category;
       const auto of = [&](arch_category c) {
         return d.ext_oneapi_architecture_is(c);
       };
       const auto own = d.get_info<ex::info::device::architecture>();
       bool intel = of(arch_category::intel_gpu);
       bool nvidia = of(arch_category::nvidia_gpu);
       int first = intel || of(arch_category::amd_gpu) ? 1 : nvidia ? 2 : 3;
       int second = !intel                                ? 40
                    : own < architecture::intel_gpu_dg1  ? 10
                    : own == architecture::intel_gpu_dg1 ? 20
                                                          : 30;
       int third = nvidia && own >= architecture::nvidia_gpu_sm_80 ? 100
                   : is(d, architecture::x86_64)                   ? 200
                   : intel                                         ? 300
                                                                   : 0;
       return first + second + third;
     }},
    {"nested",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         int local = 5;
         ex::if_device_has<aspect::fp16>([&local] {
           local += 1;
           ex::if_device_has<aspect::fp64>([&local] {
             local += 10;
             ex::if_architecture_is<architecture::x86_64,
                                    architecture::intel_gpu_pvc>(
                 [&local] { local += 100; })
                 .otherwise([&local] { local += 200; });
           }).otherwise([&local] { local += 20; });
         }).otherwise([&local] {
           local += 2;
           ex::if_device_has<aspect::fp16>([&local] { local += 1000; });
         });
         out[0] = local;
       });
     },
     [](const sycl::device &d) {
       if (!d.has(aspect::fp16))
         return 7;
       if (!d.has(aspect::fp64))
         return 26;
       return 16 + (known(d) ? 100 : 200);
     }},
    {"captures and callables",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         int values[3] = {1, 2, 3};
         struct point {
           float x, y;
           long long z;
         } p{1.5f, 2.5f, 1ll << 40};
         int copy = 40;
         ex::if_device_has<aspect::fp64>(
             [p, copy, &values, out, twice = copy * 2]() mutable {
               ++copy; // the closure's own
               values[1] = copy + twice + static_cast<int>(p.x + p.y) +
                           static_cast<int>(p.z >> 40);
               out[3] = 4;
             })
             .otherwise([&] { values[1] = copy - 1; });
         out[0] = values[0] + values[1] + values[2] + copy;
         ex::if_device_has<aspect::fp16>(counter{out + 4, 20})
             .otherwise(constant_callable{out + 4});
         out[0] += out[4];
       });
     },
     [](const sycl::device &d) {
       int middle = d.has(aspect::fp64) ? 41 + 80 + 4 + 1 : 39;
       return 4 + middle + 40 + (d.has(aspect::fp16) ? 42 : 77);
     }},
    {"a template that knows halves",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         float value = static_cast<float>(out[0]) + 3.0f;
         int number = out[0] + 4;
         fastest_half(&value);
         fastest_half(&number);
         out[0] = static_cast<int>(value) * 1000 + number;
       });
     },
     [](const sycl::device &d) { return d.has(aspect::fp16) ? 6008 : 106108; }},
    {"one action under two conditions, and called directly",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         auto action = [=] { out[0] += 7; };
         ex::if_device_has<aspect::fp64>(action);
         ex::if_device_has<aspect::fp16>(action);
         action();
       });
     },
     [](const sycl::device &d) {
       return 7 + 7 * d.has(aspect::fp64) + 7 * d.has(aspect::fp16);
     }},
    {"other sources and packages",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         out[0] = same_program(out[0] + 1);
         out[0] += 5 * other_package(2);
       });
     },
     [](const sycl::device &d) {
       int one = chain(d) + (known(d) ? 10 : 0);
       return one + 5 * ((d.has(aspect::gpu) ? 2000 : 4000) + 2 * one);
     }},
    {"work-items and barriers",
     [](sycl::queue &q, int *out) {
       q.submit([&](sycl::handler &h) {
         sycl::local_accessor<int> shared(group_size, h);
         h.parallel_for(
             sycl::nd_range<1>(group_size * 2, group_size),
             [=](sycl::nd_item<1> item) {
               int i = static_cast<int>(item.get_local_id(0));
               ex::if_device_has<aspect::fp64>([&] {
                 shared[i] = i;
                 sycl::group_barrier(item.get_group());
                 out[8 + item.get_global_id(0)] =
                     shared[group_size - 1 - i] + 1;
               }).otherwise([&] {
                 shared[i] = 2 * i;
                 sycl::group_barrier(item.get_group());
                 out[8 + item.get_global_id(0)] =
                     shared[group_size - 1 - i] + 1;
               });
             });
       });
       q.wait();
       for (int i = 0; i < 2 * group_size; ++i)
         out[0] += out[8 + i] * (i + 1);
     },
     [](const sycl::device &d) {
       int sum = 0;
       for (int i = 0; i < 2 * group_size; ++i)
         sum += ((group_size - 1 - i % group_size) *
                     (d.has(aspect::fp64) ? 1 : 2) +
                 1) *
                (i + 1);
       return sum;
     }},
    {"an aspect that some CPUs have",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         ex::if_architecture_is<architecture::x86_64>([=] {
           ex::if_device_has<aspect::fp16>([=] {
             sycl::half h = static_cast<float>(out[1] + 3);
             out[0] = static_cast<int>(static_cast<float>(h + h));
           }).otherwise([=] { out[0] = 1; });
           ex::if_device_has<aspect::cpu>([=] { out[0] += 10; });
         }).otherwise([=] { out[0] = 2; });
       });
     },
     [](const sycl::device &d) {
       return !is(d, architecture::x86_64) ? 2 : d.has(aspect::fp16) ? 16 : 11;
     }},
    {"a need of one architecture",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         ex::if_architecture_is<architecture::x86_64>([=] {
           sycl::half h = static_cast<float>(out[1] + 3);
           out[0] = static_cast<int>(static_cast<float>(h + h));
         }).otherwise([=] { out[0] = 2; });
       });
     },
     [](const sycl::device &d) {
       return !is(d, architecture::x86_64) ? 2
              : d.has(aspect::fp16)        ? 6
                                           : refused;
     }},
    {"never and always",
     [](sycl::queue &q, int *out) {
       q.single_task([=] {
         ex::if_device_has<aspect::fp64>([=] {
           ex::if_device_has<aspect::fp64>([=] { out[0] += 1; })
               .otherwise([=] { out[0] += 100; });
         }).otherwise([=] {
           ex::if_device_has<aspect::fp64>([=] { out[0] += 200; })
               .otherwise([=] { out[0] += 2; });
         });
         ex::if_architecture_is<architecture::unknown>([=] { out[0] += 400; });
       });
     },
     [](const sycl::device &d) { return d.has(aspect::fp64) ? 1 : 2; }},
};

bool run_on(const sycl::device &device) {
  std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
  if (device.has(aspect::cpu) && !is(device, architecture::x86_64)) {
    std::printf("  FAILED: a CPU of another architecture\n");
    return false;
  }
  sycl::queue queue(device);
  bool right = true;
  for (const test_case &test : cases) {
    int *out = sycl::malloc_shared<int>(64, queue);
    for (int i = 0; i < 64; ++i)
      out[i] = 0;
    int expected = test.expected(device);
    std::string note;
    try {
      test.run(queue, out);
      queue.wait_and_throw();
    } catch (const sycl::exception &e) {
      if (expected == refused && e.code() == sycl::errc::kernel_not_supported)
        out[0] = refused;
      else
        note = std::string(" exception: ") + e.what();
    }
    bool ok = note.empty() && out[0] == expected;
    std::printf("  %-55s %s %d, expected %d%s\n", test.name,
                ok ? "ok    " : "FAILED", out[0], expected, note.c_str());
    right &= ok;
    sycl::free(out, queue);
  }
  return right;
}

} // namespace

int main() {
  bool right = true;
  int devices = 0;
  const char *wanted = std::getenv("FACET_TEST_BACKEND");
  bool opencl = wanted && std::string(wanted) == "opencl";
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (opencl != (device.get_backend() == sycl::backend::opencl))
      continue;
    right &= run_on(device);
    ++devices;
  }
  if (devices == 0)
    std::printf("FAILED: no device\n");
  return right && devices != 0 ? 0 : 1;
}
