// What the conformance tests share: checks that go on after a failure, and the
// devices to run on.
//
// Example:
//   int main() {
//     return conformance::run([](sycl::queue &q) { CHECK(q.is_in_order()); });
//   }
#ifndef FACET_TESTING_CONFORMANCE_CHECK_H_
#define FACET_TESTING_CONFORMANCE_CHECK_H_

#include <sycl/sycl.hpp>

#include <cstdio>
#include <string>

namespace conformance {

inline int checks = 0, failures = 0;

inline void check(bool holds, const char *what, const char *file, int line) {
  ++checks;
  if (holds)
    return;
  ++failures;
  std::printf("%s:%d: failed: %s\n", file, line, what);
}

template <typename F>
void throws(sycl::errc code, F f, const char *what, const char *file,
            int line) {
  try {
    f();
    check(false, what, file, line);
  } catch (const sycl::exception &e) {
    check(e.code() == sycl::make_error_code(code), what, file, line);
    if (e.code() != sycl::make_error_code(code))
      std::printf("  %s\n", e.what());
  }
}

/// Calls f with a queue of each device that the program has images for.
template <typename F> int run(F f) {
  int devices = 0;
  for (const sycl::device &d : sycl::device::get_devices()) {
    if (sycl::default_selector_v(d) < 0)
      continue;
    ++devices;
    const std::string name = d.get_info<sycl::info::device::name>();
    try {
      sycl::queue q(d);
      f(q);
      q.wait_and_throw();
    } catch (const std::exception &e) {
      ++failures;
      std::printf("%s: exception: %s\n", name.c_str(), e.what());
    }
    std::printf("%s: %d checks, %d failures so far\n", name.c_str(), checks,
                failures);
  }
  if (devices == 0)
    std::printf("no device\n");
  return devices == 0 || failures != 0;
}

} // namespace conformance

#define CHECK(...)                                                             \
  conformance::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__,   \
                     __LINE__)
#define CHECK_THROWS(CODE, ...)                                                \
  conformance::throws(sycl::errc::CODE, [&] { __VA_ARGS__; }, #__VA_ARGS__,    \
                      __FILE__, __LINE__)

#endif // FACET_TESTING_CONFORMANCE_CHECK_H_
