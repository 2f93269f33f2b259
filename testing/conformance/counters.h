// Many counters, to which work-items add what nobody reads before: compilers may
// make these additions in another order, together, or later. And those that must
// not wait.
#ifndef FACET_TESTING_CONFORMANCE_COUNTERS_H_
#define FACET_TESTING_CONFORMANCE_COUNTERS_H_

#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace counters {

template <typename T>
using ref = sycl::atomic_ref<T, sycl::memory_order::relaxed,
                             sycl::memory_scope::device>;

/// Counters, and beside them what they are to be in the end.
template <typename T> class Counters {
public:
  Counters(sycl::queue &q, std::size_t bins, std::size_t n)
      : q(q), bins(bins), n(n), data(sycl::malloc_shared<T>(n, q)),
        all(sycl::malloc_shared<T>(bins, q)) {
    std::uint32_t state = 12345;
    for (std::size_t i = 0; i < n; ++i) {
      state = state * 1664525 + 1013904223;
      data[i] = T((state >> 8) % bins);
    }
    start();
  }
  ~Counters() {
    sycl::free(data, q);
    sycl::free(all, q);
  }

  void start() {
    for (std::size_t b = 0; b < bins; ++b)
      all[b] = T(b);
    expected.assign(all, all + bins);
  }
  bool agree() const {
    return std::equal(expected.begin(), expected.end(), all);
  }

  sycl::queue &q;
  const std::size_t bins, n;
  T *const data, *const all;
  std::vector<T> expected;
};

template <typename T> void count(Counters<T> &c) {
  const std::size_t n = c.n, rows = 16, columns = n / rows;
  T *data = c.data, *all = c.all;
  const auto counted = [&](T each) {
    for (std::size_t i = 0; i < n; ++i)
      c.expected[std::size_t(c.data[i])] += each;
    CHECK(c.agree());
    c.start();
  };
  sycl::queue &q = c.q;
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     ref<T>(all[data[i]]).fetch_add(1);
   }).wait();
  counted(1);
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     ref<T> r(all[data[i]]);
     r -= 3;
     ++r;
   }).wait();
  counted(T(-2));
  q.parallel_for(sycl::nd_range<2>({rows, columns}, {2, columns}),
                 [=](sycl::nd_item<2> it) {
                   const std::size_t i =
                       it.get_global_id(0) * columns + it.get_global_id(1);
                   ref<T>(all[data[i]]).fetch_add(5);
                 })
      .wait();
  counted(5);
  // Rounds: what they load may be what they have added to.
  q.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
     for (std::size_t i = it.get_global_id(0); i < n; i += 256)
       ref<T>(all[data[i]]).fetch_add(T(2));
   }).wait();
  counted(2);
  {
    sycl::buffer<T> values(c.data, sycl::range<1>(n)),
        sums(c.all, sycl::range<1>(c.bins));
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(values, h, sycl::read_only);
      sycl::accessor to(sums, h, sycl::read_write);
      h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
        ref<T>(to[std::size_t(from[i])]).fetch_add(1);
      });
    });
  }
  counted(1);
  // Local memory first, then all of it.
  if (c.bins > 256)
    return;
  const std::size_t bins = c.bins;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T, 1> own(bins, h);
     h.parallel_for(sycl::nd_range<1>(512, 64), [=](sycl::nd_item<1> it) {
       for (std::size_t b = it.get_local_id(0); b < bins; b += 64)
         own[b] = 0;
       sycl::group_barrier(it.get_group());
       for (std::size_t i = it.get_global_id(0); i < n; i += 512)
         ref<T>(own[std::size_t(data[i])]).fetch_add(1);
       sycl::group_barrier(it.get_group());
       for (std::size_t b = it.get_local_id(0); b < bins; b += 64)
         ref<T>(all[b]).fetch_add(own[b]);
     });
   }).wait();
  counted(1);
}

/// Each group has a counter, which its work-items look at behind a barrier; each
/// work-item another one, which it looks at at once.
template <typename T> void look(sycl::queue &q) {
  constexpr std::size_t groups = 20, size = 64;
  Counters<T> c(q, groups + groups * size, 1);
  T *all = c.all, *own = c.all + groups;
  T *seen = sycl::malloc_shared<T>(3 * groups * size, q);
  q.parallel_for(sycl::nd_range<1>(groups * size, size),
                 [=](sycl::nd_item<1> it) {
                   const std::size_t i = it.get_global_id(0),
                                     g = it.get_group(0);
                   ref<T>(all[g]).fetch_add(2);
                   ref<T>(own[i]).fetch_add(7);
                   seen[i] = own[i];
                   sycl::group_barrier(it.get_group());
                   seen[groups * size + i] = all[g];
                   const T before = ref<T>(own[i]).fetch_add(1);
                   seen[2 * groups * size + i] = before;
                 })
      .wait();
  bool right = true;
  for (std::size_t i = 0; i < groups * size; ++i) {
    const T start = T(groups + i);
    right = right && seen[i] == T(start + 7) &&
            seen[groups * size + i] == T(i / size + 2 * size) &&
            seen[2 * groups * size + i] == T(start + 7) &&
            own[i] == T(start + 8);
  }
  CHECK(right);
  sycl::free(seen, q);
}

/// Counters whose indices are known to be less than some: those of bytes, of bits
/// of them, with others before and behind, in arrays that overlap.
template <typename T> void bytes(sycl::queue &q) {
  struct Table {
    T before[3], bins[256], behind;
    void add(std::size_t bin, T value) { bins[bin] = T(bins[bin] + value); }
  };
  constexpr std::size_t most = 4099, groups = 4;
  auto *data = sycl::malloc_shared<std::uint8_t>(most, q);
  for (std::size_t i = 0; i < most; ++i)
    data[i] = std::uint8_t(i * 151 ^ i >> 3);
  auto *tables = sycl::malloc_shared<Table>(2, q);
  T *all = tables[1].bins;
  for (std::size_t n : {std::size_t(1), std::size_t(70), most}) {
    Table expected[2];
    for (Table *t : {tables, expected})
      for (int k = 0; k < 2; ++k) {
        std::fill_n(t[k].before, 3, T(k));
        std::fill_n(t[k].bins, 256, T(k + 5));
        t[k].behind = T(9);
      }
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
       ref<T>(tables->bins[data[i]]).fetch_add(1);
     }).wait();
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
       const unsigned byte = data[i];
       ref<T>(tables->bins[byte & 15]).fetch_sub(2);
       ref<T>(tables->bins[byte >> 3]).fetch_add(T(3 + byte));
       ref<T>(tables->bins[240 + byte % 16]).fetch_add(4);
       ref<T>(all[byte]).fetch_add(5);
       ref<T>(all[byte / 2 + 3]).fetch_add(6);
     }).wait();
    for (std::size_t i = 0; i < n; ++i) {
      const unsigned byte = data[i];
      expected[0].add(byte, 1);
      expected[0].add(byte & 15, T(-2));
      expected[0].add(byte >> 3, T(3 + byte));
      expected[0].add(240 + byte % 16, 4);
      expected[1].add(byte, 5);
      expected[1].add(byte / 2 + 3, 6);
    }
    // Each group has its own.
    q.parallel_for(sycl::nd_range<1>(groups * 16, 16), [=](sycl::nd_item<1> it) {
       T *own = all + 64 * it.get_group(0);
       for (std::size_t i = it.get_global_id(0); i < n; i += groups * 16)
         ref<T>(own[data[i] % 64]).fetch_add(7);
     }).wait();
    for (std::size_t i = 0; i < n; ++i)
      expected[1].add(i / 16 % groups * 64 + data[i] % 64, 7);
    for (int k = 0; k < 2; ++k) {
      CHECK(std::equal(tables[k].bins, tables[k].bins + 256, expected[k].bins));
      CHECK(std::equal(tables[k].before, tables[k].before + 3,
                       expected[k].before));
      CHECK(tables[k].behind == T(9));
    }
  }
  sycl::free(tables, q);
  sycl::free(data, q);
}

template <typename T> void check(sycl::queue &q) {
  bytes<T>(q);
  // As many as a byte has, and more than a table in a processor's cache may have room for.
  for (std::size_t bins : {1, 7, 256, 20000}) {
    Counters<T> c(q, bins, 4096);
    count(c);
  }
  look<T>(q);
}

} // namespace counters

#endif // FACET_TESTING_CONFORMANCE_COUNTERS_H_
