// Work-items that go through a row each, in the order of the program: sums and
// products of floating-point numbers, nearest neighbours, several chains at
// once. The same functions run on the host, and bits are compared.
#include "testing/conformance/check.h"

#include <cstring>
#include <vector>

CONFORMANCE_CHAPTER("rows");

// The host may have no instruction for what the device contracts.
#pragma clang fp contract(off)

namespace {

template <typename T> struct table {
  const T *values;
  const T *weights;
  T *out;
  int rows, columns;
};

struct sum {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    T all = 0;
    for (I k = 0; k < I(t.columns); ++k)
      all += t.values[row * I(t.columns) + k];
    t.out[row] = all;
  }
};

struct product {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    T all = t.out[row];
    for (I k = 0; k < I(t.columns); ++k)
      all = all - t.values[row * I(t.columns) + k] * t.weights[k];
    t.out[row] = all * T(0.5);
  }
};

struct two_chains {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    T a = 1, b = 0;
    for (I k = I(t.columns); k > 0; --k) {
      const T v = t.values[row * I(t.columns) + k - 1];
      a *= T(1) + v * T(0.01);
      b += v * v;
    }
    t.out[row] = a - b;
  }
};

struct nearest {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    if (row >= I(t.rows - 1))
      return;
    T best = T(1000);
    I place = 0;
    for (I k = 0; k < I(t.columns); ++k) {
      const T off = t.values[row] - t.weights[k], distance = off * off;
      if (distance < best) {
        best = distance;
        place = k;
      }
    }
    t.out[row] = best + T(place);
  }
};

/// What a work-item stores it reads again, and its neighbour's it does not.
struct in_place {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    T *own = t.out + row;
    T all = *own;
    *own = -all;
    for (I k = 0; k < I(t.columns); ++k)
      all = all * T(0.25) + t.weights[k];
    *own += all;
  }
};

template <typename Work, typename I, typename T> class all_rows;
template <typename Work, typename I, typename T> class grouped_rows;

template <typename Work, typename I, typename T>
void compare(sycl::queue &q, int rows, int columns) {
  std::vector<T> values(rows * columns + 1), weights(columns + 1),
      expected(rows + 1, T(3));
  for (std::size_t i = 0; i != values.size(); ++i)
    values[i] = T(int(i * 37 % 101) - 50) / T(7);
  for (std::size_t i = 0; i != weights.size(); ++i)
    weights[i] = T(int(i * 11 % 23) - 9) / T(3);
  std::vector<T> items = expected, groups = expected;
  for (int row = 0; row != rows; ++row)
    Work::run(I(row), table<T>{values.data(), weights.data(), expected.data(),
                               rows, columns});
  {
    sycl::buffer<T> dv{values}, dw{weights}, ditems{items}, dgroups{groups};
    q.submit([&](sycl::handler &h) {
      sycl::accessor v{dv, h, sycl::read_only}, w{dw, h, sycl::read_only};
      sycl::accessor out{ditems, h};
      h.parallel_for<all_rows<Work, I, T>>(
          sycl::range<1>(rows), [=](sycl::id<1> i) {
            Work::run(I(i[0]), table<T>{&v[0], &w[0], &out[0], rows, columns});
          });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor v{dv, h, sycl::read_only}, w{dw, h, sycl::read_only};
      sycl::accessor out{dgroups, h};
      h.parallel_for<grouped_rows<Work, I, T>>(
          sycl::nd_range<1>((rows + 15) / 16 * 16, 16),
          [=](sycl::nd_item<1> item) {
            const I row = I(item.get_global_id(0));
            if (row < I(rows))
              Work::run(row, table<T>{&v[0], &w[0], &out[0], rows, columns});
          });
    });
  }
  const std::size_t bytes = expected.size() * sizeof(T);
  CHECK(std::memcmp(items.data(), expected.data(), bytes) == 0);
  CHECK(std::memcmp(groups.data(), expected.data(), bytes) == 0);
}

template <typename Work> void compare_all(sycl::queue &q) {
  for (int rows : {1, 3, 8, 9, 17, 40})
    for (int columns : {1, 2, 7, 33}) {
      compare<Work, int, float>(q, rows, columns);
      compare<Work, std::size_t, float>(q, rows, columns);
      if (q.get_device().has(sycl::aspect::fp64))
        compare<Work, unsigned, double>(q, rows, columns);
    }
}

} // namespace

SECTION(sums) { compare_all<sum>(q); }
SECTION(products) { compare_all<product>(q); }
SECTION(chains) { compare_all<two_chains>(q); }
SECTION(nearest_neighbours) { compare_all<nearest>(q); }
SECTION(own_elements) { compare_all<in_place>(q); }
