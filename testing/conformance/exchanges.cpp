// Work-items that exchange numbers in local memory with partners whose index
// differs in one bit: networks that sort, transforms, and steps of which only
// one of the two stores. The same steps run on the host, pair by pair.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

CONFORMANCE_CHAPTER("exchanges");

namespace {

std::size_t most_items(sycl::queue &q) {
  return q.get_device().get_info<sycl::info::device::max_work_group_size>();
}

// What the work-item with index i, which has not bit m, does with its number a,
// a second one b, and with those of its partner.
struct sort_up {
  template <typename T>
  static void pair(unsigned, unsigned, T &a, T &a2, T &, T &) {
    if (a > a2)
      std::swap(a, a2);
  }
};

struct sort_both_ways {
  template <typename T>
  static void pair(unsigned i, unsigned m, T &a, T &a2, T &b, T &b2) {
    const bool up = (i & (4 * m)) == 0;
    if ((a > a2) == up) {
      const T x = a, y = b;
      a = a2;
      a2 = x;
      b = b2;
      b2 = y;
    }
  }
};

struct butterfly {
  template <typename T>
  static void pair(unsigned, unsigned, T &a, T &a2, T &b, T &b2) {
    const T x = a, x2 = a2, y = b, y2 = b2;
    a = T(x + x2);
    a2 = T(x - x2);
    b = T(y2 - x);
    b2 = T(y + x2);
  }
};

struct one_of_both {
  template <typename T>
  static void pair(unsigned i, unsigned m, T &a, T &a2, T &b, T &b2) {
    const T x = a, x2 = a2, y = b, y2 = b2;
    if (x < x2)
      a = x2;
    if (i % 3 == 1) {
      b2 = T(y + x);
      if (y2 > x)
        a2 = T(i + m);
    }
  }
};

struct by_number {
  template <typename T>
  static void pair(unsigned i, unsigned m, T &a, T &a2, T &b, T &b2) {
    const T x = a, x2 = a2, y = b, y2 = b2;
    if (x == T(i % 16) || x2 > y) {
      a2 = T(i);
      if (y2 < T(20)) {
        b = T(m);
        if (x > T(3))
          b2 = T(x + 1);
      } else {
        a = T(y2 - 1);
      }
    }
  }
};

// How a work-item finds out whether it is the one, and its partner.
struct by_comparison {
  static bool has(unsigned i, unsigned m) { return (i ^ m) > i; }
  static unsigned partner(unsigned i, unsigned m) { return i ^ m; }
};

struct by_bit {
  static bool has(unsigned i, unsigned m) { return (i & m) == 0; }
  static unsigned partner(unsigned i, unsigned m) { return i + m; }
};

struct by_other_bit {
  static bool has(unsigned i, unsigned m) { return !(i & m); }
  static unsigned partner(unsigned i, unsigned m) { return i | m; }
};

struct backwards {
  static bool has(unsigned i, unsigned m) { return i > (i ^ m); }
  static unsigned partner(unsigned i, unsigned m) { return i ^ m; }
};

template <typename T> std::vector<T> numbers(std::size_t n, unsigned seed) {
  std::vector<T> result(n);
  for (T &each : result) {
    seed = seed * 1664525u + 1013904223u;
    each = T(int(seed >> 25));
  }
  return result;
}

// One step with distance M, which is known when the kernel is compiled.
template <typename T, typename What, typename Way, unsigned M>
void compare_step(sycl::queue &q, std::size_t group) {
  constexpr std::size_t groups = 3;
  const std::size_t n = groups * group;
  const std::vector<T> first = numbers<T>(n, 1), second = numbers<T>(n, 5);
  std::vector<T> a(n), b(n), wanted_a(first), wanted_b(second);
  {
    sycl::buffer<T> da{a}, db{b}, dfirst{first}, dsecond{second};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{da, h, sycl::write_only, sycl::no_init};
      sycl::accessor out2{db, h, sycl::write_only, sycl::no_init};
      sycl::accessor in{dfirst, h, sycl::read_only};
      sycl::accessor in2{dsecond, h, sycl::read_only};
      sycl::local_accessor<T> x{group, h}, y{group, h};
      h.parallel_for(sycl::nd_range<1>{n, group}, [=](sycl::nd_item<1> it) {
        const unsigned i = unsigned(it.get_local_id(0)),
                       size = unsigned(it.get_local_range(0));
        x[i] = in[it.get_global_id(0)];
        y[i] = in2[it.get_global_id(0)];
        sycl::group_barrier(it.get_group());
        if (Way::has(i, M) && Way::partner(i, M) < size) {
          const unsigned other = Way::partner(i, M);
          What::pair(i, M, x[i], x[other], y[i], y[other]);
        }
        sycl::group_barrier(it.get_group());
        out[it.get_global_id(0)] = x[i];
        out2[it.get_global_id(0)] = y[i];
      });
    });
  }
  for (std::size_t g = 0; g != groups; ++g)
    for (unsigned i = 0; i != group; ++i)
      if (Way::has(i, M) && Way::partner(i, M) < group) {
        const std::size_t at = g * group + i,
                          other = g * group + Way::partner(i, M);
        What::pair(i, M, wanted_a[at], wanted_a[other], wanted_b[at],
                   wanted_b[other]);
      }
  if (!CHECK(a == wanted_a && b == wanted_b))
    std::printf("  groups of %zu, %zu bytes, distance %u\n", group, sizeof(T),
                M);
}

// All distances that are less than the group's size, as a loop; `whole`: each
// work-item's partner is there, and it does not ask.
template <typename T, typename What, typename Way, std::size_t Group>
void compare_steps(sycl::queue &q) {
  constexpr std::size_t groups = 3, n = groups * Group;
  if (Group > most_items(q))
    return;
  const std::vector<T> first = numbers<T>(n, 3), second = numbers<T>(n, 9);
  std::vector<T> a(n), b(n), wanted_a(first), wanted_b(second);
  {
    sycl::buffer<T> da{a}, db{b}, dfirst{first}, dsecond{second};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{da, h, sycl::write_only, sycl::no_init};
      sycl::accessor out2{db, h, sycl::write_only, sycl::no_init};
      sycl::accessor in{dfirst, h, sycl::read_only};
      sycl::accessor in2{dsecond, h, sycl::read_only};
      sycl::local_accessor<T> x{Group, h}, y{Group, h};
      h.parallel_for(sycl::nd_range<1>{n, Group}, [=](sycl::nd_item<1> it) {
        const unsigned i = unsigned(it.get_local_id(0));
        x[i] = in[it.get_global_id(0)];
        y[i] = in2[it.get_global_id(0)];
        sycl::group_barrier(it.get_group());
        for (unsigned m = Group / 2; m != 0; m /= 2) {
          if (Way::has(i, m)) {
            const unsigned other = Way::partner(i, m);
            What::pair(i, m, x[i], x[other], y[i], y[other]);
          }
          sycl::group_barrier(it.get_group());
        }
        out[it.get_global_id(0)] = x[i];
        out2[it.get_global_id(0)] = y[i];
      });
    });
  }
  for (std::size_t g = 0; g != groups; ++g)
    for (unsigned m = Group / 2; m != 0; m /= 2)
      for (unsigned i = 0; i != Group; ++i)
        if (Way::has(i, m)) {
          const std::size_t at = g * Group + i,
                            other = g * Group + Way::partner(i, m);
          What::pair(i, m, wanted_a[at], wanted_a[other], wanted_b[at],
                     wanted_b[other]);
        }
  if (!CHECK(a == wanted_a && b == wanted_b))
    std::printf("  groups of %zu, %zu bytes, all distances\n", Group,
                sizeof(T));
}

template <typename T, typename What, typename Way>
void compare_all_steps(sycl::queue &q) {
  compare_steps<T, What, Way, 256>(q);
  compare_steps<T, What, Way, 64>(q);
  compare_steps<T, What, Way, 8>(q);
}

template <typename T, typename What, typename Way>
void compare_distances(sycl::queue &q) {
  for (std::size_t group : {256, 128, 100, 33, 16, 6, 1})
    if (group <= most_items(q)) {
      compare_step<T, What, Way, 1>(q, group);
      compare_step<T, What, Way, 2>(q, group);
      compare_step<T, What, Way, 4>(q, group);
      compare_step<T, What, Way, 8>(q, group);
    }
}

// A bitonic sort whose work-items have two numbers each, with the places of
// pairs as programs for GPUs compute them.
template <typename T> void compare_sort_of_pairs(sycl::queue &q) {
  constexpr unsigned kItems = 64, kNumbers = 2 * kItems;
  constexpr std::size_t groups = 3, n = groups * kNumbers;
  std::vector<T> in = numbers<T>(n, 11), out(n), wanted(in);
  {
    sycl::buffer<T> din{in}, dout{out};
    q.submit([&](sycl::handler &h) {
      sycl::accessor from{din, h, sycl::read_only};
      sycl::accessor to{dout, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<T> s{kNumbers, h};
      h.parallel_for(
          sycl::nd_range<1>{groups * kItems, kItems}, [=](sycl::nd_item<1> it) {
            const unsigned i = unsigned(it.get_local_id(0));
            const std::size_t start = it.get_group(0) * kNumbers;
            s[i] = from[start + i];
            s[i + kItems] = from[start + i + kItems];
            for (unsigned size = 2; size <= kNumbers; size *= 2) {
              const bool up = (i & (size / 2)) == 0 || size == kNumbers;
              for (unsigned stride = size / 2; stride > 0; stride /= 2) {
                sycl::group_barrier(it.get_group());
                const unsigned at = 2 * i - (i & (stride - 1));
                const T x = s[at], y = s[at + stride];
                if ((x > y) == up) {
                  s[at] = y;
                  s[at + stride] = x;
                }
              }
            }
            sycl::group_barrier(it.get_group());
            to[start + i] = s[i];
            to[start + i + kItems] = s[i + kItems];
          });
    });
  }
  for (std::size_t g = 0; g != groups; ++g)
    std::sort(wanted.begin() + g * kNumbers,
              wanted.begin() + (g + 1) * kNumbers);
  if (!CHECK(out == wanted))
    std::printf("  %zu bytes\n", sizeof(T));
}

} // namespace

SECTION(sorting) {
  compare_all_steps<std::uint8_t, sort_up, by_comparison>(q);
  compare_all_steps<std::int16_t, sort_both_ways, by_comparison>(q);
  compare_all_steps<int, sort_both_ways, by_comparison>(q);
  compare_all_steps<std::uint32_t, sort_up, by_bit>(q);
  compare_all_steps<float, sort_both_ways, by_bit>(q);
  compare_all_steps<std::int64_t, sort_both_ways, by_other_bit>(q);
}

SECTION(butterflies_and_single_stores) {
  compare_all_steps<int, butterfly, by_comparison>(q);
  compare_all_steps<float, butterfly, by_bit>(q);
  compare_all_steps<std::uint16_t, one_of_both, by_other_bit>(q);
  compare_all_steps<std::int8_t, by_number, by_bit>(q);
  compare_all_steps<std::uint64_t, by_number, by_comparison>(q);
  compare_all_steps<int, one_of_both, by_comparison>(q);
}

SECTION(double_and_half) {
  NEED(fp64);
  compare_all_steps<double, sort_both_ways, by_comparison>(q);
  compare_all_steps<double, butterfly, by_bit>(q);
  NEED(fp16);
  compare_all_steps<sycl::half, sort_up, by_bit>(q);
}

SECTION(partners_beyond_the_end) {
  compare_distances<int, sort_up, by_comparison>(q);
  compare_distances<int, sort_both_ways, by_bit>(q);
  compare_distances<float, butterfly, by_other_bit>(q);
  compare_distances<std::uint8_t, by_number, by_comparison>(q);
}

SECTION(partners_below) {
  compare_distances<int, sort_up, backwards>(q);
  compare_distances<std::uint16_t, one_of_both, backwards>(q);
  compare_all_steps<int, by_number, backwards>(q);
}

SECTION(two_numbers_of_each) {
  compare_sort_of_pairs<int>(q);
  compare_sort_of_pairs<float>(q);
  compare_sort_of_pairs<std::uint8_t>(q);
}
