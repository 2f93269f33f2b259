// SYCL 2020, 4.9.4.2: ways to invoke kernels, and what kernels can take along
// (3.13.1, 4.12).
#include "testing/conformance/check.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

CONFORMANCE_CHAPTER("kernels");

namespace {
class named;
namespace inner {
struct also_named;
}
template <typename T> class named_by_type;

struct functor {
  int *out;
  int factor;
  void operator()(sycl::id<1> i) const { out[i] = int(i[0]) * factor; }
};

template <typename T> T twice(T x) { return x + x; }
int recursion_free(int n) {
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += twice(i);
  return all;
}

struct with_constructor {
  with_constructor(int v) : value(v) {}
  with_constructor(const with_constructor &other) : value(other.value) {}
  ~with_constructor() {}
  int value;
};

struct base {
  int a = 1;
  int sum() const { return a; }
};
struct derived : base {
  int b = 2;
  int sum() const { return base::sum() + b; }
};
} // namespace

template <>
struct sycl::is_device_copyable<with_constructor> : std::true_type {};

namespace {
[[gnu::noinline]] void store_with_offset(int *x, std::size_t group) {
  const auto it = sycl::khr::this_nd_item<3>();
  x[10 + 4 * group + it.get_global_id(2)] =
      int(it.get_global_id(0) * 100 + it.get_global_linear_id() % 2);
}
} // namespace

// Deprecated, and still there.
SECTION(offsets) {
  int *x = sycl::malloc_shared<int>(24, q);
  std::fill(x, x + 24, -1);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range(4), sycl::id(3), [=](sycl::item<1> i) {
       x[i] = int(10 * i.get_linear_id() + i.get_offset()[0]);
     });
   }).wait();
  CHECK(x[2] == -1 && x[3] == 3 && x[6] == 33 && x[7] == -1);
  std::fill(x, x + 24, -1);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range(1, 2, 2), sycl::id(1, 1, 2),
                    [=](sycl::id<3> i) {
                      x[(i[0] * 3 + i[1]) * 4 + i[2]] = int(i[2]);
                    });
   }).wait();
  CHECK(std::count(x, x + 24, -1) == 20 && x[18] == 2 && x[23] == 3);
  // Of nd_ranges, in functions that kernels call, too.
  std::fill(x, x + 24, -1);
  q.parallel_for(sycl::nd_range<1>(4, 2, 5), [=](sycl::nd_item<1> it) {
     x[it.get_global_id(0)] = int(it.get_global_linear_id());
   }).wait();
  CHECK(x[4] == -1 && x[5] == 0 && x[8] == 3 && x[9] == -1);
  std::fill(x, x + 24, -1);
  const sycl::nd_range<3> where({1, 2, 2}, {1, 1, 2}, {1, 0, 2});
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> sum(sycl::range(1), h);
     h.parallel_for(where, [=](sycl::nd_item<3> it) {
       if (it.get_local_id(2) == 0)
         sum[0] = 0;
       sycl::group_barrier(it.get_group());
       store_with_offset(x, it.get_group(1));
       sycl::group_barrier(it.get_group());
       if (it.get_local_id(2) == 0)
         x[2 * it.get_group(1)] = int(it.get_offset()[2] * 10 +
                                      it.get_nd_range().get_offset()[0]);
     });
   }).wait();
  for (int g = 0; g < 2; ++g)
    CHECK(x[2 * g] == 21 && x[10 + 4 * g + 2] == 100 && x[10 + 4 * g + 3] == 101);
  // The same kernel without one, and one that does not ask for ids.
  for (const std::size_t offset : {0, 3}) {
    std::fill(x, x + 24, -1);
    q.parallel_for(sycl::nd_range<1>(4, 4, offset), [=](sycl::nd_item<1> it) {
       x[it.get_global_id()] = int(it.get_local_id(0));
     }).wait();
    CHECK(x[offset] == 0 && x[offset + 3] == 3 && x[offset + 4] == -1);
    q.parallel_for(sycl::nd_range<1>(4, 4, offset), [=](sycl::nd_item<1> it) {
       x[it.get_local_id(0)] = 50;
     }).wait();
    CHECK(x[0] == 50 && x[3] == 50);
  }
  sycl::free(x, q);
}

namespace {
struct numbers {
  int *out;
  void operator()(sycl::item<1> i) const { out[i] = int(i.get_id(0)) + 1; }
};
} // namespace

// Two kernels of one class, which names both.
SECTION(functor_with_and_without_offset) {
  int *x = sycl::malloc_shared<int>(5, q);
  std::fill(x, x + 5, 0);
  q.parallel_for(sycl::range<1>(2), numbers{x}).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(2), sycl::id<1>(3), numbers{x});
   }).wait();
  CHECK(x[0] == 1 && x[1] == 2 && x[2] == 0 && x[3] == 4 && x[4] == 5);
  sycl::free(x, q);
}

namespace {
int checked(int i) {
  assert(i >= 0 && "from several kernels");
  return i;
}
} // namespace

/// Kernels of one source, some with assertions, some of them the same.
SECTION(assertions_that_hold) {
  int *x = sycl::malloc_shared<int>(8, q);
  q.parallel_for(sycl::range(8), [=](sycl::id<1> i) {
     x[i] = checked(int(i[0]));
   }).wait();
  q.parallel_for(sycl::range(8), [=](sycl::id<1> i) {
     assert(x[i] == int(i[0]));
     x[i] += 2;
   }).wait();
  q.parallel_for(sycl::range(8), [=](sycl::id<1> i) {
     for (int k = 0; k < checked(x[i]); ++k)
       x[i] += k % 2;
   }).wait();
  q.single_task([=] { x[0] += x[7]; }).wait();
  CHECK(x[1] == 5 && x[0] > x[7]);
  sycl::free(x, q);
}

SECTION(old_names_of_groups) {
  std::size_t *x = sycl::malloc_shared<std::size_t>(6, q);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
     const sycl::group<2> g = it.get_group();
     if (it.get_global_linear_id() != 23)
       return;
     x[0] = g.get_id()[0];
     x[1] = g.get_id(1);
     x[2] = g.get_linear_id();
     x[3] = g.get_global_range()[0];
     x[4] = g.get_global_range(1);
     x[5] = g.get_global_range().size();
   }).wait();
  CHECK(x[0] == 1 && x[1] == 1 && x[2] == 3);
  CHECK(x[3] == 4 && x[4] == 6 && x[5] == 24);
  sycl::free(x, q);
}

/// SYCL 2020, 4.5.3: objects of different groups differ, wherever they are.
SECTION(stored_groups) {
  auto *groups = static_cast<sycl::group<2> *>(
      sycl::malloc_shared(6 * sizeof(sycl::group<2>), q));
  int *x = sycl::malloc_shared<int>(36, q);
  q.parallel_for(sycl::nd_range<2>({2, 12}, {1, 4}), [=](sycl::nd_item<2> it) {
     const sycl::group<2> g = it.get_group();
     if (g.leader())
       groups[g.get_group_linear_id()] = g;
   }).wait();
  q.parallel_for(sycl::range(36), [=](sycl::id<1> i) {
     const std::size_t a = i[0] / 6, b = i[0] % 6;
     x[i] = (groups[a] == groups[b]) + 2 * (groups[a] != groups[b]);
   }).wait();
  bool right = true;
  for (int i = 0; i < 36; ++i)
    right &= x[i] == (i / 6 == i % 6 ? 1 : 2);
  CHECK(right);
  CHECK(groups[5].get_group_id() == sycl::id(1, 2) && groups[4][1] == 1);
  CHECK(groups[5] == groups[5] && groups[4] != groups[5]);
  sycl::free(groups, q);
  sycl::free(x, q);
}

SECTION(ranges_in_braces) {
  int *x = sycl::malloc_shared<int>(8, q);
  q.parallel_for({8}, [=](sycl::id<1> i) { x[i] = 1; }).wait();
  q.parallel_for({2, 4}, [=](sycl::item<2> i) {
     x[i.get_linear_id()] += int(i[1]);
   }).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for({2, 2, 2}, [=](sycl::id<3> i) {
       x[i[0] * 4 + i[1] * 2 + i[2]] += 10;
     });
   }).wait();
  CHECK(x[0] == 11 && x[3] == 14 && x[7] == 14);
  sycl::free(x, q);
}

SECTION(single_task) {
  int *x = sycl::malloc_shared<int>(2, q);
  q.single_task([=] { x[0] = 1; }).wait();
  q.single_task<named>([=] { x[1] = 2; }).wait();
  CHECK(x[0] == 1 && x[1] == 2);
  q.submit([&](sycl::handler &h) {
     h.single_task<inner::also_named>([=] { x[0] = recursion_free(5); });
   }).wait();
  CHECK(x[0] == 20);
  sycl::free(x, q);
}

SECTION(ranges) {
  int *x = sycl::malloc_shared<int>(1001, q);
  const auto all = [&](int n) {
    int wrong = 0;
    for (int i = 0; i < n; ++i)
      wrong += x[i] != i;
    return wrong == 0;
  };
  for (int n : {1, 2, 31, 97, 1000}) {
    x[n] = -7;
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { x[i] = int(i); })
        .wait();
    CHECK(all(n) && x[n] == -7);
  }
  q.parallel_for(sycl::range<2>(13, 7), [=](sycl::id<2> i) {
     x[i[0] * 7 + i[1]] = int(i[0] * 7 + i[1]);
   }).wait();
  CHECK(all(91));
  q.parallel_for(sycl::range<3>(3, 5, 11), [=](sycl::item<3> i) {
     x[i.get_linear_id()] = int((i[0] * 5 + i[1]) * 11 + i[2]);
   }).wait();
  CHECK(all(165));
  q.parallel_for(10, [=](auto i) { x[i] = 9 - int(i); }).wait();
  CHECK(x[0] == 9 && x[9] == 0);
  q.parallel_for(10, [=](int i) { x[i] = i; }).wait();
  CHECK(all(10));
  q.parallel_for(10, functor{x, 3}).wait();
  CHECK(x[9] == 27);
  q.parallel_for(sycl::range<2>(0, 5), [=](sycl::id<2>) { x[0] = 1000; })
      .wait();
  CHECK(x[0] == 0);
  sycl::free(x, q);
}

// What programs do with `auto &`.
SECTION(indices_by_reference) {
  int *x = sycl::malloc_shared<int>(8, q);
  q.parallel_for(8, [=](auto &i) { x[i] = int(i[0]); }).wait();
  q.parallel_for(sycl::range(2, 4), [=](const sycl::id<2> &i) {
     x[i[0] * 4 + i[1]] += 10;
   }).wait();
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> &it) {
     x[it.get_global_id(0)] += 100;
   }).wait();
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.parallel_for(sycl::range(8), sycl::reduction(sum, sycl::plus<>()),
                 [=](auto &i, auto &r) { r += x[i]; })
      .wait();
  q.parallel_for(sycl::nd_range<1>(8, 4), sycl::reduction(sum, sycl::plus<>()),
                 [=](auto &it, auto &r) { r += x[it.get_global_id(0)]; })
      .wait();
  CHECK(x[0] == 110 && x[7] == 117 && *sum == 2 * (8 * 110 + 28));
  sycl::free(x, q);
  sycl::free(sum, q);
}

SECTION(large_ranges) {
  const std::size_t n = (1u << 20) + 3;
  auto *x = sycl::malloc_shared<std::uint8_t>(n, q);
  q.memset(x, 0, n).wait();
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { ++x[i]; }).wait();
  std::size_t ones = 0;
  for (std::size_t i = 0; i < n; ++i)
    ones += x[i] == 1;
  CHECK(ones == n);
  sycl::free(x, q);
}

SECTION(nd_ranges) {
  int *x = sycl::malloc_shared<int>(240, q);
  q.parallel_for(sycl::nd_range<1>(240, 8), [=](sycl::nd_item<1> i) {
     x[i.get_global_id(0)] = int(i.get_group(0));
   }).wait();
  CHECK(x[0] == 0 && x[7] == 0 && x[8] == 1 && x[239] == 29);
  q.parallel_for(sycl::nd_range<2>({12, 20}, {3, 5}), [=](sycl::nd_item<2> i) {
     x[i.get_global_linear_id()] = int(i.get_local_linear_id());
   }).wait();
  CHECK(x[0] == 0 && x[4] == 4 && x[5] == 0 && x[20] == 5 && x[239] == 14);
  q.parallel_for<named_by_type<int>>(
       sycl::nd_range<3>({4, 6, 10}, {2, 3, 5}),
       [=](auto i) {
         x[i.get_global_linear_id()] = int(i.get_group_linear_id());
       })
      .wait();
  CHECK(x[0] == 0 && x[5] == 1 && x[239] == 7);
  sycl::free(x, q);
}

SECTION(dependencies) {
  int *x = sycl::malloc_shared<int>(16, q);
  const sycl::event a =
      q.parallel_for(16, [=](sycl::id<1> i) { x[i] = int(i); });
  const sycl::event b =
      q.parallel_for(sycl::range<1>(16), a, [=](sycl::id<1> i) { x[i] += 1; });
  const sycl::event c = q.parallel_for(sycl::nd_range<1>(16, 4), {a, b},
                                       [=](sycl::nd_item<1> i) {
                                         x[i.get_global_id(0)] *= 2;
                                       });
  q.single_task(c, [=] { x[0] += x[15]; }).wait();
  CHECK(x[0] == 34 && x[7] == 16);
  sycl::free(x, q);
}

SECTION(kernel_handlers) {
  int *x = sycl::malloc_shared<int>(4, q);
  q.single_task([=](sycl::kernel_handler) { x[0] = 1; }).wait();
  q.parallel_for(4, [=](sycl::id<1> i, sycl::kernel_handler) { x[i] = 2; })
      .wait();
  CHECK(x[0] == 2 && x[3] == 2);
  q.parallel_for(sycl::nd_range<1>(4, 2),
                 [=](sycl::nd_item<1> i, sycl::kernel_handler) {
                   x[i.get_global_id(0)] = 3;
                 })
      .wait();
  CHECK(x[3] == 3);
  sycl::free(x, q);
}

SECTION(arguments) {
  struct aggregate {
    char c;
    std::int16_t s;
    float f;
    std::int64_t l;
    int list[3];
  };
  const aggregate given{'a', -5, 0.5f, std::int64_t(1) << 40, {1, 2, 3}};
  const int array[4] = {4, 3, 2, 1};
  const std::array<int, 2> pair{8, 9};
  const bool flag = true;
  const derived d;
  const with_constructor w(77);
  std::int64_t *x = sycl::malloc_shared<std::int64_t>(8, q);
  q.single_task([=] {
     x[0] = given.c + given.s + given.list[2];
     x[1] = given.l + std::int64_t(given.f * 2);
     x[2] = array[0] * 1000 + array[3];
     x[3] = pair[0] + pair[1];
     x[4] = flag ? 1 : 2;
     x[5] = d.sum();
     x[6] = w.value;
   }).wait();
  CHECK(x[0] == 'a' - 5 + 3 && x[1] == (std::int64_t(1) << 40) + 1);
  CHECK(x[2] == 4001 && x[3] == 17 && x[4] == 1 && x[5] == 3 && x[6] == 77);
  sycl::free(x, q);
}

SECTION(standard_types) {
  const std::pair<int, short> p(3, short(4));
  const std::tuple<char, int, std::int64_t> t('b', 5, 6);
  const std::optional<int> some(7), none;
  const std::variant<float, int> either(8);
  int *x = sycl::malloc_shared<int>(8, q);
  q.single_task([=] {
     x[0] = p.first + p.second;
     x[1] = std::get<1>(t) + int(std::get<2>(t));
     x[2] = some ? *some : 0;
     x[3] = none ? 1 : 2;
     x[4] = int(either.index());
     const auto [first, second] = p;
     x[5] = first * second;
   }).wait();
  CHECK(x[0] == 7 && x[1] == 11 && x[2] == 7 && x[3] == 2 && x[4] == 1 &&
        x[5] == 12);
  sycl::free(x, q);
}

// A pointer that is a constant names its function.
namespace {
using operation = int (*)(int);
template <int N> int plus_number(int x) { return x + N; }
int doubled(int x) { return 2 * x; }
template <int N> constexpr operation chosen() {
  if constexpr (N == 0)
    return doubled;
  else
    return plus_number<N>;
}
template <operation F> int apply(int x) { return F(x); }
constexpr operation table[] = {doubled, plus_number<3>, chosen<4>()};
struct with_member {
  static constexpr operation function = plus_number<5>;
};
} // namespace
SECTION(constant_function_pointers) {
  int *r = sycl::malloc_shared<int>(8, q);
  q.parallel_for(1, [=](sycl::id<1> i) {
     constexpr operation local = chosen<7>();
     const int x = int(i) + 1;
     r[0] = local(x);
     r[1] = table[1](x) + (*table[2])(x);
     r[2] = with_member::function(x);
     r[3] = chosen<0>()(x);
     r[4] = apply<doubled>(x) + apply<chosen<6>()>(x);
     r[5] = (+[](int y) { return y - 1; })(x);
     constexpr auto lambda = [](int y) { return 9 * y; };
     constexpr operation of_lambda = lambda;
     r[6] = of_lambda(x);
     r[7] = (sizeof(int) == 4 ? doubled : plus_number<1>)(x);
   }).wait();
  const int expected[] = {8, 4 + 5, 6, 2, 2 + 7, 0, 9, 2};
  for (int i = 0; i < 8; ++i)
    CHECK(r[i] == expected[i]);
  sycl::free(r, q);
}

SECTION(language) {
  // Templates, constexpr, lambdas within kernels, structured control flow.
  int *x = sycl::malloc_shared<int>(8, q);
  q.single_task([=] {
     constexpr int table[] = {1, 1, 2, 3, 5, 8};
     const auto pick = [&](int i) { return table[i]; };
     int all = 0;
     for (int i = 0; i < 6; ++i) {
       if (i == 2)
         continue;
       switch (i) {
       case 0:
       case 1:
         all += 10 * pick(i);
         break;
       default:
         all += pick(i);
       }
     }
     x[0] = all;
     int n = 27, steps = 0;
     while (n != 1) {
       n = n % 2 ? 3 * n + 1 : n / 2;
       ++steps;
     }
     x[1] = steps;
     struct local {
       int v;
       local operator+(const local &o) const { return {v + o.v}; }
     };
     x[2] = (local{1} + local{2}).v;
     x[3] = sizeof(long) == 8;
     union {
       float f;
       std::uint32_t u;
     } bits;
     bits.f = 1.0f;
     x[4] = bits.u == 0x3f800000u;
   }).wait();
  CHECK(x[0] == 36 && x[1] == 111 && x[2] == 3 && x[3] == 1 && x[4] == 1);
  sycl::free(x, q);
}
