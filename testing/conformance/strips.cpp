// Loops of which a CPU executes all rounds for a few work-items before it goes on
// to the next ones: sums by rounds that neighbours read side by side, of all
// types, with indices of all types that may wrap around, in groups of all shapes,
// around barriers. The same functions run on the host.
#include "testing/conformance/check.h"
#include "testing/conformance/numbers.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <sys/mman.h>

CONFORMANCE_CHAPTER("strips");

namespace {

template <typename T>
bool compare(const char *what, const numbers<T> &out,
             const std::vector<T> &expected, std::size_t n) {
  const std::size_t same = count_equal(out, expected);
  const bool holds = CHECK(same == out.size);
  if (!holds)
    std::printf("  %s, n %zu, element %zu: %g, expected %g\n", what, n, same,
                double(out.at[same]), double(expected[same]));
  return holds;
}

//===-- Products ---------------------------------------------------------===//

/// One element of a product of matrices, computed with indices of type I.
template <typename I, typename T>
void element(std::size_t row, std::size_t column, std::size_t columns,
             std::size_t depth, const T *a, const T *b, T *out) {
  const I y = I(row), x = I(column), n = I(columns), m = I(depth);
  T sum = T(1);
  for (I k = 0; k < m; ++k)
    sum += a[I(y * m + k)] * b[I(k * n + x)];
  out[row * columns + column] = sum;
}

struct shape {
  std::size_t rows, columns, depth, local_rows, local_columns;
};

/// Groups that have whole strips, parts of one, rows that are left, or one row.
constexpr shape shapes[] = {
    {16, 16, 9, 16, 16}, {8, 64, 5, 4, 64}, {6, 80, 3, 6, 40},
    {12, 33, 7, 3, 33},  {5, 20, 1, 1, 20}, {64, 8, 4, 64, 8},
    {9, 100, 2, 9, 50},  {4, 32, 0, 4, 32},
};

template <typename I, typename T> void products(sycl::queue &q) {
  for (const shape &s : shapes) {
    numbers<T> a(q, s.rows * s.depth + 1), b(q, s.columns * s.depth + 1),
        out(q, s.rows * s.columns);
    std::vector<T> expected(out.size);
    for (std::size_t y = 0; y < s.rows; ++y)
      for (std::size_t x = 0; x < s.columns; ++x)
        element<I>(y, x, s.columns, s.depth, a.at, b.at, expected.data());
    const T *pa = a.at, *pb = b.at;
    T *to = out.at;
    const std::size_t n = s.columns, m = s.depth;
    q.parallel_for(sycl::range<2>(s.rows, n),
                   [=](sycl::id<2> i) {
                     element<I>(i[0], i[1], n, m, pa, pb, to);
                   })
        .wait();
    compare("range", out, expected, n);
    std::fill_n(to, out.size, T(77));
    q.parallel_for(sycl::nd_range<2>({s.rows, n},
                                     {s.local_rows, s.local_columns}),
                   [=](sycl::nd_item<2> i) {
                     // The group is one that the program asks for.
                     const std::size_t y = i.get_group(0) * s.local_rows +
                                           i.get_local_id(0);
                     element<I>(y, i.get_global_id(1), n, m, pa, pb, to);
                   })
        .wait();
    compare("nd_range", out, expected, n);
  }
}

SECTION(products_with_size_t) {
  products<std::size_t, float>(q);
  products<std::size_t, std::int8_t>(q);
}
SECTION(products_with_int) {
  products<int, float>(q);
  products<int, int>(q);
}
SECTION(products_with_unsigned) { products<unsigned, std::int16_t>(q); }
SECTION(products_with_long) { products<long, std::int64_t>(q); }
SECTION(products_of_double) {
  conformance::need(q, sycl::aspect::fp64, "fp64");
  products<int, double>(q);
}
SECTION(products_of_half) {
  conformance::need(q, sycl::aspect::fp16, "fp16");
  products<std::size_t, sycl::half>(q);
}

//===-- Indices that wrap around ------------------------------------------===//

/// Reads neighbours until the index, of type I, comes to the end of its numbers:
/// in the middle of the group, in some rounds or in all of them.
template <typename I>
int around(std::size_t item, std::size_t first, std::size_t by, unsigned rounds,
           const int *middle) {
  int sum = int(item) * 3;
  for (unsigned k = 0; k < rounds; ++k) {
    const I fixed = I(item + first);
    const I varying = I(item + first + k * by);
    sum = sum * 3 + middle[fixed] + middle[varying] * 5;
  }
  return sum;
}

template <typename I> void wrap(sycl::queue &q) {
  // As many numbers as the narrow types have, on both sides of the middle.
  numbers<int> a(q, 2 * 65536), out(q, 3 * 72);
  const int *middle = a.at + 65536;
  int *to = out.at;
  for (std::size_t first : {0, 100, 127, 200, 255, 32700, 32767, 65500})
    for (std::size_t by : {0, 1, 50, 65530})
      for (unsigned rounds : {0, 1, 4}) {
        std::vector<int> expected(out.size);
        for (std::size_t i = 0; i < out.size; ++i)
          expected[i] = around<I>(i, first, by, rounds, middle);
        q.parallel_for(sycl::nd_range<1>(out.size, 72),
                       [=](sycl::nd_item<1> it) {
                         const std::size_t i =
                             it.get_group(0) * 72 + it.get_local_id(0);
                         to[i] = around<I>(i, first, by, rounds, middle);
                       })
            .wait();
        if (!compare("groups", out, expected, first))
          return;
      }
}

SECTION(indices_that_wrap) {
  wrap<std::uint8_t>(q);
  wrap<std::int8_t>(q);
  wrap<std::uint16_t>(q);
  wrap<std::int16_t>(q);
}

/// 4 GiB of which the first and the last pages are used: what an unsigned index
/// of bytes reaches on both sides of its end.
class bytes_of_unsigned {
public:
  bytes_of_unsigned() {
    void *mapped = mmap(nullptr, size + used, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
      conformance::skip("there is no room for 4 GiB");
    at = static_cast<std::uint8_t *>(mapped);
    for (std::size_t i = 0; i < used; ++i) {
      at[i] = std::uint8_t(i * 7 % 251);
      at[size - used + i] = std::uint8_t(i * 5 % 241);
    }
  }
  ~bytes_of_unsigned() { munmap(at, size + used); }
  bytes_of_unsigned(const bytes_of_unsigned &) = delete;
  bytes_of_unsigned &operator=(const bytes_of_unsigned &) = delete;

  static constexpr std::size_t size = std::size_t(1) << 32, used = 2048;
  std::uint8_t *at;
};

/// The index of a strip, or of a part of it, ends in some rounds, or in all.
template <bool IsFixed>
void wrap_unsigned(sycl::queue &q, const std::uint8_t *bytes) {
  numbers<int> a(q, 144 * 9), out(q, 144);
  const int *other = a.at;
  int *to = out.at;
  for (unsigned first : {0u, ~0u - 20, ~0u - 71, ~0u - 72, ~0u - 150, ~0u - 300})
    for (unsigned by : {0u, 1u, 50u})
      for (unsigned rounds : {0u, 1u, 9u}) {
        const auto one = [=](std::size_t i) {
          int sum = int(i);
          for (unsigned k = 0; k < rounds; ++k) {
            const unsigned at = unsigned(i) + first + (IsFixed ? 0 : k * by);
            const std::uint8_t *here = bytes + (IsFixed ? k : 0);
            sum = sum * 3 + here[at] + other[k * 144 + i];
          }
          return sum;
        };
        std::vector<int> expected(out.size);
        for (std::size_t i = 0; i < out.size; ++i)
          expected[i] = one(i);
        q.parallel_for(sycl::nd_range<1>(out.size, 72),
                       [=](sycl::nd_item<1> it) {
                         const std::size_t i =
                             it.get_group(0) * 72 + it.get_local_id(0);
                         to[i] = one(i);
                       })
            .wait();
        if (!compare(IsFixed ? "fixed" : "varying", out, expected, first))
          return;
      }
}

SECTION(unsigned_indices_that_wrap) {
  conformance::need(q, sycl::aspect::usm_system_allocations,
                    "memory of the system");
  bytes_of_unsigned bytes;
  wrap_unsigned<true>(q, bytes.at);
  wrap_unsigned<false>(q, bytes.at);
}

//===-- What work-items keep ----------------------------------------------===//

/// Several values of several types, some of which are read only.
struct kept {
  float sum, largest;
  std::int64_t number;
  std::uint8_t bits;
  bool found;
  unsigned where;

  static kept of(std::size_t i, unsigned rounds, std::size_t n, const float *a) {
    kept r{float(i % 5), -1000.f, std::int64_t(i) << 33, std::uint8_t(i), false,
           0};
    const float own = a[i];
    for (unsigned k = 0; k < rounds; ++k) {
      const float v = a[k * n + i];
      r.sum += v * own;
      r.where = v > r.largest ? k : r.where;
      r.largest = v > r.largest ? v : r.largest;
      r.number = r.number * 3 + std::int64_t(v);
      r.bits = std::uint8_t(r.bits * 5 + k);
      r.found |= v == own + 1;
    }
    return r;
  }
  float digest() const {
    return sum + largest * 3 + float(number % 1009) + float(bits) * 7 +
           (found ? 11.f : 0.f) + float(where) * 13;
  }
};

SECTION(several_values) {
  for (std::size_t group : {7, 16, 64, 72})
    for (unsigned rounds : {0, 1, 2, 9}) {
      const std::size_t n = 2 * group;
      numbers<float> a(q, n * (rounds + 1)), out(q, n);
      const float *from = a.at;
      float *to = out.at;
      std::vector<float> expected(n);
      for (std::size_t i = 0; i < n; ++i)
        expected[i] = kept::of(i, rounds, n, from).digest();
      q.parallel_for(sycl::nd_range<1>(n, group),
                     [=](sycl::nd_item<1> it) {
                       const std::size_t i =
                           it.get_group(0) * group + it.get_local_id(0);
                       to[i] = kept::of(i, rounds, n, from).digest();
                     })
          .wait();
      compare("values", out, expected, group);
    }
}

/// What is stored in each round, and read in the next ones, by the work-item
/// itself; the counter is used behind the loop.
SECTION(stores_in_rounds) {
  const std::size_t n = 144;
  for (int rounds : {0, 1, 2, 7}) {
    numbers<int> a(q, n * 8), own(q, n), all(q, n * 8), out(q, n);
    const int *from = a.at;
    const auto one = [=](std::size_t i, int *mine, int *each, int *to) {
      int sum = int(i), k = 0;
      for (; k < rounds; ++k) {
        sum += from[k * n + i] + mine[i];
        mine[i] = sum - k;
        each[k * n + i] = sum;
      }
      to[i] = sum * 10 + k;
    };
    std::vector<int> mine = own.copy(), each = all.copy(), expected(n);
    for (std::size_t i = 0; i < n; ++i)
      one(i, mine.data(), each.data(), expected.data());
    int *m = own.at, *e = all.at, *to = out.at;
    q.parallel_for(sycl::nd_range<1>(n, 72),
                   [=](sycl::nd_item<1> it) {
                     one(it.get_group(0) * 72 + it.get_local_id(0), m, e, to);
                   })
        .wait();
    compare("out", out, expected, std::size_t(rounds));
    compare("own", own, mine, std::size_t(rounds));
    compare("all", all, each, std::size_t(rounds));
  }
}

//===-- Around barriers ---------------------------------------------------===//

/// Rounds between barriers are for strips; those that have one are not: a
/// work-item reads what another strip has written in the round before.
SECTION(rounds_with_barriers) {
  for (std::size_t group : {16, 64, 96, 256})
    for (int rounds : {0, 1, 3}) {
      numbers<int> a(q, group * 8), out(q, 2 * group);
      const int *from = a.at;
      int *to = out.at;
      q.submit([&](sycl::handler &h) {
         sycl::local_accessor<int> left(group, h);
         h.parallel_for(
             sycl::nd_range<1>(2 * group, group), [=](sycl::nd_item<1> it) {
               const std::size_t id = it.get_local_id(0);
               int sum = int(id);
               for (int k = 0; k < rounds; ++k) {
                 left[id] = sum;
                 sycl::group_barrier(it.get_group());
                 for (int j = 0; j < rounds + 1; ++j)
                   sum += from[j * group + id] * (k + 1);
                 sum += left[group - 1 - id];
                 sycl::group_barrier(it.get_group());
               }
               to[it.get_global_id(0)] = sum;
             });
       }).wait();
      std::vector<int> sums(group), expected(2 * group);
      for (std::size_t id = 0; id < group; ++id)
        sums[id] = int(id);
      for (int k = 0; k < rounds; ++k) {
        const std::vector<int> before = sums;
        for (std::size_t id = 0; id < group; ++id) {
          for (int j = 0; j < rounds + 1; ++j)
            sums[id] += from[j * group + id] * (k + 1);
          sums[id] += before[group - 1 - id];
        }
      }
      for (std::size_t i = 0; i < 2 * group; ++i)
        expected[i] = sums[i % group];
      compare("barriers", out, expected, group);
    }
}

/// Rows that a group adds up: each work-item has every size-th element.
template <typename I> void rows_of_groups(sycl::queue &q) {
  for (std::size_t group : {32, 64, 100, 256})
    for (std::size_t n : {1, 63, 64, 65, 512, 777}) {
      const std::size_t rows = 3;
      numbers<float> a(q, rows * n), x(q, n), out(q, rows);
      const float *pa = a.at, *px = x.at;
      float *to = out.at;
      q.parallel_for(
           sycl::nd_range<1>(rows * group, group), [=](sycl::nd_item<1> it) {
             const I row = I(it.get_group(0));
             float sum = 0;
             for (I k = I(it.get_local_id(0)); k < I(n);
                  k += I(it.get_local_range(0)))
               sum += pa[row * I(n) + k] * px[k];
             sum = sycl::reduce_over_group(it.get_group(), sum, sycl::plus<>());
             if (it.get_local_id(0) == 0)
               to[row] = sum;
           }).wait();
      std::vector<float> expected(rows);
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < n; ++k)
          expected[row] += pa[row * n + k] * px[k];
      compare("rows", out, expected, n);
    }
}
SECTION(rows_of_groups_with_size_t) { rows_of_groups<std::size_t>(q); }
SECTION(rows_of_groups_with_int) { rows_of_groups<int>(q); }

/// Planes of rows, with an offset.
SECTION(three_dimensions) {
  const std::size_t planes = 4, rows = 10, columns = 40;
  const std::size_t n = planes * rows * columns;
  numbers<int> a(q, n * 4), out(q, n);
  const int *from = a.at;
  int *to = out.at;
  const auto one = [=](std::size_t z, std::size_t y, std::size_t x) {
    int sum = int(z * 100 + y * 10 + x);
    for (int k = 0; k < int(z) + 2; ++k)
      sum += from[((k % 4) * planes + z) * rows * columns + y * columns + x] * k;
    return sum;
  };
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < n; ++i)
    expected[i] = one(i / columns / rows, i / columns % rows, i % columns);
  q.parallel_for(sycl::nd_range<3>({planes, rows, columns}, {1, 5, 20}),
                 [=](sycl::nd_item<3> it) {
                   const std::size_t z = it.get_group(0),
                                     y = it.get_group(1) * 5 +
                                         it.get_local_id(1),
                                     x = it.get_global_id(2);
                   to[(z * rows + y) * columns + x] = one(z, y, x);
                 })
      .wait();
  compare("groups", out, expected, n);
  std::fill_n(to, n, 77);
  q.parallel_for(sycl::range<3>(planes, rows, columns),
                 [=](sycl::id<3> i) {
                   to[(i[0] * rows + i[1]) * columns + i[2]] =
                       one(i[0], i[1], i[2]);
                 })
      .wait();
  compare("range", out, expected, n);
}

//===-- Sums of several sizes --------------------------------------------===//

/// The sums of a work-item that goes down a column, each of another type.
template <typename... Ts> class Sums {
public:
  Sums(sycl::queue &q, std::size_t n)
      : q(q), n(n), in(sycl::malloc_shared<std::uint8_t>(n * n, q)),
        out{sycl::malloc_shared<Ts>(n * n, q)...} {
    for (std::size_t i = 0; i < n * n; ++i)
      in[i] = std::uint8_t(i * 37 % 101);
  }
  ~Sums() {
    sycl::free(in, q);
    std::apply([&](auto *...each) { (sycl::free(each, q), ...); }, out);
  }

  /// Sums of whole numbers: exact in all types, in any order.
  static std::tuple<Ts...> of(const std::uint8_t *in, std::size_t n,
                              std::size_t y, std::size_t x, std::size_t rounds) {
    std::tuple<Ts...> sums{};
    for (std::size_t k = 0; k < rounds; ++k)
      std::apply(
          [&](auto &...each) {
            int factor = 0;
            ((each = std::remove_reference_t<decltype(each)>(
                  each + in[k * n + x] * (in[y * n + k] % 3 + ++factor))),
             ...);
          },
          sums);
    return sums;
  }

  void compare() {
    const std::size_t rounds = n;
    const auto *from = in;
    const auto to = out;
    const std::size_t columns = n;
    const auto element = [=](std::size_t y, std::size_t x) {
      const auto sums = of(from, columns, y, x, rounds);
      store(sums, to, y * columns + x, std::index_sequence_for<Ts...>());
    };
    q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
       element(i[0], i[1]);
     }).wait();
    check("range");
    for (auto [h, w] : {std::pair(16, 16), {1, 64}, {4, 8}, {2, 32}, {32, 4}}) {
      const sycl::range<2> local(h, w),
          global((n + h - 1) / h * h, (n + w - 1) / w * w);
      q.parallel_for(sycl::nd_range<2>(global, local),
                     [=](sycl::nd_item<2> it) {
                       const std::size_t y = it.get_global_id(0),
                                         x = it.get_global_id(1);
                       if (y < columns && x < columns)
                         element(y, x);
                     })
          .wait();
      check("groups");
    }
    // Rows of a group of one dimension, which a barrier makes one.
    if (n % 16 != 0)
      return;
    for (std::size_t size : {64, 256}) {
      q.submit([&](sycl::handler &h) {
         sycl::local_accessor<int> any(size, h);
         h.parallel_for(sycl::nd_range<1>(n * n, size),
                        [=](sycl::nd_item<1> it) {
                          const std::size_t l = it.get_local_id(0),
                                            i = it.get_group(0) * size +
                                                (l & ~std::size_t(7)) + (l & 7);
                          any[l] = int(l);
                          sycl::group_barrier(it.get_group());
                          if (any[l / 2] == int(l / 2))
                            element(i / columns, i % columns);
                        });
       }).wait();
      check("rows of a group");
    }
  }

private:
  template <std::size_t... I>
  static void store(const std::tuple<Ts...> &sums,
                    const std::tuple<Ts *...> &to, std::size_t at,
                    std::index_sequence<I...>) {
    ((std::get<I>(to)[at] = std::get<I>(sums)), ...);
  }

  void check(const char *what) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n * n; ++i) {
      const auto expected = of(in, n, i / n, i % n, n);
      const auto found = std::apply(
          [&](auto *...each) { return std::tuple(each[i]...); }, out);
      wrong += expected != found;
      std::apply([&](auto *...each) { ((each[i] = 77), ...); }, out);
    }
    if (!CHECK(wrong == 0))
      std::printf("  %s of %zu: %zu elements\n", what, n, wrong);
  }

  sycl::queue &q;
  const std::size_t n;
  std::uint8_t *const in;
  const std::tuple<Ts *...> out;
};

template <typename... Ts> void sums_of(sycl::queue &q) {
  for (std::size_t n : {40, 64, 70})
    Sums<Ts...>(q, n).compare();
}

SECTION(sums_of_different_sizes) {
  using std::int8_t, std::int16_t, std::uint8_t, std::uint16_t, std::int64_t;
  sums_of<int, uint8_t>(q);
  sums_of<float, int8_t>(q);
  sums_of<int64_t, int16_t>(q);
  sums_of<uint16_t, uint8_t>(q);
  sums_of<int, int, int>(q);
  sums_of<uint8_t, float, int16_t, int64_t>(q);
}
SECTION(sums_of_doubles_and_others) {
  NEED(fp64);
  sums_of<double, std::uint8_t>(q);
  sums_of<double, float>(q);
  sums_of<double, std::int16_t, int>(q);
}

} // namespace
