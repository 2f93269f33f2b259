// SYCL 2020, 4.17.3 (group_barrier) and 3.8.2: what a work-item keeps on both
// sides of a barrier is its own, whatever its type and however it is reached.
#include "testing/conformance/check.h"

#include <array>
#include <cstdint>

CONFORMANCE_CHAPTER("work_items");

namespace {

constexpr int size = 12, groups = 3, items = size * groups, rounds = 5;

struct pair {
  std::int16_t first;
  double second;
  friend bool operator==(const pair &a, const pair &b) {
    return a.first == b.first && a.second == b.second;
  }
};
struct table {
  std::int8_t bytes[3];
  int sum;
  friend bool operator==(const table &a, const table &b) {
    return a.bytes[0] == b.bytes[0] && a.bytes[1] == b.bytes[1] &&
           a.bytes[2] == b.bytes[2] && a.sum == b.sum;
  }
};

/// A value of each type that tells work-items and rounds apart as far as the
/// type can.
template <typename T> struct maker {
  static T make(int i) { return T(i % 101); }
};
template <> struct maker<bool> {
  static bool make(int i) { return i * i % 7 < 3; }
};
template <> struct maker<pair> {
  static pair make(int i) { return {std::int16_t(-i), i * 0.5}; }
};
template <> struct maker<table> {
  static table make(int i) {
    return {{std::int8_t(i), std::int8_t(i + 1), std::int8_t(-i)}, i * i};
  }
};
template <typename T, int N> struct maker<sycl::vec<T, N>> {
  static sycl::vec<T, N> make(int i) {
    sycl::vec<T, N> v;
    for (int k = 0; k < N; ++k)
      v[k] = T((i + k) % 101);
    return v;
  }
};
template <typename T> bool same(const T &a, const T &b) { return a == b; }
template <typename T, int N>
bool same(const sycl::vec<T, N> &a, const sycl::vec<T, N> &b) {
  for (int k = 0; k < N; ++k)
    if (a[k] != b[k])
      return false;
  return true;
}

/// Runs body(item, in, out, n, local memory) and returns what it left in out.
template <typename T, typename F>
std::vector<T> run(sycl::queue &q, const std::vector<T> &in, F body) {
  T *from = sycl::malloc_shared<T>(in.size(), q);
  T *out = sycl::malloc_shared<T>(items, q);
  std::copy(in.begin(), in.end(), from);
  const int n = rounds;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T, 1> local(size, h);
     h.parallel_for(sycl::nd_range<1>(items, size), [=](sycl::nd_item<1> it) {
       body(it, from, out, n, &local[0]);
     });
   }).wait();
  std::vector<T> result(out, out + items);
  sycl::free(from, q);
  sycl::free(out, q);
  return result;
}

template <typename T> std::vector<T> inputs(int count) {
  std::vector<T> in;
  for (int i = 0; i < count; ++i)
    in.push_back(maker<T>::make(i));
  return in;
}

/// A loop carries one value, another passes from neighbour to neighbour, and the
/// two change places in each round.
template <typename T> bool carried(sycl::queue &q) {
  const std::vector<T> in = inputs<T>(2 * items);
  const std::vector<T> out =
      run(q, in, [](sycl::nd_item<1> it, const T *in, T *out, int n, T *local) {
        const int g = int(it.get_global_id(0)), l = int(it.get_local_id(0));
        T a = in[g], b = in[items + g];
        for (int i = 0; i < n; ++i) {
          local[l] = a;
          sycl::group_barrier(it.get_group());
          const T next = local[(l + 1) % size];
          sycl::group_barrier(it.get_group());
          a = b;
          b = next;
        }
        out[g] = a;
      });
  for (int g = 0; g < groups; ++g) {
    std::array<T, size> a, b;
    for (int l = 0; l < size; ++l)
      a[l] = in[g * size + l], b[l] = in[items + g * size + l];
    for (int i = 0; i < rounds; ++i) {
      const std::array<T, size> before = a;
      a = b;
      for (int l = 0; l < size; ++l)
        b[l] = before[(l + 1) % size];
    }
    for (int l = 0; l < size; ++l)
      if (!same(out[g * size + l], a[l]))
        return false;
  }
  return true;
}

/// An array of each work-item's own, reached by constant and run-time indices
/// and by pointers that were made before a barrier; one of two arrays is chosen
/// at run time.
template <typename T> bool in_arrays(sycl::queue &q) {
  const std::vector<T> in = inputs<T>(2 * items);
  const std::vector<T> out =
      run(q, in, [](sycl::nd_item<1> it, const T *in, T *out, int n, T *local) {
        const int g = int(it.get_global_id(0)), l = int(it.get_local_id(0));
        T first[4], second[4];
        for (int k = 0; k < n && k < 4; ++k)
          first[k] = in[g], second[k] = in[items + g];
        T *chosen = l % 3 ? first : second;
        T *element = &chosen[(l + n) % 4];
        T **indirect = &element;
        local[l] = *element;
        sycl::group_barrier(it.get_group());
        *element = local[size - 1 - l];
        sycl::group_barrier(it.get_group());
        local[l] = chosen[(l + n) % 4];
        sycl::group_barrier(it.get_group());
        **indirect = local[(l + 5) % size];
        out[g] = l % 3 ? first[(l + n) % 4] : second[(l + n) % 4];
      });
  for (int g = 0; g < groups; ++g)
    for (int l = 0; l < size; ++l) {
      const int from = size - 1 - (l + 5) % size;
      if (!same(out[g * size + l],
                in[(from % 3 ? 0 : items) + g * size + from]))
        return false;
    }
  return true;
}

/// What one round leaves in private memory for the next, all of it used between
/// one barrier and the end of the round.
template <typename T> bool left_for_next_round(sycl::queue &q) {
  const std::vector<T> in = inputs<T>(items + rounds);
  const std::vector<T> out =
      run(q, in, [](sycl::nd_item<1> it, const T *in, T *out, int n, T *) {
        const int g = int(it.get_global_id(0));
        T ring[4];
        for (int i = 0; i < n; ++i) {
          sycl::group_barrier(it.get_group());
          if (i != 0)
            out[g] = ring[(i + 3) % 4];
          ring[i % 4] = in[g + i];
        }
      });
  for (int g = 0; g < items; ++g)
    if (!same(out[g], in[g + rounds - 2]))
      return false;
  return true;
}

/// Passes values on by a function of its own with barriers, called twice and in
/// a loop.
template <typename T>
[[gnu::noinline]] T passed_on(T value, T *local, const sycl::nd_item<1> &it) {
  const int l = int(it.get_local_id(0));
  local[l] = value;
  sycl::group_barrier(it.get_group());
  const T next = local[(l + 1) % size];
  sycl::group_barrier(it.get_group());
  return next;
}
template <typename T> bool in_called_functions(sycl::queue &q) {
  const std::vector<T> in = inputs<T>(items);
  const std::vector<T> out =
      run(q, in, [](sycl::nd_item<1> it, const T *in, T *out, int n, T *local) {
        const int g = int(it.get_global_id(0));
        T value = passed_on(passed_on(in[g], local, it), local, it);
        for (int i = 0; i < n; ++i)
          value = passed_on(value, local, it);
        out[g] = value;
      });
  for (int g = 0; g < groups; ++g)
    for (int l = 0; l < size; ++l)
      if (!same(out[g * size + l], in[g * size + (l + 2 + rounds) % size]))
        return false;
  return true;
}

template <typename T> bool own(sycl::queue &q) {
  return carried<T>(q) && in_arrays<T>(q) && left_for_next_round<T>(q) &&
         in_called_functions<T>(q);
}

} // namespace

/// Objects of private memory that begin with a pointer, and arrays of pointers,
/// keep what is behind it.
struct node {
  int *first;
  int values[6];
  int *last;
};
template <typename Barrier>
int sum_of_nodes(const int g, const Barrier &barrier) {
  int numbers[4] = {g, g + 1, g + 2, g + 3};
  node n;
  n.first = &numbers[g % 4];
  for (int i = 0; i < 6; ++i)
    n.values[i] = 2 * g + i;
  n.last = &n.values[g % 6];
  int *pointers[5] = {n.first, &n.values[2], &numbers[1], n.last,
                      &numbers[g % 3]};
  barrier();
  *n.first += 100;
  *pointers[g % 5] += 1000;
  barrier();
  *n.last += 7;
  *pointers[0] += 50;
  int sum = 0;
  for (const int value : n.values)
    sum = sum * 3 + value;
  for (const int number : numbers)
    sum = sum * 3 + number;
  return sum;
}
SECTION(private_pointers) {
  int *out = sycl::malloc_shared<int>(2 * items, q);
  q.parallel_for(sycl::nd_range<1>(items, size), [=](sycl::nd_item<1> it) {
     const int g = int(it.get_global_id(0));
     out[g] = sum_of_nodes(g, [=] { sycl::group_barrier(it.get_group()); });
     out[items + g] = sum_of_nodes(g + 1, [] {});
   }).wait();
  for (int g = 0; g < items; ++g) {
    CHECK(out[g] == sum_of_nodes(g, [] {}));
    CHECK(out[items + g] == sum_of_nodes(g + 1, [] {}));
  }
  sycl::free(out, q);
}

/// Constant arrays of unions: what no member names is undefined in them.
SECTION(private_unions) {
  union number {
    std::int32_t whole;
    std::int64_t wide;
  };
  std::int64_t *out = sycl::malloc_shared<std::int64_t>(items, q);
  q.parallel_for(sycl::nd_range<1>(items, size), [=](sycl::nd_item<1> it) {
     const int g = int(it.get_global_id(0));
     number table[2][3] = {{{8}, {-5}, {9}}, {{7}, {-4}, {1}}};
     sycl::group_barrier(it.get_group());
     table[g % 2][g % 3].wide = std::int64_t(g) << 33;
     sycl::group_barrier(it.get_group());
     out[g] = table[g % 2][g % 3].wide + table[(g + 1) % 2][g % 3].whole;
   }).wait();
  const int numbers[2][3] = {{8, -5, 9}, {7, -4, 1}};
  for (int g = 0; g < items; ++g)
    CHECK(out[g] == (std::int64_t(g) << 33) + numbers[(g + 1) % 2][g % 3]);
  sycl::free(out, q);
}

SECTION(private_bool) { CHECK(own<bool>(q)); }

SECTION(private_integers) {
  CHECK(own<std::int8_t>(q));
  CHECK(own<std::uint8_t>(q));
  CHECK(own<std::int16_t>(q));
  CHECK(own<std::int32_t>(q));
  CHECK(own<std::int64_t>(q));
}

SECTION(private_floating_point) {
  CHECK(own<float>(q));
  if (q.get_device().has(sycl::aspect::fp64))
    CHECK(own<double>(q));
  if (q.get_device().has(sycl::aspect::fp16))
    CHECK(own<sycl::half>(q));
}

SECTION(private_vectors) {
  CHECK((own<sycl::vec<float, 3>>(q)));
  CHECK((own<sycl::vec<std::int8_t, 16>>(q)));
  CHECK((own<sycl::vec<std::int32_t, 8>>(q)));
}

SECTION(private_structs) {
  CHECK(own<table>(q));
  if (q.get_device().has(sycl::aspect::fp64))
    CHECK(own<pair>(q));
}
