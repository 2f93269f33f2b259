// SYCL 2020, 4.9.1, 4.9.2, 4.9.5 and 4.15: every member of the classes by which
// kernels know where they are, and of reducers and atomics, as its synopsis has
// it, by type.
#include "testing/conformance/synopsis.h"

namespace {
namespace s = sycl;
namespace access = s::access;
using access::address_space;
using std::size_t;

// ---- 4.9.1: where a work-item is

template <typename I> constexpr bool has_index_operators() {
  const auto checks = [](const I &c, I &m) {
    const size_t n = 1;
#define BINARY(OP)                                                             \
  RETURNS(c OP c, I);                                                          \
  RETURNS(c OP n, I);                                                          \
  RETURNS(n OP c, I);
    BINARY(+)
    BINARY(-)
    BINARY(*)
    BINARY(/)
    BINARY(%)
    BINARY(<<)
    BINARY(>>)
    BINARY(&)
    BINARY(|)
    BINARY(^)
    BINARY(&&)
    BINARY(||)
    BINARY(<)
    BINARY(>)
    BINARY(<=)
    BINARY(>=)
#undef BINARY
#define ASSIGNMENT(OP)                                                         \
  RETURNS(m OP c, I &);                                                        \
  RETURNS(m OP n, I &);
    ASSIGNMENT(+=)
    ASSIGNMENT(-=)
    ASSIGNMENT(*=)
    ASSIGNMENT(/=)
    ASSIGNMENT(%=)
    ASSIGNMENT(<<=)
    ASSIGNMENT(>>=)
    ASSIGNMENT(&=)
    ASSIGNMENT(|=)
    ASSIGNMENT(^=)
#undef ASSIGNMENT
    RETURNS(++m, I &);
    RETURNS(m--, I);
    RETURNS(+c, I);
    RETURNS(-c, I);
    RETURNS(c == c, bool);
    RETURNS(c != c, bool);
    RETURNS(c.get(0), size_t);
    RETURNS(m[0], size_t &);
    RETURNS(c[0], size_t);
  };
  (void)checks;
  return true;
}
static_assert(has_index_operators<s::id<1>>());
static_assert(has_index_operators<s::id<3>>());
static_assert(has_index_operators<s::range<1>>());
static_assert(has_index_operators<s::range<2>>());

template <int D> constexpr bool has_indices() {
  using id = s::id<D>;
  using range = s::range<D>;
  const auto checks = [](const s::nd_range<D> &n, const s::item<D> &i,
                         const s::nd_item<D> &it, const s::group<D> &g) {
    MAKES(s::nd_range<D>, range, range);
    MAKES(s::nd_range<D>, range, range, id);
    RETURNS(n.get_global_range(), range);
    RETURNS(n.get_local_range(), range);
    RETURNS(n.get_group_range(), range);
    RETURNS(n.get_offset(), id);
    static_assert(s::id<D>::dimensions == D && s::range<D>::dimensions == D &&
                  s::nd_range<D>::dimensions == D &&
                  s::item<D>::dimensions == D);
    static_assert(std::is_convertible_v<range, id>);
    static_assert(std::is_convertible_v<s::item<D>, id>);
    static_assert(std::is_default_constructible_v<id>);

    using without = s::item<D, false>;
    RETURNS(i.get_id(), id);
    RETURNS(i.get_id(0), size_t);
    RETURNS(i[0], size_t);
    RETURNS(i.get_range(), range);
    RETURNS(i.get_range(0), size_t);
    RETURNS(i.get_offset(), id);
    RETURNS(i.get_linear_id(), size_t);
    static_assert(std::is_convertible_v<without, s::item<D, true>>);

    static_assert(s::nd_item<D>::dimensions == D);
    RETURNS(it.get_global_id(), id);
    RETURNS(it.get_global_id(0), size_t);
    RETURNS(it.get_global_linear_id(), size_t);
    RETURNS(it.get_local_id(), id);
    RETURNS(it.get_local_id(0), size_t);
    RETURNS(it.get_local_linear_id(), size_t);
    RETURNS(it.get_group(), s::group<D>);
    RETURNS(it.get_sub_group(), s::sub_group);
    RETURNS(it.get_group(0), size_t);
    RETURNS(it.get_group_linear_id(), size_t);
    RETURNS(it.get_group_range(), range);
    RETURNS(it.get_group_range(0), size_t);
    RETURNS(it.get_global_range(), range);
    RETURNS(it.get_global_range(0), size_t);
    RETURNS(it.get_local_range(), range);
    RETURNS(it.get_local_range(0), size_t);
    RETURNS(it.get_offset(), id);
    RETURNS(it.get_nd_range(), s::nd_range<D>);

    using G = s::group<D>;
    static_assert(std::is_same_v<typename G::id_type, id>);
    static_assert(std::is_same_v<typename G::range_type, range>);
    static_assert(std::is_same_v<typename G::linear_id_type, size_t>);
    static_assert(G::dimensions == D &&
                  G::fence_scope == s::memory_scope::work_group);
    RETURNS(g.get_group_id(), id);
    RETURNS(g.get_group_id(0), size_t);
    RETURNS(g.get_local_id(), id);
    RETURNS(g.get_local_id(0), size_t);
    RETURNS(g.get_local_range(), range);
    RETURNS(g.get_local_range(0), size_t);
    RETURNS(g.get_group_range(), range);
    RETURNS(g.get_group_range(0), size_t);
    RETURNS(g.get_max_local_range(), range);
    RETURNS(g[0], size_t);
    RETURNS(g.get_group_linear_id(), size_t);
    RETURNS(g.get_local_linear_id(), size_t);
    RETURNS(g.get_group_linear_range(), size_t);
    RETURNS(g.get_local_linear_range(), size_t);
    RETURNS(g.leader(), bool);

    using l = s::local_ptr<int>;
    using gl = s::global_ptr<int>;
    using dl = s::decorated_local_ptr<int>;
    using dg = s::decorated_global_ptr<const int>;
    using event = s::device_event;
    RETURNS(g.async_work_group_copy(a<l>(), a<gl>(), 1), event);
    RETURNS(g.async_work_group_copy(a<gl>(), a<l>(), 1, 2), event);
    RETURNS(it.async_work_group_copy(a<dl>(), a<dg>(), 1), event);
    RETURNS(it.async_work_group_copy(a<dl>(), a<dg>(), 1, 2), event);
    RETURNS(g.wait_for(a<event>(), a<event>()), void);
    RETURNS(it.wait_for(a<event>()), void);
    RETURNS(a<event>().wait(), void);
  };
  (void)checks;
  return true;
}
template <int D> constexpr bool is_hierarchical() {
  const auto checks = [](const s::h_item<D> &c, const s::group<D> &g,
                         void (*f)(s::h_item<D>)) {
    using bare = s::item<D, false>;
    RETURNS(c.get_global(), bare);
    RETURNS(c.get_local(), bare);
    RETURNS(c.get_logical_local(), bare);
    RETURNS(c.get_physical_local(), bare);
    RETURNS(c.get_global_range(), s::range<D>);
    RETURNS(c.get_global_id(), s::id<D>);
    RETURNS(c.get_local_range(0), size_t);
    RETURNS(c.get_local_id(0), size_t);
    RETURNS(c.get_logical_local_range(), s::range<D>);
    RETURNS(c.get_logical_local_id(0), size_t);
    RETURNS(c.get_physical_local_range(0), size_t);
    RETURNS(c.get_physical_local_id(), s::id<D>);
    static_assert(!std::is_default_constructible_v<s::h_item<D>>);
    RETURNS(g.parallel_for_work_item(f), void);
    RETURNS(g.parallel_for_work_item(s::range<D>(), f), void);
  };
  (void)checks;
  return true;
}
static_assert(is_hierarchical<1>() && is_hierarchical<3>());
static_assert(has_indices<1>() && has_indices<2>() && has_indices<3>());
static_assert(std::is_convertible_v<s::id<1>, size_t>);
static_assert(std::is_convertible_v<s::item<1>, size_t>);
static_assert(!std::is_convertible_v<s::id<2>, size_t>);
static_assert(std::is_convertible_v<size_t, s::range<1>>);
RETURNS(s::id(1, 2), s::id<2>);
RETURNS(s::range(1, 2, 3), s::range<3>);
RETURNS(a<const s::range<3>>().size(), size_t);

[[maybe_unused]] void sub_groups(const s::sub_group &g) {
  using G = s::sub_group;
  static_assert(std::is_same_v<G::id_type, s::id<1>>);
  static_assert(std::is_same_v<G::range_type, s::range<1>>);
  static_assert(std::is_same_v<G::linear_id_type, std::uint32_t>);
  static_assert(G::dimensions == 1 &&
                G::fence_scope == s::memory_scope::sub_group);
  RETURNS(g.get_group_id(), s::id<1>);
  RETURNS(g.get_local_id(), s::id<1>);
  RETURNS(g.get_local_range(), s::range<1>);
  RETURNS(g.get_group_range(), s::range<1>);
  RETURNS(g.get_max_local_range(), s::range<1>);
  RETURNS(g.get_group_linear_id(), std::uint32_t);
  RETURNS(g.get_local_linear_id(), std::uint32_t);
  RETURNS(g.get_group_linear_range(), std::uint32_t);
  RETURNS(g.get_local_linear_range(), std::uint32_t);
  RETURNS(g.leader(), bool);
}

template <typename G> void group_functions(const G &g) {
  int *p = nullptr;
  const auto op = s::plus<>();
  const auto is = [](int) { return true; };
  RETURNS(s::group_barrier(g), void);
  RETURNS(s::group_barrier(g, s::memory_scope::device), void);
  RETURNS(s::group_broadcast(g, 1.0f), float);
  RETURNS(s::group_broadcast(g, 1.0f, typename G::linear_id_type()), float);
  RETURNS(s::group_broadcast(g, 1.0f, typename G::id_type()), float);
  RETURNS(s::joint_any_of(g, p, p, is), bool);
  RETURNS(s::joint_all_of(g, p, p, is), bool);
  RETURNS(s::joint_none_of(g, p, p, is), bool);
  RETURNS(s::any_of_group(g, true), bool);
  RETURNS(s::all_of_group(g, 1, is), bool);
  RETURNS(s::none_of_group(g, 1, is), bool);
  RETURNS(s::joint_reduce(g, p, p, op), int);
  RETURNS(s::joint_reduce(g, p, p, 1, op), int);
  RETURNS(s::reduce_over_group(g, 1, op), int);
  RETURNS(s::reduce_over_group(g, 1, 2, op), int);
  RETURNS(s::joint_exclusive_scan(g, p, p, p, op), int *);
  RETURNS(s::joint_exclusive_scan(g, p, p, p, 1, op), int *);
  RETURNS(s::exclusive_scan_over_group(g, 1, op), int);
  RETURNS(s::exclusive_scan_over_group(g, 1, 2, op), int);
  RETURNS(s::joint_inclusive_scan(g, p, p, p, op), int *);
  RETURNS(s::joint_inclusive_scan(g, p, p, p, op, 1), int *);
  RETURNS(s::inclusive_scan_over_group(g, 1, op), int);
  RETURNS(s::inclusive_scan_over_group(g, 1, op, 2), int);
  RETURNS(s::shift_group_left(a<s::sub_group>(), 1.0f, 1), float);
  RETURNS(s::shift_group_right(a<s::sub_group>(), 1.0f), float);
  RETURNS(s::permute_group_by_xor(a<s::sub_group>(), 1.0f, 1), float);
  RETURNS(s::select_from_group(a<s::sub_group>(), 1.0f, s::id<1>()), float);
  static_assert(s::is_group_v<G> && s::is_group<G>::value);
}
template void group_functions<s::group<2>>(const s::group<2> &);
template void group_functions<s::sub_group>(const s::sub_group &);
static_assert(!s::is_group_v<int>);

// ---- 4.9.2: reducers; 4.9.5: kernel_handler

[[maybe_unused]] void reducers(s::buffer<int> b, s::handler &g, int *p) {
  using list = s::property_list;
  const auto sum = s::reduction(p, s::plus<int>());
  (void)sum;
  (void)s::reduction(p, s::plus<int>(), list());
  (void)s::reduction(p, 0, s::plus<>());
  (void)s::reduction(
      p, 0, [](int x, int y) { return x + y; }, list());
  (void)s::reduction(b, g, s::plus<>());
  (void)s::reduction(b, g, 0, s::plus<>(), list());
  (void)s::reduction(s::span<int, 2>(p, 2), s::plus<>());
  (void)s::reduction(s::span<int, 2>(p, 2), 0, s::plus<>(), list());
}
template <typename Reducer> void uses(Reducer &r) {
  static_assert(std::is_same_v<typename Reducer::value_type, int>);
  static_assert(std::is_same_v<typename Reducer::binary_operation, s::plus<>>);
  static_assert(!std::is_copy_constructible_v<Reducer> &&
                !std::is_copy_assignable_v<Reducer>);
  RETURNS(r.identity(), int);
  if constexpr (Reducer::dimensions == 0) {
    RETURNS(r.combine(1), Reducer &);
    RETURNS(r += 1, Reducer &);
    RETURNS(++r, Reducer &);
  } else {
    RETURNS(r[0].combine(1), std::decay_t<decltype(r[0])> &);
  }
}
[[maybe_unused]] void reduces(s::handler &h, int *p) {
  h.parallel_for(s::range(1), s::reduction(p, s::plus<>()),
                 [](s::id<1>, auto &r) { uses(r); });
  h.parallel_for(s::range(1), s::reduction(s::span<int, 2>(p, 2), s::plus<>()),
                 [](s::id<1>, auto &r) { uses(r); });
}
constexpr s::specialization_id<short> constant(7);
RETURNS(a<s::kernel_handler>().get_specialization_constant<constant>(), short);
static_assert(std::is_same_v<s::specialization_id<int>::value_type, int> &&
              !std::is_copy_constructible_v<s::specialization_id<int>>);

// ---- 4.15: atomics

template <typename T, address_space S> constexpr bool is_atomic_reference() {
  using A =
      s::atomic_ref<T, s::memory_order::acq_rel, s::memory_scope::device, S>;
  const auto checks = [](const A &c, T &x) {
    const auto o = s::memory_order::relaxed;
    const auto w = s::memory_scope::work_group;
    static_assert(std::is_same_v<typename A::value_type, T>);
    static_assert(A::required_alignment >= alignof(T));
    static_assert(A::is_always_lock_free || !A::is_always_lock_free);
    static_assert(A::default_read_order == s::memory_order::acquire &&
                  A::default_write_order == s::memory_order::release &&
                  A::default_read_modify_write_order ==
                      s::memory_order::acq_rel &&
                  A::default_scope == s::memory_scope::device);
    MAKES(A, T &);
    static_assert(!std::is_convertible_v<T &, A>);
    static_assert(std::is_copy_constructible_v<A> &&
                  !std::is_copy_assignable_v<A>);
    RETURNS(c.is_lock_free(), bool);
    RETURNS(c.store(x), void);
    RETURNS(c.store(x, o, w), void);
    RETURNS(c = x, T);
    RETURNS(c.load(), T);
    RETURNS(c.load(o, w), T);
    static_assert(std::is_convertible_v<const A &, T>);
    RETURNS(c.exchange(x), T);
    RETURNS(c.exchange(x, o, w), T);
    RETURNS(c.compare_exchange_weak(x, x), bool);
    RETURNS(c.compare_exchange_weak(x, x, o, o), bool);
    RETURNS(c.compare_exchange_weak(x, x, o, o, w), bool);
    RETURNS(c.compare_exchange_strong(x, x, o), bool);
    RETURNS(c.compare_exchange_strong(x, x, o, w), bool);
    if constexpr (std::is_same_v<T, int *>) {
      static_assert(
          std::is_same_v<typename A::difference_type, std::ptrdiff_t>);
    } else {
      static_assert(std::is_same_v<typename A::difference_type, T>);
      RETURNS(c.fetch_min(1), T);
      RETURNS(c.fetch_max(1, o, w), T);
    }
    if constexpr (std::is_integral_v<T>) {
      RETURNS(c.fetch_and(1), T);
      RETURNS(c.fetch_or(1, o, w), T);
      RETURNS(c.fetch_xor(1, o), T);
      RETURNS(c &= 1, T);
      RETURNS(c |= 1, T);
      RETURNS(c ^= 1, T);
    }
    if constexpr (!std::is_floating_point_v<T>) {
      RETURNS(c++, T);
      RETURNS(--c, T);
    }
    RETURNS(c.fetch_add(1), T);
    RETURNS(c.fetch_sub(1, o, w), T);
    RETURNS(c += 1, T);
    RETURNS(c -= 1, T);
    static_assert(noexcept(c.load()) &&noexcept(c.fetch_add(1)));
  };
  (void)checks;
  return true;
}
template <address_space S> constexpr bool are_atomic_references() {
  return is_atomic_reference<int, S>() && is_atomic_reference<unsigned, S>() &&
         is_atomic_reference<float, S>() && is_atomic_reference<double, S>() &&
         is_atomic_reference<long long, S>() && is_atomic_reference<int *, S>();
}
static_assert(are_atomic_references<address_space::generic_space>());
static_assert(are_atomic_references<address_space::global_space>());
static_assert(are_atomic_references<address_space::local_space>());
RETURNS(s::atomic_fence(s::memory_order::acq_rel, s::memory_scope::device),
        void);
} // namespace
