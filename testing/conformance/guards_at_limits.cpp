// Guards whose bounds are the first or the last number of their type: a condition
// holds for each work-item, for none, or for one. The same functions run on the
// host.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("guards");

namespace {

struct data {
  const int *a;
  const int *b;
  int *out;
  std::size_t n;
};

/// Counts from `first` up or down, around the ends of the numbers; or, with no
/// direction, from zero on, which is known not to come to their end.
template <typename Test, int Direction, typename I>
void beside_bound(std::size_t i, I first, I bound, const data &d) {
  const I x = Direction == 0
                  ? I(i)
                  : I(std::uint64_t(first) + std::uint64_t(Direction) * i);
  if (Test()(x, bound))
    d.out[i] = d.a[i] * 3 + d.b[i];
  else
    d.out[d.n + i] = -7;
}

/// The same of a sum that has as many bits as it needs.
template <typename Test, std::int64_t Plus>
void sum_beside_bound(std::size_t i, int first, int bound, const data &d) {
  const int x = int(unsigned(first) + unsigned(i));
  const std::int64_t sum = x + Plus;
  if (Test()(sum, std::int64_t(bound)))
    d.out[i] = d.a[i] * 3 + d.b[i];
  if (std::uint64_t(sum) < 1000 && (Plus != -9 || sum < bound))
    d.out[d.n + i] = -7;
}

/// Compares what \p work does for numbers and bounds of \p I with what it does
/// on the host.
template <typename I, typename Function>
void compare_bounds(sycl::queue &q, Function work) {
  using limits = std::numeric_limits<I>;
  constexpr std::size_t n = 96;
  int *memory = sycl::malloc_shared<int>(4 * n, q);
  for (std::size_t i = 0; i < 2 * n; ++i)
    memory[i] = int(i * 37 % 101);
  for (I first :
       {I(0), I(5), limits::min(), limits::max(), I(limits::max() - 40)})
    for (I bound : {I(0), I(1), limits::min(), I(limits::min() + 1),
                    limits::max(), I(limits::max() - 1)}) {
      data d{memory, memory + n, memory + 2 * n, n};
      std::fill_n(d.out, 2 * n, -1);
      q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
         work(it.get_local_id(0), first, bound, d);
       }).wait();
      std::vector<int> expected(2 * n, -1);
      d.out = expected.data();
      for (std::size_t i = 0; i < n; ++i)
        work(i, first, bound, d);
      if (!CHECK(std::equal(expected.begin(), expected.end(), memory + 2 * n)))
        std::printf("  %zu bytes, from %lld, bound %lld\n", sizeof(I),
                    static_cast<long long>(first),
                    static_cast<long long>(bound));
    }
  sycl::free(memory, q);
}

template <typename Test, int Direction, typename I>
void compare_bounds(sycl::queue &q) {
  compare_bounds<I>(q, [](std::size_t i, I first, I bound, const data &d) {
    beside_bound<Test, Direction>(i, first, bound, d);
  });
}

template <typename Test, std::int64_t... Plus>
void compare_sums(sycl::queue &q, std::integer_sequence<std::int64_t, Plus...>) {
  (compare_bounds<int>(
       q,
       [](std::size_t i, int first, int bound, const data &d) {
         sum_beside_bound<Test, Plus>(i, first, bound, d);
       }),
   ...);
}

template <typename Test> void compare_bounds_of_all(sycl::queue &q) {
  using limits = std::numeric_limits<int>;
  compare_sums<Test>(
      q, std::integer_sequence<std::int64_t, -9, -1, 0, 1, 40, limits::min(),
                               limits::min() + 1, limits::max(),
                               std::int64_t(limits::max()) + 1>());
  compare_bounds<Test, 1, int>(q);
  compare_bounds<Test, 1, unsigned>(q);
  compare_bounds<Test, 1, std::int64_t>(q);
  compare_bounds<Test, 1, std::uint64_t>(q);
  compare_bounds<Test, 0, int>(q);
  compare_bounds<Test, 0, unsigned>(q);
  compare_bounds<Test, 0, std::uint64_t>(q);
  compare_bounds<Test, -1, int>(q);
  compare_bounds<Test, -1, std::uint64_t>(q);
}

/// Numbers of work-items that leave 31 or 32 bits.
void compare_large_numbers(sycl::queue &q, std::size_t first) {
  constexpr std::size_t n = 100, results = 6;
  auto *out = sycl::malloc_shared<std::int64_t>(results * n, q);
  const auto compute = [=](std::size_t number, std::int64_t *to) {
    to[0] = std::int64_t(float(number));
    to[1] = std::int64_t(number % 10);
    to[2] = std::int64_t(number / 7);
    to[3] = std::int64_t(number) / 1000 - std::int64_t(number) % 1000;
    to[4] = int(number);
    to[5] = std::int64_t(float(std::int64_t(number)) * 0.5f);
  };
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(n), sycl::id<1>(first),
                    [=](sycl::item<1> it) {
                      const std::size_t number = it.get_id(0);
                      compute(number, out + (number - first) * results);
                    });
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t expected[results];
    compute(first + i, expected);
    if (!CHECK(std::equal(expected, expected + results, out + i * results)))
      break;
  }
  sycl::free(out, q);
}

} // namespace

SECTION(bounds_at_limits) {
  compare_bounds_of_all<std::less<>>(q);
  compare_bounds_of_all<std::less_equal<>>(q);
  compare_bounds_of_all<std::greater<>>(q);
  compare_bounds_of_all<std::greater_equal<>>(q);
  if (!q.get_device().is_cpu())
    return;
  for (std::size_t power : {31, 32, 40})
    for (int before : {99, 50, 1, 0, -1})
      compare_large_numbers(q, (std::size_t(1) << power) - before);
  compare_large_numbers(q, 0);
}

namespace {

/// A window with guards around its elements, as often as programs repeat it to
/// have something to measure: hundreds of guards once it is unrolled.
template <typename T, int Repeats>
T windows(std::size_t y, std::size_t x, std::size_t rows, std::size_t columns,
          const T *in, const T *weights) {
  T sum = 0;
  for (int k = 0; k < Repeats; ++k)
    for (int i = -1; i <= 1; ++i) {
      if (y + i >= rows)
        continue;
      for (int j = -1; j <= 1; ++j) {
        if (x + j >= columns)
          continue;
        sum += weights[(i + 1) * 3 + j + 1] * in[(y + i) * columns + x + j];
      }
    }
  return sum;
}

template <typename T, int Repeats> void compare_windows(sycl::queue &q) {
  for (const auto [rows, columns] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {3, 70}, {20, 33}}) {
    const std::size_t r = rows, c = columns;
    T *in = sycl::malloc_shared<T>(r * c, q), *out = sycl::malloc_shared<T>(r * c, q);
    T *weights = sycl::malloc_shared<T>(9, q);
    for (std::size_t i = 0; i < r * c; ++i)
      in[i] = T(i * 7 % 10);
    for (int i = 0; i < 9; ++i)
      weights[i] = T(i - 3);
    q.parallel_for(sycl::range<2>(r, c), [=](sycl::id<2> id) {
       out[id[0] * c + id[1]] =
           windows<T, Repeats>(id[0], id[1], r, c, in, weights);
     }).wait();
    bool right = true;
    for (std::size_t i = 0; i < r * c; ++i)
      right &= out[i] == windows<T, Repeats>(i / c, i % c, r, c, in, weights);
    CHECK(right);
    for (T *each : {in, out, weights})
      sycl::free(each, q);
  }
}

} // namespace

SECTION(repeated_windows) {
  compare_windows<int, 8>(q);
  compare_windows<int, 24>(q);
  compare_windows<float, 12>(q);
}
