// Work-items that go through a row each, in the order of the program: sums and
// products of floating-point numbers, nearest neighbours, several chains at
// once. The same functions run on the host, and bits are compared. Rows of
// groups whose length is no power of two.
#include "testing/conformance/check.h"

#include <cstdint>
#include <cstring>
#include <numeric>
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

/// Rows of two arrays and one that is the same for all, in steps of which each
/// has functions, choices, divisions and numbers of the round and of the row.
struct distances {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    const T *own = t.values + row * I(t.columns);
    const T *next = t.values + (row + 1) % I(t.rows) * I(t.columns);
    T all = T(row) * T(0.125), most = -T(100);
    for (I k = 0; k < I(t.columns); ++k) {
      const T d = own[k] - next[k];
      const T weighted = d > T(0) ? sycl::sqrt(d) : d * t.weights[k];
      all = all * T(0.75) + weighted / (sycl::fabs(own[k]) + T(row + k + 1));
      most = sycl::fmax(most, sycl::floor(weighted) - T(k));
    }
    t.out[row] = all + most;
  }
};

/// Sums that later loops need, and integers made of elements.
struct moments {
  template <typename I, typename T> static void run(I row, const table<T> &t) {
    const T *own = t.values + row * I(t.columns);
    T mean = t.weights[0], variance = 0, digits = 0;
    for (I k = 0; k < I(t.columns); ++k)
      mean += own[k];
    mean = mean / T(t.columns);
    for (I k = 0; k < I(t.columns); ++k)
      variance += (own[k] - mean) * (own[k] - mean);
    for (I k = I(t.columns / 4); k < I(t.columns); ++k) {
      const int digit = (int(own[k] * T(7)) + 50) & 15;
      digits = digits * T(0.5) + (digit < 8 ? T(digit) : variance);
    }
    t.out[row] = mean * T(4) + variance - digits;
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
  for (int rows : {1, 3, 8, 9, 16, 17, 40})
    for (int columns : {1, 2, 7, 8, 9, 10, 33}) {
      compare<Work, int, float>(q, rows, columns);
      compare<Work, std::size_t, float>(q, rows, columns);
      if (q.get_device().has(sycl::aspect::fp64))
        compare<Work, unsigned, double>(q, rows, columns);
    }
}

template <typename T, typename I> class rows_of_functions;

/// Sums of functions, which vectors can compute, while the sums keep the order
/// of the elements: the host adds up what the device has stored.
template <typename T, typename I>
void add_functions(sycl::queue &q, int rows, int columns) {
  std::vector<T> values(rows * columns + 1), powers(values.size()),
      sums(rows), differences(rows);
  for (std::size_t i = 0; i != values.size(); ++i)
    values[i] = T(int(i * 37 % 101) - 50) / T(3);
  {
    sycl::buffer<T> dvalues{values}, dpowers{powers}, dsums{sums},
        ddifferences{differences};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{dvalues, h, sycl::read_only};
      sycl::accessor out{dpowers, h};
      sycl::accessor all{dsums, h}, rest{ddifferences, h};
      h.parallel_for<rows_of_functions<T, I>>(
          sycl::range<1>(rows), [=](sycl::id<1> i) {
            const I row = I(i[0]), first = row * I(columns);
            T sum = 0, difference = 1000;
            for (I k = 0; k < I(columns); ++k) {
              const T power = sycl::exp(in[first + k]);
              out[first + k] = power;
              sum += power;
            }
            for (I k = 0; k < I(columns); ++k)
              difference -= sycl::fabs(out[first + k]);
            all[row] = sum;
            rest[row] = difference;
          });
    });
  }
  for (int row = 0; row != rows; ++row) {
    T sum = 0, difference = 1000;
    for (int k = 0; k != columns; ++k) {
      sum += powers[row * columns + k];
      difference -= powers[row * columns + k];
    }
    if (!CHECK(sums[row] == sum) || !CHECK(differences[row] == difference))
      break;
  }
}

void add_functions(sycl::queue &q) {
  for (int rows : {1, 8, 17})
    for (int columns : {1, 7, 16, 33, 200}) {
      add_functions<float, int>(q, rows, columns);
      add_functions<float, std::size_t>(q, rows, columns);
      if (q.get_device().has(sycl::aspect::fp64))
        add_functions<double, int>(q, rows, columns);
    }
}

/// Rows of a group of known size whose last vector is not full: no more is
/// written than the elements of the row.
template <typename Narrow, typename Wide, int Columns>
void fill_rows(sycl::queue &q) {
  constexpr int rows = 3, groups = 4, size = groups * rows * Columns;
  std::vector<Wide> in(size);
  std::vector<Narrow> out(size + 64, Narrow(77));
  std::iota(in.begin(), in.end(), Wide(5));
  {
    sycl::buffer din{in};
    sycl::buffer dout{out};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{din, h, sycl::read_only};
      sycl::accessor b{dout, h};
      h.parallel_for(
          sycl::nd_range<2>({groups * rows, Columns}, {rows, Columns}),
          [=](sycl::nd_item<2> item)
              [[sycl::reqd_work_group_size(rows, Columns)]] {
                const auto i = item.get_global_linear_id();
                const Wide before = sycl::exclusive_scan_over_group(
                    item.get_group(), Wide(1), sycl::plus<>());
                b[i] = Narrow(a[i] * Wide(3) + before);
              });
    });
  }
  for (int i = 0; i < size; ++i)
    if (!CHECK(out[i] == Narrow(Wide(i + 5) * 3 + Wide(i % (rows * Columns)))))
      break;
  for (std::size_t i = size; i < out.size(); ++i)
    if (!CHECK(out[i] == Narrow(77)))
      break;
}

template <typename Narrow, typename Wide> void fill_rows(sycl::queue &q) {
  fill_rows<Narrow, Wide, 3>(q);
  fill_rows<Narrow, Wide, 5>(q);
  fill_rows<Narrow, Wide, 9>(q);
  fill_rows<Narrow, Wide, 17>(q);
}

} // namespace

SECTION(last_elements) {
  fill_rows<std::uint8_t, std::uint64_t>(q);
  fill_rows<std::uint8_t, unsigned>(q);
  fill_rows<std::uint16_t, std::uint64_t>(q);
  fill_rows<std::uint16_t, unsigned>(q);
  fill_rows<unsigned, std::uint64_t>(q);
}

SECTION(sums) {
  compare_all<sum>(q);
  add_functions(q);
}
SECTION(products) { compare_all<product>(q); }
SECTION(chains) {
  compare_all<two_chains>(q);
  compare_all<distances>(q);
  compare_all<moments>(q);
}
SECTION(nearest_neighbours) { compare_all<nearest>(q); }
SECTION(own_elements) { compare_all<in_place>(q); }
