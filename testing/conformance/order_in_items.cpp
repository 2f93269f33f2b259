// What one work-item does to one place in memory, in its order: exchanges behind
// a condition, fields of a record of which one may be any, and records that are
// compared with others before a loop of vectors.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <vector>

CONFORMANCE_CHAPTER("loops");

namespace {
/// What memory contained before it was written, behind the same condition.
template <typename T> void exchange(sycl::queue &q) {
  constexpr int n = 1000;
  auto *memory = sycl::malloc_shared<T>(n, q);
  auto *given = sycl::malloc_shared<T>(n, q);
  auto *out = sycl::malloc_shared<T>(n, q);
  for (int i = 0; i < n; ++i) {
    memory[i] = T(i % 50);
    given[i] = T(i % 3 + 50);
  }
  q.parallel_for(n, [=](sycl::id<1> i) {
     T old = given[i];
     if (given[i] == T(51)) {
       old = memory[i];
       memory[i] = given[i];
     }
     out[i] = old + T(1);
   }).wait();
  for (int i = 0; i < n; ++i) {
    const bool taken = i % 3 == 1;
    if (!CHECK(out[i] == (taken ? T(i % 50) : T(i % 3 + 50)) + T(1) &&
               memory[i] == (taken ? T(51) : T(i % 50))))
      break;
  }
  sycl::free(memory, q);
  sycl::free(given, q);
  sycl::free(out, q);
}

/// Accesses of one work-item to its record, of which one may be to any field:
/// stores on both sides of a store, then loads on both sides of one.
template <typename T> void overwrite(sycl::queue &q) {
  constexpr int n = 1000;
  struct record {
    T fields[4];
  };
  auto *records = sycl::malloc_shared<record>(n, q);
  auto *field = sycl::malloc_shared<unsigned>(n, q);
  auto *sums = sycl::malloc_shared<T>(n, q);
  for (int i = 0; i < n; ++i)
    field[i] = i * 7 % 4;
  q.parallel_for(n, [=](sycl::id<1> i) {
     records[i].fields[1] = T(1);
     records[i].fields[2] = T(2);
     records[i].fields[3] = T(3);
     records[i].fields[field[i]] = T(100);
     records[i].fields[0] = T(4);
   }).wait();
  for (int i = 0; i < n; ++i) {
    const T *fields = records[i].fields;
    bool right = fields[0] == T(4);
    for (unsigned k = 1; k < 4; ++k)
      right &= fields[k] == (k == field[i] ? T(100) : T(k));
    if (!CHECK(right))
      break;
  }
  q.parallel_for(n, [=](sycl::id<1> i) {
     const T before = records[i].fields[2];
     records[i].fields[field[i]] = T(50);
     sums[i] = before + records[i].fields[1] + records[i].fields[3];
   }).wait();
  for (int i = 0; i < n; ++i)
    if (!CHECK(sums[i] ==
               T((field[i] == 2 ? 100 : 2) + (field[i] == 1 ? 50 : 1) +
                 (field[i] == 3 ? 50 : 3))))
      break;
  // Two arrays that are one: what is read second was written first.
  auto *to = records;
  q.parallel_for(n, [=](sycl::id<1> i) {
     for (int k = 0; k < 4; ++k)
       to[i].fields[k] = records[i].fields[3 - k];
   }).wait();
  for (int i = 0; i < n; ++i)
    if (!CHECK(to[i].fields[0] == (field[i] == 3 ? T(50) : T(3)) &&
               to[i].fields[3] == to[i].fields[0] &&
               to[i].fields[2] == to[i].fields[1]))
      break;
  // Private memory on both sides of a barrier.
  q.parallel_for(sycl::nd_range<1>(960, 96), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_id(0);
     T fields[4] = {T(0), T(1), T(2), T(3)};
     fields[field[i]] = T(100);
     fields[0] = T(4);
     sycl::group_barrier(it.get_group());
     for (int k = 0; k < 4; ++k)
       records[i].fields[k] = fields[k];
   }).wait();
  for (int i = 0; i < 960; ++i) {
    bool right = true;
    for (unsigned k = 0; k < 4; ++k)
      right &= records[i].fields[k] == (k == 0          ? T(4)
                                        : k == field[i] ? T(100)
                                                        : T(k));
    if (!CHECK(right))
      break;
  }
  sycl::free(records, q);
  sycl::free(field, q);
  sycl::free(sums, q);
}

/// Fields of a record that are stored and then loaded, beside a record that is
/// n further, of which compilers check that it is another one: what the loads
/// give is an index.
template <typename T> void look_up(sycl::queue &q) {
  constexpr unsigned rows = 9, n = 153;
  struct record {
    T a, b, c, d, e;
  };
  constexpr unsigned columns = 41, limit = 20;
  const auto updated = [](T old, int more) {
    const int sum = (int(old) * 77 + more * 150) >> 8;
    return T(sum > 100 ? 100 : sum);
  };
  const auto column = [](unsigned i) { return i > 40 ? 40u : i; };
  std::vector<record> expected(2 * n);
  std::vector<std::uint64_t> table((limit + 1) * columns);
  for (unsigned i = 0; i < 2 * n; ++i)
    expected[i] = {T(i % 97), T(i % 13), T(i % 7), T(i % 89), T(i % 5)};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = i * 2654435761u % 251;
  auto *records = sycl::malloc_shared<record>(2 * n, q);
  std::copy(expected.begin(), expected.end(), records);
  {
    sycl::buffer<std::uint64_t, 2> numbers(table.data(), {limit + 1, columns});
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(numbers, h, sycl::read_only);
      h.parallel_for(sycl::range<2>(rows, n / rows), [=](sycl::item<2> it) {
        const auto y = std::uint32_t(it.get_id(0));
        const auto i = std::uint32_t(y * it.get_range(1) + it.get_id(1));
        records[i].a = updated(records[i].a, 5);
        records[i].b = T(1);
        records[i + n].b = T(1);
        const auto row = std::min(limit, unsigned(records[0 * n + i].b));
        const std::uint64_t product =
            a[y][column(i - 2)] * a[row][column(i - 1)];
        records[i + n].d = updated(records[i + n].d, int(product & 255));
      });
    });
  }
  bool same = true;
  for (unsigned i = 0; i < n; ++i) {
    const std::uint64_t product =
        table[i / (n / rows) * columns + column(i - 2)] *
        table[columns + column(i - 1)];
    same &= records[i].a == updated(expected[i].a, 5) &&
            records[i].b == T(1) && records[i + n].b == T(1) &&
            records[i + n].d ==
                updated(expected[i + n].d, int(product & 255)) &&
            records[i].c == expected[i].c && records[i + n].e == expected[i + n].e;
  }
  CHECK(same);
  sycl::free(records, q);
}

} // namespace

SECTION(order_within_a_work_item) {
  exchange<std::int8_t>(q);
  exchange<std::int16_t>(q);
  exchange<int>(q);
  exchange<std::int64_t>(q);
  exchange<float>(q);
  overwrite<std::int8_t>(q);
  overwrite<std::int16_t>(q);
  overwrite<int>(q);
  overwrite<std::int64_t>(q);
  overwrite<float>(q);
  look_up<std::uint8_t>(q);
  look_up<std::int16_t>(q);
  look_up<int>(q);
}
