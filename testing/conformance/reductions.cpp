// SYCL 2020, 4.9.2: reduction variables.
#include "testing/conformance/check.h"

#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("reductions");

namespace {

constexpr std::size_t n = 1000;

// No default constructor, no known identity.
struct extremes {
  explicit extremes(int x) : smallest(x), largest(x) {}
  int smallest, largest;
};
struct widen {
  extremes operator()(const extremes &a, const extremes &b) const {
    extremes r = a;
    r.smallest = b.smallest < a.smallest ? b.smallest : a.smallest;
    r.largest = b.largest > a.largest ? b.largest : a.largest;
    return r;
  }
};

constexpr sycl::specialization_id<int> factor(1);

int value_at(std::size_t i) { return static_cast<int>((i * 37 + 11) % 1009); }

class Buffers;
class Usm;
class Several;
class NdRange;
class Cube;
class Custom;
class Identityless;
class Array;
class Constant;
class Captures;
class CapturesToo;
class Nearest;
class NearestOfTwo;
class Empty;
class Nothing;
class Shortcut;

SECTION(buffers) {
  std::vector<int> data(n);
  for (std::size_t i = 0; i < n; ++i)
    data[i] = value_at(i);
  const int sum = std::accumulate(data.begin(), data.end(), 0);
  sycl::buffer<int> in(data);
  for (bool initialize : {false, true}) {
    int result = 5;
    {
      sycl::buffer<int> out(&result, sycl::range(1));
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(in, h, sycl::read_only);
        sycl::property_list properties;
        if (initialize)
          properties = {
              sycl::property::reduction::initialize_to_identity()};
        h.parallel_for<Buffers>(
            sycl::range(n),
            sycl::reduction(out, h, sycl::plus<>(), properties),
            [=](sycl::id<1> i, auto &total) { total += a[i]; });
      });
    }
    CHECK(result == sum + (initialize ? 0 : 5));
  }
}

SECTION(usm) {
  auto *out = sycl::malloc_shared<std::uint64_t>(3, q);
  out[0] = 1, out[1] = ~0u, out[2] = 7;
  q.parallel_for<Usm>(
       sycl::range<1>(n),
       sycl::reduction(out + 1, sycl::minimum<std::uint64_t>()),
       [=](sycl::item<1> i, auto &least) {
         least.combine(1000 + (i.get_linear_id() + 500) % n);
       })
      .wait();
  CHECK(out[0] == 1 && out[1] == 1000 && out[2] == 7);
  sycl::free(out, q);
}

SECTION(several) {
  int *sum = sycl::malloc_shared<int>(1, q);
  float *product = sycl::malloc_shared<float>(1, q);
  unsigned *bits = sycl::malloc_shared<unsigned>(1, q);
  *sum = 0, *product = 3, *bits = 0;
  q.submit([&](sycl::handler &h) {
     h.parallel_for<Several>(
         sycl::range<2>(20, 50), sycl::reduction(sum, sycl::plus<int>()),
         sycl::reduction(product, sycl::multiplies<>()),
         sycl::reduction(bits, sycl::bit_xor<>()),
         [=](sycl::item<2> i, auto &s, auto &p, auto &b) {
           s += int(i[0] * 100 + i[1]);
           if (i.get_linear_id() % 100 == 0)
             p *= 2.0f;
           b ^= 1u << (i[1] % 31);
           ++s;
         });
   }).wait();
  int wanted = 0;
  unsigned wanted_bits = 0;
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 50; ++x)
      wanted += y * 100 + x + 1, wanted_bits ^= 1u << (x % 31);
  CHECK(*sum == wanted);
  CHECK(*product == 3 * 1024.0f);
  CHECK(*bits == wanted_bits);
  sycl::free(sum, q), sycl::free(product, q), sycl::free(bits, q);
}

SECTION(nd_ranges) {
  int *sum = sycl::malloc_shared<int>(1, q);
  for (std::size_t local : {1, 7, 8}) {
    *sum = 100;
    q.parallel_for<NdRange>(
         sycl::nd_range<2>(sycl::range(10, 56), sycl::range(2, local)),
         sycl::reduction(sum, 0, sycl::plus<>()),
         [=](sycl::nd_item<2> i, auto &s) {
           s += int(i.get_global_linear_id());
         })
        .wait();
    CHECK(*sum == 100 + 559 * 560 / 2);
  }
  *sum = 0;
  q.parallel_for<Cube>(sycl::range<3>(3, 5, 7),
                       sycl::reduction(sum, sycl::maximum<>()),
                       [=](sycl::id<3> i, auto &s) {
                         s.combine(int(i[0] * 100 + i[1] * 10 + i[2]));
                       })
      .wait();
  CHECK(*sum == 246);
  sycl::free(sum, q);
}

SECTION(own_types) {
  auto *out = sycl::malloc_shared<extremes>(1, q);
  *out = extremes(50);
  // Few work-items have anything to say.
  q.parallel_for<Identityless>(
       sycl::range<1>(n), sycl::reduction(out, widen()),
       [=](sycl::id<1> i, auto &r) {
         if (i[0] % 300 == 17)
           r.combine(extremes(int(i[0])));
       })
      .wait();
  CHECK(out->smallest == 17 && out->largest == 917);
  *out = extremes(50);
  q.parallel_for<Nothing>(sycl::range<1>(n), sycl::reduction(out, widen()),
                          [=](sycl::id<1>, auto &) {})
      .wait();
  CHECK(out->smallest == 50 && out->largest == 50);
  CHECK_THROWS(
      invalid,
      sycl::reduction(out, widen(),
                      {sycl::property::reduction::initialize_to_identity()}));
  int *product = sycl::malloc_shared<int>(1, q);
  *product = 1;
  const auto times = [](int a, int b) { return a * b % 10007; };
  q.parallel_for<Custom>(sycl::range<1>(30), sycl::reduction(product, 1, times),
                         [=](sycl::id<1> i, auto &p) {
                           p.combine(int(i[0]) + 2);
                           p.combine(p.identity());
                         })
      .wait();
  int wanted = 1;
  for (int i = 0; i < 30; ++i)
    wanted = times(wanted, i + 2);
  CHECK(*product == wanted);
  sycl::free(product, q), sycl::free(out, q);
}

// Kernels may capture what is device copyable and no more: their assignment is
// not trivial.
SECTION(captures) {
  const std::pair<int, float> pair(3, 0.5f);
  const std::tuple<int, char> tuple(4, 'x');
  const auto sum = [pair](int x) { return x + pair.first; };
  int *result = sycl::malloc_shared<int>(1, q);
  *result = 0;
  q.parallel_for<Captures>(sycl::range(10),
                           sycl::reduction(result, sycl::plus<>()),
                           [=](sycl::id<1>, auto &r) {
                             r += sum(std::get<0>(tuple));
                           })
      .wait();
  q.parallel_for<CapturesToo>(sycl::nd_range<1>(8, 4),
                              sycl::reduction(result, sycl::plus<>()),
                              [=](sycl::nd_item<1>, auto &r) {
                                r += pair.first;
                              })
      .wait();
  CHECK(*result == 10 * 7 + 8 * 3);
  sycl::free(result, q);
}

// The same of values that are reduced.
SECTION(pairs) {
  using found = std::pair<float, int>;
  static_assert(!std::is_trivially_copyable_v<found>);
  const found none(1e9f, -1);
  found *result = sycl::malloc_shared<found>(3, q);
  result[0] = none;
  q.parallel_for<Nearest>(
       sycl::range(n),
       sycl::reduction(result, none, sycl::minimum<found>()),
       [=](sycl::id<1> i, auto &nearest) {
         const float x = static_cast<float>(value_at(i)) - 500.5f;
         nearest.combine(found(x < 0 ? -x : x, static_cast<int>(i[0])));
       })
      .wait();
  float expected = 1e9f;
  for (std::size_t i = 0; i < n; ++i)
    expected = std::fmin(expected, std::fabs(float(value_at(i)) - 500.5f));
  CHECK(result[0].first == expected);
  CHECK(std::fabs(float(value_at(result[0].second)) - 500.5f) == expected);
  // Without an identity, and more than one.
  const auto further = [](const found &a, const found &b) {
    return a.first < b.first ? b : a;
  };
  result[1] = result[2] = found(-1.0f, -1);
  q.parallel_for<NearestOfTwo>(
       sycl::nd_range<1>(1024, 64),
       sycl::reduction(sycl::span<found, 2>(result + 1, 2), further),
       [=](sycl::nd_item<1> it, auto &furthest) {
         const int i = static_cast<int>(it.get_global_id(0));
         furthest[i % 2].combine(found(static_cast<float>(i), i));
       })
      .wait();
  CHECK(result[1] == found(1022.0f, 1022));
  CHECK(result[2] == found(1023.0f, 1023));
  sycl::free(result, q);
}

SECTION(arrays) {
  int *bins = sycl::malloc_shared<int>(4, q);
  for (int i = 0; i < 4; ++i)
    bins[i] = i;
  q.parallel_for<Array>(
       sycl::range<1>(n),
       sycl::reduction(sycl::span<int, 4>(bins, 4), sycl::plus<>()),
       [=](sycl::id<1> i, auto &histogram) { histogram[i[0] % 4] += 1; })
      .wait();
  for (int i = 0; i < 4; ++i)
    CHECK(bins[i] == 250 + i);
  sycl::free(bins, q);
}

SECTION(with_constants) {
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<factor>(3);
     h.parallel_for<Constant>(
         sycl::range<1>(n), sycl::reduction(sum, sycl::plus<>()),
         [=](sycl::id<1>, auto &s, sycl::kernel_handler kh) {
           s += kh.get_specialization_constant<factor>();
         });
   }).wait();
  CHECK(*sum == 3 * int(n));
  *sum = 9;
  const auto e = q.single_task<Shortcut>([=] { *sum += 1; });
  q.parallel_for<Empty>(sycl::range<1>(0), e,
                        sycl::reduction(sum, sycl::plus<>()),
                        [=](sycl::id<1>, auto &s) { s += 1; })
      .wait();
  CHECK(*sum == 10);
  sycl::free(sum, q);
}

} // namespace
