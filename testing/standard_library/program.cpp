// Executes each snippet in a kernel of 16 work-items and on the host, and compares.
// Prints a row for each: "header|what|right", or what is wrong.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <math.h>
#include <numeric>
#include <optional>
#include <random>
#include <ratio>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#if __cplusplus >= 202002L
#include <bit>
#include <compare>
#include <concepts>
#include <numbers>
#include <ranges>
#include <source_location>
#include <span>
#endif

namespace {

constexpr int work_items = 16, results = 64;

struct row {
  const char *header, *what;
};

/// The numbers of one work-item.
struct numbers {
  double x[16];
  int in[16];
  explicit numbers(int item) {
    for (int i = 0; i < 16; ++i) {
      in[i] = (item * 7 + i * 5 + 1) % 16;
      x[i] = 0.37 + 0.61 * ((item * 11 + i * 3) % 16);
    }
  }
};

bool is_near(double a, double b, double bound) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::abs(a - b) <= bound * std::max(std::abs(a), std::abs(b)) + 1e-300;
}

template <typename F>
void compare(sycl::queue &q, const row &r, double bound, F f) {
  double *got = sycl::malloc_shared<double>(work_items * results, q);
  std::fill(got, got + work_items * results, 0.0);
  q.parallel_for(work_items, [=](sycl::id<1> i) {
     numbers n(static_cast<int>(i[0]));
     f(n.x, n.in, got + i[0] * results);
   }).wait();
  std::printf("%s|%s|", r.header, r.what);
  for (int item = 0; item < work_items; ++item) {
    numbers n(item);
    double expected[results] = {};
    f(n.x, n.in, expected);
    for (int i = 0; i < results; ++i)
      if (!is_near(got[item * results + i], expected[i], bound)) {
        std::printf("wrong: result %d of work-item %d is %.17g, not %.17g\n", i,
                    item, got[item * results + i], expected[i]);
        sycl::free(got, q);
        return;
      }
  }
  std::printf("right\n");
  sycl::free(got, q);
}

} // namespace

// Relative to the host's result. Differences of such results differ by more.
constexpr double float_bound = 2e-6, double_bound = 1e-13;

int main() {
  sycl::queue q;
#define SNIPPET(HEADER, WHAT, ...)                                             \
  compare(q, {HEADER, WHAT}, double_bound,                                     \
          []([[maybe_unused]] double *x, [[maybe_unused]] int *in,             \
             double *out) __VA_ARGS__);
#define MATH_OF(TYPE, NAME, BOUND, HEADER, WHAT, ...)                          \
  compare(q, {HEADER, WHAT NAME}, BOUND,                                       \
          [](double *x, [[maybe_unused]] int *in, double *out) {               \
            using T = TYPE;                                                    \
            T v = static_cast<T>(x[0]);                                        \
            T all[] = {__VA_ARGS__};                                           \
            for (T one : all)                                                  \
              *out++ = one;                                                    \
          });
#define MATH(HEADER, WHAT, ...)                                                \
  MATH_OF(float, " (float)", float_bound, HEADER, WHAT, __VA_ARGS__)           \
  MATH_OF(double, " (double)", double_bound, HEADER, WHAT, __VA_ARGS__)
#define COMPLEX_OF(TYPE, NAME, BOUND, HEADER, WHAT, ...)                       \
  compare(q, {HEADER, WHAT NAME}, BOUND, [](double *x, int *, double *out) {   \
    using T = TYPE;                                                            \
    using C = std::complex<T>;                                                 \
    C z(T(x[0]) / 3, T(x[1]) / 4), w(T(x[2]) / 5, T(-0.75));                   \
    C all[] = {__VA_ARGS__};                                                   \
    for (C one : all)                                                          \
      *out++ = one.real(), *out++ = one.imag();                                \
  });
#define COMPLEX(HEADER, WHAT, ...)                                             \
  COMPLEX_OF(float, " (float)", 10 * float_bound, HEADER, WHAT, __VA_ARGS__)   \
  COMPLEX_OF(double, " (double)", 10 * double_bound, HEADER, WHAT, __VA_ARGS__)
#include "snippets.inc"
}
