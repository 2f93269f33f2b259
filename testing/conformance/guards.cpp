// Conditions on ids, as programs write them: edges of grids, clamped and
// periodic indices, halves, single work-items, and recurrences that come to the
// end of their type. The same functions run on the host.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
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

// Each is what the work-item of index i does, with indices of a type. Guards of
// indices that are not negative only are written as for unsigned types.

struct interior {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i > 0 && i < n - 1)
      d.out[i] = d.a[i - 1] + 3 * d.a[i + 1];
    else
      d.out[i] = -d.a[i];
  }
};

struct early_return {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i == 0 || i == n - 1)
      return;
    d.out[i] = d.a[i - 1] - d.a[i + 1];
  }
};

struct beyond {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i >= n / 2 + 3)
      return;
    d.out[i] = d.a[i] + 1;
    if (i > 5)
      d.out[i] += d.b[i];
  }
};

// Bounds that are powers of two, which LLVM writes as masks; of the lowest bits
// of an index, too, where they come again and again.
struct powers {
  template <typename I> static void run(I i, I n, const data &d) {
    int value = d.b[i];
    if (i < 16)
      value += d.a[i] * 2;
    if (i >= 64)
      value -= d.a[i - 64];
    if ((i & 0xe0) == 0)
      value ^= d.a[i];
    if ((i & I(~I(31))) != 0)
      value += d.a[i - 1];
    if (std::uint8_t(i) < 8)
      value += 1000;
    if (std::int16_t(i + 32740) < 0)
      value *= 3;
    if (i < 8)
      d.out[i] = value + d.a[n - 1 - i % n];
    else
      d.out[i] = value;
  }
};

struct halves {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i < n / 3)
      d.out[i] = d.a[i] * 5;
    else
      d.out[i] = d.b[i] - i;
  }
};

struct clamped {
  template <typename I> static void run(I i, I n, const data &d) {
    int sum = 0;
    for (I k = 0; k < 7; ++k) {
      // From i - 3 to i + 3.
      const I up = std::max(I(i + k), I(3));
      sum = sum * 3 + d.a[std::min(I(up - 3), I(n - 1))];
    }
    d.out[i] = sum;
  }
};

struct periodic {
  template <typename I> static void run(I i, I n, const data &d) {
    const I before = i == 0 ? n - 1 : i - 1;
    const I after = i + 1 < n ? i + 1 : 0;
    const I last = i > 0 ? i - 1 : 0;
    d.out[i] = d.a[before] + 2 * d.a[after] + 4 * d.b[last];
  }
};

struct backwards {
  template <typename I> static void run(I i, I n, const data &d) {
    const I from = n - 1 - i;
    if (from > 2)
      d.out[i] = d.a[from] - d.a[from - 3];
    else if (from != 1)
      d.out[i] = d.b[from];
  }
};

struct never_or_always {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i >= n)
      d.out[i] = d.a[i + 1];
    if (!(i < n + 5))
      d.out[i] = 17;
    else
      d.out[i] = d.out[i] + d.a[i];
  }
};

struct but_one {
  template <typename I> static void run(I i, I n, const data &d) {
    d.out[i] = d.a[i];
    if (i == n / 2)
      d.out[n] = d.b[i];
    if (i != 4)
      d.out[i] -= d.b[i];
  }
};

struct one_of_all {
  template <typename I> static void run(I i, I n, const data &d) {
    d.out[i] = d.a[i] + 2;
    if (i == n / 3)
      d.out[i] = d.b[i] - d.a[i];
  }
};

struct nested {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i > 2) {
      d.out[i] = d.a[i - 2];
      if (i < n - 3 || n < 4) {
        d.out[i] *= d.b[i];
        if (d.b[i] > 1)
          d.out[i] -= 9;
      }
    }
  }
};

struct with_data {
  template <typename I> static void run(I i, I n, const data &d) {
    if (i < n - 1 && d.a[i] < d.a[i + 1])
      d.out[i] = d.a[i + 1];
    if (d.b[i] > 0 && i > 0)
      d.out[i] += d.a[i - 1];
  }
};

struct one_address {
  template <typename I> static void run(I i, I n, const data &d) {
    const I k = I(d.b[0] & 7);
    if (i > k && k < n)
      d.out[i] -= d.a[k] * d.b[k];
  }
};

// The conditions are true for a part of the type's numbers, and i comes to the
// end of them.
struct narrow {
  template <typename I> static void run(I i, I, const data &d) {
    const auto byte = std::uint8_t(i + 200);
    if (byte < 250)
      d.out[i] = d.a[byte & 3];
    const auto small = std::int8_t(i + 100);
    if (small > -120)
      d.out[i] += d.b[i];
    if (small >= 7)
      d.out[i] -= d.a[i];
  }
};

struct at_the_end {
  template <typename I> static void run(I i, I, const data &d) {
    using wide = std::make_unsigned_t<std::common_type_t<I, int>>;
    using is = std::make_signed_t<wide>;
    constexpr wide top = wide(std::numeric_limits<is>::max());
    const auto up = is(top - 20 + wide(i)), down = is(top + 9 - wide(i));
    if (up > 5)
      d.out[i] = d.a[i];
    if (down < -3)
      d.out[i] += d.b[i];
    if (wide(0) - 11 + wide(i) < wide(30))
      d.out[i] *= 3;
    if (wide(12) - wide(i) >= wide(4))
      d.out[i] ^= d.a[i + 1];
  }
};

template <typename Work, typename I> class by_items;
template <typename Work, typename I> class by_groups;

std::vector<int> input(std::size_t n, int step) {
  std::vector<int> values(n);
  for (std::size_t i = 0; i != n; ++i)
    values[i] = int(i * step % 13) - 4;
  return values;
}

template <typename Work, typename I>
void compare(sycl::queue &q, std::size_t n, std::size_t group) {
  std::vector<int> a = input(n + 2, 7), b = input(n + 2, 5),
                   expected = input(n + 1, 3), items = expected,
                   groups = expected;
  for (std::size_t i = 0; i != n; ++i)
    Work::run(I(i), I(n), data{a.data(), b.data(), expected.data(), n});
  {
    sycl::buffer<int> da{a}, db{b}, ditems{items}, dgroups{groups};
    q.submit([&](sycl::handler &h) {
      sycl::accessor ra{da, h, sycl::read_only}, rb{db, h, sycl::read_only};
      sycl::accessor out{ditems, h};
      h.parallel_for<by_items<Work, I>>(sycl::range{n}, [=](sycl::id<1> i) {
        Work::run(I(i[0]), I(n), data{&ra[0], &rb[0], &out[0], n});
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor ra{da, h, sycl::read_only}, rb{db, h, sycl::read_only};
      sycl::accessor out{dgroups, h};
      const std::size_t all = (n + group - 1) / group * group;
      h.parallel_for<by_groups<Work, I>>(
          sycl::nd_range<1>{all, group}, [=](sycl::nd_item<1> item) {
            const I i = I(item.get_global_id(0));
            // The barrier makes loops over groups of it.
            sycl::group_barrier(item.get_group());
            if (i < I(n))
              Work::run(i, I(n), data{&ra[0], &rb[0], &out[0], n});
          });
    });
  }
  const bool same = items == expected && groups == expected;
  CHECK(same);
  if (!same)
    std::printf("n = %zu, groups of %zu\n", n, group);
}

template <typename Work> void compare_all(sycl::queue &q) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (std::size_t n : {1, 2, 3, 8, 15, 16, 17, 33, 64, 100, 257})
    for (std::size_t group : {16, 64}) {
      if (group > most)
        continue;
      compare<Work, int>(q, n, group);
      compare<Work, unsigned>(q, n, group);
      compare<Work, long>(q, n, group);
      compare<Work, std::size_t>(q, n, group);
    }
}

/// Rows and planes of which some are edges as a whole.
template <int Dimensions> void compare_grids(sycl::queue &q, std::size_t n) {
  const std::size_t planes = Dimensions == 3 ? n : 1, size = n * n * planes;
  std::vector<int> a = input(size, 7), expected(size), result(size);
  const auto run = [](int z, int y, int x, int n, int planes, const int *a,
                      int *out) {
    const int at = (z * n + y) * n + x;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1 &&
        (planes == 1 || (z >= 1 && z < planes - 1)))
      out[at] = a[at - 1] + a[at + 1] + a[at - n] * a[at + n] - 4 * a[at];
    else
      out[at] = y == 0 ? 5 : a[at];
  };
  for (std::size_t z = 0; z != planes; ++z)
    for (std::size_t y = 0; y != n; ++y)
      for (std::size_t x = 0; x != n; ++x)
        run(int(z), int(y), int(x), int(n), int(planes), a.data(),
            expected.data());
  {
    sycl::buffer<int> da{a}, dout{result};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{da, h, sycl::read_only};
      sycl::accessor out{dout, h, sycl::write_only, sycl::no_init};
      h.parallel_for(sycl::range<3>{planes, n, n}, [=](sycl::id<3> i) {
        run(int(i[0]), int(i[1]), int(i[2]), int(n), int(planes), &in[0],
            &out[0]);
      });
    });
  }
  CHECK(result == expected);
}

/// A tree in local memory, of any size: the first half adds the second one.
void compare_trees(sycl::queue &q, std::size_t group) {
  constexpr std::size_t groups = 3;
  std::vector<int> a = input(groups * group, 5), sums(groups), scans(a.size());
  {
    sycl::buffer<int> da{a}, dsums{sums}, dscans{scans};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{da, h, sycl::read_only};
      sycl::accessor out{dsums, h, sycl::write_only, sycl::no_init};
      sycl::accessor scan{dscans, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<int> tree{group, h}, line{group, h};
      h.parallel_for(
          sycl::nd_range<1>{groups * group, group}, [=](sycl::nd_item<1> it) {
            const int id = int(it.get_local_id(0));
            tree[id] = line[id] = in[it.get_global_id(0)];
            sycl::group_barrier(it.get_group());
            int left = int(it.get_local_range(0));
            while (left > 1) {
              const int half = (left + 1) / 2;
              if (id < left / 2)
                tree[id] += tree[id + half];
              left = half;
              sycl::group_barrier(it.get_group());
            }
            for (int step = 1; step < int(it.get_local_range(0)); step *= 2) {
              const int other = id >= step ? line[id - step] : 0;
              sycl::group_barrier(it.get_group());
              line[id] += other;
              sycl::group_barrier(it.get_group());
            }
            if (id == 0)
              out[it.get_group(0)] = tree[0];
            scan[it.get_global_id(0)] = line[id];
          });
    });
  }
  for (std::size_t g = 0; g != groups; ++g) {
    int sum = 0;
    for (std::size_t i = 0; i != group; ++i) {
      sum += a[g * group + i];
      if (!CHECK(scans[g * group + i] == sum))
        return;
    }
    CHECK(sums[g] == sum);
  }
}

/// What work-item `i` does, one guard behind the other: the same for its row of
/// a group, of a range and of single work-items. Some need what was loaded
/// before the same work-item changed it, or what an earlier guard has chosen.
/// \p out has parts of `n` elements each.
void guard_after_guard(std::size_t i, int x, int y, std::size_t n, const int *a,
                       int *out) {
  const int own = a[i], old = out[i];
  int chosen = 3;
  out[i] = own + 1;
  if (y != 1)
    out[n + i] = old;
  if (y < 2) {
    out[2 * n + i] = out[i];
    chosen = own;
  }
  out[3 * n + i] = chosen;
  if (x == 2)
    out[4 * n + i] = old + own;
  if (x < 5)
    out[5 * n + i] = out[2 * n + i];
  if (y == 1)
    out[6 * n + i] = chosen + 1;
  else if (x > 3)
    out[7 * n + i] = chosen + 2;
  if (x == 0 || x == 7)
    out[n + i] = out[3 * n + i] - own;
  if (y == 0) {
    out[i] -= 100;
    if (x != 6)
      out[6 * n + i] = out[i];
  }
}

/// As that, of one kind each.
void guard_after_change(std::size_t i, int x, int, std::size_t n, const int *a,
                        int *out) {
  const int own = a[i], old = out[i];
  out[i] = own + 1;
  if (x == 2)
    out[n + i] = old + own;
  if (x > 9)
    out[2 * n + i] = old - own;
}

void guard_after_choice(std::size_t i, int x, int y, std::size_t n,
                        const int *a, int *out) {
  int chosen = 3;
  if (x < 5) {
    out[n + i] = a[i];
    chosen = a[i] * 2;
  }
  out[2 * n + i] = chosen;
  if (y == 1)
    out[3 * n + i] = a[i];
  if (x == 4)
    out[4 * n + i] = a[i];
}

/// Edges: what one work-item of a row does, or of each of two, by numbers that
/// count up and down, of several widths, and known only in the kernel.
void guard_at_edges(std::size_t i, int x, int y, std::size_t n, const int *a,
                    int *out) {
  if (x == 0)
    out[i] = a[i] + 1;
  else if (x == 15)
    out[i] = a[i] + 2;
  else if (x == 7)
    out[n + i] = a[i];
  else
    out[2 * n + i] = a[i];
  if (x + 1 == y * 2)
    out[3 * n + i] = a[i];
  if (7 - x == y && i > 3)
    out[4 * n + i] = a[i] * 3;
  if (std::uint8_t(x) == 5)
    out[5 * n + i] = a[i];
  if (std::int64_t(x) - 2 != std::int64_t(a[0] & 7)) {
  } else {
    out[6 * n + i] = a[i];
    if (x != y)
      out[7 * n + i] = a[i];
  }
}

template <typename Work>
void compare_guards(sycl::queue &q, std::size_t rows, std::size_t columns,
                    Work work) {
  constexpr std::size_t groups = 3, parts = 8;
  const std::size_t width = groups * columns, n = rows * width;
  const std::vector<int> a = input(n, 7);
  std::vector<int> expected = input(parts * n, 3);
  int *memory = sycl::malloc_shared<int>((parts + 1) * n, q);
  int *out = memory + n;
  std::copy(a.begin(), a.end(), memory);
  std::copy(expected.begin(), expected.end(), out);
  q.parallel_for(sycl::nd_range<2>{{rows, width}, {rows, columns}},
                 [=](sycl::nd_item<2> it) {
                   sycl::group_barrier(it.get_group());
                   work(it.get_global_linear_id(), int(it.get_local_id(1)),
                        int(it.get_local_id(0)), n, memory, out);
                 })
      .wait();
  for (std::size_t y = 0; y != rows; ++y)
    for (std::size_t x = 0; x != width; ++x)
      work(y * width + x, int(x % columns), int(y), n, a.data(),
           expected.data());
  if (!CHECK(std::equal(expected.begin(), expected.end(), out)))
    std::printf("groups of %zu x %zu\n", rows, columns);
  sycl::free(memory, q);
}

/// All work-items of a group but the last one replace what they have stored.
/// The size of the group is known, so that compilers know who that is.
template <typename T, std::size_t Group>
void compare_all_but_the_last(sycl::queue &q) {
  constexpr std::size_t groups = 3, n = groups * Group;
  const std::vector<int> a = input(n, 7);
  std::vector<T> sums(n);
  {
    sycl::buffer<int> da{a};
    sycl::buffer<T> dsums{sums};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{da, h, sycl::read_only};
      sycl::accessor out{dsums, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<T> line{Group, h};
      sycl::local_accessor<T> places{Group, h};
      h.parallel_for(
          sycl::nd_range<1>{n, Group},
          [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(Group)]] {
            const std::size_t l = it.get_local_id(0), i = it.get_global_id(0);
            T own = 0;
            for (std::size_t j = l; j < Group - 1; j += Group)
              own += T(T(in[i]) * T(in[i] + 1));
            line[l] = own;
            const std::size_t place = Group - 1 - l;
            places[place] = T(5);
            if (l < Group - 1)
              places[place] = T(in[i]);
            sycl::group_barrier(it.get_group());
            out[i] = T(line[l] + T(3) * line[Group - 1 - l] + T(7) * places[l]);
          });
    });
  }
  const auto line = [&](std::size_t g, std::size_t l) {
    const int x = a[g * Group + l];
    return l < Group - 1 ? T(T(x) * T(x + 1)) : T(0);
  };
  const auto places = [&](std::size_t g, std::size_t l) {
    return l > 0 ? T(a[g * Group + Group - 1 - l]) : T(5);
  };
  bool same = true;
  for (std::size_t g = 0; g != groups; ++g)
    for (std::size_t l = 0; l != Group; ++l)
      same &=
          sums[g * Group + l] ==
          T(line(g, l) + T(3) * line(g, Group - 1 - l) + T(7) * places(g, l));
  if (!CHECK(same))
    std::printf("%zu bytes, groups of %zu\n", sizeof(T), Group);
}

template <typename T> void compare_all_but_the_last_of(sycl::queue &q) {
  compare_all_but_the_last<T, 8>(q);
  compare_all_but_the_last<T, 32>(q);
  compare_all_but_the_last<T, 64>(q);
}

/// Tiles with an edge, in groups of any size, of which one is usual: each
/// work-item adds its neighbours, across groups, too.
void compare_tiles(sycl::queue &q, std::size_t rows, std::size_t columns) {
  const std::size_t height = 3 * rows, width = 2 * columns;
  std::vector<int> a = input(height * width, 7), result(a.size());
  {
    sycl::buffer<int, 2> da{a.data(), sycl::range{height, width}},
        dout{result.data(), sycl::range{height, width}};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{da, h, sycl::read_only};
      sycl::accessor out{dout, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<int, 2> tile{{rows, columns + 2}, h};
      h.parallel_for(
          sycl::nd_range<2>{{height, width}, {rows, columns}},
          [=](sycl::nd_item<2> it) {
            const auto i = it.get_global_id(0), j = it.get_global_id(1);
            const auto y = it.get_local_id(0), x = it.get_local_id(1) + 1;
            tile[y][x] = in[i][j];
            if (x == 1)
              tile[y][0] = j > 0 ? in[i][j - 1] : 0;
            if (x == it.get_local_range(1))
              tile[y][x + 1] =
                  j + 1 < it.get_global_range(1) ? in[i][j + 1] : 0;
            sycl::group_barrier(it.get_group());
            out[i][j] = tile[y][x - 1] + 2 * tile[y][x] + 3 * tile[y][x + 1] +
                        tile[y > 0 ? y - 1 : y][x];
          });
    });
  }
  const auto at = [&](std::size_t i, std::size_t j) {
    return a[i * width + j];
  };
  for (std::size_t i = 0; i != height; ++i)
    for (std::size_t j = 0; j != width; ++j) {
      const int before = j > 0 ? at(i, j - 1) : 0,
                after = j + 1 < width ? at(i, j + 1) : 0,
                above = at(i % rows > 0 ? i - 1 : i, j);
      if (!CHECK(result[i * width + j] ==
                 before + 2 * at(i, j) + 3 * after + above))
        return;
    }
}

} // namespace

SECTION(interiors) { compare_all<interior>(q); }
SECTION(early_returns) { compare_all<early_return>(q); }
SECTION(upper_bounds) { compare_all<beyond>(q); }
SECTION(powers_of_two) { compare_all<powers>(q); }
SECTION(two_parts) { compare_all<halves>(q); }
SECTION(clamped_indices) { compare_all<clamped>(q); }
SECTION(periodic_indices) { compare_all<periodic>(q); }
SECTION(counting_down) { compare_all<backwards>(q); }
SECTION(never_and_always) { compare_all<never_or_always>(q); }
SECTION(single_work_items) {
  compare_all<but_one>(q);
  compare_all<one_of_all>(q);
}
SECTION(conditions_in_conditions) { compare_all<nested>(q); }
SECTION(conditions_on_data) { compare_all<with_data>(q); }
SECTION(loads_from_one_address) { compare_all<one_address>(q); }
SECTION(narrow_numbers) { compare_all<narrow>(q); }
SECTION(ends_of_numbers) { compare_all<at_the_end>(q); }

SECTION(grids) {
  for (std::size_t n : {1, 2, 3, 9, 16, 40}) {
    compare_grids<2>(q, n);
    compare_grids<3>(q, n);
  }
}

SECTION(trees) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (std::size_t group : {1, 2, 7, 16, 33, 64, 250})
    if (group <= most)
      compare_trees(q, group);
}

SECTION(one_guard_after_another) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (auto [rows, columns] :
       {std::pair{16, 16}, {1, 1}, {2, 3}, {3, 8}, {4, 40}, {1, 64}, {1, 300},
        {5, 1}})
    if (std::size_t(rows * columns) <= most) {
      compare_guards(q, rows, columns,
                     [](auto... all) { guard_after_guard(all...); });
      compare_guards(q, rows, columns,
                     [](auto... all) { guard_after_change(all...); });
      compare_guards(q, rows, columns,
                     [](auto... all) { guard_after_choice(all...); });
      compare_guards(q, rows, columns,
                     [](auto... all) { guard_at_edges(all...); });
    }
}

SECTION(all_but_the_last) {
  compare_all_but_the_last_of<std::uint8_t>(q);
  compare_all_but_the_last_of<std::uint16_t>(q);
  compare_all_but_the_last_of<int>(q);
  compare_all_but_the_last_of<std::int64_t>(q);
  compare_all_but_the_last_of<float>(q);
}

SECTION(tiles) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (auto [rows, columns] :
       {std::pair{16, 16}, {8, 8}, {16, 8}, {8, 16}, {1, 256}, {16, 1}, {5, 7}})
    if (std::size_t(rows * columns) <= most)
      compare_tiles(q, rows, columns);
}
