// Divisions behind conditions on data, whose quotient several work-items share. The
// same functions run on the host.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>

CONFORMANCE_CHAPTER("guards");

namespace {

/// Divisions that are the same for all or some of the work-items, of those that are
/// not behind the guard: `which` of them.
template <int Which, typename T>
T divided_behind(T k, T n, std::size_t i, const T *loaded) {
  switch (Which) {
  case 0:
    return k % n;
  case 1:
    return k / n;
  case 2:
    return loaded[k % n] + T(1);
  case 3:
    return T(i / 16) % n;
  case 4:
    return loaded[0] % n + T(i & 1);
  default:
    return k % loaded[1] + loaded[T(i / 8) % n];
  }
}

template <int Which, typename T> void compare_divisions(sycl::queue &q) {
  constexpr std::size_t size = 333;
  int *guard = sycl::malloc_shared<int>(size, q);
  T *table = sycl::malloc_shared<T>(1024, q);
  T *out = sycl::malloc_shared<T>(size, q);
  for (int i = 0; i < 1024; ++i)
    table[i] = T(3 + i % 5);
  const auto run = [&](T k, T n) {
    std::fill_n(out, size, T(77));
    q.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
       T result = 0;
       if (guard[i] > 0)
         result = table[divided_behind<Which>(k, n, i[0], table)];
       out[i] = result;
     }).wait();
  };
  for (const unsigned inactive : {1, 3, 8, 16}) {
    for (std::size_t i = 0; i < size; ++i)
      guard[i] = i % 16 < inactive || i % 13 == 5 ? -1 : 2;
    for (const T n : {T(1), T(7), T(100)}) {
      run(T(93), n);
      std::size_t right = 0;
      for (std::size_t i = 0; i < size; ++i)
        right += out[i] ==
                 (guard[i] > 0
                      ? table[divided_behind<Which>(T(93), n, i, table)]
                      : T(0));
      CHECK(right == size);
    }
  }
  // Nobody divides by zero.
  std::fill_n(guard, size, 0);
  table[1] = 0;
  run(std::numeric_limits<T>::min(), T(0));
  CHECK(std::count(out, out + size, T(0)) == std::ptrdiff_t(size));
  if (std::is_signed_v<T>) {
    run(std::numeric_limits<T>::min(), T(-1));
    CHECK(std::count(out, out + size, T(0)) == std::ptrdiff_t(size));
  }
  sycl::free(guard, q), sycl::free(table, q), sycl::free(out, q);
}

template <typename T> void compare_all_divisions(sycl::queue &q) {
  compare_divisions<0, T>(q);
  compare_divisions<1, T>(q);
  compare_divisions<2, T>(q);
  compare_divisions<3, T>(q);
  compare_divisions<4, T>(q);
  compare_divisions<5, T>(q);
}

SECTION(divisions) {
  compare_all_divisions<unsigned>(q);
  compare_all_divisions<int>(q);
}

} // namespace
