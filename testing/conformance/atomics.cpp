// SYCL 2020, 4.15: atomic_ref of every type, order, scope and address space;
// fences.
#include "testing/conformance/check.h"
#include "testing/conformance/counters.h"

#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("atomics");

using sycl::memory_order, sycl::memory_scope;
using sycl::access::address_space;

namespace {

constexpr int items = 128;

template <typename T, memory_order O = memory_order::relaxed,
          memory_scope S = memory_scope::device,
          address_space A = address_space::generic_space>
using ref = sycl::atomic_ref<T, O, S, A>;

/// f(work-item, the variable) by all work-items; what the variable was then.
template <typename T, typename F> T after(sycl::queue &q, T start, F f) {
  T *x = sycl::malloc_shared<T>(1, q);
  *x = start;
  q.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> i) {
     f(int(i.get_global_id(0)), *x);
   }).wait();
  const T result = *x;
  sycl::free(x, q);
  return result;
}

template <typename T> void integers(sycl::queue &q) {
  CHECK(after(q, T(5), [](int i, T &x) { ref<T>(x).fetch_add(T(i)); }) ==
        T(5 + items * (items - 1) / 2));
  CHECK(after(q, T(90000), [](int i, T &x) { ref<T>(x) -= T(i); }) ==
        T(90000 - items * (items - 1) / 2));
  CHECK(after(q, T(0), [](int i, T &x) {
          ref<T>(x).fetch_or(T(1) << (i % 16));
        }) == T(0xffff));
  CHECK(after(q, T(-1), [](int i, T &x) {
          ref<T>(x) &= T(~(T(1) << (i % 16)));
        }) == T(T(-1) - T(0xffff)));
  CHECK(after(q, T(0), [](int i, T &x) {
          ref<T>(x).fetch_xor(T(1) << (i % 20));
        }) == T(255));
  CHECK(after(q, T(500), [](int i, T &x) { ref<T>(x).fetch_min(T(i + 3)); }) ==
        T(3));
  CHECK(after(q, T(1), [](int i, T &x) { ref<T>(x).fetch_max(T(i + 3)); }) ==
        T(items + 2));
  if (std::is_signed_v<T>)
    CHECK(after(q, T(0), [](int i, T &x) { ref<T>(x).fetch_min(T(-i)); }) ==
          T(1 - items));
  CHECK(after(q, T(0), [](int, T &x) { ++ref<T>(x), ref<T>(x)++; }) ==
        T(2 * items));
  CHECK(after(q, T(1000), [](int, T &x) { --ref<T>(x), ref<T>(x)--; }) ==
        T(1000 - 2 * items));
}

/// What every type has.
template <typename T> void exchanges(sycl::queue &q, T a, T b) {
  CHECK(after(q, a, [=](int, T &x) { ref<T>(x).store(b); }) == b);
  CHECK(after(q, a, [=](int, T &x) { ref<T>{x} = b; }) == b);
  CHECK(after(q, a, [=](int i, T &x) {
          T seen = ref<T>(x).exchange(b);
          if (i < 0)
            x = seen;
        }) == b);
  CHECK(after(q, a, [=](int, T &x) {
          T expected = a;
          ref<T>(x).compare_exchange_strong(expected, b);
        }) == b);
  CHECK(after(q, a, [=](int, T &x) {
          T expected = b; // is not there
          const ref<T> r(x);
          if (r.load() == a && !r.compare_exchange_strong(expected, b) &&
              expected == T(r))
            r.store(expected);
        }) == a);
}

template <memory_order O, memory_scope S> void ordered(sycl::queue &q) {
  using order = ref<int, O, S>;
  static_assert(order::default_read_modify_write_order == O);
  static_assert(order::default_scope == S);
  int *x = sycl::malloc_shared<int>(items / 32, q);
  for (int i = 0; i < items / 32; ++i)
    x[i] = 0;
  // Groups keep to themselves, so that narrow scopes are enough; a work-item
  // or sub-group scope is used by one work-item at a time.
  q.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> i) {
     int &mine = x[i.get_group(0)];
     if constexpr (S == memory_scope::work_item ||
                   S == memory_scope::sub_group) {
       if (i.get_local_id(0) == 0)
         for (int n = 0; n < 32; ++n)
           order(mine).fetch_add(1);
     } else {
       order(mine).fetch_add(1);
     }
   }).wait();
  for (int i = 0; i < items / 32; ++i)
    CHECK(x[i] == 32);
  sycl::free(x, q);
}

bool has(const sycl::queue &q, memory_order o) {
  for (memory_order each :
       q.get_device()
           .get_info<sycl::info::device::atomic_memory_order_capabilities>())
    if (each == o)
      return true;
  return false;
}
} // namespace

namespace {
/// What a work-item does to places that all share. Some only read what they
/// have changed.
template <template <typename> class Ref, typename T>
void share(int i, T x, T *all) {
  if (x > 50)
    Ref<T>(all[0]).fetch_add(1);
  Ref<T>(all[1]).fetch_sub(x);
  Ref<T>(all[2]).fetch_and(T(~(T(1) << (x % 5))));
  Ref<T>(all[3]).fetch_or(T(1) << (x % 7));
  Ref<T>(all[4]).fetch_xor(x);
  Ref<T>(all[5]).fetch_min(x);
  Ref<T>(all[6]).fetch_max(x);
  for (int k = 0; k < int(x) % 4; ++k)
    Ref<T>(all[7]).fetch_add(T(k));
  if (x % 2 == 0)
    Ref<T>(all[8]).fetch_add(2);
  else if (x % 3 == 0)
    Ref<T>(all[8]).fetch_add(T(x - 5));
  if (i == 3) {
    Ref<T>(all[9]).fetch_add(4);
    all[10] = Ref<T>(all[9]).load();
    Ref<T>(all[9]).fetch_add(x);
    all[11] = all[9];
  }
}
constexpr int places = 12;

template <typename T> using relaxed_ref = ref<T>;
/// The same without other work-items.
template <typename T> struct plain_ref {
  explicit plain_ref(T &x) : x(x) {}
  T &x;
  T load() const { return x; }
  void fetch_add(T y) { x = T(x + y); }
  void fetch_sub(T y) { x = T(x - y); }
  void fetch_and(T y) { x &= y; }
  void fetch_or(T y) { x |= y; }
  void fetch_xor(T y) { x ^= y; }
  void fetch_min(T y) { x = y < x ? y : x; }
  void fetch_max(T y) { x = y > x ? y : x; }
};

template <typename T> void share_places(sycl::queue &q, std::size_t n) {
  T *data = sycl::malloc_shared<T>(n + 3 * places, q);
  T *found = data + n, *in_groups = found + places,
    *expected = found + 2 * places;
  // An argument: of a constant the compiler would know that nobody comes there.
  T *none = n ? nullptr : data;
  for (std::size_t i = 0; i < n; ++i)
    data[i] = T(i * 37 % 101);
  for (int k = 0; k < 3 * places; ++k)
    found[k] = k % places == 2 ? T(-1) : T(60);
  for (std::size_t i = 0; i < n; ++i)
    share<plain_ref, T>(int(i), data[i], expected);
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     share<relaxed_ref, T>(int(i[0]), data[i], found);
   }).wait();
  q.parallel_for(sycl::nd_range<1>((n + 31) / 32 * 32, 32),
                 [=](sycl::nd_item<1> it) {
                   const std::size_t i = it.get_global_id(0);
                   if (i >= n)
                     return;
                   share<relaxed_ref, T>(int(i), data[i], in_groups);
                 })
      .wait();
  // Where nobody comes, there need not be a place.
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     if (data[i] > 1000)
       ref<T>(*none).fetch_add(1);
   }).wait();
  for (int k = 0; k < places; ++k)
    if (!CHECK(found[k] == expected[k] && in_groups[k] == expected[k]))
      std::printf("  place %d of %zu work-items\n", k, n);
  sycl::free(data, q);
}
template <typename T> void share_places(sycl::queue &q) {
  for (std::size_t n : {1, 4, 7, 64, 1000, 4099})
    share_places<T>(q, n);
}
} // namespace

SECTION(types) {
  using r = ref<int>;
  static_assert(std::is_same_v<r::value_type, int>);
  static_assert(std::is_same_v<r::difference_type, int>);
  static_assert(std::is_same_v<ref<int *>::difference_type, std::ptrdiff_t>);
  static_assert(r::required_alignment >= alignof(int));
  static_assert(r::default_read_order == memory_order::relaxed);
  static_assert(ref<int, memory_order::acq_rel>::default_read_order ==
                memory_order::acquire);
  static_assert(ref<int, memory_order::acq_rel>::default_write_order ==
                memory_order::release);
  static_assert(std::is_copy_constructible_v<r>);
  static_assert(!std::is_copy_assignable_v<r>);
  int x = 1;
  CHECK(r(x).is_lock_free() == r::is_always_lock_free);
  CHECK(sycl::memory_order_seq_cst == memory_order::seq_cst);
  CHECK(sycl::memory_scope_work_group == memory_scope::work_group);
}

SECTION(on_the_host) {
  int x = 1;
  const ref<int> r(x);
  CHECK(r.fetch_add(2) == 1 && r.load() == 3 && r == 3 && (r += 2) == 5);
  CHECK(r++ == 5 && ++r == 7 && r-- == 7 && --r == 5 && r.exchange(9) == 5);
  int expected = 9;
  CHECK(r.compare_exchange_strong(expected, 4) && x == 4);
}

SECTION(int32) {
  integers<std::int32_t>(q);
  share_places<std::int32_t>(q);
  counters::check<std::int32_t>(q);
}
SECTION(uint32) {
  integers<std::uint32_t>(q);
  share_places<std::uint32_t>(q);
  counters::check<std::uint32_t>(q);
}
SECTION(int64) {
  NEED(atomic64);
  integers<std::int64_t>(q);
  integers<long long>(q);
  share_places<std::int64_t>(q);
  counters::check<std::int64_t>(q);
}
SECTION(uint64) {
  NEED(atomic64);
  integers<std::uint64_t>(q);
  share_places<std::uint64_t>(q);
  counters::check<std::uint64_t>(q);
}
SECTION(exchange_32) {
  exchanges<int>(q, 5, -7);
  exchanges<unsigned>(q, 5, ~0u);
  exchanges<float>(q, 0.5f, -3.25f);
  enum class color : int { red = 1, blue = 77 };
  exchanges<color>(q, color::red, color::blue);
}
SECTION(exchange_64) {
  NEED(atomic64);
  exchanges<std::int64_t>(q, 5, -(std::int64_t(7) << 40));
  exchanges<std::uint64_t>(q, 5, ~std::uint64_t(0));
  int two[2];
  exchanges<int *>(q, two, two + 1);
}
SECTION(floats) {
  CHECK(after(q, 0.5f, [](int i, float &x) {
          ref<float>(x).fetch_add(float(i));
        }) == 0.5f + items * (items - 1) / 2);
  CHECK(after(q, 9000.0f, [](int i, float &x) { ref<float>(x) -= float(i); }) ==
        9000.0f - items * (items - 1) / 2);
  CHECK(after(q, 5.0f, [](int i, float &x) {
          ref<float>(x).fetch_min(float(-i));
        }) == 1.0f - items);
  CHECK(after(q, 5.0f, [](int i, float &x) {
          ref<float>(x).fetch_max(i + 0.5f);
        }) == items - 0.5f);
}
SECTION(doubles) {
  NEED(fp64);
  NEED(atomic64);
  CHECK(after(q, 0.5, [](int i, double &x) {
          ref<double>(x) += double(i);
        }) == 0.5 + items * (items - 1) / 2);
  CHECK(after(q, 5.0, [](int i, double &x) {
          ref<double>(x).fetch_max(i + 0.25);
        }) == items - 0.75);
  exchanges<double>(q, 0.5, -1e300);
}
SECTION(pointers) {
  NEED(atomic64);
  int *base = sycl::malloc_shared<int>(1, q);
  CHECK(after<int *>(q, base, [](int i, int *&x) {
          ref<int *>(x).fetch_add(i % 2);
        }) == base + items / 2);
  CHECK(after<int *>(q, base, [](int, int *&x) { ++ref<int *>(x); }) ==
        base + items);
  CHECK(after<int *>(q, base, [](int, int *&x) { ref<int *>(x) -= 2; }) ==
        base - 2 * items);
  sycl::free(base, q);
}

SECTION(scopes) {
  ordered<memory_order::relaxed, memory_scope::work_item>(q);
  ordered<memory_order::relaxed, memory_scope::sub_group>(q);
  ordered<memory_order::relaxed, memory_scope::work_group>(q);
  ordered<memory_order::relaxed, memory_scope::device>(q);
  ordered<memory_order::relaxed, memory_scope::system>(q);
}
SECTION(acq_rel) {
  if (!has(q, memory_order::acq_rel))
    conformance::skip("the device lacks memory_order::acq_rel");
  ordered<memory_order::acq_rel, memory_scope::work_group>(q);
  ordered<memory_order::acq_rel, memory_scope::device>(q);
  ordered<memory_order::acq_rel, memory_scope::system>(q);
}
SECTION(seq_cst) {
  if (!has(q, memory_order::seq_cst))
    conformance::skip("the device lacks memory_order::seq_cst");
  ordered<memory_order::seq_cst, memory_scope::work_group>(q);
  ordered<memory_order::seq_cst, memory_scope::device>(q);
  ordered<memory_order::seq_cst, memory_scope::system>(q);
}

SECTION(explicit_orders) {
  CHECK(after(q, 0, [](int, int &x) {
          const ref<int> r(x);
          (void)r.load(memory_order::acquire, memory_scope::system);
          r.fetch_add(1, memory_order::acq_rel, memory_scope::device);
          r.fetch_add(1, memory_order::release);
          r.fetch_add(1, memory_order::acquire);
          r.fetch_add(1, memory_order::seq_cst);
          int expected = r.load(memory_order::seq_cst);
          while (!r.compare_exchange_weak(expected, expected + 1,
                                          memory_order::acq_rel,
                                          memory_order::relaxed))
            ;
          expected = r.load();
          while (!r.compare_exchange_strong(expected, expected + 1,
                                            memory_order::seq_cst,
                                            memory_scope::device))
            ;
        }) == 6 * items);
}

SECTION(orders_known_at_run_time) {
  int *x = sycl::malloc_shared<int>(3, q);
  x[0] = x[1] = x[2] = 0;
  const memory_scope scopes[] = {memory_scope::work_group, memory_scope::device,
                                 memory_scope::system};
  for (const memory_scope scope : scopes)
    for (const memory_order order :
         q.get_device()
             .get_info<sycl::info::device::atomic_memory_order_capabilities>())
      q.single_task([=] {
         const ref<int> r(x[0]);
         const memory_order loads = order == memory_order::acq_rel ||
                                            order == memory_order::release
                                        ? memory_order::acquire
                                        : order;
         int expected = 1000;
         x[1] += r.compare_exchange_strong(expected, 5, order, loads, scope);
         const int old = expected;
         x[2] += r.compare_exchange_strong(expected, old + 1, order, scope);
       }).wait();
  const int rounds =
      3 * int(q.get_device()
                  .get_info<sycl::info::device::
                                atomic_memory_order_capabilities>()
                  .size());
  CHECK(x[0] == rounds && x[1] == 0 && x[2] == rounds);
  sycl::free(x, q);
}

SECTION(address_spaces) {
  int *x = sycl::malloc_shared<int>(8, q);
  for (int i = 0; i < 8; ++i)
    x[i] = 0;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(2), h);
     sycl::local_accessor<float> f(sycl::range(1), h);
     h.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> i) {
       const bool first = i.get_local_id(0) == 0;
       if (first)
         l[0] = l[1] = 0, f[0] = 0;
       sycl::group_barrier(i.get_group());
       ref<int, memory_order::relaxed, memory_scope::work_group,
           address_space::local_space>(l[0]) += 2;
       ref<int, memory_order::relaxed, memory_scope::work_group>(l[1])
           .fetch_max(int(i.get_local_id(0)));
       ref<float, memory_order::relaxed, memory_scope::work_group,
           address_space::local_space>(f[0]) += 0.5f;
       sycl::group_barrier(i.get_group());
       if (first)
         x[i.get_group(0)] = l[0] * 1000 + l[1] + int(f[0]) * 100000;
       ref<int, memory_order::relaxed, memory_scope::device,
           address_space::global_space>(x[7])
           .fetch_add(1);
     });
   }).wait();
  for (int i = 0; i < items / 32; ++i)
    CHECK(x[i] == 64031 + 1600000);
  CHECK(x[7] == items);
  sycl::free(x, q);
}

namespace {
// Not inlined at once: its caller has the variable.
template <typename T> struct counter {
  explicit counter(T &x) : ref(x) {}
  T increment(T by) {
    T old = ref.load(), next;
    do
      next = old * 2 + by;
    while (!ref.compare_exchange_strong(old, next));
    return ref.exchange(next + 1) + ref.fetch_add(1);
  }
  sycl::atomic_ref<T, memory_order::seq_cst, memory_scope::system> ref;
};
} // namespace

// A variable of the work-item's own is memory like other.
SECTION(private_variables) {
  int *out = sycl::malloc_shared<int>(64, q);
  const auto of_item = [](int i) {
    int own[3] = {i, 2, 5};
    counter<int> c(own[i % 3]);
    const int sum = c.increment(3);
    c.ref.store(c.ref.load() - 7);
    return sum * 100 + own[0] + own[1] * 3 + own[2] * 5;
  };
  q.parallel_for(64, [=](sycl::id<1> i) { out[i] = of_item(int(i[0])); }).wait();
  bool right = true;
  for (int i = 0; i < 64; ++i)
    right &= out[i] == of_item(i);
  CHECK(right);
  sycl::free(out, q);
}

SECTION(several_groups_meet) {
  // The last group to come sees what all others wrote.
  constexpr int groups = 8;
  int *x = sycl::malloc_shared<int>(groups + 2, q);
  for (int i = 0; i < groups + 2; ++i)
    x[i] = 0;
  q.parallel_for(sycl::nd_range<1>(groups * 16, 16), [=](sycl::nd_item<1> i) {
     if (!i.get_group().leader())
       return;
     x[i.get_group(0)] = int(i.get_group(0)) + 1;
     sycl::atomic_fence(memory_order::release, memory_scope::device);
     const int before = ref<int>(x[groups]).fetch_add(1);
     sycl::atomic_fence(memory_order::acquire, memory_scope::device);
     if (before == groups - 1) {
       int sum = 0;
       for (int g = 0; g < groups; ++g)
         sum += x[g];
       x[groups + 1] = sum;
     }
   }).wait();
  CHECK(x[groups + 1] == groups * (groups + 1) / 2);
  sycl::free(x, q);
}

// Deprecated, of SYCL 1.2.1.
SECTION(old_atomic) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  int *x = sycl::malloc_shared<int>(4, q);
  x[0] = 0, x[1] = 5, x[2] = 100, x[3] = 0;
  float *y = sycl::malloc_shared<float>(1, q);
  *y = 1.5f;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<unsigned> count(1, h);
     h.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> it) {
       const int i = int(it.get_global_id(0));
       sycl::atomic<unsigned, address_space::local_space> local(
           count.get_pointer());
       if (it.get_local_id(0) == 0)
         local.store(0);
       sycl::group_barrier(it.get_group());
       sycl::atomic_fetch_add(local, 2u);
       sycl::group_barrier(it.get_group());
       sycl::atomic<int> sum{sycl::global_ptr<int>(x)};
       if (it.get_local_id(0) == 0)
         sum.fetch_add(int(local.load()));
       sycl::atomic<int>(sycl::global_ptr<int>(x + 1)).fetch_max(i);
       sycl::atomic_fetch_min(sycl::atomic<int>(sycl::global_ptr<int>(x + 2)),
                              i);
       int expected = 0;
       sycl::atomic<int>(sycl::global_ptr<int>(x + 3))
           .compare_exchange_strong(expected, 7);
       if (i == 3)
         sycl::atomic_exchange(sycl::atomic<float>(sycl::global_ptr<float>(y)),
                               2.5f);
     });
   }).wait();
  CHECK(x[0] == 2 * items && x[1] == items - 1 && x[2] == 0 && x[3] == 7);
  CHECK(*y == 2.5f);
  sycl::free(x, q);
  sycl::free(y, q);
#pragma GCC diagnostic pop
}

namespace {
[[gnu::noinline]] void publish(int *data, int value) {
  data[0] = value;
  sycl::atomic_fence(memory_order::release, memory_scope::device);
  data[1] = 1;
  sycl::atomic_fence(memory_order::acquire, memory_scope::work_group);
}
} // namespace

SECTION(fences) {
  int *x = sycl::malloc_shared<int>(4, q);
  q.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
     sycl::atomic_fence(memory_order::relaxed, memory_scope::work_item);
     sycl::atomic_fence(memory_order::acquire, memory_scope::work_group);
     sycl::atomic_fence(memory_order::release, memory_scope::sub_group);
     sycl::atomic_fence(memory_order::acq_rel, memory_scope::device);
     sycl::atomic_fence(memory_order::seq_cst, memory_scope::system);
     x[i.get_global_id(0)] = 3;
   }).wait();
  CHECK(x[3] == 3);
  // In a function that is not inlined.
  q.parallel_for(2, [=](sycl::id<1> i) { publish(x + 2 * i[0], 7); }).wait();
  CHECK(x[0] == 7 && x[1] == 1 && x[2] == 7 && x[3] == 1);
  sycl::atomic_fence(memory_order::seq_cst, memory_scope::system);
  sycl::free(x, q);
}
