// SYCL 2020, 4.17.3 and 4.17.4: group functions and algorithms of work-groups
// and sub-groups.
#include "testing/conformance/check.h"

#include <cstdint>
#include <functional>
#include <limits>

CONFORMANCE_CHAPTER("groups");

namespace {

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
constexpr int value(std::size_t i) { return int(i * 7 % 31) + 1; }

struct first_of { // neither commutative nor with a known identity
  int operator()(int a, int) const { return a; }
};
struct times { // of 2x2 matrices modulo 97: associative, not commutative
  std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t a = x & 255, b = x >> 8 & 255, c = x >> 16 & 255,
                        d = x >> 24, e = y & 255, f = y >> 8 & 255,
                        g = y >> 16 & 255, h = y >> 24;
    return (a * e + b * g) % 97 | (a * f + b * h) % 97 << 8 |
           (c * e + d * g) % 97 << 16 | (c * f + d * h) % 97 << 24;
  }
};
constexpr std::uint32_t matrix(std::size_t i) {
  return std::uint32_t(i % 5 + 1) | std::uint32_t(i % 3) << 8 |
         std::uint32_t(i % 7) << 16 | 1u << 24;
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

// One kernel for each: drivers take long for kernels with many barriers.
namespace {
template <typename F>
void with_group(sycl::queue &q, F f) {
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) {
     f(i.get_group());
   }).wait();
}
struct numbers { // some, and room for what becomes of them
  static constexpr int n = 57;
  explicit numbers(sycl::queue &queue)
      : q(queue), in(sycl::malloc_shared<int>(2 * n, q)), out(in + n) {
    for (int i = 0; i < n; ++i)
      in[i] = value(i), out[i] = -1;
  }
  ~numbers() { sycl::free(in, q); }
  sycl::queue &q;
  int *in, *out;
};
} // namespace

SECTION(joint_scans) {
  const numbers x(q);
  int *const in = x.in, *const out = x.out, *const end = in + x.n;
  const auto sums = [&](int init, bool inclusive) {
    bool right = true;
    for (int i = 0; i < x.n; ++i) {
      right &= inclusive || out[i] == init;
      init += in[i];
      right &= !inclusive || out[i] == init;
    }
    return right;
  };
  const sycl::plus<int> plus;
  with_group(q, [=](auto g) {
    if (sycl::joint_inclusive_scan(g, in, end, out, plus) != out + (end - in))
      out[0] = -1;
  });
  CHECK(sums(0, true));
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, end, out, plus, 100);
  });
  CHECK(sums(100, true));
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, end, out, plus);
  });
  CHECK(sums(0, false));
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, end, out, 100, plus);
  });
  CHECK(sums(100, false));
}

// No elements, fewer and more than work-items, and one more than a multiple; an
// operation without identity whose operands may not change places; the result in
// the place of the elements. Groups of all dimensions, and sub-groups.
SECTION(joint_scans_of_all_lengths) {
  constexpr int most = 101;
  auto *in = sycl::malloc_shared<std::uint32_t>(4 * most, q);
  auto *first = in + most, *second = in + 2 * most, *in_place = in + 3 * most;
  for (int i = 0; i < most; ++i)
    in[i] = matrix(i);
  const auto scan = [&](auto range, auto group_of, int n) {
    for (int i = 0; i < most; ++i)
      first[i] = second[i] = 7, in_place[i] = in[i];
    q.parallel_for(range, [=](auto i) {
       const auto g = group_of(i);
       if (i.get_sub_group().get_group_linear_id() != 0)
         if constexpr (std::is_same_v<std::decay_t<decltype(g)>, sycl::sub_group>)
           return;
       const times op;
       auto end = sycl::joint_inclusive_scan(g, in, in + n, first, op);
       end += sycl::joint_exclusive_scan(g, in, in + n, second, matrix(3), op) -
              (second + n);
       sycl::joint_inclusive_scan(g, in_place, in_place + n, in_place, op,
                                  matrix(3));
       if (end != first + n)
         first[0] = second[0] = 1;
     }).wait();
    bool right = true;
    std::uint32_t plain = 0, begun = matrix(3);
    for (int i = 0; i < n; ++i) {
      plain = i == 0 ? in[0] : times()(plain, in[i]);
      right &= first[i] == plain && second[i] == begun;
      begun = times()(begun, in[i]);
      right &= in_place[i] == begun;
    }
    for (int i = n; i < most; ++i)
      right &= first[i] == 7 && second[i] == 7 && in_place[i] == in[i];
    return right;
  };
  const auto whole = [](auto i) { return i.get_group(); };
  for (int n : {0, 1, 2, 15, 16, 17, 32, 33, most}) {
    CHECK(scan(sycl::nd_range<1>(16, 16), whole, n));
    CHECK(scan(sycl::nd_range<2>({3, 4}, {3, 4}), whole, n));
    CHECK(scan(sycl::nd_range<3>({2, 1, 3}, {2, 1, 3}), whole, n));
    CHECK(scan(sycl::nd_range<1>(16, 16),
               [](auto i) { return i.get_sub_group(); }, n));
  }
  sycl::free(in, q);
}

// "binary_op(*first, *first) must return a value of type
// std::iterator_traits<OutPtr>::value_type", and "intermediate results are stored
// as objects of" that type: those of 32 bits would overflow here.
// Fewer elements than work-items, in branches that all of the group take: what is
// beside the results stays as it is.
SECTION(joint_scans_in_branches) {
  constexpr int n = 3, around = 64, all = n + 2 * around;
  int *in = sycl::malloc_shared<int>(n, q);
  int *out = sycl::malloc_shared<int>(2 * all, q);
  for (int i = 0; i < n; ++i)
    in[i] = 10 * i + 1;
  for (bool with_init : {false, true}) {
    for (int i = 0; i < 2 * all; ++i)
      out[i] = -1;
    q.parallel_for(sycl::nd_range<1>(12, 12), [=](sycl::nd_item<1> item) {
       auto g = item.get_group();
       sycl::plus<int> plus;
       int *inclusive = out + around, *exclusive = out + all + around;
       if (with_init)
         sycl::joint_inclusive_scan(g, in, in + n, inclusive, plus, 42);
       else
         sycl::joint_inclusive_scan(g, in, in + n, inclusive, plus);
       if (!with_init)
         sycl::joint_exclusive_scan(g, in, in + n, exclusive, plus);
       else
         sycl::joint_exclusive_scan(g, in, in + n, exclusive, 42, plus);
     }).wait();
    int sum = with_init ? 42 : 0, changed = 0;
    for (int i = 0; i < n; ++i) {
      CHECK(out[all + around + i] == sum);
      sum += in[i];
      CHECK(out[around + i] == sum);
    }
    for (int i = 0; i < 2 * all; ++i)
      changed += out[i] != -1;
    CHECK(changed == 2 * n);
  }
  sycl::free(in, q);
  sycl::free(out, q);
}

SECTION(joint_scans_into_another_type) {
  constexpr int n = 50;
  int *in = sycl::malloc_shared<int>(n, q);
  long long *out = sycl::malloc_shared<long long>(4 * n, q);
  for (int i = 0; i < n; ++i)
    in[i] = 2000000000 - i;
  const sycl::plus<long long> plus;
  // One in a kernel: PoCL takes long for several.
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, in + n, out, plus);
  });
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, in + n, out + n, plus);
  });
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, in + n, out + 2 * n, plus, 5LL);
  });
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, in + n, out + 3 * n, 5LL, plus);
  });
  long long sum = 0;
  for (int i = 0; i < n; ++i) {
    CHECK(out[n + i] == sum && out[3 * n + i] == sum + 5);
    sum += in[i];
    CHECK(out[i] == sum && out[2 * n + i] == sum + 5);
  }
  // A transparent operation combines what the elements became.
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, in + n, out, sycl::plus<>());
  });
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, in + n, out + n, sycl::maximum<>());
  });
  CHECK(out[n - 1] == sum && out[2 * n - 1] == 2000000000);
  CHECK(out[n] == std::numeric_limits<long long>::lowest());
  sycl::free(in, q);
  sycl::free(out, q);
}

SECTION(joint_reductions) {
  const numbers x(q);
  int *const in = x.in, *const out = x.out, *const end = in + x.n;
  int sum = 0;
  for (int i = 0; i < x.n; ++i)
    sum += in[i];
  const sycl::plus<int> plus;
  with_group(q, [=](auto g) {
    const int all = sycl::joint_reduce(g, in, end, plus);
    if (g.leader())
      out[0] = all;
  });
  with_group(q, [=](auto g) {
    const int all = sycl::joint_reduce(g, in, end, 100, plus);
    if (g.leader())
      out[1] = all;
  });
  with_group(q, [=](auto g) {
    const int none = sycl::joint_reduce(g, in, in, 7, plus);
    if (g.leader())
      out[2] = none;
  });
  with_group(q, [=](auto g) {
    const int first = sycl::joint_reduce(g, in, end, 3, first_of());
    if (g.leader())
      out[3] = first;
  });
  CHECK(out[0] == sum && out[1] == sum + 100 && out[2] == 7 && out[3] == 3);
}

SECTION(joint_with_multi_ptr) {
  int *x = sycl::malloc_shared<int>(40, q);
  for (int i = 0; i < 40; ++i)
    x[i] = i;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(40), h);
     h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
       using sycl::access::decorated;
       const auto g = i.get_group();
       const auto first = l.get_multi_ptr<decorated::no>();
       for (std::size_t at = i.get_local_id(0); at < 40; at += 8)
         l[at] = x[at];
       sycl::group_barrier(g);
       const int sum =
           sycl::joint_reduce(g, first, first + 40, sycl::plus<int>());
       if (g.leader())
         x[0] = sum;
     });
   }).wait();
  CHECK(x[0] == 780);
  sycl::free(x, q);
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

SECTION(many_work_items) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
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
