// Extensions of group algorithms: sycl_ext_oneapi_group_load_store,
// sycl_ext_oneapi_user_defined_reductions and sycl_ext_oneapi_group_sort.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <type_traits>

CONFORMANCE_CHAPTER("group_extensions");

namespace {
namespace ex = sycl::ext::oneapi::experimental;

#if SYCL_EXT_ONEAPI_GROUP_LOAD_STORE != 1 ||                                   \
    SYCL_EXT_ONEAPI_USER_DEFINED_REDUCTIONS != 1 ||                            \
    SYCL_EXT_ONEAPI_GROUP_SORT != 2
#error "a feature-test macro is missing"
#endif

/// Which group of a kernel's: its work-group or its sub-group, and where the
/// group's part of ranges begins, with `each` elements for each work-item.
struct work_groups {
  template <int D> static auto of(const sycl::nd_item<D> &i) {
    return i.get_group();
  }
  template <int D>
  static std::size_t first(const sycl::nd_item<D> &i, std::size_t each) {
    const auto g = i.get_group();
    return g.get_group_linear_id() * g.get_local_linear_range() * each;
  }
};
struct sub_groups {
  template <int D> static auto of(const sycl::nd_item<D> &i) {
    return i.get_sub_group();
  }
  // Only the last of a work-group may be smaller.
  template <int D>
  static std::size_t first(const sycl::nd_item<D> &i, std::size_t each) {
    const auto s = i.get_sub_group();
    return work_groups::first(i, each) +
           s.get_group_linear_id() * s.get_max_local_range()[0] * each;
  }
};

template <typename T> struct many {
  many(sycl::queue &queue, std::size_t count)
      : q(queue), data(sycl::malloc_shared<T>(count, q)), size(count) {}
  many(const many &) = delete;
  ~many() { sycl::free(data, q); }
  sycl::queue &q;
  T *data;
  std::size_t size;
};

struct pixel {
  std::uint8_t r, g, b;
  friend bool operator==(const pixel &x, const pixel &y) {
    return x.r == y.r && x.g == y.g && x.b == y.b;
  }
};
template <typename T> T number(std::size_t i) {
  if constexpr (std::is_same_v<T, pixel>)
    return {std::uint8_t(i), std::uint8_t(i / 3), std::uint8_t(i * 7)};
  else
    return T(int(i % 101));
}
template <typename T> bool same(const T &x, const T &y) {
  if constexpr (sycl::detail::is_nonscalar_v<T>) {
    bool all = true;
    for (int i = 0; i < int(T::size()); ++i)
      all &= x[i] == y[i];
    return all;
  } else {
    return x == y;
  }
}

template <int D> std::size_t count_of(const sycl::nd_range<D> &r) {
  return r.get_global_range().size();
}

/// Loads and stores of one, a vec and an array for each work-item, in each
/// placement.
template <typename Which, typename T, int D>
void load_and_store(sycl::queue &q, sycl::nd_range<D> range) {
  constexpr int each = 4;
  const std::size_t n = count_of(range) * each;
  many<T> from(q, n), one(q, n), blocked(q, n), striped(q, n);
  many<bool> right(q, count_of(range));
  for (std::size_t i = 0; i < n; ++i) {
    from.data[i] = number<T>(i);
    one.data[i] = blocked.data[i] = striped.data[i] = T();
  }
  T *const in = from.data, *const out1 = one.data, *const out2 = blocked.data,
           *const out3 = striped.data;
  bool *const ok = right.data;
  q.parallel_for(range, [=](sycl::nd_item<D> i) {
     const auto g = Which::of(i);
     const std::size_t first = Which::first(i, each),
                       id = g.get_local_linear_id(),
                       size = g.get_local_linear_range();
     bool all = true;
     T x{};
     ex::group_load(g, in + first, x);
     all &= same(x, in[first + id]);
     ex::group_store(g, x, out1 + first);
     T array[each];
     const sycl::span<T, each> span(array);
     ex::group_load(g, in + first, span);
     for (int k = 0; k < each; ++k)
       all &= same(array[k], in[first + id * each + k]);
     ex::group_store(g, span, out2 + first,
                     ex::properties{ex::data_placement_blocked});
     ex::group_load(
         g, in + first, sycl::span<T, each>(array),
         ex::properties{ex::data_placement_striped, ex::contiguous_memory});
     for (int k = 0; k < each; ++k)
       all &= same(array[k], in[first + id + size * k]);
     ex::group_store(g, sycl::span<const T, each>(array), out3 + first,
                     ex::data_placement<ex::data_placement_enum::striped>);
     ok[i.get_global_linear_id()] = all;
   }).wait();
  bool all = true, stored = true;
  for (std::size_t i = 0; i < count_of(range); ++i)
    all &= right.data[i];
  CHECK(all);
  for (std::size_t i = 0; i < n; ++i)
    stored &= same(blocked.data[i], in[i]) && same(striped.data[i], in[i]);
  CHECK(stored);
}
template <typename T> void load_and_store_everywhere(sycl::queue &q) {
  load_and_store<work_groups, T>(q, sycl::nd_range<1>(39, 13));
  load_and_store<sub_groups, T>(q, sycl::nd_range<1>(90, 45));
}
} // namespace

SECTION(loads_and_stores) {
  load_and_store_everywhere<int>(q);
  load_and_store<work_groups, int>(q, sycl::nd_range<1>(2, 1));
  load_and_store<work_groups, int>(q, sycl::nd_range<2>({6, 10}, {3, 5}));
  load_and_store<work_groups, int>(q, sycl::nd_range<3>({2, 2, 9}, {2, 1, 3}));
  load_and_store<sub_groups, int>(q, sycl::nd_range<2>({6, 10}, {3, 5}));
  load_and_store<sub_groups, int>(q, sycl::nd_range<3>({2, 4, 18}, {2, 2, 9}));
}

SECTION(loads_and_stores_of_all_types) {
  load_and_store_everywhere<char>(q);
  load_and_store_everywhere<bool>(q);
  load_and_store_everywhere<std::uint16_t>(q);
  load_and_store_everywhere<std::int64_t>(q);
  load_and_store_everywhere<float>(q);
  load_and_store_everywhere<sycl::ext::oneapi::bfloat16>(q);
  load_and_store_everywhere<pixel>(q);
  load_and_store_everywhere<sycl::short3>(q);
  load_and_store_everywhere<sycl::marray<int, 5>>(q);
  load_and_store_everywhere<std::byte>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    load_and_store_everywhere<double>(q);
  if (q.get_device().has(sycl::aspect::fp16))
    load_and_store_everywhere<sycl::half>(q);
}

// vec is more than one element; elements become those of another type; what is
// between pointers and iterators.
SECTION(loads_and_stores_of_vectors) {
  constexpr int n = 3 * 16 * 4;
  many<int> from(q, n), to(q, n), other(q, n);
  for (int i = 0; i < n; ++i)
    from.data[i] = i * 5 % 89, to.data[i] = other.data[i] = -1;
  sycl::buffer<int> buffer(from.data, n);
  bool right = true;
  {
    sycl::buffer<bool> answer(&right, 1);
    q.submit([&](sycl::handler &h) {
      const sycl::accessor in(buffer, h, sycl::read_only);
      const sycl::accessor result(answer, h);
      const sycl::local_accessor<short> local(16 * 4, h);
      int *const out = to.data, *const out2 = other.data;
      h.parallel_for(sycl::nd_range<1>(48, 16), [=](sycl::nd_item<1> i) {
        const auto g = i.get_group();
        const int first = int(work_groups::first(i, 4));
        sycl::float4 x;
        ex::group_load(g, in.begin() + first, x);
        bool all = true;
        for (int k = 0; k < 4; ++k)
          all &= x[k] == float(in[first + int(i.get_local_id(0)) * 4 + k]);
        ex::group_store(
            g, x,
            sycl::address_space_cast<sycl::access::address_space::global_space,
                                     sycl::access::decorated::yes>(out + first),
            ex::properties{ex::data_placement_blocked});
        // Through local memory: what others have stored is there.
        sycl::vec<long long, 4> y;
        ex::group_load(
            g, in.get_multi_ptr<sycl::access::decorated::no>() + first, y,
            ex::properties{ex::data_placement_striped, ex::full_group});
        for (int k = 0; k < 4; ++k)
          all &= y[k] == in[first + int(i.get_local_id(0)) + 16 * k];
        ex::group_store(g, y,
                        local.get_multi_ptr<sycl::access::decorated::yes>(),
                        ex::properties{ex::data_placement_striped});
        sycl::short4 z;
        ex::group_load(g, &local[0], z);
        for (int k = 0; k < 4; ++k)
          all &= z[k] == in[first + int(i.get_local_id(0)) * 4 + k];
        ex::group_store(g, z, out2 + first);
        // A vector as one element of a range of vectors.
        ex::group_store(g, z, (sycl::short4 *)&local[0]);
        sycl::short4 again;
        ex::group_load(g, (const sycl::short4 *)&local[0], again);
        all &= same(z, again);
        if (!all)
          result[0] = false;
      });
    });
  }
  CHECK(right);
  for (int i = 0; i < n; ++i)
    right &= to.data[i] == from.data[i] && other.data[i] == from.data[i];
  CHECK(right);
}

//===-- Reductions --------------------------------------------------------===//

namespace {
struct sum_and_most {
  int sum, most;
  friend bool operator==(const sum_and_most &x, const sum_and_most &y) {
    return x.sum == y.sum && x.most == y.most;
  }
};
struct combine { // neither const nor with a known identity
  sum_and_most operator()(const sum_and_most &x, const sum_and_most &y) {
    return {x.sum + y.sum, x.most < y.most ? y.most : x.most};
  }
};
using pair = std::tuple<int, short>; // not trivially copyable
struct add_pairs {
  pair operator()(const pair &x, const pair &y) const {
    return {std::get<0>(x) + std::get<0>(y),
            short(std::get<1>(x) ^ std::get<1>(y))};
  }
};
struct no_default {
  explicit no_default(double x) : value(x) {}
  double value;
};

/// The results of f(helper) in all work-items are what the host has.
template <typename Which, int D, typename T, typename F, typename Expected>
bool reduces(sycl::queue &q, sycl::nd_range<D> range, T none, F f,
             Expected expected) {
  many<T> results(q, count_of(range));
  many<std::size_t> begin(q, count_of(range)), count(q, count_of(range));
  std::fill_n(results.data, results.size, none);
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<std::byte> scratch(
         range.get_local_range().size() * sizeof(T), h);
     T *const out = results.data;
     std::size_t *const first = begin.data, *const size = count.data;
     h.parallel_for(range, [=](sycl::nd_item<D> i) {
       const auto g = Which::of(i);
       const std::size_t offset =
           (Which::first(i, 1) - work_groups::first(i, 1)) * sizeof(T);
       const ex::group_with_scratchpad helper(
           g, sycl::span(&scratch[0] + offset,
                         g.get_local_linear_range() * sizeof(T)));
       const std::size_t own = Which::first(i, 1) + g.get_local_linear_id();
       out[own] = f(helper, own);
       first[own] = Which::first(i, 1);
       size[own] = g.get_local_linear_range();
     });
   }).wait();
  bool all = true;
  for (std::size_t i = 0; i < results.size; ++i)
    all &= results.data[i] == expected(begin.data[i], count.data[i]);
  return all;
}
sum_and_most nth(std::size_t i) { return {int(i * 7 % 31), int(i * 11 % 53)}; }
sum_and_most sum_of(std::size_t first, std::size_t count) {
  sum_and_most sum = nth(first);
  for (std::size_t i = 1; i < count; ++i)
    sum = combine()(sum, nth(first + i));
  return sum;
}
template <typename Which, int D>
void reduce_classes(sycl::queue &q, sycl::nd_range<D> range) {
  CHECK(reduces<Which>(
      q, range, sum_and_most{},
      [](auto g, std::size_t i) {
        return ex::reduce_over_group(g, nth(i), combine());
      },
      sum_of));
  CHECK(reduces<Which>(
      q, range, sum_and_most{},
      [](auto g, std::size_t i) {
        return ex::reduce_over_group(g, nth(i), sum_and_most{100, 60},
                                     combine());
      },
      [](std::size_t first, std::size_t count) {
        return combine()(sum_of(first, count), {100, 60});
      }));
  CHECK(reduces<Which>(
      q, range, pair(),
      [](auto g, std::size_t i) {
        return ex::reduce_over_group(g, pair(int(i), short(i)), add_pairs());
      },
      [](std::size_t first, std::size_t count) {
        pair sum(0, short(0));
        for (std::size_t i = 0; i < count; ++i)
          sum = add_pairs()(sum, pair(int(first + i), short(first + i)));
        return sum;
      }));
  // A function object of SYCL's on numbers: as without a helper.
  CHECK(reduces<Which>(
      q, range, 0,
      [](auto g, std::size_t i) {
        return ex::reduce_over_group(g, short(i), 5, sycl::plus<>());
      },
      [](std::size_t first, std::size_t count) {
        int sum = 5;
        for (std::size_t i = 0; i < count; ++i)
          sum += int(first + i);
        return sum;
      }));
}
template <typename Which, int D>
void reduce_ranges(sycl::queue &q, sycl::nd_range<D> range, int n) {
  many<sum_and_most> elements(q, std::size_t(n) + 1);
  for (int i = 0; i < n; ++i)
    elements.data[i] = nth(std::size_t(i));
  const sum_and_most *const first = elements.data, *const last = first + n;
  if (n != 0)
    CHECK(reduces<Which>(
        q, range, sum_and_most{},
        [=](auto g, std::size_t) {
          return ex::joint_reduce(g, first, last, combine());
        },
        [=](std::size_t, std::size_t) { return sum_of(0, n); }));
  CHECK(reduces<Which>(
      q, range, sum_and_most{},
      [=](auto g, std::size_t) {
        return ex::joint_reduce(g, first, last, sum_and_most{1, 40}, combine());
      },
      [=](std::size_t, std::size_t) {
        const sum_and_most init{1, 40};
        return n == 0 ? init : combine()(sum_of(0, n), init);
      }));
}
} // namespace

SECTION(reductions_of_classes) {
  reduce_classes<work_groups>(q, sycl::nd_range<1>(39, 13));
  reduce_classes<work_groups>(q, sycl::nd_range<3>({2, 2, 9}, {2, 1, 3}));
  reduce_classes<sub_groups>(q, sycl::nd_range<2>({6, 10}, {3, 5}));
  reduce_classes<work_groups>(q, sycl::nd_range<1>(2, 1));
}

SECTION(reductions_of_ranges) {
  for (int n : {0, 1, 12, 13, 14, 100}) {
    reduce_ranges<work_groups>(q, sycl::nd_range<1>(13, 13), n);
    reduce_ranges<work_groups>(q, sycl::nd_range<2>({4, 4}, {2, 4}), n);
    reduce_ranges<sub_groups>(q, sycl::nd_range<1>(45, 45), n);
  }
}

// Large, and without a default constructor.
SECTION(reductions_of_other_classes) {
  using large = sycl::marray<int, 40>;
  const auto add = [](const large &x, const large &y) { return x + y; };
  many<bool> right(q, 1);
  right.data[0] = true;
  bool *const ok = right.data;
  const bool has_double = q.get_device().has(sycl::aspect::fp64);
  const auto run = [&](auto f) {
    q.submit([&](sycl::handler &h) {
       const sycl::local_accessor<std::byte> scratch(sizeof(large) * 20, h);
       h.parallel_for(sycl::nd_range<1>(20, 20), [=](sycl::nd_item<1> i) {
         const ex::group_with_scratchpad helper(
             i.get_group(), sycl::span<std::byte, sizeof(large) * 20>(
                                &scratch[0], sizeof(large) * 20));
         if (!f(helper, int(i.get_local_id(0))))
           *ok = false;
       });
     }).wait();
  };
  run([=](auto helper, int i) {
    large x;
    for (int k = 0; k < 40; ++k)
      x[std::size_t(k)] = i * k;
    const large sum = ex::reduce_over_group(helper, x, add);
    bool all = true;
    for (int k = 0; k < 40; ++k)
      all &= sum[std::size_t(k)] == 190 * k;
    return all;
  });
  CHECK(right.data[0]);
  if (has_double)
    run([](auto helper, int i) {
      return ex::reduce_over_group(
                 helper, no_default(i),
                 [](const no_default &x, const no_default &y) {
                   return no_default(x.value + y.value);
                 })
                 .value == 190;
    });
  CHECK(right.data[0]);
}

//===-- Sorting -----------------------------------------------------------===//

namespace {
/// Sorted by the key alone: what is stable keeps the order of numbers.
struct record {
  int key, number;
  friend bool operator==(const record &x, const record &y) {
    return x.key == y.key && x.number == y.number;
  }
};
struct by_key {
  bool operator()(const record &x, const record &y) const {
    return x.key < y.key;
  }
};
constexpr int key(std::size_t i) { return int(i * 37 % 23) - 11; }
record nth_record(std::size_t i) { return {key(i), int(i)}; }

namespace joint = ex::default_sorters;

/// Sorts n elements by f(group, scratch of `bytes`, first, last) and compares
/// with the host.
template <typename Which, typename T, int D, typename F, typename Compare>
bool sorts_range(sycl::queue &q, sycl::nd_range<D> range, int n,
                 std::size_t bytes, F f, Compare compare) {
  many<T> elements(q, std::size_t(n) + 2);
  std::vector<T> expected;
  for (std::size_t i = 0; i < elements.size; ++i) {
    if constexpr (std::is_same_v<T, record>)
      elements.data[i] = nth_record(i);
    else
      elements.data[i] = T(key(i));
    expected.push_back(elements.data[i]);
  }
  std::stable_sort(expected.begin() + 1, expected.begin() + 1 + n, compare);
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<std::byte> scratch(bytes + 1, h);
     T *const first = elements.data + 1;
     h.parallel_for(range, [=](sycl::nd_item<D> i) {
       // One group sorts.
       if (Which::first(i, 1) == 0)
         f(Which::of(i), sycl::span(&scratch[0] + 1, bytes), first, first + n);
     });
   }).wait();
  bool all = true;
  for (std::size_t i = 0; i < elements.size; ++i)
    all &= same(elements.data[i], expected[i]);
  return all;
}
template <typename Which, int D>
void sort_ranges(sycl::queue &q, sycl::nd_range<D> range, int n) {
  const sycl::device d = q.get_device();
  const auto scope = std::is_same_v<Which, work_groups>
                         ? sycl::memory_scope::work_group
                         : sycl::memory_scope::sub_group;
  const std::size_t count = std::size_t(n);
  CHECK(sorts_range<Which, int>(
      q, range, n, joint::joint_sorter<>::memory_required<int>(d, scope, count),
      [](auto g, auto scratch, int *first, int *last) {
        ex::joint_sort(ex::group_with_scratchpad(g, scratch), first, last);
      },
      std::less<>()));
  CHECK(sorts_range<Which, record>(
      q, range, n,
      joint::joint_sorter<by_key>::memory_required<record>(d, scope, count),
      [](auto g, auto scratch, record *first, record *last) {
        ex::joint_sort(ex::group_with_scratchpad(g, scratch), first, last,
                       by_key());
      },
      by_key()));
  if constexpr (D != 1)
    return;
  CHECK(sorts_range<Which, short>(
      q, range, n,
      joint::joint_sorter<>::memory_required<short>(d, scope, count),
      [](auto g, auto scratch, short *first, short *last) {
        ex::joint_sort(
            g, first, last,
            joint::joint_sorter<std::greater<>>(scratch, std::greater<>()));
      },
      std::greater<>()));
  using radix = ex::radix_sorters::joint_sorter<float>;
  CHECK(sorts_range<Which, float>(
      q, range, n, radix::memory_required(scope, count),
      [](auto g, auto scratch, float *first, float *last) {
        ex::joint_sort(g, first, last, radix(scratch));
      },
      std::less<>()));
  // By the names of earlier revisions.
  CHECK(sorts_range<Which, int>(
      q, range, n, ex::default_sorter<>::memory_required<int>(scope, count),
      [](auto g, auto scratch, int *first, int *last) {
        ex::joint_sort(g, first, last, ex::default_sorter<>(scratch));
      },
      std::less<>()));
}
} // namespace

SECTION(sorted_ranges) {
  for (int n : {0, 1, 2, 13, 14, 64, 127, 300}) {
    sort_ranges<work_groups>(q, sycl::nd_range<1>(26, 13), n);
    sort_ranges<sub_groups>(q, sycl::nd_range<1>(45, 45), n);
  }
  sort_ranges<work_groups>(q, sycl::nd_range<1>(1, 1), 100);
  sort_ranges<work_groups>(q, sycl::nd_range<2>({6, 10}, {3, 5}), 100);
  sort_ranges<work_groups>(q, sycl::nd_range<3>({2, 2, 9}, {2, 1, 3}), 100);
}

// In local memory, through multi_ptr and iterators of accessors.
SECTION(sorted_ranges_of_iterators) {
  constexpr int n = 200;
  std::vector<int> numbers, expected;
  for (int i = 0; i < n; ++i)
    numbers.push_back(key(std::size_t(i)));
  expected = numbers;
  std::sort(expected.begin(), expected.end());
  {
    sycl::buffer<int> buffer(numbers);
    const std::size_t bytes = joint::joint_sorter<>::memory_required<int>(
        q.get_device(), sycl::memory_scope::work_group, n);
    q.submit([&](sycl::handler &h) {
      const sycl::accessor all(buffer, h);
      const sycl::local_accessor<int> local(n, h);
      const sycl::local_accessor<std::byte> scratch(bytes, h);
      h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> i) {
        const auto g = i.get_group();
        const ex::group_with_scratchpad helper(g,
                                               sycl::span(&scratch[0], bytes));
        for (std::size_t k = i.get_local_id(0); k < n; k += 32)
          local[k] = all[k];
        const auto p = local.get_multi_ptr<sycl::access::decorated::yes>();
        ex::joint_sort(helper, p, p + n, std::greater<>());
        for (std::size_t k = i.get_local_id(0); k < n; k += 32)
          all[k] = local[k];
        sycl::group_barrier(g);
        ex::joint_sort(helper, all.begin(), all.end());
      });
    });
  }
  CHECK(numbers == expected);
}

namespace {
/// The smallest and the largest of the device.
std::pair<std::size_t, std::size_t> sub_group_sizes(const sycl::queue &q) {
  const auto sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (sizes.empty())
    return {1, 64};
  return {*std::min_element(sizes.begin(), sizes.end()),
          *std::max_element(sizes.begin(), sizes.end())};
}
/// Each work-item has `Each` elements of f's: all of a group sorted are what
/// the host has. f(group, scratch, own elements) sorts them.
template <typename Which, int Each, typename T, int D, typename F,
          typename Compare>
bool sorts_values(sycl::queue &q, sycl::nd_range<D> range,
                  std::size_t bytes_of_one, F f, Compare compare,
                  bool striped_in, bool striped_out) {
  const std::size_t n = count_of(range) * Each;
  many<T> from(q, n), to(q, n);
  many<std::size_t> begin(q, n), count(q, n);
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<T, record>)
      from.data[i] = nth_record(i);
    else
      from.data[i] = T(key(i));
  }
  const std::size_t bytes = bytes_of_one + 8;
  std::size_t parts = 1; // of their own for sub-groups
  if (std::is_same_v<Which, sub_groups>)
    parts = 1 + (range.get_local_range().size() - 1) / sub_group_sizes(q).first;
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<std::byte> scratch(bytes * parts, h);
     const T *const in = from.data;
     T *const out = to.data;
     std::size_t *const first = begin.data, *const size = count.data;
     h.parallel_for(range, [=](sycl::nd_item<D> i) {
       const auto g = Which::of(i);
       std::size_t part = 0;
       if constexpr (std::is_same_v<Which, sub_groups>)
         part = g.get_group_linear_id();
       const std::size_t start = Which::first(i, Each),
                         id = g.get_local_linear_id(),
                         all = g.get_local_linear_range();
       T own[Each];
       for (std::size_t k = 0; k < Each; ++k)
         own[k] = in[start + (striped_in ? id + k * all : id * Each + k)];
       f(g, sycl::span(&scratch[0] + part * bytes, bytes_of_one), own);
       for (std::size_t k = 0; k < Each; ++k) {
         const std::size_t place =
             start + (striped_out ? id + k * all : id * Each + k);
         out[place] = own[k];
         first[place] = start;
         size[place] = all * Each;
       }
     });
   }).wait();
  std::vector<T> expected(from.data, from.data + n);
  for (std::size_t i = 0; i < n; i += count.data[i])
    std::stable_sort(expected.begin() + int(i),
                     expected.begin() + int(i + count.data[i]), compare);
  bool all = true;
  for (std::size_t i = 0; i < n; ++i)
    all &= same(to.data[i], expected[i]);
  return all;
}

// Drivers take long for kernels that sort: not all for each kind of group.
template <typename Which, bool All, int D>
void sort_values(sycl::queue &q, sycl::nd_range<D> range) {
  const sycl::device d = q.get_device();
  const auto scope = std::is_same_v<Which, work_groups>
                         ? sycl::memory_scope::work_group
                         : sycl::memory_scope::sub_group;
  std::size_t size = range.get_local_range().size();
  if (std::is_same_v<Which, sub_groups>)
    size = std::min(size, sub_group_sizes(q).second);
  constexpr auto striped = ex::group_algorithm_data_placement::striped;
  using sorter = joint::group_sorter<int>;
  CHECK(sorts_values<Which, 1, int>(
      q, range, sorter::memory_required(d, scope, size),
      [](auto g, auto scratch, int *own) {
        *own = ex::sort_over_group(ex::group_with_scratchpad(g, scratch), *own);
      },
      std::less<>(), false, false));
  if constexpr (All) {
    constexpr auto blocked = ex::group_algorithm_data_placement::blocked;
    using of_records = joint::group_sorter<record, by_key>;
    CHECK(sorts_values<Which, 1, record>(
        q, range, of_records::memory_required(d, scope, size),
        [](auto g, auto scratch, record *own) {
          *own = ex::sort_over_group(ex::group_with_scratchpad(g, scratch),
                                     *own, by_key());
          // Again, with an object of a class of its own.
          *own = ex::sort_over_group(g, *own, of_records(scratch));
        },
        by_key(), false, false));
    using radix =
        ex::radix_sorters::group_sorter<std::int64_t,
                                        ex::sorting_order::descending>;
    CHECK(sorts_values<Which, 1, std::int64_t>(
        q, range, radix::memory_required(scope, size),
        [](auto g, auto scratch, std::int64_t *own) {
          *own = ex::sort_over_group(g, *own, radix(scratch));
        },
        std::greater<>(), false, false));
    // Arrays, in each placement.
    using array_sorter = joint::group_sorter<record, by_key, 5>;
    CHECK(sorts_values<Which, 5, record>(
        q, range, array_sorter::memory_required(d, scope, size),
        [](auto g, auto scratch, record *own) {
          const sycl::span<record, 5> span(own, 5);
          ex::sort_over_group(ex::group_with_scratchpad(g, scratch), span,
                              by_key());
        },
        by_key(), false, false));
    CHECK(sorts_values<Which, 5, record>(
        q, range, array_sorter::memory_required(d, scope, size),
        [](auto g, auto scratch, record *own) {
          const sycl::span<record, 5> span(own, 5);
          ex::sort_over_group(
              g, span, array_sorter(scratch),
              ex::properties{ex::output_data_placement<striped>});
        },
        by_key(), false, true));
    CHECK(sorts_values<Which, 5, int>(
        q, range, array_sorter::memory_required(d, scope, size),
        [](auto g, auto scratch, int *own) {
          const sycl::span<int, 5> span(own, 5);
          ex::sort_over_group(
              ex::group_with_scratchpad(g, scratch), span,
              ex::properties{ex::input_data_placement<striped>,
                             ex::output_data_placement<blocked>});
        },
        std::less<>(), true, false));
    // By keys: the values are the records' numbers.
    using by_keys = joint::group_key_value_sorter<int, int>;
    CHECK(sorts_values<Which, 1, record>(
        q, range, by_keys::memory_required(d, scope, size),
        [](auto g, auto scratch, record *own) {
          std::tuple<int, int> both = ex::sort_key_value_over_group(
              ex::group_with_scratchpad(g, scratch), own->key, own->number,
              std::greater<>());
          both = ex::sort_key_value_over_group(
              g, std::get<0>(both), std::get<1>(both), by_keys(scratch));
          *own = {std::get<0>(both), std::get<1>(both)};
        },
        by_key(), false, false));
  }
  using radix_by_keys = ex::radix_sorters::group_key_value_sorter<
      int, int, ex::sorting_order::ascending, 3>;
  CHECK(sorts_values<Which, 3, record>(
      q, range, radix_by_keys::memory_required(scope, size),
      [](auto g, auto scratch, record *own) {
        int keys[3], numbers[3];
        for (int k = 0; k < 3; ++k)
          keys[k] = own[k].key, numbers[k] = own[k].number;
        ex::sort_key_value_over_group(
            g, sycl::span{keys}, sycl::span{numbers}, radix_by_keys(scratch),
            ex::properties{ex::input_data_placement<striped>,
                           ex::output_data_placement<striped>});
        for (int k = 0; k < 3; ++k)
          own[k] = {keys[k], numbers[k]};
      },
      by_key(), true, true));
}
} // namespace

SECTION(sorted_values) {
  sort_values<work_groups, true>(q, sycl::nd_range<1>(39, 13));
  sort_values<work_groups, true>(q, sycl::nd_range<1>(2, 1));
  sort_values<work_groups, false>(q, sycl::nd_range<2>({6, 10}, {3, 5}));
}
SECTION(sorted_values_of_sub_groups) {
  sort_values<sub_groups, true>(q, sycl::nd_range<1>(90, 45));
  sort_values<sub_groups, false>(q, sycl::nd_range<3>({2, 4, 18}, {2, 2, 9}));
}

namespace {
/// One radix sort of what `numbers` has, in one work-group.
template <typename T, ex::sorting_order Order>
std::vector<T> radix_sorted(sycl::queue &q, const std::vector<T> &numbers,
                            std::bitset<sizeof(T) * 8> mask) {
  using sorter = ex::radix_sorters::joint_sorter<T, Order, 8>;
  many<T> elements(q, numbers.size());
  std::copy(numbers.begin(), numbers.end(), elements.data);
  const std::size_t bytes =
      sorter::memory_required(sycl::memory_scope::work_group, numbers.size());
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<std::byte> scratch(bytes, h);
     T *const first = elements.data, *const last = first + elements.size;
     h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) {
       ex::joint_sort(i.get_group(), first, last,
                      sorter(sycl::span(&scratch[0], bytes), mask));
     });
   }).wait();
  return {elements.data, elements.data + elements.size};
}
template <typename T> void radix_sort_numbers(sycl::queue &q) {
  std::vector<T> numbers;
  for (int i = 0; i < 100; ++i)
    numbers.push_back(T(key(std::size_t(i))));
  numbers.push_back(std::numeric_limits<T>::max());
  numbers.push_back(std::numeric_limits<T>::lowest());
  numbers.push_back(T(1));
  const std::bitset<sizeof(T) * 8> all(
      std::numeric_limits<unsigned long long>::max());
  std::vector<T> expected = numbers;
  std::stable_sort(expected.begin(), expected.end());
  CHECK((radix_sorted<T, ex::sorting_order::ascending>(q, numbers, all) ==
         expected));
  if constexpr (sizeof(T) > 2) {
    std::stable_sort(expected.begin(), expected.end(), std::greater<>());
    CHECK((radix_sorted<T, ex::sorting_order::descending>(q, numbers, all) ==
           expected));
  }
}
} // namespace

SECTION(radix_sorters_of_all_types) {
  radix_sort_numbers<char>(q);
  radix_sort_numbers<signed char>(q);
  radix_sort_numbers<std::uint8_t>(q);
  radix_sort_numbers<short>(q);
  radix_sort_numbers<std::uint16_t>(q);
  radix_sort_numbers<int>(q);
  radix_sort_numbers<std::uint32_t>(q);
  radix_sort_numbers<std::int64_t>(q);
  radix_sort_numbers<std::uint64_t>(q);
  radix_sort_numbers<float>(q);
  radix_sort_numbers<sycl::ext::oneapi::bfloat16>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    radix_sort_numbers<double>(q);
  if (q.get_device().has(sycl::aspect::fp16))
    radix_sort_numbers<sycl::half>(q);
  // Bits that the mask leaves out do not count, and what is equal stays in
  // order.
  const std::vector<std::uint16_t> numbers = {0x31, 0x12, 0x21, 0x02, 0x11};
  CHECK((radix_sorted<std::uint16_t, ex::sorting_order::ascending>(q, numbers,
                                                                   0xf) ==
         std::vector<std::uint16_t>{0x31, 0x21, 0x11, 0x12, 0x02}));
  CHECK((radix_sorted<std::uint16_t, ex::sorting_order::descending>(q, numbers,
                                                                    0xf0) ==
         std::vector<std::uint16_t>{0x31, 0x21, 0x12, 0x11, 0x02}));
}
