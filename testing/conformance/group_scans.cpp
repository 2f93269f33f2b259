// SYCL 2020, 4.17.4.5: scans of work-groups, of all types and operations, in
// groups of any size, and among other functions that share memory with them.
#include "testing/conformance/check.h"

#include <cstdint>
#include <limits>
#include <type_traits>

CONFORMANCE_CHAPTER("group_scans");

namespace {

constexpr std::size_t groups = 3;

template <typename T> T value(std::size_t i) {
  const int small = int(i * 7919 % 23) - (std::is_signed_v<T> ? 9 : 0);
  return T(small);
}

/// What a work-item gets.
template <typename T> struct scans {
  T inclusive, exclusive, from_five, exclusive_from_five;
};

template <typename T, typename Op>
bool are_right(sycl::queue &q, std::size_t size) {
  auto *out = sycl::malloc_shared<scans<T>>(groups * size, q);
  q.parallel_for(sycl::nd_range<1>(groups * size, size),
                 [=](sycl::nd_item<1> item) {
                   const std::size_t i = item.get_global_id(0);
                   const auto g = item.get_group();
                   const T x = value<T>(i);
                   out[i] = {sycl::inclusive_scan_over_group(g, x, Op()),
                             sycl::exclusive_scan_over_group(g, x, Op()),
                             sycl::inclusive_scan_over_group(g, x, Op(), T(5)),
                             sycl::exclusive_scan_over_group(g, x, T(5), Op())};
                 })
      .wait();
  bool right = true;
  for (std::size_t group = 0; group < groups; ++group) {
    T sum = sycl::known_identity_v<Op, T>, from_five = T(5);
    for (std::size_t i = group * size; i < (group + 1) * size; ++i) {
      right &=
          out[i].exclusive == sum && out[i].exclusive_from_five == from_five;
      sum = Op()(sum, value<T>(i));
      from_five = Op()(from_five, value<T>(i));
      right &= out[i].inclusive == sum && out[i].from_five == from_five;
    }
  }
  sycl::free(out, q);
  return right;
}

std::vector<std::size_t> sizes(sycl::queue &q) {
  const auto most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  std::vector<std::size_t> result;
  for (std::size_t size : {1, 2, 15, 16, 17, 63, 100, 256, 1000, 4095, 8192})
    if (size <= most)
      result.push_back(size);
  return result;
}

/// Of integers whose sums wrap, and floating-point numbers whose sums are
/// exact.
template <typename T> bool are_right(sycl::queue &q) {
  bool right = true;
  for (std::size_t size : sizes(q)) {
    right &= are_right<T, sycl::plus<T>>(q, size);
    right &= are_right<T, sycl::minimum<T>>(q, size);
    right &= are_right<T, sycl::maximum<T>>(q, size);
    if constexpr (std::is_integral_v<T>) {
      right &= are_right<T, sycl::multiplies<T>>(q, size);
      right &= are_right<T, sycl::bit_xor<T>>(q, size);
    }
  }
  return right;
}

} // namespace

SECTION(bytes) { CHECK(are_right<std::uint8_t>(q)); }
SECTION(shorts) { CHECK(are_right<std::int16_t>(q)); }
SECTION(ints) { CHECK(are_right<int>(q)); }
SECTION(longs) { CHECK(are_right<std::uint64_t>(q)); }
SECTION(floats) { CHECK(are_right<float>(q)); }
SECTION(doubles) {
  NEED(fp64);
  CHECK(are_right<double>(q));
}
SECTION(bits) {
  for (std::size_t size : sizes(q)) {
    CHECK(are_right<unsigned, sycl::bit_or<>>(q, size));
    CHECK(are_right<int, sycl::bit_and<>>(q, size));
    CHECK(are_right<bool, sycl::logical_or<bool>>(q, size));
    CHECK(are_right<bool, sycl::logical_and<bool>>(q, size));
  }
}

// The first element keeps its sign, and a sum of nothing but such zeros, too.
SECTION(negative_zeros) {
  constexpr std::size_t size = 40;
  float *out = sycl::malloc_shared<float>(size, q);
  q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) {
     const std::size_t i = item.get_global_id(0);
     out[i] = sycl::inclusive_scan_over_group(
         item.get_group(), i < 20 ? -0.0f : 1.0f, sycl::plus<float>());
   }).wait();
  for (std::size_t i = 0; i < size; ++i)
    CHECK(out[i] == (i < 20 ? 0.0f : float(i - 19)) &&
          std::signbit(out[i]) == (i < 20));
  sycl::free(out, q);
}

// Scans, sums, broadcasts and votes by turns, in a loop whose rounds differ.
SECTION(among_others) {
  constexpr std::size_t size = 96;
  constexpr int rounds = 5;
  struct results {
    int scan, sum, from, before;
    std::int64_t wide;
  };
  auto *out = sycl::malloc_shared<results>(groups * size * rounds, q);
  q.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1>
                                                                 item) {
     const auto g = item.get_group();
     int x = value<int>(item.get_global_id(0));
     for (int round = 0; round < rounds; ++round) {
       results &r = out[item.get_global_id(0) * rounds + round];
       r.scan = sycl::inclusive_scan_over_group(g, x, sycl::plus<int>());
       r.wide = sycl::inclusive_scan_over_group(g, std::int64_t(r.scan),
                                                sycl::plus<std::int64_t>());
       r.sum = sycl::reduce_over_group(g, r.scan, sycl::plus<int>());
       r.from = sycl::group_broadcast(g, r.scan, 3 * round);
       r.before =
           sycl::exclusive_scan_over_group(g, r.scan, sycl::maximum<int>());
       if (sycl::any_of_group(g, r.scan > 1000000))
         return;
       x = r.scan % 11 + round;
     }
   }).wait();
  bool right = true;
  std::vector<int> x(size);
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::size_t l = 0; l < size; ++l)
      x[l] = value<int>(group * size + l);
    for (int round = 0; round < rounds; ++round) {
      int sum = 0, all = 0, before = std::numeric_limits<int>::lowest();
      std::int64_t wide = 0;
      std::vector<int> scan;
      for (std::size_t l = 0; l < size; ++l) {
        scan.push_back(sum += x[l]);
        all += sum;
      }
      for (std::size_t l = 0; l < size; ++l) {
        const results &r = out[(group * size + l) * rounds + round];
        wide += scan[l];
        right &= r.scan == scan[l] && r.wide == wide && r.sum == all &&
                 r.from == scan[3 * round] && r.before == before;
        before = std::max(before, scan[l]);
        x[l] = scan[l] % 11 + round;
      }
    }
  }
  CHECK(right);
  sycl::free(out, q);
}

SECTION(planes) {
  constexpr int size = 5 * 6 * 7;
  int *out = sycl::malloc_shared<int>(2 * size, q);
  q.parallel_for(sycl::nd_range<3>({10, 6, 7}, {5, 6, 7}),
                 [=](sycl::nd_item<3> item) {
                   const std::size_t i = item.get_global_linear_id();
                   out[i] = sycl::inclusive_scan_over_group(
                       item.get_group(), int(i), sycl::plus<>());
                 })
      .wait();
  int sum = 0;
  bool right = true;
  for (int i = 0; i < 2 * size; ++i) {
    sum = i == size ? i : sum + i;
    right &= out[i] == sum;
  }
  CHECK(right);
  sycl::free(out, q);
}
