// SYCL 2020, 4.17.3 and 4.17.4: group functions and algorithms of work-groups and
// sub-groups. Those of the elements of ranges are in joint_algorithms.cpp.
#include "testing/conformance/check.h"
#include "testing/conformance/group_values.h"

#include <cstdint>
#include <functional>
#include <limits>

CONFORMANCE_CHAPTER("groups");

namespace {

using namespace conformance;

constexpr std::size_t items = 96, size = 24;

/// out[i] = f(nd_item) of each work-item.
template <typename T, typename F>
std::vector<T> each(sycl::queue &q, F f) {
  T *out = sycl::malloc_shared<T>(items, q);
  q.parallel_for(sycl::nd_range<1>(items, size),
                 [=](sycl::nd_item<1> i) { out[i.get_global_id(0)] = f(i); })
      .wait();
  std::vector<T> result(out, out + items);
  sycl::free(out, q);
  return result;
}
/// Whether wanted(group, item of the group) is what every item got.
template <typename T, typename F>
bool all_are(const std::vector<T> &got, F wanted) {
  for (std::size_t i = 0; i < items; ++i)
    if (got[i] != wanted(i / size, i % size))
      return false;
  return true;
}
template <typename T, typename Op> T host_reduce(std::size_t group, T init, Op op) {
  for (std::size_t i = 0; i < size; ++i)
    init = op(init, T(value(group * size + i)));
  return init;
}
} // namespace

SECTION(broadcast) {
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::group_broadcast(
                                i.get_group(), int(i.get_global_id(0)));
                          }),
                [](std::size_t g, std::size_t) { return int(g * size); }));
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::group_broadcast(
                                i.get_group(), int(i.get_global_id(0)), 5);
                          }),
                [](std::size_t g, std::size_t) { return int(g * size + 5); }));
  CHECK(all_are(
      each<int>(q,
                [](sycl::nd_item<1> i) {
                  return sycl::group_broadcast(i.get_group(),
                                               int(i.get_global_id(0)),
                                               sycl::id<1>(size - 1));
                }),
      [](std::size_t g, std::size_t) { return int(g * size + size - 1); }));
  struct big {
    std::int64_t a;
    char b;
    float c;
  };
  const auto got = each<std::int64_t>(q, [](sycl::nd_item<1> i) {
    const std::int64_t n = std::int64_t(i.get_global_id(0));
    const big mine{n << 33, char(n), float(n)};
    const big theirs = sycl::group_broadcast(i.get_group(), mine, 2);
    return theirs.a + theirs.b + std::int64_t(theirs.c);
  });
  CHECK(all_are(got, [](std::size_t g, std::size_t) {
    const std::int64_t n = std::int64_t(g * size + 2);
    return (n << 33) + 2 * n;
  }));
}

SECTION(votes) {
  const auto got = each<int>(q, [](sycl::nd_item<1> i) {
    const auto g = i.get_group();
    const std::size_t l = i.get_local_id(0), group = i.get_group(0);
    // Group 0: none; 1: one; 2: all but one; 3: all.
    const bool mine = group == 3 || (group == 2 && l != 3) ||
                      (group == 1 && l == 3);
    const auto is_set = [](int x) { return x != 0; };
    return sycl::any_of_group(g, mine) | sycl::all_of_group(g, mine) << 1 |
           sycl::none_of_group(g, mine) << 2 |
           sycl::any_of_group(g, int(mine), is_set) << 3 |
           sycl::all_of_group(g, int(mine), is_set) << 4 |
           sycl::none_of_group(g, int(mine), is_set) << 5;
  });
  const int wanted[] = {044, 011, 011, 033};
  CHECK(all_are(got, [&](std::size_t g, std::size_t) { return wanted[g]; }));
}

SECTION(joint_votes) {
  int *data = sycl::malloc_shared<int>(100, q);
  for (int i = 0; i < 100; ++i)
    data[i] = i;
  const auto big = [](int x) { return x >= 50; };
  const auto all = [&](int wanted, auto f) {
    return all_are(each<int>(q, [=](sycl::nd_item<1> i) {
                     return f(i.get_group());
                   }),
                   [=](std::size_t, std::size_t) { return wanted; });
  };
  CHECK(all(2, [=](auto g) {
    return sycl::joint_any_of(g, data, data + 50, big) |
           sycl::joint_any_of(g, data, data + 51, big) << 1;
  }));
  CHECK(all(1, [=](auto g) {
    return sycl::joint_all_of(g, data + 50, data + 100, big) |
           sycl::joint_all_of(g, data + 49, data + 100, big) << 1;
  }));
  CHECK(all(1, [=](auto g) {
    return sycl::joint_none_of(g, data, data + 50, big) |
           sycl::joint_none_of(g, data, data + 100, big) << 1;
  }));
  CHECK(all(2, [=](auto g) {
    return sycl::joint_any_of(g, data, data, big) |
           sycl::joint_all_of(g, data, data, big) << 1;
  }));
  sycl::free(data, q);
}

SECTION(reduce) {
#define REDUCES(T, OP, INIT)                                                   \
  CHECK(all_are(each<T>(q,                                                     \
                        [](sycl::nd_item<1> i) {                               \
                          return sycl::reduce_over_group(                      \
                              i.get_group(), T(value(i.get_global_id(0))),     \
                              sycl::OP<T>());                                  \
                        }),                                                    \
                [](std::size_t g, std::size_t) {                               \
                  return host_reduce<T>(g, INIT, sycl::OP<T>());               \
                }));
  REDUCES(int, plus, 0)
  REDUCES(std::uint64_t, plus, 0)
  REDUCES(std::uint8_t, plus, 0)
  REDUCES(std::int16_t, plus, 0)
  REDUCES(float, plus, 0)
  REDUCES(std::uint32_t, multiplies, 1)
  REDUCES(int, minimum, 1000)
  REDUCES(float, maximum, -1)
  REDUCES(std::int64_t, minimum, 1000)
  REDUCES(unsigned, bit_and, ~0u)
  REDUCES(unsigned, bit_or, 0)
  REDUCES(std::int64_t, bit_xor, 0)
  REDUCES(std::int8_t, minimum, 100)
  REDUCES(std::uint16_t, maximum, 0)
  REDUCES(std::uint64_t, minimum, 1000)
  REDUCES(double, plus, 0)
#undef REDUCES
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::reduce_over_group(
                                i.get_group(), value(i.get_global_id(0)), 1000,
                                sycl::plus<>());
                          }),
                [](std::size_t g, std::size_t) {
                  return host_reduce(g, 1000, std::plus<>());
                }));
  CHECK(all_are(each<bool>(q,
                           [](sycl::nd_item<1> i) {
                             return sycl::reduce_over_group(
                                 i.get_group(), i.get_global_id(0) != 30,
                                 sycl::logical_and<bool>());
                           }),
                [](std::size_t g, std::size_t) { return g != 1; }));
}

SECTION(own_operations) {
  const auto sums = each<std::uint32_t>(q, [](sycl::nd_item<1> i) {
    return sycl::reduce_over_group(i.get_group(), matrix(i.get_global_id(0)),
                                   times());
  });
  const auto scans = each<std::uint32_t>(q, [](sycl::nd_item<1> i) {
    return sycl::inclusive_scan_over_group(
        i.get_group(), matrix(i.get_global_id(0)), times());
  });
  bool right = true;
  for (std::size_t g = 0; g < items / size; ++g) {
    std::uint32_t all = matrix(g * size);
    for (std::size_t l = 0; l < size; ++l) {
      if (l > 0)
        all = times()(all, matrix(g * size + l));
      right &= scans[g * size + l] == all;
    }
    right &= sums[g * size] == all && sums[g * size + size - 1] == all;
  }
  CHECK(right);
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::reduce_over_group(
                                i.get_group(), int(i.get_global_id(0)),
                                first_of());
                          }),
                [](std::size_t g, std::size_t) { return int(g * size); }));
}

SECTION(scans) {
  const auto sum_before = [](std::size_t g, std::size_t l, int init) {
    for (std::size_t i = 0; i < l; ++i)
      init += value(g * size + i);
    return init;
  };
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::inclusive_scan_over_group(
                                i.get_group(), value(i.get_global_id(0)),
                                sycl::plus<>());
                          }),
                [&](std::size_t g, std::size_t l) {
                  return sum_before(g, l + 1, 0);
                }));
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::inclusive_scan_over_group(
                                i.get_group(), value(i.get_global_id(0)),
                                sycl::plus<>(), 50);
                          }),
                [&](std::size_t g, std::size_t l) {
                  return sum_before(g, l + 1, 50);
                }));
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::exclusive_scan_over_group(
                                i.get_group(), value(i.get_global_id(0)),
                                sycl::plus<>());
                          }),
                [&](std::size_t g, std::size_t l) {
                  return sum_before(g, l, 0);
                }));
  CHECK(all_are(each<int>(q,
                          [](sycl::nd_item<1> i) {
                            return sycl::exclusive_scan_over_group(
                                i.get_group(), value(i.get_global_id(0)), 50,
                                sycl::plus<>());
                          }),
                [&](std::size_t g, std::size_t l) {
                  return sum_before(g, l, 50);
                }));
}

SECTION(more_dimensions) {
  int *x = sycl::malloc_shared<int>(64, q);
  q.parallel_for(sycl::nd_range<2>({8, 8}, {4, 4}), [=](sycl::nd_item<2> i) {
     const int mine = int(i.get_local_linear_id());
     const int sum =
         sycl::reduce_over_group(i.get_group(), mine, sycl::plus<>());
     const int scan = sycl::exclusive_scan_over_group(i.get_group(), mine,
                                                      sycl::plus<>());
     const int from = sycl::group_broadcast(i.get_group(), mine,
                                            sycl::id<2>(1, 2));
     x[i.get_global_linear_id()] = sum * 10000 + scan * 10 + from;
   }).wait();
  for (int y = 0; y < 8; ++y)
    for (int at = 0; at < 8; ++at) {
      const int l = y % 4 * 4 + at % 4;
      CHECK(x[y * 8 + at] == 1200000 + l * (l - 1) / 2 * 10 + 6);
    }
  sycl::free(x, q);
}

SECTION(barriers) {
  int *x = sycl::malloc_shared<int>(256, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(64), h);
     h.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> i) {
       const std::size_t at = i.get_local_id(0);
       l[at] = int(at);
       for (int step = 1; step < 64; step *= 2) {
         sycl::group_barrier(i.get_group());
         const int other = l[at ^ step];
         sycl::group_barrier(i.get_group(), sycl::memory_scope::work_group);
         l[at] += other;
       }
       sycl::group_barrier(i.get_group(), sycl::memory_scope::device);
       x[i.get_global_id(0)] = l[63 - at];
     });
   }).wait();
  for (int i = 0; i < 256; ++i)
    CHECK(x[i] == 2016);
  sycl::free(x, q);
}

/// Several in one kernel, for as many work-items as a group may have; values of
/// T do not all fit into the memory through which they are combined.
template <typename T> void check_many(sycl::queue &q, sycl::range<3> local) {
  const std::size_t n = local.size();
  const sycl::nd_range<3> two({2 * local[0], local[1], local[2]}, local);
  T *out = sycl::malloc_shared<T>(2 * n * 4, q);
  q.parallel_for(two, [=](sycl::nd_item<3> item) {
     const auto g = item.get_group();
     const std::size_t i = item.get_local_linear_id();
     T *mine = out + (g.get_group_linear_id() * n + i) * 4;
     const T x{matrix(g.get_group_linear_id() + i)};
     mine[0] = sycl::inclusive_scan_over_group(g, x, typename T::product());
     mine[1] = sycl::exclusive_scan_over_group(g, x, T{1u | 1u << 24},
                                               typename T::product());
     mine[2] = sycl::reduce_over_group(g, x, typename T::product());
     mine[3] = sycl::group_broadcast(g, x, n - 1);
   }).wait();
  for (std::size_t group = 0; group < 2; ++group) {
    T *got = out + group * n * 4;
    T sum{1u | 1u << 24};
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(got[4 * i + 1].value == sum.value);
      sum = typename T::product()(sum, T{matrix(group + i)});
      CHECK(got[4 * i].value == sum.value);
    }
    for (std::size_t i = 0; i < n; ++i)
      CHECK(got[4 * i + 2].value == sum.value &&
            got[4 * i + 3].value == matrix(group + n - 1));
  }
  sycl::free(out, q);
}
template <std::size_t Padding> struct padded {
  struct product {
    padded operator()(const padded &a, const padded &b) const {
      return {times()(a.value, b.value)};
    }
  };
  std::uint32_t value;
  std::uint32_t padding[Padding] = {};
};

/// Results on which the group decides, and others that each work-item chooses
/// from; negative numbers, of which bytes are extended.
void check_decisions(sycl::queue &q, std::size_t n) {
  constexpr int results = 4;
  int *out = sycl::malloc_shared<int>(2 * n * results, q);
  q.parallel_for(sycl::nd_range<1>(2 * n, n), [=](sycl::nd_item<1> item) {
     const auto g = item.get_group();
     const std::size_t i = item.get_global_id(0);
     const int x = value(i) - 16;
     int *mine = out + i * results;
     const int sum = sycl::reduce_over_group(g, x, sycl::plus<>());
     const int least =
         sycl::reduce_over_group(g, std::int8_t(x), sycl::minimum<>());
     mine[0] = x & 1 ? sum : least;
     // So many rounds with barriers.
     int rounds = 0;
     for (int k = least; k < 0; k += 4)
       rounds += sycl::reduce_over_group(g, x + k, sycl::maximum<>());
     mine[1] = rounds;
     int left = x, votes = 0;
     while (sycl::any_of_group(g, left > 0)) {
       --left;
       ++votes;
     }
     mine[2] = votes;
     int behind = -1;
     if (sum % 2 == 0)
       behind = sycl::inclusive_scan_over_group(g, x, sycl::plus<>());
     mine[3] = behind;
   }).wait();
  for (std::size_t group = 0; group < 2; ++group) {
    int sum = 0, least = 100, most = -100, rounds = 0, scan = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const int x = value(group * n + i) - 16;
      sum += x;
      least = x < least ? x : least;
      most = x > most ? x : most;
    }
    for (int k = least; k < 0; k += 4)
      rounds += most + k;
    bool right = true;
    for (std::size_t i = 0; i < n; ++i) {
      const int x = value(group * n + i) - 16;
      const int *got = out + (group * n + i) * results;
      scan += x;
      right &= got[0] == (x & 1 ? sum : least) && got[1] == rounds &&
               got[2] == (most > 0 ? most : 0) &&
               got[3] == (sum % 2 == 0 ? scan : -1);
    }
    CHECK(right);
  }
  sycl::free(out, q);
}

SECTION(many_work_items) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (std::size_t n : {1, 7, 31, 33, 250, 1024})
    if (n <= most)
      check_decisions(q, n);
  for (std::size_t n : {1, 2, 3, 61, 256, 1000, 1024, 4096})
    if (n <= most) {
      check_many<padded<1>>(q, {1, 1, n});
      check_many<padded<20>>(q, {1, 1, n});
    }
  check_many<padded<1>>(q, {3, 5, 7});
  check_many<padded<60>>(q, {4, 4, 8});
}

SECTION(traits) {
  CHECK(sycl::is_group_v<sycl::group<1>> && sycl::is_group_v<sycl::group<3>>);
  CHECK(sycl::is_group_v<sycl::sub_group> && !sycl::is_group_v<int>);
  CHECK((sycl::has_known_identity_v<sycl::plus<>, int>));
  CHECK((sycl::known_identity_v<sycl::multiplies<float>, float>) == 1.0f);
  CHECK((sycl::known_identity_v<sycl::minimum<int>, int>) ==
        std::numeric_limits<int>::max());
  CHECK((sycl::known_identity_v<sycl::maximum<float>, float>) ==
        -std::numeric_limits<float>::infinity());
  CHECK((sycl::known_identity_v<sycl::bit_and<>, unsigned>) == ~0u);
  CHECK((sycl::known_identity_v<sycl::logical_or<bool>, bool>) == false);
  CHECK((!sycl::has_known_identity_v<times, std::uint32_t>));
  CHECK(sycl::minimum<>()(3, 4) == 3 && sycl::maximum<int>()(3, 4) == 4);
}
