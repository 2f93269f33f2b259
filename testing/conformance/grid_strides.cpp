// Work-items that go through an array in steps of all of them, as CUDA's
// kernels do: counters of each type; elements that lie side by side, apart, or
// anywhere; loops, choices and atomic operations in the rounds; values that go
// round. The same functions run on the host.
#include "testing/conformance/check.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("grid_strides");

namespace {

constexpr int count = 3001, elements = 4 * count + 8;

struct rgb {
  unsigned r, g, b;
};

/// What the bodies below read and write.
template <typename T> struct data {
  const T *in;
  const int *bounds;
  T *out;
};

template <typename T> T number(int i) {
  if constexpr (std::is_arithmetic_v<T>)
    return T(i * 7 % 101);
  else if constexpr (std::is_same_v<T, rgb>)
    return {unsigned(i), unsigned(i * 3), unsigned(i * 5 % 11)};
  else
    return T(float(i * 7 % 101));
}

/// Executes body(p, d) for each p < n, of type Counter, by each of several
/// grids.
template <typename Counter, typename T, typename Body>
void same(sycl::queue &q, int n, Body body, const char *what) {
  T *in = sycl::malloc_shared<T>(elements, q);
  T *out = sycl::malloc_shared<T>(elements, q);
  int *bounds = sycl::malloc_shared<int>(elements, q);
  std::vector<T> expected(elements);
  for (int i = 0; i < elements; ++i) {
    in[i] = number<T>(i);
    bounds[i] = i * 13 % 6;
    expected[i] = T{};
  }
  for (int p = 0; p < n; ++p)
    body(Counter(p), data<T>{in, bounds, expected.data()});
  for (auto [groups, size] : {std::array{1, 1}, std::array{3, 32},
                              std::array{2, 48}, std::array{7, 256}}) {
    std::fill(out, out + elements, T{});
    const data<T> d{in, bounds, out};
    const Counter end = Counter(n);
    q.parallel_for(sycl::nd_range<1>(groups * size, size),
                   [=](sycl::nd_item<1> it) {
                     for (Counter p = it.get_global_id(0); p < end;
                          p += it.get_global_range(0))
                       body(p, d);
                   })
        .wait();
    if (!CHECK(std::equal(out, out + elements, expected.begin(),
                          [](const T &a, const T &b) {
                            return __builtin_memcmp(&a, &b, sizeof(T)) == 0;
                          })))
      std::printf("  %s, %d groups of %d\n", what, groups, size);
  }
  sycl::free(in, q);
  sycl::free(out, q);
  sycl::free(bounds, q);
}

template <typename Counter> void bodies(sycl::queue &q) {
  using floats = data<float>;
  auto run = [&](int n, auto body, const char *what) {
    same<Counter, float>(q, n, body, what);
  };
  run(
      count, [](Counter p, floats d) { d.out[p] = d.in[p] + 1; }, "elements");
  run(
      count, [](Counter p, floats d) { d.out[p] = d.in[p + 1]; }, "the next");
  run(
      count, [](Counter p, floats d) { d.out[2 * p] = d.in[2 * p]; },
      "every second");
  run(
      count,
      [](Counter p, floats d) { d.out[p] = d.in[2 * p] + d.in[2 * p + 1]; },
      "pairs");
  run(
      count,
      [](Counter p, floats d) {
        for (int k = 0; k < 4; ++k)
          d.out[4 * p + k] = d.in[4 * p + 3 - k];
      },
      "fours");
  run(
      count, [](Counter p, floats d) { d.out[p] = d.in[p * 7919u % 4096u]; },
      "anywhere");
  run(
      count,
      [](Counter p, floats d) {
        if (p > 0 && p < Counter(count - 1))
          d.out[p] = d.in[p - 1] + d.in[p] + d.in[p + 1];
      },
      "neighbours");
  run(
      count,
      [](Counter p, floats d) {
        float sum = 0;
        for (int k = 0; k < d.bounds[p]; ++k)
          sum += float(k) * d.in[p + k];
        d.out[p] = sum;
      },
      "loops of their own");
  run(
      count,
      [](Counter p, floats d) {
        unsigned bits = unsigned(p), sum = 0;
        for (int k = 0; k < 13; ++k, bits >>= 1)
          if (bits & 1)
            sum ^= unsigned(d.bounds[k]) << k;
        d.out[p] = float(sum);
      },
      "bits");
  run(
      count,
      [](Counter p, floats d) {
        switch (d.bounds[p]) {
        case 0:
          d.out[p] = 5;
          break;
        case 1:
          d.out[p] = d.in[p];
          break;
        case 4:
          d.out[p + 1] += 1;
          [[fallthrough]];
        default:
          d.out[elements - 1 - p] = 2;
        }
      },
      "cases");
  run(
      0, [](Counter p, floats d) { d.out[p] = 1; }, "nothing");
}

} // namespace

SECTION(counters) {
  bodies<int>(q);
  bodies<unsigned>(q);
  bodies<std::size_t>(q);
  bodies<long>(q);
  bodies<short>(q);
}

SECTION(structures) {
  same<int, rgb>(
      q, count,
      [](int p, data<rgb> d) {
        d.out[p].r = d.in[p].r;
        d.out[p].g = d.in[p].b + 1;
        d.out[p].b = d.in[p].g;
      },
      "members");
  same<int, rgb>(
      q, count, [](int p, data<rgb> d) { d.out[p] = d.in[p]; }, "copies");
  same<int, sycl::float4>(
      q, count,
      [](int p, data<sycl::float4> d) { d.out[p] = d.in[p] * 2.0f + d.out[p]; },
      "float4");
  same<int, sycl::float3>(
      q, count,
      [](int p, data<sycl::float3> d) { d.out[p] = d.in[p] * 2.0f + d.out[p]; },
      "float3");
  same<unsigned, sycl::float2>(
      q, count,
      [](unsigned p, data<sycl::float2> d) {
        d.out[p] = sycl::float2(d.in[p].y(), d.in[p].x());
      },
      "float2");
  same<std::size_t, std::uint8_t>(
      q, count,
      [](std::size_t p, data<std::uint8_t> d) {
        d.out[3 * p] = std::uint8_t(d.in[3 * p + 2] + d.in[3 * p + 1]);
      },
      "bytes");
}

// What a work-item carries from one round into the next, more and less of it.
SECTION(carried) {
  const auto sums = [&](auto values) {
    constexpr int n = decltype(values)::value, items = 2 * 64;
    long *out = sycl::malloc_shared<long>(items, q);
    long *in = sycl::malloc_shared<long>(elements, q);
    for (int i = 0; i < elements; ++i)
      in[i] = i * 7 % 101;
    const auto of_item = [](const long *from, int first) {
      std::array<long, n> sum{};
      for (int p = first; p < count; p += items) {
        for (int k = 0; k < n; ++k)
          sum[k] = sum[k] * 3 + from[p + k];
        const long last = sum[0];
        for (int k = 0; k + 1 < n; ++k)
          sum[k] = sum[k + 1];
        sum[n - 1] = last;
      }
      long all = 0;
      for (int k = 0; k < n; ++k)
        all = all * 5 + sum[k];
      return all;
    };
    q.parallel_for(sycl::nd_range<1>(items, 64), [=](sycl::nd_item<1> it) {
       const int id = int(it.get_global_id(0));
       out[id] = of_item(in, id);
     }).wait();
    bool right = true;
    for (int i = 0; i < items; ++i)
      right &= out[i] == of_item(in, i);
    CHECK(right);
    sycl::free(out, q);
    sycl::free(in, q);
  };
  sums(std::integral_constant<int, 1>());
  sums(std::integral_constant<int, 2>());
  sums(std::integral_constant<int, 8>());
  sums(std::integral_constant<int, 20>());
}

// An array of the work-item's own, bins of all, and what the group shares.
SECTION(memory_of_its_own) {
  int *bins = sycl::malloc_shared<int>(16, q);
  int *out = sycl::malloc_shared<int>(count, q);
  std::fill(bins, bins + 16, 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(16, h);
     h.parallel_for(sycl::nd_range<1>(3 * 64, 64), [=](sycl::nd_item<1> it) {
       const int id = int(it.get_local_id(0));
       if (id < 16)
         local[id] = 0;
       sycl::group_barrier(it.get_group());
       int own[7] = {};
       for (int p = int(it.get_global_id(0)); p < count;
            p += int(it.get_global_range(0))) {
         own[p % 7] += p;
         sycl::atomic_ref<int, sycl::memory_order::relaxed,
                          sycl::memory_scope::work_group>(local[p * 5 % 16]) +=
             1;
         out[p] = own[p % 7] - own[(p + 1) % 7];
       }
       sycl::group_barrier(it.get_group());
       if (id < 16)
         sycl::atomic_ref<int, sycl::memory_order::relaxed,
                          sycl::memory_scope::device>(bins[id]) += local[id];
     });
   }).wait();
  int expected[16] = {};
  bool right = true;
  for (int first = 0; first < 3 * 64; ++first) {
    int own[7] = {};
    for (int p = first; p < count; p += 3 * 64) {
      own[p % 7] += p;
      ++expected[p * 5 % 16];
      right &= out[p] == own[p % 7] - own[(p + 1) % 7];
    }
  }
  CHECK(right && std::equal(bins, bins + 16, expected));
  sycl::free(bins, q);
  sycl::free(out, q);
}

// Loops in two dimensions, one that a work-item leaves early, and one in which
// the group meets.
SECTION(other_loops) {
  constexpr int rows = 37, columns = 53;
  int *out = sycl::malloc_shared<int>(2 * rows * columns, q);
  std::fill(out, out + 2 * rows * columns, 0);
  q.parallel_for(sycl::nd_range<2>({8, 16}, {4, 8}), [=](sycl::nd_item<2> it) {
     for (int y = it.get_global_id(0); y < rows; y += it.get_global_range(0))
       for (int x = it.get_global_id(1); x < columns;
            x += it.get_global_range(1))
         out[y * columns + x] += y * 100 + x;
   }).wait();
  bool right = true;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      right &= out[y * columns + x] == y * 100 + x;
  CHECK(right);

  std::fill(out, out + 2 * rows * columns, 0);
  q.parallel_for(sycl::nd_range<1>(96, 32), [=](sycl::nd_item<1> it) {
     for (int p = it.get_global_id(0); p < rows * columns;
          p += it.get_global_range(0)) {
       if (p % 17 == 3)
         continue;
       if (p > 900 && p % 5 == 2)
         break;
       out[p] = p;
     }
   }).wait();
  right = true;
  for (int first = 0; first < 96; ++first) {
    bool left = false;
    for (int p = first; p < rows * columns; p += 96) {
      left = left || (p % 17 != 3 && p > 900 && p % 5 == 2);
      right &= out[p] == (left || p % 17 == 3 ? 0 : p);
    }
  }
  CHECK(right);

  std::fill(out, out + 2 * rows * columns, 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(32, h);
     h.parallel_for(sycl::nd_range<1>(96, 32), [=](sycl::nd_item<1> it) {
       const int id = int(it.get_local_id(0));
       for (int p = it.get_global_id(0); p < 960; p += it.get_global_range(0)) {
         local[id] = p;
         sycl::group_barrier(it.get_group());
         out[2 * p] = local[31 - id];
         sycl::group_barrier(it.get_group());
       }
     });
   }).wait();
  right = true;
  for (int p = 0; p < 960; ++p)
    right &= out[2 * p] == p / 32 * 32 + 31 - p % 32;
  CHECK(right);
  sycl::free(out, q);
}

// Counters in the other direction, pointers for counters, steps that are data.
SECTION(other_counters) {
  int *in = sycl::malloc_shared<int>(count, q);
  int *out = sycl::malloc_shared<int>(count, q);
  for (int i = 0; i < count; ++i)
    in[i] = i * 11 % 1009;
  const auto run = [&](auto body) {
    std::fill(out, out + count, 0);
    q.parallel_for(sycl::nd_range<1>(128, 64), body).wait();
    bool right = true;
    for (int i = 0; i < count; ++i)
      right &= out[i] == in[i] + 3;
    CHECK(right);
  };
  run([=](sycl::nd_item<1> it) {
    for (int p = count - 1 - int(it.get_global_id(0)); p >= 0;
         p -= int(it.get_global_range(0)))
      out[p] = in[p] + 3;
  });
  run([=](sycl::nd_item<1> it) {
    const int *from = in + it.get_global_id(0);
    for (int *to = out + it.get_global_id(0); to < out + count;
         to += it.get_global_range(0), from += it.get_global_range(0))
      *to = *from + 3;
  });
  int *step = sycl::malloc_shared<int>(1, q);
  *step = 128;
  run([=](sycl::nd_item<1> it) {
    for (int p = int(it.get_global_id(0)); p < count; p += *step)
      out[p] = in[p] + 3;
  });
  // One work-item after the other has a part of its own.
  run([=](sycl::nd_item<1> it) {
    const int first = int(it.get_global_id(0)) * 24;
    for (int p = first; p < first + 24 && p < count; ++p)
      out[p] = in[p] + 3;
  });
  sycl::free(step, q);
  sycl::free(in, q);
  sycl::free(out, q);
}

// What a loop within a round leaves, which work-items leave at different times.
SECTION(loops_left_early) {
  constexpr int items = 64;
  int *in = sycl::malloc_shared<int>(items, q);
  int *out = sycl::malloc_shared<int>(items, q);
  for (int i = 0; i < items; ++i)
    in[i] = i * 5 % 64;
  const auto same = [&](auto of_item) {
    q.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
       const int id = int(it.get_local_id(0));
       out[id] = of_item(in, id, items);
     }).wait();
    bool right = true;
    for (int i = 0; i < items; ++i)
      right &= out[i] == of_item(in, i, items);
    return right;
  };
  CHECK(same([](const int *, int id, int step) {
    int c = id;
    for (int p = id; p < items; p += step)
      for (int j = 0; j < 3; ++j) {
        c = j * 5;
        if (p & 4)
          break;
      }
    return c;
  }));
  CHECK(same([](const int *from, int id, int step) {
    int c = id, last = 0;
    for (int p = id; p < 2 * items; p += step) {
      int j = 0;
      for (; j < (p & 3) + 1; ++j) {
        last = from[j];
        if (from[p % items] & 4)
          break;
      }
      c = c * 3 + j;
    }
    return c * 100 + last;
  }));
  CHECK(same([](const int *from, int id, int step) {
    int c = 0;
    for (int p = id; p < 3 * items; p += step) {
      int k = p;
      while (from[k % items] > 20 && k < p + 7)
        k += 2;
      if (k == p)
        continue;
      c += k;
    }
    return c;
  }));
  sycl::free(in, q);
  sycl::free(out, q);
}
