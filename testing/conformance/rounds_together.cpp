// Loops whose rounds a group executes together as long as all of its work-items
// go on: counters of each type that come to the end of their numbers, up and
// down, compared in each way; bins that are counted up in local memory. The
// same functions run on the host.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("rounds");

namespace {
constexpr int most_rounds = 5;

/// Arithmetic that wraps around, for signed integers too.
template <typename I> I sum_of(I a, std::int64_t b) {
  return I(std::uint64_t(std::int64_t(a)) + std::uint64_t(b));
}

/// The bounds are arguments: what is in memory could be another number for each
/// work-item.
template <typename I> struct data {
  const int *a;
  int *out;
  I first, bound;
  std::int64_t wide_bound;
  int step;
};

constexpr std::size_t group_size = 40, count = 2 * group_size;

/// What the work-item `at` does: its counter starts one from its neighbour's.
template <int Direction, typename GoesOn, typename I>
void rounds_of(std::size_t at, const data<I> &d) {
  I i = sum_of(d.first, Direction * std::int64_t(at));
  int sum = 0, k = 0;
  for (std::size_t place = at; k < most_rounds && GoesOn()(i, d.bound);
       place += count, ++k) {
    sum += d.a[place];
    i = sum_of(i, Direction * d.step);
  }
  d.out[at] = sum * 8 + k;
}

/// The same with a bound on the counter alone, in its own arithmetic.
template <int Direction, typename GoesOn, typename I>
void unbounded_rounds_of(std::size_t at, const data<I> &d) {
  I i = sum_of(d.first, Direction * std::int64_t(at));
  int sum = 0;
  std::size_t place = at;
  while (GoesOn()(i, d.bound)) {
    sum += d.a[place];
    place += count;
    if (place >= most_rounds * count)
      break;
    i = sum_of(i, Direction * d.step);
  }
  d.out[at] = sum;
}

/// An int that is compared as a wider one: neighbours are far from each other
/// where its numbers end. Both conditions are computed in each round: the loop
/// has one end.
template <typename GoesOn, typename I>
void wide_rounds_of(std::size_t at, const data<I> &d) {
  const I i = sum_of(d.first, std::int64_t(at));
  int sum = 0;
  auto goes_on = [&](int k) {
    const bool is_inside =
        GoesOn()(std::int64_t(std::uint64_t(i) + std::uint64_t(k * d.step)),
                 d.wide_bound);
    return (k < most_rounds) & is_inside;
  };
  for (int k = 0; goes_on(k); ++k)
    sum += d.a[at + std::size_t(k) * count];
  d.out[at] = sum;
}

/// Pairs of a first number and a bound, around the ends of their type.
template <typename I> std::vector<data<I>> arguments(const int *a, int *out) {
  using limits = std::numeric_limits<I>;
  std::vector<data<I>> result;
  for (I from : {I(0), I(limits::max() / 2), limits::max(), limits::min()})
    for (std::int64_t begin : {-70, -1, 0, 15})
      for (std::int64_t by : {-41, -1, 0, 1, 40, 79, 80, 81, 160, 500}) {
        const I first = sum_of(from, begin);
        const I near = result.size() % 2 ? first : sum_of(first, 39);
        result.push_back({a, out, first, sum_of(first, by),
                          sum_of(std::int64_t(near), by), int(group_size)});
      }
  return result;
}

template <typename I> class rounds_test {
public:
  explicit rounds_test(sycl::queue &q)
      : q(q), a(sycl::malloc_shared<int>(most_rounds * count, q)),
        out(sycl::malloc_shared<int>(count, q)) {
    for (std::size_t i = 0; i < most_rounds * count; ++i)
      a[i] = int(i * 7 % 1009) - 500;
  }
  ~rounds_test() {
    sycl::free(a, q);
    sycl::free(out, q);
  }
  rounds_test(const rounds_test &) = delete;
  rounds_test &operator=(const rounds_test &) = delete;

  template <int Direction, typename GoesOn> void compare(const char *what) {
    compare_each(what, [](std::size_t at, const data<I> &d) {
      rounds_of<Direction, GoesOn>(at, d);
    });
    compare_each(what, [](std::size_t at, const data<I> &d) {
      unbounded_rounds_of<Direction, GoesOn>(at, d);
    });
  }

  template <typename GoesOn> void compare_wide(const char *what) {
    compare_each(what, [](std::size_t at, const data<I> &d) {
      wide_rounds_of<GoesOn>(at, d);
    });
  }

private:
  template <typename F> void compare_each(const char *what, F one) {
    for (data<I> d : arguments<I>(a, out)) {
      q.parallel_for(sycl::nd_range<1>(count, group_size),
                     [=](sycl::nd_item<1> it) { one(it.get_global_id(0), d); })
          .wait();
      int expected[count];
      d.out = expected;
      for (std::size_t at = 0; at < count; ++at)
        one(at, d);
      const std::size_t same =
          std::mismatch(out, out + count, expected).first - out;
      if (!CHECK(same == count)) {
        std::printf(
            "  %s, %zu bytes, %s, from %lld, bound %lld (%lld), "
            "work-item %zu\n",
            what, sizeof(I), std::is_signed_v<I> ? "signed" : "unsigned",
            static_cast<long long>(d.first), static_cast<long long>(d.bound),
            static_cast<long long>(d.wide_bound), same);
        return;
      }
    }
  }

  sycl::queue &q;
  int *a, *out;
};

template <typename I> void compare_rounds(sycl::queue &q) {
  rounds_test<I> test(q);
  test.template compare<1, std::less<>>("up, below");
  test.template compare<1, std::less_equal<>>("up, up to");
  test.template compare<1, std::greater<>>("up, above");
  test.template compare<1, std::greater_equal<>>("up, down to");
  test.template compare<1, std::not_equal_to<>>("up, other than");
  test.template compare<-1, std::less<>>("down, below");
  test.template compare<-1, std::less_equal<>>("down, up to");
  test.template compare<-1, std::greater<>>("down, above");
  test.template compare<-1, std::greater_equal<>>("down, down to");
  test.template compare<-1, std::not_equal_to<>>("down, other than");
}

template <typename I> void compare_wide_rounds(sycl::queue &q) {
  rounds_test<I> test(q);
  test.template compare_wide<std::less<>>("below");
  test.template compare_wide<std::less_equal<>>("up to");
  test.template compare_wide<std::greater<>>("above");
  test.template compare_wide<std::greater_equal<>>("down to");
  test.template compare_wide<std::not_equal_to<>>("other than");
}

SECTION(rounds_of_extended_counters) {
  compare_wide_rounds<int>(q);
  compare_wide_rounds<unsigned>(q);
  compare_wide_rounds<std::int16_t>(q);
  compare_wide_rounds<std::uint64_t>(q);
}

SECTION(rounds_of_int) { compare_rounds<int>(q); }
SECTION(rounds_of_unsigned) { compare_rounds<unsigned>(q); }
SECTION(rounds_of_long) { compare_rounds<std::int64_t>(q); }
SECTION(rounds_of_size_t) { compare_rounds<std::uint64_t>(q); }
SECTION(rounds_of_short) { compare_rounds<std::int16_t>(q); }

template <typename I> void count_bins(sycl::queue &q) {
  constexpr std::size_t bins = 64, size = 48, groups = 3;
  for (std::size_t n : {0, 1, 47, 48, 143, 144, 145, 1000, 1440}) {
    auto *a = sycl::malloc_shared<std::uint8_t>(n + 1, q);
    auto *out = sycl::malloc_shared<int>(bins, q);
    std::vector<int> expected(bins);
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = std::uint8_t(i * i * 7 + i / 3);
      ++expected[a[i] % bins];
    }
    std::fill_n(out, bins, 0);
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int> counts(bins, h);
       h.parallel_for(
           sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) {
             for (std::size_t i = it.get_local_id(0); i < bins; i += size)
               counts[i] = 0;
             sycl::group_barrier(it.get_group());
             const I step = I(it.get_global_range(0));
             for (I i = I(it.get_global_id(0)); i < I(n); i += step)
               sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                sycl::memory_scope::work_group,
                                sycl::access::address_space::local_space>(
                   counts[a[i] % bins])
                   .fetch_add(1);
             sycl::group_barrier(it.get_group());
             for (std::size_t i = it.get_local_id(0); i < bins; i += size)
               sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                sycl::memory_scope::device>(out[i])
                   .fetch_add(counts[i]);
           });
     }).wait();
    CHECK(std::equal(expected.begin(), expected.end(), out));
    sycl::free(a, q);
    sycl::free(out, q);
  }
}

SECTION(bins_in_local_memory) {
  count_bins<int>(q);
  count_bins<unsigned>(q);
  count_bins<std::size_t>(q);
}
} // namespace
