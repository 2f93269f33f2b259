// Kernels that take their index apart, as programs do, for each type of index:
// rows and columns, images, tensors, periodic boundaries, blocks of powers of
// two. Divisors around the numbers of work-items, and indices around the ends
// of their types. The same functions run on the host.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("loops");

namespace {
constexpr std::size_t array_size = 1 << 13; // a power of two, for masks

template <typename I> struct data {
  const int *a;
  int *out;
  const I *from_memory;
  I n, m, first; // n and m are not zero
};

/// Where an index of any value is in the arrays.
template <typename I> std::size_t in_array(I x) {
  return std::size_t(x) & (array_size - 1);
}

// Each function is what the work-item with the number `at` does: it writes
// out[at] or, with a permutation of the numbers, another element.

template <typename I> void rows_and_columns(std::size_t at, const data<I> &d) {
  const I i = I(at), x = i % d.n, y = i / d.n;
  d.out[at] = d.a[in_array(y * d.n + x)] + 3 * d.a[in_array(x)] + int(y);
}

template <typename I> void box(std::size_t at, const data<I> &d) {
  const I n = d.n, i = I(at), x = i % n, y = i / n % n, z = i / (n * n);
  int sum = 6 * d.a[at];
  if (z >= n) {
    d.out[at] = -1;
    return;
  }
  if (x > 0)
    sum -= d.a[in_array(i - 1)];
  if (x < n - 1)
    sum -= d.a[in_array(i + 1)];
  if (y > 0)
    sum -= d.a[in_array(i - n)];
  if (y < n - 1)
    sum -= d.a[in_array(i + n)];
  if (z > 0)
    sum -= d.a[in_array(i - n * n)];
  if (z < n - 1)
    sum -= d.a[in_array(i + n * n)];
  d.out[at] = sum;
}

template <typename I> void periodic(std::size_t at, const data<I> &d) {
  const I n = d.n, m = d.m, i = I(at), x = i % n, y = i / n % m;
  const I east = (x + 1) % n, west = (x + n - 1) % n;
  const I north = (y + 1) % m, south = y == 0 ? m - 1 : y - 1;
  d.out[at] = d.a[in_array(y * n + east)] - d.a[in_array(y * n + west)] +
              5 * d.a[in_array(north * n + x)] -
              7 * d.a[in_array(south * n + x)];
}

template <typename I> void tensor(std::size_t at, const data<I> &d) {
  const I i = I(at), w = d.n, h = d.m, channels = 3;
  const I x = i % w, y = i / w % h, c = i / (w * h) % channels,
          b = i / (w * h * channels);
  d.out[at] = d.a[in_array(((b * h + y) * w + x) * channels + c)];
}

template <typename I> void pixels(std::size_t at, const data<I> &d) {
  const I i = I(at), c = i % 3, x = i / 3 % d.n, y = i / 3 / d.n;
  d.out[at] = d.a[in_array((y * d.n + x) * 3 + (2 - c))] + int(c);
}

template <typename I> void constants(std::size_t at, const data<I> &d) {
  const I i = I(at);
  d.out[at] = d.a[in_array(i % 100)] + 2 * d.a[in_array(i / 100)] +
              3 * d.a[in_array(i % 64)] + 4 * d.a[in_array(i / 64 * 8)] +
              5 * d.a[in_array((i + 7) % 48)] + int(i % 5);
}

template <typename I> void powers_of_two(std::size_t at, const data<I> &d) {
  // The largest power of two in n.
  const I i = I(at), low = I(d.n & (~d.n + 1));
  const I k = I(i & (low - 1)), block = I(i & ~(low - 1));
  const I top = I(((i - k) << 1) + k), last = I(i | (low - 1));
  d.out[at] = d.a[in_array(top)] + 2 * d.a[in_array(top + low)] +
              3 * d.a[in_array(block)] + 4 * d.a[in_array(last)] +
              5 * d.a[in_array(k)] + 6 * d.a[in_array(i & low)];
}

template <typename I> void exchange(std::size_t at, const data<I> &d) {
  const I i = I(at), other = I(i ^ d.n);
  if (other > i) {
    const bool up = (i & d.m) == 0;
    const int x = d.a[in_array(i)], y = d.a[in_array(other)];
    const bool swap = (x > y) == up;
    d.out[in_array(i)] = swap ? y : x;
    d.out[in_array(other)] = swap ? x : y;
  }
}

template <typename I> void masks(std::size_t at, const data<I> &d) {
  const I i = I(at);
  d.out[at] = d.a[in_array(i & 0xff)] + 2 * d.a[in_array(i ^ 0x55)] +
              3 * d.a[in_array(i ^ 0x40)] + 4 * d.a[in_array(i & ~I(31))] +
              5 * d.a[in_array(i | 0x20)] + 6 * d.a[in_array(i & d.n)] +
              7 * d.a[in_array(i | d.m)] + int(i & 0x3f) + int((i >> 4) & 7);
}

template <typename I> void shifts(std::size_t at, const data<I> &d) {
  const I i = I(at), k = I(d.n & 7);
  const I x = I(i & ((I(1) << k) - 1)), y = I(i >> k);
  d.out[at] = d.a[in_array(x)] + 2 * d.a[in_array(y)] +
              3 * d.a[in_array(i >> 5)] + 4 * d.a[in_array(y << k)] +
              5 * d.a[in_array((i - d.first) >> 4)];
}

template <typename I> void morton(std::size_t at, const data<I> &d) {
  I x = 0, y = 0, reversed = 0;
  for (int bit = 0; bit != 8; ++bit) {
    x |= I((at >> (2 * bit) & 1) << bit);
    y |= I((at >> (2 * bit + 1) & 1) << bit);
    reversed |= I((at >> bit & 1) << (7 - bit));
  }
  d.out[at] = d.a[in_array(y * d.n + x)] + 2 * d.a[in_array(reversed)] +
              3 * d.a[in_array(I(at) % d.n)];
}

/// Divisors that no one knows before the loop, and those that may be zero.
template <typename I> void other_divisors(std::size_t at, const data<I> &d) {
  const I i = I(at), often = d.from_memory[0], zero = d.from_memory[1];
  int sum = 0;
  if (zero != 0)
    sum += d.a[in_array(i / zero)] + d.a[in_array(i % zero)];
  if (at % 2)
    sum += d.a[in_array(i % often)];
  for (I k = d.n; k < d.n + 3; ++k)
    sum += d.a[in_array(i % k)] * 2 + d.a[in_array(i / k)];
  d.out[at] = sum + d.a[in_array(i % (i / d.n + 1))];
}

/// From numbers of another sign, or that wrap around if the type does.
template <typename I> void from_elsewhere(std::size_t at, const data<I> &d) {
  const I i = I(I(at) + d.first);
  d.out[at] = d.a[in_array(i % d.n)] + 2 * d.a[in_array(i / d.n)] +
              3 * d.a[in_array(i ^ 64)] + int(i % d.m) +
              4 * d.a[in_array(std::size_t(i) / 16)];
}

template <typename I> void steps(std::size_t at, const data<I> &d) {
  const I i = I(at * 4 + 1), back = I(array_size - 1 - at);
  d.out[at] = d.a[in_array(i % d.n)] + 2 * d.a[in_array(i / d.n)] +
              3 * d.a[in_array((i - 1) ^ 32)] + 4 * d.a[in_array(back / d.n)] +
              5 * d.a[in_array(back % d.n)] + 6 * d.a[in_array(back)] +
              7 * d.a[in_array(d.n - 1 - I(at) % d.n)];
}

/// Of which each is in one pair.
constexpr std::size_t exchanged = array_size / 2;

enum class launch { range, groups };

template <launch Launch, typename I, typename Work>
void compare(sycl::queue &q, std::size_t count, I n, I m, I first, Work work) {
  std::vector<int> a(array_size), expected(array_size, -7);
  for (std::size_t x = 0; x != array_size; ++x)
    a[x] = int(unsigned(x) * 2654435761u >> 20);
  std::vector<I> numbers{I(m + 1), I(count % 2)};
  const data<I> on_host{a.data(), expected.data(), numbers.data(), n, m, first};
  for (std::size_t at = 0; at != count; ++at)
    work(at, on_host);
  std::vector<int> result(array_size, -7);
  {
    sycl::buffer<int> ba{a}, bout{result};
    sycl::buffer<I> bnumbers{numbers};
    q.submit([&](sycl::handler &h) {
      sycl::accessor da{ba, h, sycl::read_only};
      sycl::accessor dout{bout, h, sycl::read_write};
      sycl::accessor dnumbers{bnumbers, h, sycl::read_only};
      const auto item = [=](std::size_t at) {
        work(at, data<I>{&da[0], &dout[0], &dnumbers[0], n, m, first});
      };
      if constexpr (Launch == launch::groups)
        h.parallel_for(sycl::nd_range<1>{(count + 127) / 128 * 128, 128},
                       [=](sycl::nd_item<1> it) {
                         // As most programs guard it.
                         if (it.get_group(0) * 128 + it.get_local_id(0) < count)
                           item(it.get_global_linear_id());
                       });
      else
        h.parallel_for(sycl::range<1>{count},
                       [=](sycl::id<1> id) { item(id[0]); });
    });
  }
  if (!CHECK(result == expected))
    std::printf("%zu work-items, n = %lld, m = %lld, first = %lld\n", count,
                (long long)n, (long long)m, (long long)first);
}

struct shape {
  std::size_t count, n, m;
};

// Blocks that are too short to be worth anything, that end with the loop or
// just before or behind its end, and that are longer.
const std::vector<shape> shapes = {
    {1, 1, 1},      {40, 40, 16},    {64, 16, 64},   {65, 32, 128},
    {257, 15, 512}, {1000, 17, 31},  {1000, 100, 9}, {1000, 1, 2},
    {2048, 64, 32}, {4000, 1024, 3}, {4095, 48, 48}, {4096, 4096, 4096},
    {300, 299, 16}, {300, 301, 17},  {500, 5000, 16}};

/// Where the indices start: near the ends of the type, and around zero.
template <typename I> std::vector<I> starts() {
  using limits = std::numeric_limits<I>;
  std::vector<I> all{0, 100, I(limits::max() - 5000)};
  if (std::is_signed_v<I>) {
    all.push_back(I(-700));
    all.push_back(limits::min());
  } else {
    all.push_back(I(limits::max() - 600)); // wraps around
  }
  return all;
}

template <typename I, launch Launch, typename Work>
void compare_shapes(sycl::queue &q, Work work) {
  for (const shape &s : shapes)
    compare<Launch>(q, s.count, I(s.n), I(s.m), I(17), work);
}

template <typename I, launch Launch> void compare_divisions(sycl::queue &q) {
  const auto each = [&](auto work) { compare_shapes<I, Launch>(q, work); };
  each([](std::size_t at, const data<I> &d) { rows_and_columns<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { box<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { periodic<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { tensor<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { pixels<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { constants<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { other_divisors<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { steps<I>(at, d); });
}

template <typename I, launch Launch> void compare_bits(sycl::queue &q) {
  const auto each = [&](auto work) { compare_shapes<I, Launch>(q, work); };
  each([](std::size_t at, const data<I> &d) { powers_of_two<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { masks<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { shifts<I>(at, d); });
  each([](std::size_t at, const data<I> &d) { morton<I>(at, d); });
  for (std::size_t step = 1; step < exchanged; step *= 2)
    compare<launch::range>(
        q, exchanged, I(step), I(2 * step), I(0),
        [](std::size_t at, const data<I> &d) { exchange<I>(at, d); });
}

template <typename I> void compare_starts(sycl::queue &q) {
  for (const shape &s : shapes)
    for (I first : starts<I>())
      compare<launch::range>(
          q, s.count, I(s.n), I(s.m), first,
          [](std::size_t at, const data<I> &d) { from_elsewhere<I>(at, d); });
}

/// What a work-item adds of a ring in local memory: its own element, the next
/// one, the first one behind the last, and the opposite one.
template <typename I, typename Tile>
int of_ring(const Tile &tile, I row, I at, I rows, I columns) {
  return tile[row * columns + (at + 1) % columns] +
         3 * tile[(rows - 1 - row) * columns + columns - 1 - at] +
         5 * tile[row * columns + at];
}

/// Indices of few bits in sums of many: a remainder that wraps in a row of a
/// tile, in groups whose size compilers know and in others.
template <typename I>
void compare_rings(sycl::queue &q, std::size_t rows, std::size_t columns) {
  constexpr std::size_t groups = 2;
  const std::size_t size = rows * columns, count = groups * size;
  std::vector<int> in(count), out(count);
  for (std::size_t i = 0; i != count; ++i)
    in[i] = int(unsigned(i + 1) * 2654435761u >> 16);
  {
    sycl::buffer<int> din{in}, dout{out};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{din, h, sycl::read_only};
      sycl::accessor o{dout, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<int> tile{size, h};
      h.parallel_for(
          sycl::nd_range<2>{{groups * rows, columns}, {rows, columns}},
          [=](sycl::nd_item<2> it) {
            const I row = I(it.get_local_id(0)), at = I(it.get_local_id(1));
            const I height = I(it.get_local_range(0)),
                    width = I(it.get_local_range(1));
            const std::size_t i = it.get_global_linear_id();
            tile[row * width + at] = a[i];
            sycl::group_barrier(it.get_group());
            o[i] = of_ring<I>(tile, row, at, height, width);
          });
    });
  }
  bool same = true;
  for (std::size_t i = 0; i != count; ++i)
    same &= out[i] == of_ring<std::size_t>(&in[i / size * size],
                                           i % size / columns, i % columns,
                                           rows, columns);
  if (!CHECK(same))
    std::printf("%zu bytes, groups of %zu x %zu\n", sizeof(I), rows, columns);
}

/// The same in a loop of each work-item.
template <typename I, unsigned Columns>
void compare_wheels(sycl::queue &q, int rows) {
  std::vector<int> in(rows * Columns), out(rows * Columns);
  for (std::size_t i = 0; i != in.size(); ++i)
    in[i] = int(unsigned(i + 1) * 2654435761u >> 16);
  {
    sycl::buffer<int> din{in}, dout{out};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{din, h, sycl::read_only};
      sycl::accessor o{dout, h, sycl::write_only, sycl::no_init};
      h.parallel_for(sycl::range<1>(rows), [=](sycl::id<1> id) {
        const I row = I(id[0]);
        for (I at = 0; at < I(Columns); ++at)
          o[row * I(Columns) + at] =
              a[row * I(Columns) + ((at + 1) & I(Columns - 1))] -
              a[row * I(Columns) + at];
      });
    });
  }
  bool same = true;
  for (std::size_t i = 0; i != in.size(); ++i)
    same &= out[i] ==
            in[i / Columns * Columns + (i + 1) % Columns] - in[i];
  if (!CHECK(same))
    std::printf("%zu bytes, rows of %u\n", sizeof(I), Columns);
}

template <typename I> void compare_wrapping(sycl::queue &q) {
  for (auto [rows, columns] :
       {std::pair{16, 16}, {8, 8}, {4, 32}, {1, 128}, {6, 12}, {16, 1}})
    compare_rings<I>(q, rows, columns);
  compare_wheels<I, 16>(q, 7);
  compare_wheels<I, 64>(q, 3);
}

SECTION(divisions_of_indices) {
  compare_divisions<int, launch::groups>(q);
  compare_divisions<unsigned, launch::range>(q);
  compare_divisions<std::size_t, launch::range>(q);
}

SECTION(bits_of_indices) {
  compare_bits<int, launch::range>(q);
  compare_bits<unsigned, launch::groups>(q);
  compare_bits<std::size_t, launch::range>(q);
}

SECTION(indices_near_limits) {
  compare_starts<int>(q);
  compare_starts<unsigned>(q);
  compare_starts<std::size_t>(q);
  compare_starts<long>(q);
}

/// Two dimensions, and regions between barriers.
SECTION(divisions_of_local_ids) {
  constexpr std::size_t rows = 12, columns = 256;
  for (int n : {1, 7, 16, 32, 33, 64, 256, 300}) {
    sycl::buffer<int> in{rows * columns}, out{rows * columns};
    {
      sycl::host_accessor h{in, sycl::no_init};
      for (std::size_t i = 0; i != rows * columns; ++i)
        h[i] = int(unsigned(i) * 2654435761u >> 20);
    }
    const sycl::nd_range<2> range{{rows, columns}, {1, columns}};
    q.submit([&](sycl::handler &h) {
      sycl::accessor i{in, h, sycl::read_only};
      sycl::accessor o{out, h, sycl::no_init};
      sycl::local_accessor<int> tile{columns, h};
      h.parallel_for(range, [=](sycl::nd_item<2> it) {
        const int row = int(it.get_global_id(0)), l = int(it.get_local_id(1));
        tile[l] = i[row * columns + l];
        sycl::group_barrier(it.get_group());
        const int x = l % n, y = l / n;
        const int last = y * n + n > int(columns) ? int(columns) - y * n : n;
        const int sum = tile[y * n + (last - 1 - x)] + 3 * tile[l ^ 16] +
                        5 * tile[(l + 32) % columns];
        sycl::group_barrier(it.get_group());
        tile[l] = sum;
        sycl::group_barrier(it.get_group());
        o[row * columns + l] = tile[l ^ 128] + tile[l / 32 * 32 + x % 32];
      });
    });
    sycl::host_accessor i{in, sycl::read_only}, o{out, sycl::read_only};
    for (std::size_t row = 0; row != rows; ++row) {
      const auto sum = [&](int l) {
        const int x = l % n, y = l / n;
        const int last = y * n + n > int(columns) ? int(columns) - y * n : n;
        const int *tile = &i[row * columns];
        return tile[y * n + (last - 1 - x)] + 3 * tile[l ^ 16] +
               5 * tile[(l + 32) % columns];
      };
      bool same = true;
      for (int l = 0; l != int(columns); ++l)
        same &= o[row * columns + l] ==
                sum(l ^ 128) + sum(l / 32 * 32 + l % n % 32);
      CHECK(same);
    }
  }
  compare_wrapping<int>(q);
  compare_wrapping<unsigned>(q);
  compare_wrapping<std::size_t>(q);
  compare_wrapping<std::int16_t>(q);
  compare_wrapping<std::uint8_t>(q);
}
} // namespace
