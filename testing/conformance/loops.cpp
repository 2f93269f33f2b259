// Loops of kernels, as programs write them, for each type of index: behind a
// condition, with early returns, in strides of the group or of the range, with
// as many rounds as the data say. The same functions run on the host.
#include "testing/conformance/check.h"

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

CONFORMANCE_CHAPTER("loops");

namespace {
struct place {
  std::size_t global[2], local[2], local_range[2], global_range[2];
};

struct data {
  const float *a;
  const float *b;
  const int *counts;
  float *out;
  std::size_t n;
};

// Each function is what one work-item does. Values are small integers, so that
// sums are exact in any order.

template <typename I> void product(const place &at, const data &d) {
  const I i = I(at.global[0]), j = I(at.global[1]), n = I(d.n);
  if (i < n && j < n) {
    float sum = 0;
    for (I k = 0; k < n; k++)
      sum += d.a[i * n + k] * d.b[k * n + j];
    d.out[i * n + j] = sum;
  }
}

template <typename I> void nested_guards(const place &at, const data &d) {
  const I i = I(at.global[0]), j = I(at.global[1]), n = I(d.n);
  if (i >= n)
    return;
  float sum = 1;
  if (j < n) {
    for (I k = n; k > 0; k--)
      sum += d.b[(k - 1) * n + j];
    if (j & 1)
      for (I k = 0; k < i; k++)
        sum -= d.a[k * n + j];
    d.out[i * n + j] = sum;
  }
}

template <typename I> void range_stride(const place &at, const data &d) {
  if (at.global[0] != 0)
    return;
  const I all = I(d.n * d.n);
  for (I x = I(at.global[1]); x < all; x += I(at.global_range[1]))
    d.out[x] = d.a[x] * 2 + d.b[x];
}

template <typename I> void group_stride(const place &at, const data &d) {
  const I n = I(d.n);
  // Rows are the groups', columns the work-items'.
  const I row = I(at.global[0]);
  if (row >= n || at.global[1] >= at.local_range[1])
    return;
  for (I k = I(at.local[1]); k < n; k += I(at.local_range[1]))
    d.out[row * n + k] = d.a[row * n + k] - d.b[row * n + k];
}

template <typename I> void counted(const place &at, const data &d) {
  const I i = I(at.global[0]), j = I(at.global[1]), n = I(d.n);
  if (i >= n || j >= n)
    return;
  float x = float(j);
  int rounds = 0;
  while (rounds < d.counts[j]) {
    x = x * 0.5f + 3;
    if (x > 1000)
      break;
    rounds++;
  }
  float sum = 0;
  int k = 0;
  do {
    if (k % 3 == 1)
      continue;
    sum += d.b[j] + float(k);
  } while (++k < d.counts[j]);
  d.out[i * n + j] = float(rounds) * 1000 + sum;
}

template <typename I> void after_a_loop(const place &at, const data &d) {
  const I i = I(at.global[0]), j = I(at.global[1]), n = I(d.n);
  if (i >= n || j >= n)
    return;
  float most = -1000;
  for (I k = 0; k < n; k++)
    most = d.a[k * n + j] > most ? d.a[k * n + j] : most;
  int equal = 0;
  for (I k = 0; k < n; k++)
    equal += d.a[k * n + j] == most;
  d.out[i * n + j] = most * float(n) + float(equal);
}

struct shape {
  std::size_t n, rows, columns;
};

template <typename Work>
void compare(sycl::queue &q, const shape &s, Work work) {
  const auto up = [](std::size_t n, std::size_t by) {
    return std::max((n + by - 1) / by, std::size_t(1)) * by;
  };
  const sycl::range<2> local{s.rows, s.columns},
      global{up(s.n, s.rows), up(s.n, s.columns)};
  const std::size_t size = s.n * s.n + 1;
  sycl::buffer<float> a{size}, b{size}, out{size};
  sycl::buffer<int> counts{size};
  std::vector<float> expected(size, -7);
  {
    sycl::host_accessor ha{a, sycl::no_init}, hb{b, sycl::no_init},
        ho{out, sycl::no_init};
    sycl::host_accessor hc{counts, sycl::no_init};
    for (std::size_t x = 0; x != size; ++x) {
      ha[x] = float(int(x * 7 % 13) - 4);
      hb[x] = float(int(x * 5 % 11) - 3);
      hc[x] = int(x % 9 == 8 ? 37 : x % 5);
      ho[x] = -7;
    }
    const data d{&ha[0], &hb[0], &hc[0], expected.data(), s.n};
    for (std::size_t i = 0; i != global[0]; ++i)
      for (std::size_t j = 0; j != global[1]; ++j)
        work(place{{i, j},
                   {i % local[0], j % local[1]},
                   {local[0], local[1]},
                   {global[0], global[1]}},
             d);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor da{a, h, sycl::read_only}, db{b, h, sycl::read_only};
    sycl::accessor dout{out, h};
    sycl::accessor dc{counts, h, sycl::read_only};
    const std::size_t n = s.n;
    h.parallel_for(sycl::nd_range<2>{global, local}, [=](sycl::nd_item<2> it) {
      const data d{&da[0], &db[0], &dc[0], &dout[0], n};
      work(place{{it.get_global_id(0), it.get_global_id(1)},
                 {it.get_local_id(0), it.get_local_id(1)},
                 {it.get_local_range(0), it.get_local_range(1)},
                 {it.get_global_range(0), it.get_global_range(1)}},
           d);
    });
  });
  sycl::host_accessor result{out, sycl::read_only};
  const bool same =
      std::equal(expected.begin(), expected.end(), result.begin());
  CHECK(same);
  if (!same)
    std::printf("n = %zu, groups of %zu x %zu\n", s.n, s.rows, s.columns);
}

// Sizes that fill groups, that do not, and groups with nothing to do.
const std::vector<shape> many = {
    {1, 1, 1}, {7, 4, 8}, {33, 16, 16}, {64, 1, 64}, {100, 1, 256}};
const std::vector<shape> few = {{33, 1, 32}, {65, 2, 32}};

template <typename I>
void compare_all(sycl::queue &q, const std::vector<shape> &shapes) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  const auto each = [&](auto work) {
    for (const shape &s : shapes)
      if (s.rows * s.columns <= most)
        compare(q, s, work);
  };
  each([](const place &p, const data &d) { product<I>(p, d); });
  each([](const place &p, const data &d) { nested_guards<I>(p, d); });
  each([](const place &p, const data &d) { range_stride<I>(p, d); });
  each([](const place &p, const data &d) { group_stride<I>(p, d); });
  each([](const place &p, const data &d) { counted<I>(p, d); });
  each([](const place &p, const data &d) { after_a_loop<I>(p, d); });
}

/// Each round uses the last one's result twice, and is the same for all: what
/// asks a value's operands whether they are must not ask each way.
template <typename T> T hash_of(const T *table) {
  T h = 1;
  for (int k = 0; k < 24; k++) {
    h = T(h * 5 + table[k]);
    h ^= T(h >> 3);
    if (h & 4)
      h ^= T(k * 3);
  }
  return h;
}

template <typename T> void compare_hashes(sycl::queue &q) {
  constexpr std::size_t n = 300;
  sycl::buffer<T> table{24}, out{n};
  T expected;
  {
    sycl::host_accessor t{table, sycl::no_init};
    for (int k = 0; k < 24; k++)
      t[k] = T(k * 77 % 50);
    expected = hash_of(&t[0]);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor t{table, h, sycl::read_only};
    sycl::accessor o{out, h, sycl::no_init};
    h.parallel_for(sycl::range{n}, [=](sycl::id<1> i) {
      o[i] = T(hash_of(&t[0]) + (i[0] % 3 == 1 ? hash_of(&t[0]) : 0));
    });
  });
  sycl::host_accessor o{out, sycl::read_only};
  for (std::size_t i = 0; i != n; ++i)
    if (!CHECK(o[i] == T(expected + (i % 3 == 1 ? expected : 0))))
      return;
}

SECTION(hash_of_a_table) {
  compare_hashes<std::uint64_t>(q);
  compare_hashes<std::uint32_t>(q);
  compare_hashes<std::uint8_t>(q);
}

/// How the work-items of a group come to know whether they go on: from memory,
/// where it may change between two of their loads.
enum class source { bound, own_bound, flag, atomic, group_function };

/// The numbers of a group move to the next work-item in each round, which adds 1.
template <source Source> void rotate(sycl::queue &q, std::size_t size) {
  constexpr std::size_t groups = 5;
  sycl::buffer<int> numbers{groups * size}, bounds{groups};
  {
    sycl::host_accessor n{numbers, sycl::no_init}, b{bounds, sycl::no_init};
    for (std::size_t i = 0; i != groups * size; ++i)
      n[i] = int(i * 7 % 31);
    for (std::size_t g = 0; g != groups; ++g)
      b[g] = int(g == 3 ? 0 : 2 * g + 1); // one without any round
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor n{numbers, h};
    sycl::accessor b{bounds, h};
    sycl::local_accessor<int> tile(size, h), go_on(1, h);
    h.parallel_for(sycl::nd_range<1>(groups * size, size),
                   [=](sycl::nd_item<1> it) {
      const auto group = it.get_group();
      const std::size_t l = it.get_local_id(0), g = it.get_group(0);
      int x = n[it.get_global_id(0)];
      const int own_bound = b[g];
      const auto more = [&](int round) -> bool {
        if constexpr (Source == source::bound)
          return round < b[g];
        if constexpr (Source == source::own_bound)
          return round < own_bound;
        if constexpr (Source == source::flag) {
          if (l == 0)
            go_on[0] = round < b[g];
          sycl::group_barrier(group);
          return go_on[0];
        }
        if constexpr (Source == source::atomic)
          return round < sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                          sycl::memory_scope::device>(b[g])
                             .load();
        return sycl::any_of_group(group, l == size - 1 && round < b[g]);
      };
      for (int round = 0; more(round); ++round) {
        tile[l] = x;
        sycl::group_barrier(group);
        x = tile[(l + 1) % size] + 1;
        sycl::group_barrier(group);
      }
      if (b[g] % 4 == 1) { // a barrier behind a condition
        tile[l] = x;
        sycl::group_barrier(group);
        x = -tile[size - 1 - l];
      }
      n[it.get_global_id(0)] = x;
    });
  });
  sycl::host_accessor n{numbers, sycl::read_only}, b{bounds, sycl::read_only};
  for (std::size_t g = 0; g != groups; ++g)
    for (std::size_t l = 0; l != size; ++l) {
      const bool turned = b[g] % 4 == 1;
      const std::size_t at = turned ? size - 1 - l : l;
      const int moved =
          int((g * size + (at + b[g]) % size) * 7 % 31) + b[g];
      if (!CHECK(n[g * size + l] == (turned ? -moved : moved)))
        return;
    }
}

SECTION(barriers_behind_loads) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (std::size_t size : {1, 3, 16, 64, 250})
    if (size <= most) {
      rotate<source::bound>(q, size);
      rotate<source::own_bound>(q, size);
      rotate<source::flag>(q, size);
      rotate<source::atomic>(q, size);
      rotate<source::group_function>(q, size);
    }
}

/// A cycle that is entered at two places, and a block of it that goes to both.
unsigned two_entries(unsigned seed, unsigned x) {
  unsigned first = 1, second = 2, rounds = 0;
  if (seed & 1)
    goto at_second;
at_first:
  second = first + x;
at_second:
  first = second * 3 + seed;
  seed = seed * 5 + 1;
  if (++rounds < x % 7 + 2) {
    if (seed & 4)
      goto at_first;
    second = 3 + rounds;
    goto at_second;
  }
  return first * 31 + second;
}

SECTION(cycles_with_two_entries) {
  constexpr std::size_t n = 1000;
  auto *out = sycl::malloc_shared<unsigned>(n, q);
  q.parallel_for(n, [=](sycl::id<1> i) {
     out[i] = two_entries(unsigned(i), unsigned(i / 3));
   }).wait();
  for (unsigned i = 0; i < n; ++i)
    if (!CHECK(out[i] == two_entries(i, i / 3)))
      break;
  sycl::free(out, q);
}

/// Each work-item loads from where its number in the group says, by a few bits
/// of it, and stores to where the lower 32 bits of its number in the range say.
template <typename T, typename Mask>
void look_up(sycl::queue &q, Mask mask, std::size_t largest = 256) {
  constexpr std::size_t n = 1024;
  auto *table = sycl::malloc_shared<T>(256, q);
  auto *out = sycl::malloc_shared<T>(n, q);
  for (unsigned i = 0; i < 256; ++i)
    table[i] = T(i * 17 + 5);
  for (std::size_t size : {1, 16, 64, 256}) {
    if (size > largest ||
        size > q.get_device()
                   .get_info<sycl::info::device::max_work_group_size>())
      break;
    q.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> it) {
       const unsigned g = unsigned(it.get_global_id(0));
       const unsigned l = unsigned(it.get_local_id(0));
       out[g] = table[mask(l)];
     }).wait();
    for (unsigned i = 0; i < n; ++i)
      if (!CHECK(out[i] == table[mask(unsigned(i % size))]))
        break;
  }
  sycl::free(table, q);
  sycl::free(out, q);
}

template <typename T> void look_up_all(sycl::queue &q) {
  look_up<T>(q, [](unsigned l) { return l & 3; });
  look_up<T>(q, [](unsigned l) { return l % 8; });
  look_up<T>(q, [](unsigned l) { return (l * 2) & 15; });
  // PoCL's own vectorizer makes of this one an index that does not wrap around
  // (docs/limits.md).
  const bool pocl = q.get_device().get_platform().get_info<
                        sycl::info::platform::name>() ==
                    "Portable Computing Language";
  look_up<T>(q, [](unsigned l) { return std::uint8_t(l * 3); }, pocl ? 64 : 256);
  look_up<T>(q, [](unsigned l) { return std::uint8_t(l + 200); });
}

SECTION(counts_of_two_widths) {
  look_up_all<std::uint8_t>(q);
  look_up_all<std::uint16_t>(q);
  look_up_all<std::uint32_t>(q);
  look_up_all<std::uint64_t>(q);
  // The same in a loop of the program's.
  constexpr unsigned n = 1000;
  auto *out = sycl::malloc_shared<std::uint8_t>(n, q);
  q.single_task([=] {
     const std::uint32_t key = 0xc93e5407;
     const auto *bytes = reinterpret_cast<const std::uint8_t *>(&key);
     for (std::uint32_t i = 0; i < n; ++i)
       out[i] = std::uint8_t(i) ^ bytes[i % sizeof(key)];
   }).wait();
  for (unsigned i = 0; i < n; ++i)
    if (!CHECK(out[i] ==
               std::uint8_t(i ^ (0xc93e5407u >> 8 * (i % sizeof(i))))))
      break;
  sycl::free(out, q);
}

/// What a loop leaves that is the same for all work-items decides for all of
/// them what comes behind a barrier.
template <typename T> void decide_for_all(sycl::queue &q) {
  constexpr int groups = 2, size = 16;
  auto *a = sycl::malloc_shared<T>(groups * size, q);
  auto *out = sycl::malloc_shared<T>(groups * size, q);
  std::iota(a, a + groups * size, T(1));
  for (int rounds : {0, 1, 7})
    for (T start : {T(0), T(50)}) {
      q.submit([&](sycl::handler &h) {
         sycl::local_accessor<T> values(size, h);
         h.parallel_for(
             sycl::nd_range<2>({groups * 4, 4}, {4, 4}),
             [=](sycl::nd_item<2> it) {
               const auto local = it.get_local_linear_id();
               const auto i = it.get_group_linear_id() * size + local;
               T least = start;
               for (int k = 0; k < rounds; ++k)
                 if (T(3) < least)
                   least = T(3);
               values[local] = a[i];
               sycl::group_barrier(it.get_group());
               const auto other = least < T(5) ? size - 1 - local : local;
               out[i] = values[other] + least;
             });
       }).wait();
      const T least = rounds > 0 && start > T(3) ? T(3) : start;
      for (int i = 0; i < groups * size; ++i) {
        const int local = i % size,
                  other = least < T(5) ? size - 1 - local : local;
        if (!CHECK(out[i] == T(1 + i - local + other) + least))
          break;
      }
    }
  sycl::free(a, q);
  sycl::free(out, q);
}

SECTION(decided_for_all) {
  decide_for_all<float>(q);
  decide_for_all<int>(q);
  decide_for_all<std::int64_t>(q);
}

SECTION(with_int) { compare_all<int>(q, many); }
SECTION(with_unsigned) { compare_all<unsigned>(q, few); }
SECTION(with_long) { compare_all<long>(q, few); }
SECTION(with_size_t) { compare_all<std::size_t>(q, many); }
SECTION(with_short) { compare_all<short>(q, few); }
SECTION(with_uint16_t) { compare_all<std::uint16_t>(q, few); }
} // namespace
