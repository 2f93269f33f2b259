// Every target of the configuration as an emulated device: what its kernels may
// need, which conditions hold, what it says of itself.
//
//   every_target SLICE...
//
// In:  the slice of each target, from which all that a device must do is
//      computed (facts.h); the program emulates all of these targets.
// Out: a line for each thing that is not as the slice says; 1 if there is one.
#include "testing/emulation/cases.h"
#include "testing/emulation/facts.h"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;
using facts::target;

namespace {

int failures = 0, checks = 0;

void check(bool holds, const std::string &what) {
  ++checks;
  if (holds)
    return;
  if (++failures <= 100)
    std::printf("FAILED: %s\n", what.c_str());
}

const std::map<std::string, int> &aspect_numbers() {
  static const std::map<std::string, int> numbers = {
#define __SYCL_ASPECT(NAME, VALUE) {#NAME, VALUE},
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE) {#NAME, VALUE},
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
  };
  return numbers;
}

struct architecture_entry {
  const char *name;
  ex::architecture value;
  int ordinal;
};
const std::vector<architecture_entry> architectures = {
#define __SYCL_ARCHITECTURE(NAME, ID, ORDINAL)                                 \
  {#NAME, ex::architecture::NAME, ORDINAL},
#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL)
#include <sycl/info/architectures.def>
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS
};

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != text.npos;
}

// What a call ends with: no error, or its code and text.
struct outcome {
  std::error_code code;
  std::string text;
};
template <typename F> outcome outcome_of(F call) {
  try {
    call();
  } catch (const sycl::exception &e) {
    return {e.code(), e.what()};
  }
  return {};
}

// ------------------------------------------------------------------ refusals

bool fits(const std::vector<std::size_t> &size, const target &t) {
  std::size_t total = 1, first = 3 - size.size();
  for (std::size_t d = 0; d < size.size(); ++d) {
    total *= size[d];
    if (size[d] > t.max_work_item_sizes[first + d])
      return false;
  }
  return total <= t.max_work_group_size;
}

std::vector<std::string> reasons_against(const kernel_case &k,
                                         const target &t) {
  std::vector<std::string> reasons;
  for (int number : k.aspects)
    for (const auto &[name, value] : aspect_numbers())
      if (value == number && !t.has(name) && name != "emulated")
        reasons.push_back("Kernel uses optional feature corresponding to "
                          "'aspect::" +
                          name + "' but device does not support this aspect.");
  if (k.sub_group_size != 0 &&
      std::find(t.sub_group_sizes.begin(), t.sub_group_sizes.end(),
                k.sub_group_size) == t.sub_group_sizes.end())
    reasons.push_back("Kernel has a required sub-group size of '" +
                      std::to_string(k.sub_group_size) +
                      "' but device does not support this sub-group size.");
  if (!k.work_group_size.empty() && !fits(k.work_group_size, t)) {
    std::string size;
    for (std::size_t n : k.work_group_size)
      size += (size.empty() ? "" : ", ") + std::to_string(n);
    reasons.push_back("Kernel has a required work-group size of '" + size +
                      "' but device does not support this work-group size.");
  }
  return reasons;
}

void check_refusals(sycl::queue &q, const target &t) {
  const sycl::device device = q.get_device();
  const std::string device_name = device.get_info<sycl::info::device::name>();
  for (const kernel_case &k : kernel_cases()) {
    const std::string what = t.name + ": " + k.name;
    std::string expected;
    if (auto reasons = reasons_against(k, t); !reasons.empty()) {
      expected = std::string("Kernel '") + k.name +
                 "' cannot run on device '" + device_name + "':";
      for (const std::string &reason : reasons)
        expected += "\n" + reason;
    }
    int result = 0;
    {
      sycl::buffer<int> out(&result, 1);
      const outcome was = outcome_of([&] { k.submit(q, out); });
      check(was.text == expected,
            what + ": expected '" + expected + "', was '" + was.text + "'");
      if (!expected.empty())
        check(was.code == sycl::errc::kernel_not_supported, what + ": code");
    }
    check(result == (expected.empty() ? done : 0),
          what + ": wrote " + std::to_string(result));
    check(sycl::is_compatible({k.id()}, device) == expected.empty(),
          what + ": is_compatible");
    check(sycl::has_kernel_bundle<sycl::bundle_state::executable>(
              q.get_context(), {device}, {k.id()}) == expected.empty(),
          what + ": has_kernel_bundle");
  }
}

// -------------------------------------------------------------------- sizes

template <int D> outcome launch(sycl::queue &q, sycl::range<D> size) {
  return outcome_of([&] {
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::nd_range<D>(size, size), [=](sycl::nd_item<D>) {});
    });
    q.wait();
  });
}

void check_sizes(sycl::queue &q, const target &t) {
  const std::size_t most = t.max_work_group_size;
  check(launch<1>(q, {most}).text.empty(), t.name + ": largest work-group");
  check(launch<1>(q, {most + 1}).code == sycl::errc::nd_range,
        t.name + ": a work-item too many");
  for (int d = 0; d < 3; ++d) {
    sycl::range<3> size(1, 1, 1);
    size[d] = t.max_work_item_sizes[d];
    check(launch<3>(q, size).text.empty(),
          t.name + ": largest work-group in dimension " + std::to_string(d));
    ++size[d];
    const outcome was = launch<3>(q, size);
    check(was.code == sycl::errc::nd_range &&
              contains(was.text, std::to_string(t.max_work_item_sizes[d])),
          t.name + ": too large in dimension " + std::to_string(d) + ": " +
              was.text);
  }
  const outcome moved = outcome_of([&] {
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::nd_range<1>(4, 2, 3), [=](sycl::nd_item<1>) {});
    });
  });
  check(moved.text.empty(), t.name + ": an offset: " + moved.text);
  const std::size_t local = t.local_memory_size;
  for (std::size_t bytes : {local, local + 1}) {
    char last = 0;
    outcome was;
    {
      sycl::buffer<char> out(&last, 1);
      was = outcome_of([&] {
        q.submit([&](sycl::handler &h) {
          sycl::accessor to(out, h, sycl::write_only);
          sycl::local_accessor<char> memory(bytes, h);
          h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
            memory[bytes - 1] = 'x';
            to[0] = memory[bytes - 1];
          });
        });
      });
    }
    if (bytes == local)
      check(was.text.empty() && last == 'x',
            t.name + ": all local memory: " + was.text);
    else
      check(was.code == sycl::errc::memory_allocation &&
                contains(was.text, std::to_string(bytes)) &&
                contains(was.text, std::to_string(local)),
            t.name + ": too much local memory: " + was.text);
  }
}

// --------------------------------------------------------------- conditions

void check_conditions(sycl::queue &q, const target &t) {
  std::vector<int> values(condition_count), expected(condition_count);
  for (const auto &[name, number] : aspect_numbers())
    expected[number] = t.has(name) || name == "emulated";
  for (const architecture_entry &a : architectures)
    expected[first_architecture + a.ordinal] =
        t.architecture == a.name && t.architecture != "unknown";
  const bool half = t.has("fp16"), twice = t.has("fp64");
  expected[first_chain + (twice && half ? 0 : twice ? 1 : half ? 2 : 3)] = 1;
  if (t.architecture == "intel_gpu_pvc" ||
      t.architecture == "nvidia_gpu_sm_90" ||
      t.architecture == "amd_gpu_gfx90a" || t.architecture == "x86_64")
    expected[first_chain + 4] = 1;
  else
    expected[first_chain + 5] = t.has("gpu");
  {
    sycl::buffer<int> out(values);
    const outcome was = outcome_of([&] { submit_conditions(q, out); });
    check(was.text.empty(), t.name + ": conditions: " + was.text);
  }
  for (int i = 0; i < condition_count; ++i)
    check(values[i] == expected[i], t.name + ": condition " +
                                        std::to_string(i) + " is " +
                                        std::to_string(values[i]));
}

// -------------------------------------------------------------- information

// As the back end of such devices says it.
std::string vendor_of(const target &t) {
  return t.toolchain == "ocloc"    ? "Intel(R) Corporation"
         : t.toolchain == "nvptx"  ? "NVIDIA Corporation"
         : t.toolchain == "amdgcn" ? "Advanced Micro Devices, Inc."
                                   : "";
}

template <typename Query> auto get(const sycl::device &d) {
  return d.get_info<Query>();
}

void check_aspects(const sycl::device &d, const target &t) {
  for (const auto &[name, number] : aspect_numbers())
    check(d.has(static_cast<sycl::aspect>(number)) ==
              (t.has(name) || name == "emulated"),
          t.name + ": has " + name);
  check(get<sycl::info::device::aspects>(d).size() == t.aspects.size() + 1,
        t.name + ": info::device::aspects");
  for (const std::string &name : t.aspects)
    check(aspect_numbers().count(name), t.name + ": no aspect " + name);
  // What follows from aspects.
  check(d.is_gpu() == t.has("gpu"), t.name + ": is_gpu");
  check(d.is_cpu() == t.has("cpu"), t.name + ": is_cpu");
  using namespace sycl::info::device;
  check(get<queue_profiling>(d) == t.has("queue_profiling"),
        t.name + ": queue_profiling");
  check(get<is_compiler_available>(d) == t.has("online_compiler"),
        t.name + ": is_compiler_available");
  check(get<half_fp_config>(d).empty() != t.has("fp16"),
        t.name + ": half_fp_config");
  check(get<double_fp_config>(d).empty() != t.has("fp64"),
        t.name + ": double_fp_config");
  check((get<native_vector_width_double>(d) != 0) == t.has("fp64"),
        t.name + ": native_vector_width_double");
  sycl::queue q(d);
  auto refused = [&](const char *aspect, void *(*allocate)(sycl::queue &)) {
    const outcome was = outcome_of([&] { sycl::free(allocate(q), q); });
    check(t.has(aspect) ? was.text.empty()
                        : was.code == sycl::errc::feature_not_supported,
          t.name + ": allocation with " + aspect + ": " + was.text);
  };
  refused("usm_device_allocations",
          [](sycl::queue &q) -> void * { return sycl::malloc_device(64, q); });
  refused("usm_host_allocations",
          [](sycl::queue &q) -> void * { return sycl::malloc_host(64, q); });
  refused("usm_shared_allocations",
          [](sycl::queue &q) -> void * { return sycl::malloc_shared(64, q); });
}

void check_information(const sycl::device &d, const target &t) {
  using namespace sycl::info::device;
  check_aspects(d, t);
  const auto sub_groups = get<sub_group_sizes>(d);
  check(std::vector<std::uint64_t>(sub_groups.begin(), sub_groups.end()) ==
            t.sub_group_sizes,
        t.name + ": sub_group_sizes");
  check(get<max_work_group_size>(d) == t.max_work_group_size,
        t.name + ": max_work_group_size");
  check(get<local_mem_size>(d) == t.local_memory_size,
        t.name + ": local_mem_size");
  const auto three = get<max_work_item_sizes<3>>(d);
  const auto two = get<max_work_item_sizes<2>>(d);
  for (int dimension = 0; dimension < 3; ++dimension) {
    check(three[dimension] == t.max_work_item_sizes[dimension],
          t.name + ": max_work_item_sizes<3>");
    if (dimension > 0)
      check(two[dimension - 1] == three[dimension],
            t.name + ": max_work_item_sizes<2>");
  }
  check(get<max_work_item_sizes<1>>(d)[0] == three[2],
        t.name + ": max_work_item_sizes<1>");
  if (!t.sub_group_sizes.empty())
    check(get<max_num_sub_groups>(d) ==
              t.max_work_group_size / t.sub_group_sizes[0],
          t.name + ": max_num_sub_groups");

  for (const architecture_entry &a : architectures) {
    const bool is = t.architecture == a.name;
    check((get<ex::info::device::architecture>(d) == a.value) == is,
          t.name + ": is " + a.name);
    check(d.ext_oneapi_architecture_is(a.value) == is,
          t.name + ": ext_oneapi_architecture_is " + a.name);
  }
  if (const std::string expected = vendor_of(t); !expected.empty()) {
    check(get<vendor>(d) == expected,
          t.name + ": vendor " + get<vendor>(d));
    check(get<local_mem_type>(d) == sycl::info::local_mem_type::local,
          t.name + ": local_mem_type");
  }
  check(get<max_compute_units>(d) > 0, t.name + ": max_compute_units");
  check(get<partition_properties>(d).empty() || t.has("cpu"),
        t.name + ": partition_properties");
}

} // namespace

int main(int argc, char **argv) {
  std::map<std::string, sycl::device> devices;
  for (const sycl::device &d : sycl::device::get_devices()) {
    if (!d.has(sycl::aspect::emulated))
      continue;
    // "Emulated intel_gpu_dg1 on …"
    const std::string name = d.get_info<sycl::info::device::name>();
    const std::size_t from = std::string("Emulated ").size();
    devices.emplace(name.substr(from, name.find(" on ") - from), d);
  }
  check(argc > 1, "no slices");
  check(devices.size() == static_cast<std::size_t>(argc - 1),
        std::to_string(devices.size()) + " emulated devices for " +
            std::to_string(argc - 1) + " targets");
  std::vector<target> targets;
  for (int i = 1; i < argc; ++i)
    targets.push_back(facts::read(argv[i]));
  const auto host = std::find_if(targets.begin(), targets.end(), [](auto &t) {
    return t.name == "x86_64";
  });
  check(host != targets.end(), "no slice of x86_64");
  for (target &t : targets) {
    if (host != targets.end())
      t.take_open_limits(*host);
    const auto found = devices.find(t.name);
    check(found != devices.end(), t.name + ": is not emulated");
    if (found == devices.end())
      continue;
    sycl::queue q(found->second);
    check_information(found->second, t);
    check_refusals(q, t);
    check_sizes(q, t);
    check_conditions(q, t);
  }
  std::printf("%d checks of %d targets, %d failed\n", checks, argc - 1,
              failures);
  return failures != 0;
}
