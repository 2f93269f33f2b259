// sycl_ext_oneapi_group_sort.
#include "testing/conformance/check.h"
#include "testing/conformance/group_kinds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("group_sort");

#if SYCL_EXT_ONEAPI_GROUP_SORT != 2
#error "a feature-test macro is missing"
#endif

namespace {
namespace ex = sycl::ext::oneapi::experimental;
using namespace conformance;
} // namespace

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
    constexpr auto scope = sycl::memory_scope::work_group;
    const std::size_t bytes =
        joint::joint_sorter<>::memory_required<int>(q.get_device(), scope, n);
    // Without a device, as in earlier revisions.
    static_assert(joint::joint_sorter<>::memory_required<int>(scope, n) != 0);
    static_assert(joint::group_sorter<int>::memory_required(scope, 8) != 0);
    CHECK(joint::joint_sorter<>::memory_required<int>(scope, n) == bytes);
    using pairs = joint::group_key_value_sorter<int, short>;
    CHECK(pairs::memory_required(scope, 8) ==
          pairs::memory_required(q.get_device(), scope, 8));
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
