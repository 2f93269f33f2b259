// Work-groups of one dimension whose work-items make rows and columns of their
// local ids, as ported programs do, and small private arrays that loops fill
// and read. The same is computed by the host.
#include "testing/conformance/check.h"
#include "testing/conformance/numbers.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

CONFORMANCE_CHAPTER("flat_tiles");

namespace {

//===-- Products ----------------------------------------------------------===//

/// A product of square matrices by tiles: each of the Width * Width work-items
/// of a group, counted in one dimension, has Results × Results results.
template <typename T, typename I, int Width, int Results, layout L>
void product(sycl::queue &q) {
  constexpr int side = Width * Results, items = Width * Width;
  for (const int tiles : {1, 2}) {
    const int n = tiles * side;
    numbers<T> a(q, std::size_t(n) * n, 7), b(q, std::size_t(n) * n, 5),
        out(q, std::size_t(n) * n, 1);
    const T *pa = a.at, *pb = b.at;
    T *to = out.at;
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<T> left(side * Width, h), right(Width * side, h);
       h.parallel_for(
           sycl::nd_range<1>(tiles * tiles * items, items),
           [=](sycl::nd_item<1> item) {
             const I group = I(item.get_group(0)), id = I(item.get_local_id(0));
             const I row = I(group / I(tiles)) * side,
                     column = I(group % I(tiles)) * side;
             const I y = id / I(Width), x = id % I(Width);
             const auto at = [](I item, int result) {
               return place<L, Width, Results, I>(item, I(result));
             };
             T sum[Results * Results] = {}, parts[Results];
             for (I k = 0; k < I(n); k += Width) {
               for (int r = 0; r < Results; ++r) {
                 left[(y + r * Width) * Width + x] =
                     pa[(row + y + r * Width) * I(n) + k + x];
                 right[y * side + x + r * Width] =
                     pb[(k + y) * I(n) + column + x + r * Width];
               }
               sycl::group_barrier(item.get_group());
               for (int i = 0; i < Width; ++i) {
                 for (int c = 0; c < Results; ++c)
                   parts[c] = right[i * side + at(x, c)];
                 for (int r = 0; r < Results; ++r)
                   for (int c = 0; c < Results; ++c)
                     sum[r * Results + c] +=
                         left[at(y, r) * Width + i] * parts[c];
               }
               sycl::group_barrier(item.get_group());
             }
             for (int r = 0; r < Results; ++r)
               for (int c = 0; c < Results; ++c)
                 to[(row + at(y, r)) * I(n) + column + at(x, c)] =
                     sum[r * Results + c];
           });
     }).wait();
    compare(out, product_of(a, b, std::size_t(n)));
  }
}

SECTION(one_result) {
  product<float, int, 16, 1, layout::together>(q);
  product<int, std::size_t, 8, 1, layout::together>(q);
  product<std::int64_t, unsigned, 32, 1, layout::together>(q);
  product<float, std::uint16_t, 12, 1, layout::together>(q);
}
SECTION(four_results) {
  product<float, int, 16, 2, layout::apart>(q);
  product<int, std::int64_t, 8, 2, layout::together>(q);
}
SECTION(sixteen_results) {
  product<float, unsigned, 16, 4, layout::apart>(q);
  product<float, int, 8, 4, layout::together>(q);
}
SECTION(sixty_four_results) { product<float, int, 8, 8, layout::together>(q); }

//===-- Where work-items are ----------------------------------------------===//

/// What a work-item knows of its place, next to what it computes of its rows.
struct whereabouts {
  std::uint32_t local, linear, global, group, range, groups, row, column, steps;
  auto all() const {
    return std::tie(local, linear, global, group, range, groups, row, column,
                    steps);
  }
};

/// A kernel that divides its id by 16 and by 64, and has a loop with a barrier.
template <int Dimensions>
whereabouts placeOf(sycl::nd_item<Dimensions> item, int *shared, unsigned rounds) {
  constexpr int last = Dimensions - 1;
  const int id = item.get_local_id(last);
  whereabouts p{};
  p.local = id;
  p.linear = item.get_local_linear_id();
  p.global = item.get_global_id(last);
  p.group = item.get_group(last);
  p.range = item.get_local_range(last);
  p.groups = item.get_group_range(last);
  p.row = id / 16, p.column = id % 16 + 100 * (id >> 6) + 1000 * (id & -16);
  for (unsigned k = 0; k < rounds; ++k) {
    shared[p.linear] = id % 16 + int(k);
    sycl::group_barrier(item.get_group());
    for (int i = 0; i < 16; ++i)
      if (const int from = id / 16 * 16 + i; from < int(p.range))
        p.steps = p.steps * 3 + shared[from];
    sycl::group_barrier(item.get_group());
  }
  return p;
}

template <int Dimensions> void places(sycl::queue &q, unsigned size) {
  constexpr unsigned groups = 3, rounds = 3;
  const auto range = [&](std::size_t n) {
    if constexpr (Dimensions == 1)
      return sycl::range<1>(n);
    else if constexpr (Dimensions == 2)
      return sycl::range<2>(1, n);
    else
      return sycl::range<3>(1, 1, n);
  };
  sycl::buffer<whereabouts> result(groups * size);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> shared(size, h);
    sycl::accessor to(result, h, sycl::write_only);
    h.parallel_for(
        sycl::nd_range<Dimensions>(range(groups * size), range(size)),
        [=](sycl::nd_item<Dimensions> item) {
          to[item.get_global_linear_id()] = placeOf<Dimensions>(
              item,
              shared.template get_multi_ptr<sycl::access::decorated::no>()
                  .get(),
              rounds);
        });
  });
  sycl::host_accessor got(result, sycl::read_only);
  for (unsigned i = 0; i < groups * size; ++i) {
    const unsigned id = i % size;
    whereabouts p{id,      id,
            i,       i / size,
            size,    groups,
            id / 16, id % 16 + 100 * (id / 64) + 1000 * (id / 16 * 16),
            0};
    for (unsigned k = 0; k < rounds; ++k)
      for (unsigned n = 0; n < 16; ++n)
        if (id / 16 * 16 + n < size)
          p.steps = p.steps * 3 + n + k;
    if (!CHECK(got[i].all() == p.all()))
      std::printf("  %dD, group of %u, work-item %u: row %u, column %u, %u\n",
                  Dimensions, size, i, got[i].row, got[i].column, got[i].steps);
  }
}

SECTION(places_in_groups_of_any_size) {
  for (unsigned size : {1, 8, 16, 24, 32, 48, 64, 100, 128, 256}) {
    places<1>(q, size);
    places<2>(q, size);
    places<3>(q, size);
  }
}

/// Groups with rows of their own: the first dimension alone is divided.
SECTION(planes_of_which_a_row_is_divided) {
  constexpr unsigned height = 3, width = 32;
  numbers<int> out(q, height * width * 4, 1);
  int *to = out.at;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> shared(height * width, h);
     h.parallel_for(sycl::nd_range<2>({height * 2, width * 2}, {height, width}),
                    [=](sycl::nd_item<2> item) {
                      const int x = item.get_local_id(1),
                                y = item.get_local_id(0);
                      int sum = 0;
                      for (int k = 0; k < 4; ++k) {
                        shared[y * width + x] = x / 8 + 10 * y + k;
                        sycl::group_barrier(item.get_group());
                        for (int i = 0; i < 8; ++i)
                          sum += shared[y * width + x % 8 + i];
                        sycl::group_barrier(item.get_group());
                      }
                      to[item.get_global_linear_id()] = sum;
                    });
   }).wait();
  std::vector<int> expected(out.size);
  for (unsigned row = 0; row < height * 2; ++row)
    for (unsigned column = 0; column < width * 2; ++column) {
      const int y = row % height, x = column % width;
      for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 8; ++i)
          expected[row * width * 2 + column] += (x % 8 + i) / 8 + 10 * y + k;
    }
  compare(out, expected);
}

/// Sub-groups and algorithms of groups count work-items as before.
SECTION(algorithms_of_groups_with_rows) {
  for (const unsigned size : {32u, 64u, 96u}) {
    numbers<unsigned> out(q, size * 4, 1), lanes(q, size, 1);
    unsigned *to = out.at, *lane = lanes.at;
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<unsigned> shared(size, h);
       h.parallel_for(
           sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) {
             const auto group = item.get_group();
             const auto sub = item.get_sub_group();
             const unsigned id = item.get_local_id(0);
             unsigned sum = 0;
             for (unsigned k = 0; k < 3; ++k) {
               shared[id] = id % 8 + k;
               sycl::group_barrier(group);
               for (unsigned i = 0; i < 8; ++i)
                 sum += shared[id / 8 * 8 + i];
               sycl::group_barrier(group);
             }
             lane[id] =
                 sub.get_group_linear_id() * sub.get_max_local_range()[0] +
                 sub.get_local_linear_id();
             to[id] = sycl::reduce_over_group(group, sum, sycl::plus<>());
             to[id + size] =
                 sycl::inclusive_scan_over_group(group, id % 8, sycl::plus<>());
             to[id + 2 * size] =
                 sycl::group_broadcast(group, sum + id, size / 2);
             to[id + 3 * size] = sycl::any_of_group(group, id / 8 == 2);
           });
     }).wait();
    std::vector<unsigned> expected(out.size), order(size);
    unsigned scan = 0;
    for (unsigned i = 0; i < size; ++i) {
      order[i] = i;
      expected[i] = size * (3 * 28 + 8 * 3);
      expected[i + size] = scan += i % 8;
      expected[i + 2 * size] = 3 * 28 + 8 * 3 + size / 2;
      expected[i + 3 * size] = 1;
    }
    compare(out, expected);
    compare(lanes, order);
  }
}

/// A row is a part of a longer number, whose upper bits mean nothing.
SECTION(rows_of_longer_numbers) {
  constexpr unsigned size = 64, width = 16, results = 4;
  numbers<std::int64_t> ids(q, size, 1);
  for (unsigned i = 0; i < size; ++i)
    ids.at[i] = (std::int64_t(i + 3) << 33) + i;
  numbers<float> a(q, size * width * results, 7), out(q, size, 1);
  const std::int64_t *id = ids.at;
  const float *from = a.at;
  float *to = out.at;
  for (const unsigned n : {0u, 1u, width}) {
    q.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
       const unsigned own = unsigned(id[i]), y = own / width, x = own % width;
       float sum[results] = {};
       for (unsigned k = 0; k < n; ++k)
         for (unsigned r = 0; r < results; ++r)
           sum[r] += from[(y + r * width) * width + k];
       to[i] = sum[0] + 2 * sum[1] - sum[2] + 3 * sum[3] + float(x);
     }).wait();
    std::vector<float> expected(size);
    for (unsigned i = 0; i < size; ++i) {
      constexpr float factors[] = {1, 2, -1, 3};
      expected[i] = float(i % width);
      for (unsigned k = 0; k < n; ++k)
        for (unsigned r = 0; r < results; ++r)
          expected[i] +=
              factors[r] * from[(i / width + r * width) * width + k];
    }
    compare(out, expected);
  }
}

/// All groups of the kernel have one size, which rows divide or not.
template <int Size> void requiredSize(sycl::queue &q) {
  numbers<int> a(q, 4 * Size, 7), out(q, 4 * Size, 1);
  const int *from = a.at;
  int *to = out.at;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> shared(Size, h);
     h.parallel_for(
         sycl::nd_range<1>(4 * Size, Size),
         [=](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(Size)]] {
           const int id = item.get_local_id(0);
           int sum = 0;
           for (int k = 0; k < 4; ++k) {
             shared[id] = from[item.get_global_id(0)] + k;
             sycl::group_barrier(item.get_group());
             for (int i = 0; i < 16; ++i)
               sum += shared[(id / 16 * 16 + i) % Size] * (id % 16);
             sycl::group_barrier(item.get_group());
           }
           to[item.get_global_id(0)] = sum;
         });
   }).wait();
  std::vector<int> expected(out.size);
  for (int g = 0; g < 4; ++g)
    for (int id = 0; id < Size; ++id)
      for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 16; ++i)
          expected[g * Size + id] +=
              (a.at[g * Size + (id / 16 * 16 + i) % Size] + k) * (id % 16);
  compare(out, expected);
}

SECTION(groups_of_a_required_size) {
  requiredSize<16>(q);
  requiredSize<40>(q);
  requiredSize<64>(q);
  requiredSize<128>(q);
}

//===-- Private arrays ----------------------------------------------------===//

template <typename T, int N> struct block { T at[N][N]; };

/// A step that takes an array by value and returns another one.
template <typename T, int N> block<T, N> turned(block<T, N> from, T by) {
  block<T, N> to;
  for (int y = 0; y < N; ++y)
    for (int x = 0; x < N; ++x)
      to.at[x][N - 1 - y] = from.at[y][x] + by;
  return to;
}

template <typename T, int N>
T stepsOver(const T *from, T *to, std::size_t size, std::size_t i, int rounds) {
  block<T, N> kept{};
  std::array<T, N> last{};
  for (int k = 0; k < rounds; ++k) {
    const T loaded = from[(i + std::size_t(k)) % size];
    for (int y = N - 1; y >= 0; --y)
      for (int x = 0; x < N; x += 2)
        kept.at[y][x] += loaded * T(x - y);
    kept = turned<T, N>(kept, loaded);
    for (int x = 0; x < N; ++x) {
      if (x == 2 && k % 3 == 1)
        break;
      last[x] = kept.at[x][N - 1 - x] - last[(x + 1) % N];
    }
  }
  T sum = 0;
  for (int y = 0; y < N; ++y) {
    for (int x = 0; x < N; ++x)
      sum += kept.at[y][x] * T(y * N + x + 1);
    sum -= last[y];
  }
  to[i] = sum;
  // At an index that is not known.
  return last[i % N];
}

template <typename T, int N> void arrays(sycl::queue &q) {
  constexpr std::size_t size = 100;
  numbers<T> a(q, size, 7), out(q, size, 1), ends(q, size, 1);
  const T *from = a.at;
  T *to = out.at, *end = ends.at;
  std::vector<T> expected(size), expectedEnds(size);
  for (int rounds : {0, 1, 5}) {
    for (std::size_t i = 0; i < size; ++i)
      expectedEnds[i] = stepsOver<T, N>(from, expected.data(), size, i, rounds);
    q.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
       end[i] = stepsOver<T, N>(from, to, size, i[0], rounds);
     }).wait();
    compare(out, expected);
    compare(ends, expectedEnds);
  }
}

SECTION(small_private_arrays) {
  arrays<int, 2>(q);
  arrays<float, 4>(q);
  arrays<std::int16_t, 4>(q);
  arrays<int, 8>(q);
  arrays<std::int64_t, 3>(q);
}

} // namespace
