// Products of tiles in local memory of which each work-item computes several rows
// and columns, as programs for GPUs have them, what work-items keep from one barrier
// to the next, and tables in which data say where to look. The same is computed by
// the host.
#include "testing/conformance/check.h"
#include "testing/conformance/numbers.h"

#include <cstddef>
#include <cstdint>
#include <vector>

CONFORMANCE_CHAPTER("tiles");

namespace {

//===-- Products of blocked tiles -----------------------------------------===//

/// A product of two square matrices of so many tiles, each of Width × Results
/// rows and columns, with indices of type I.
template <typename T, typename I, int Width, int Results, layout L>
void product(sycl::queue &q) {
  constexpr I side = Width * Results;
  for (const std::size_t tiles : {1, 3}) {
    const I n = I(tiles * side);
    numbers<T> a(q, std::size_t(n) * n, 7), b(q, std::size_t(n) * n, 5),
        out(q, std::size_t(n) * n, 1);
    const T *pa = a.at, *pb = b.at;
    T *to = out.at;
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<T> left(side * Width, h), right(side * Width, h);
       h.parallel_for(
           sycl::nd_range<2>({tiles * Width, tiles * Width}, {Width, Width}),
           [=](sycl::nd_item<2> item) {
             const I x = item.get_local_id(1), y = item.get_local_id(0);
             const I column = I(item.get_group(1)) * side,
                     row = I(item.get_group(0)) * side;
             T sum[Results][Results] = {};
             for (I k = 0; k < n; k += Width) {
               for (I r = 0; r < Results; ++r) {
                 left[(y + r * Width) * Width + x] =
                     pa[(row + y + r * Width) * n + k + x];
                 right[y * side + x + r * Width] =
                     pb[(k + y) * n + column + x + r * Width];
               }
               sycl::group_barrier(item.get_group());
               for (I i = 0; i < Width; ++i)
                 for (I r = 0; r < Results; ++r)
                   for (I c = 0; c < Results; ++c)
                     sum[r][c] +=
                         left[place<L, Width, Results, I>(y, r) * Width + i] *
                         right[i * side + place<L, Width, Results, I>(x, c)];
               sycl::group_barrier(item.get_group());
             }
             for (I r = 0; r < Results; ++r)
               for (I c = 0; c < Results; ++c)
                 to[(row + place<L, Width, Results, I>(y, r)) * n + column +
                    place<L, Width, Results, I>(x, c)] = sum[r][c];
           });
     }).wait();
    compare(out, product_of(a, b, n));
  }
}

SECTION(two_by_two_results) {
  product<float, int, 16, 2, layout::together>(q);
  product<int, std::size_t, 16, 2, layout::apart>(q);
}
SECTION(three_by_three_results) {
  product<std::int16_t, unsigned, 5, 3, layout::together>(q);
}
SECTION(four_by_four_results) {
  product<float, int, 16, 4, layout::together>(q);
  product<float, unsigned, 8, 4, layout::apart>(q);
}
SECTION(eight_by_eight_results) {
  product<float, std::size_t, 8, 8, layout::apart>(q);
}

//===-- What work-items keep ----------------------------------------------===//

/// Numbers of which each next one is made of the last one and of what others have
/// left: they are kept behind barriers, asked for before and behind a loop, and
/// looked at by others.
template <typename T> void kept(sycl::queue &q, unsigned rounds) {
  constexpr int group = 48, groups = 5;
  numbers<T> a(q, group * groups, 7), out(q, group * groups, 1);
  const T *from = a.at;
  T *to = out.at;
  const auto next = [](T first, T second, T left, T right) {
    return std::pair<T, T>(T(first + left * right), T(second - left + right));
  };
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T> shared(group, h);
     h.parallel_for(sycl::nd_range<1>(group * groups, group),
                    [=](sycl::nd_item<1> item) {
                      const int i = item.get_local_id(0);
                      T first = from[item.get_global_id(0)], second = 1;
                      for (unsigned k = 0; k < rounds; ++k) {
                        shared[i] = T(first % T(11));
                        sycl::group_barrier(item.get_group());
                        for (int d = 1; d < 9; ++d) {
                          const auto made =
                              next(first, second, shared[(i + d) % group],
                                   shared[(i + 2 * d) % group]);
                          first = made.first % T(1000), second = made.second;
                        }
                        sycl::group_barrier(item.get_group());
                      }
                      shared[i] = T(first * 2 + second);
                      sycl::group_barrier(item.get_group());
                      to[item.get_global_id(0)] =
                          T(shared[group - 1 - i] + second - first);
                    });
   }).wait();
  std::vector<T> expected(out.size);
  for (int g = 0; g < groups; ++g) {
    T first[group], second[group], shared[group];
    for (int i = 0; i < group; ++i)
      first[i] = from[g * group + i], second[i] = 1;
    for (unsigned k = 0; k < rounds; ++k) {
      for (int i = 0; i < group; ++i)
        shared[i] = T(first[i] % T(11));
      for (int i = 0; i < group; ++i)
        for (int d = 1; d < 9; ++d) {
          const auto made = next(first[i], second[i], shared[(i + d) % group],
                                 shared[(i + 2 * d) % group]);
          first[i] = made.first % T(1000), second[i] = made.second;
        }
    }
    for (int i = 0; i < group; ++i)
      shared[i] = T(first[i] * 2 + second[i]);
    for (int i = 0; i < group; ++i)
      expected[g * group + i] =
          T(shared[group - 1 - i] + second[i] - first[i]);
  }
  compare(out, expected);
}

SECTION(what_is_kept_behind_barriers) {
  for (unsigned rounds : {0, 1, 2, 7}) {
    kept<int>(q, rounds);
    kept<std::int64_t>(q, rounds);
  }
}

//===-- Tables -------------------------------------------------------------===//

/// Which element of the table a work-item takes.
template <typename Index>
unsigned where(unsigned kind, Index a, Index b, std::size_t i) {
  switch (kind) {
  case 0:
    return std::uint8_t(a);
  case 1:
    return std::uint8_t(a * 3 + 1);
  case 2:
    return std::uint8_t(a ^ b);
  default:
    return std::uint8_t(a + i);
  }
}

template <typename T, typename Index> void tables(sycl::queue &q) {
  for (const std::size_t n : {1, 31, 64, 1000}) {
    numbers<T> table(q, 256, 11);
    numbers<Index> a(q, n, 7), b(q, n, 3);
    numbers<T> out(q, n, 1);
    const T *from = table.at;
    const Index *pa = a.at, *pb = b.at;
    T *to = out.at;
    std::vector<T> expected(n);
    const auto fill = [&](unsigned kind) {
      for (std::size_t i = 0; i < n; ++i)
        expected[i] = from[where(kind, pa[i], pb[i], i)];
    };
    fill(0);
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
       to[i] = from[where(0, pa[i], pb[i], i[0])];
     }).wait();
    compare(out, expected);
    fill(1);
    q.parallel_for(sycl::nd_range<1>((n + 63) / 64 * 64, 64),
                   [=](sycl::nd_item<1> item) {
                     const std::size_t i = item.get_global_id(0);
                     if (i < n)
                       to[i] = from[where(1, pa[i], pb[i], i)];
                   })
        .wait();
    compare(out, expected);
    for (unsigned kind : {2, 3}) {
      fill(kind);
      q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
         to[i] = from[where(kind, pa[i], pb[i], i[0])];
       }).wait();
      compare(out, expected);
    }
    // In place: each work-item reads what it writes, and nothing else of it.
    fill(0);
    for (std::size_t i = 0; i < n; ++i)
      expected[i] = T(to[i] + from[where(0, pa[i], pb[i], i)]);
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
       to[i] = T(to[i] + from[where(0, pa[i], pb[i], i[0])]);
     }).wait();
    compare(out, expected);
  }
}

SECTION(tables_of_small_numbers) {
  tables<std::uint8_t, std::uint8_t>(q);
  tables<std::int16_t, std::int8_t>(q);
  tables<int, std::uint16_t>(q);
}

} // namespace
