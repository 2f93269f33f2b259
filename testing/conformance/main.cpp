// Runs the sections of a conformance program: all, or those whose chapter or
// `chapter.section` is an argument.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace {

bool is_wanted(const conformance::section &s, int count, char **names) {
  if (count == 0)
    return true;
  const std::string full = std::string(s.chapter) + "." + s.name;
  return std::any_of(names, names + count, [&](const char *name) {
    return full == name || std::strcmp(s.chapter, name) == 0;
  });
}

/// What docs/conformance.md calls the device.
std::string kind_of(const sycl::device &d) {
  if (d.has(sycl::aspect::emulated))
    return "emulated";
  switch (d.get_backend()) {
  case sycl::backend::ext_facet_cpu:
    return "native CPU";
  case sycl::backend::opencl:
    return "OpenCL";
  case sycl::backend::ext_oneapi_cuda:
    return "CUDA";
  case sycl::backend::ext_oneapi_hip:
    return "HIP";
  case sycl::backend::ext_oneapi_level_zero:
    return "Level Zero";
  }
  return "other";
}

/// Whether it did not fail.
bool run_one(const conformance::section &s, const sycl::device &d) {
  const int before = conformance::failed_checks();
  std::string skipped;
  try {
    // Asynchronous errors are errors of the section.
    sycl::queue q(d, [](sycl::exception_list errors) {
      for (const std::exception_ptr &e : errors)
        std::rethrow_exception(e);
    });
    s.run(q);
    q.wait_and_throw();
  } catch (const conformance::skipped &e) {
    skipped = e.why;
  } catch (const std::exception &e) {
    ++conformance::failed_checks();
    std::printf("  exception: %s\n", e.what());
  }
  const bool failed = conformance::failed_checks() != before;
  std::printf("%s.%s: %s", s.chapter, s.name,
              failed            ? "fail"
              : skipped.empty() ? "pass"
                                : "skipped");
  if (!failed && !skipped.empty())
    std::printf(" (%s)", skipped.c_str());
  std::printf("\n");
  std::fflush(stdout);
  return !failed;
}

} // namespace

int main(int argc, char **argv) {
  auto &all = conformance::sections();
  std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
    const int order = std::strcmp(a.chapter, b.chapter);
    return order != 0 ? order < 0 : std::strcmp(a.name, b.name) < 0;
  });
  int devices = 0, failures = 0;
  for (const sycl::device &d : sycl::device::get_devices()) {
    if (!conformance::has_code(d))
      continue;
    ++devices;
    std::printf("device: %s: %s\n", kind_of(d).c_str(),
                d.get_info<sycl::info::device::name>().c_str());
    for (const conformance::section &s : all)
      if (is_wanted(s, argc - 1, argv + 1))
        failures += !run_one(s, d);
  }
  if (devices == 0)
    std::printf("no device\n");
  std::printf("%d failed\n", failures);
  return devices == 0 ? 125 : std::min(failures, 124);
}
