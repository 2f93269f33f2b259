// SYCL 2020, 4.9.4.2: kernels whose work-items go through columns of memory,
// and such that all read from one place, in ranges of any size. Implementations
// divide ranges as they like.
#include "testing/conformance/check.h"

#include <array>
#include <cstdint>
#include <numeric>

CONFORMANCE_CHAPTER("columns");

namespace {

struct extent {
  std::size_t rows, columns;
};
constexpr extent extents[] = {{1, 1},   {1, 70},  {70, 1},  {16, 16},
                              {17, 15}, {33, 64}, {100, 7}, {250, 130}};

template <typename T> T *numbers(sycl::queue &q, std::size_t count) {
  T *result = sycl::malloc_shared<T>(count, q);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = T(i % 251);
  return result;
}

/// Transposes by writes and by reads of columns.
template <typename T, typename Index> void check_transposes(sycl::queue &q) {
  for (const auto [rows, columns] : extents) {
    T *in = numbers<T>(q, rows * columns);
    T *a = sycl::malloc_shared<T>(rows * columns, q);
    T *b = sycl::malloc_shared<T>(rows * columns, q);
    const Index r = Index(rows), c = Index(columns);
    q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> id) {
      const Index y = Index(id[0]), x = Index(id[1]);
      a[x * r + y] = in[y * c + x];
    });
    q.parallel_for(sycl::range<2>(columns, rows), [=](sycl::item<2> id) {
      const Index y = Index(id[0]), x = Index(id[1]);
      b[y * r + x] = in[x * c + y];
    });
    q.wait();
    bool right = true;
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < columns; ++x)
        right &= a[x * rows + y] == in[y * columns + x] &&
                 b[x * rows + y] == in[y * columns + x];
    CHECK(right);
    for (T *each : {in, a, b})
      sycl::free(each, q);
  }
}

} // namespace

SECTION(bytes) { check_transposes<std::uint8_t, std::size_t>(q); }
SECTION(ints) { check_transposes<int, int>(q); }
SECTION(longs) { check_transposes<std::int64_t, unsigned>(q); }

SECTION(vectors_of_floats) {
  constexpr int n = 40;
  auto *in = sycl::malloc_shared<sycl::float4>(n * n, q);
  auto *out = sycl::malloc_shared<sycl::float4>(n * n, q);
  for (int i = 0; i < n * n; ++i)
    in[i] = sycl::float4(float(i));
  q.parallel_for(sycl::nd_range<2>({n, n}, {8, 20}), [=](sycl::nd_item<2>
                                                             item) {
     const int y = int(item.get_global_id(0)), x = int(item.get_global_id(1));
     out[x * n + y] = in[y * n + x] + 1.0f;
   }).wait();
  bool right = true;
  for (int i = 0; i < n * n; ++i)
    right &= out[i % n * n + i / n].w() == float(i + 1);
  CHECK(right);
  sycl::free(in, q);
  sycl::free(out, q);
}

// Through accessors, with offsets; each pair is exchanged by one of its two.
SECTION(in_place) {
  constexpr std::size_t n = 90;
  std::vector<int> values(n * n);
  std::iota(values.begin(), values.end(), 0);
  {
    sycl::buffer<int, 2> buffer(values.data(), sycl::range<2>(n, n));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) {
        const sycl::id<2> other(id[1], id[0]);
        if (id[0] < id[1]) {
          const int kept = a[id];
          a[id] = a[other];
          a[other] = kept;
        }
      });
    });
  }
  bool right = true;
  for (std::size_t i = 0; i < n * n; ++i)
    right &= values[i] == int(i % n * n + i / n);
  CHECK(right);
}

// All orders of three dimensions.
SECTION(permutations) {
  constexpr std::size_t size[3] = {5, 18, 35};
  constexpr std::size_t count = 5 * 18 * 35;
  int *in = numbers<int>(q, count), *out = sycl::malloc_shared<int>(count, q);
  for (const std::array<int, 3> order : {std::array{0, 1, 2},
                                         {0, 2, 1},
                                         {1, 0, 2},
                                         {1, 2, 0},
                                         {2, 0, 1},
                                         {2, 1, 0}}) {
    std::size_t pitch[3] = {};
    pitch[order[2]] = 1;
    pitch[order[1]] = size[order[2]];
    pitch[order[0]] = size[order[2]] * size[order[1]];
    const std::size_t p0 = pitch[0], p1 = pitch[1], p2 = pitch[2];
    q.parallel_for(sycl::range<3>(size[0], size[1], size[2]),
                   [=](sycl::item<3> item) {
                     out[item[0] * p0 + item[1] * p1 + item[2] * p2] =
                         in[item.get_linear_id()];
                   })
        .wait();
    bool right = true;
    for (std::size_t i = 0; i < count; ++i)
      right &=
          out[i / (18 * 35) * p0 + i / 35 % 18 * p1 + i % 35 * p2] == in[i];
    CHECK(right);
  }
  sycl::free(in, q);
  sycl::free(out, q);
}

// A step of an elimination, in place: what all of a row read, nobody writes.
SECTION(elimination) {
  constexpr int n = 61;
  float *a = sycl::malloc_shared<float>(n * n, q);
  std::vector<float> wanted(n * n);
  for (int i = 0; i < n * n; ++i)
    wanted[i] = a[i] = float(i % 16 + 1);
  for (int k : {0, 5, n - 2}) {
    q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) {
       const int i = int(id[0]), j = int(id[1]);
       if (i > k && j > k)
         a[i * n + j] -= a[i * n + k] * 2.0f - a[k * n + j];
     }).wait();
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        wanted[i * n + j] -= wanted[i * n + k] * 2.0f - wanted[k * n + j];
  }
  bool right = true;
  for (int i = 0; i < n * n; ++i)
    right &= a[i] == wanted[i];
  CHECK(right);
  sycl::free(a, q);
}

// One work-item reads where it has written, by another pointer.
SECTION(own_element) {
  int *a = sycl::malloc_shared<int>(8, q);
  for (std::size_t size : {1, 7}) {
    std::fill_n(a, 8, 1);
    const int *same = a + 2;
    q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) {
       if (item.get_local_id(0) == size - 1) {
         a[item.get_global_id(0) + 3 - size] = 40;
         a[7] = *same + 2;
       }
     }).wait();
    CHECK(a[7] == 42);
  }
  q.parallel_for(sycl::range<1>(1), [=](sycl::id<1> i) {
     a[i] = 5;
     a[6] = a[0] + 1;
     a[i + 1] = a[6] * 2;
   }).wait();
  CHECK(a[6] == 6 && a[1] == 12);
  sycl::free(a, q);
}
