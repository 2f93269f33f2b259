// Extensions of group algorithms: sycl_ext_oneapi_group_load_store and
// sycl_ext_oneapi_user_defined_reductions. Sorting: group_sort.cpp.
#include "testing/conformance/check.h"
#include "testing/conformance/group_kinds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <type_traits>

CONFORMANCE_CHAPTER("group_extensions");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
using namespace conformance;

#if SYCL_EXT_ONEAPI_GROUP_LOAD_STORE != 1 ||                                   \
    SYCL_EXT_ONEAPI_USER_DEFINED_REDUCTIONS != 1
#error "a feature-test macro is missing"
#endif

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
        // The pointer with its address space, as other programs pass it.
        ex::group_store(
            g, x,
            sycl::address_space_cast<sycl::access::address_space::global_space,
                                     sycl::access::decorated::yes>(out + first)
                .get_decorated());
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
