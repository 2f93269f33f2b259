// What the conformance suite is written with: named checks that go on after a
// failure, run on each device that the program has images for.
//
// In:  sections, each a function that gets a queue and says CHECK(…).
// Out: `chapter.section: pass`, `fail` after the lines that say what did not
//      hold, or `skipped (why)`, for each device; the number of failed sections
//      as the exit code.
//
// Example, one source file of a chapter:
//   CONFORMANCE_CHAPTER("queues");
//   SECTION(in_order) {
//     CHECK(sycl::queue(q.get_device(), in_order()).is_in_order());
//   }
#ifndef FACET_TESTING_CONFORMANCE_CHECK_H_
#define FACET_TESTING_CONFORMANCE_CHECK_H_

#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace conformance {

struct section {
  const char *chapter;
  const char *name;
  void (*run)(sycl::queue &q);
};
/// Of all source files, in no order; main() sorts them.
inline std::vector<section> &sections() {
  static std::vector<section> all;
  return all;
}
struct registered {
  registered(const char *chapter, const char *name, void (*run)(sycl::queue &)) {
    sections().push_back({chapter, name, run});
  }
};

/// Thrown by a section that the device cannot run.
struct skipped {
  std::string why;
};
[[noreturn]] inline void skip(std::string why) { throw skipped{std::move(why)}; }
inline void need(const sycl::queue &q, sycl::aspect a, const char *what) {
  if (!q.get_device().has(a))
    skip(std::string("the device lacks ") + what);
}

inline int &failed_checks() {
  static int count = 0;
  return count;
}
inline bool check(bool holds, const char *what, const char *file, int line) {
  if (!holds) {
    ++failed_checks();
    std::printf("  %s:%d: does not hold: %s\n", file, line, what);
  }
  return holds;
}

template <typename F>
void throws(sycl::errc code, F f, const char *what, const char *file,
            int line) {
  try {
    f();
  } catch (const sycl::exception &e) {
    if (!check(e.code() == code, what, file, line))
      std::printf("  %s\n", e.what());
    return;
  }
  check(false, what, file, line);
}

/// Whether the program has a kernel that the device can run.
inline bool has_code(const sycl::device &d) {
  return sycl::has_kernel_bundle<sycl::bundle_state::executable>(
      sycl::context(d));
}

} // namespace conformance

#define CONFORMANCE_CHAPTER(NAME)                                              \
  namespace {                                                                  \
  constexpr const char *conformance_chapter = NAME;                            \
  }
#define SECTION(NAME)                                                          \
  static void NAME(sycl::queue &q);                                            \
  [[maybe_unused]] static const conformance::registered NAME##_registered(conformance_chapter,  \
                                                         #NAME, NAME);         \
  static void NAME([[maybe_unused]] sycl::queue &q)
#define CHECK(...)                                                             \
  conformance::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__,   \
                     __LINE__)
#define CHECK_THROWS(CODE, ...)                                                \
  conformance::throws(sycl::errc::CODE, [&] { __VA_ARGS__; }, #__VA_ARGS__,    \
                      __FILE__, __LINE__)
#define NEED(ASPECT) conformance::need(q, sycl::aspect::ASPECT, #ASPECT)

#endif // FACET_TESTING_CONFORMANCE_CHECK_H_
