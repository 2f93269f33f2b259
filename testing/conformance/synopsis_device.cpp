// SYCL 2020, 4.7.6, 4.7.7, 4.9.1, 4.9.2 and 4.14 to 4.17: every member of the
// classes that kernels use, as its synopsis has it, by type.
#include "testing/conformance/synopsis.h"

#include <iterator>

namespace {
namespace s = sycl;
namespace access = s::access;
using access::address_space;
using access::decorated;
using s::access_mode;
using s::target;
using std::size_t;

// ---- 4.7.6: accessors

template <typename A, typename V, typename T> constexpr bool has_elements() {
  const auto checks = [](const A &c) {
    static_assert(std::is_same_v<typename A::value_type, V>);
    static_assert(std::is_same_v<typename A::reference, V &>);
    static_assert(std::is_same_v<typename A::const_reference, const T &>);
    using iterator = typename A::iterator;
    using const_iterator = typename A::const_iterator;
    using iterator_traits = std::iterator_traits<iterator>;
    static_assert(std::is_same_v<typename iterator_traits::reference, V &>);
    static_assert(
        std::is_base_of_v<std::random_access_iterator_tag,
                          typename iterator_traits::iterator_category>);
    static_assert(std::is_same_v<typename A::reverse_iterator,
                                 std::reverse_iterator<iterator>>);
    static_assert(std::is_same_v<typename A::const_reverse_iterator,
                                 std::reverse_iterator<const_iterator>>);
    static_assert(std::is_same_v<typename A::difference_type,
                                 typename iterator_traits::difference_type>);
    static_assert(std::is_same_v<typename A::size_type, size_t>);
    MAKES(A);
    RETURNS(a<A>().swap(a<A>()), void);
    RETURNS(c.byte_size(), size_t);
    RETURNS(c.size(), size_t);
    RETURNS(c.max_size(), size_t);
    RETURNS(c.empty(), bool);
    RETURNS(c.begin(), iterator);
    RETURNS(c.end(), iterator);
    RETURNS(c.cbegin(), const_iterator);
    RETURNS(c.cend(), const_iterator);
    RETURNS(c.rbegin(), typename A::reverse_iterator);
    RETURNS(c.rend(), typename A::reverse_iterator);
    RETURNS(c.crbegin(), typename A::const_reverse_iterator);
    RETURNS(c.crend(), typename A::const_reverse_iterator);
    static_assert(
        noexcept(c.byte_size()) &&noexcept(c.size()) &&noexcept(c.max_size())
            &&noexcept(c.empty()) &&noexcept(c.begin()) &&noexcept(c.crend()));
  };
  (void)checks;
  return true;
}
template <typename A, int D> constexpr bool has_rows() {
  const auto checks = [](const A &c) {
    RETURNS(c.get_range(), s::range<D>);
    RETURNS(c[s::id<D>()], typename A::reference);
  };
  (void)checks;
  return true;
}
template <typename T> constexpr bool is_element_accessor() {
  RETURNS(static_cast<int &>(a<const T>()), int &);
  static_assert(std::is_convertible_v<const T &, int &>);
  RETURNS(a<const T>() = 1, const T &);
  RETURNS(a<const T>() = a<const int>(), const T &);
  return true;
}
using rw3 = s::accessor<int, 3>;
using r1 = s::accessor<int, 1, access_mode::read>;
using task2 = s::accessor<int, 2, access_mode::read_write, target::host_task>;
static_assert(has_elements<rw3, int, int>() && has_rows<rw3, 3>());
static_assert(has_elements<r1, const int, int>() && has_rows<r1, 1>());
static_assert(has_elements<task2, int, int>() && has_rows<task2, 2>());
static_assert(has_elements<s::accessor<int, 0>, int, int>());
static_assert(is_element_accessor<s::accessor<int, 0>>());
using host2 = s::host_accessor<int, 2>;
using host1 = s::host_accessor<const int>;
static_assert(has_elements<host2, int, int>() && has_rows<host2, 2>());
static_assert(has_elements<host1, const int, const int>() &&
              has_rows<host1, 1>());
static_assert(has_elements<s::host_accessor<int, 0>, int, int>());
static_assert(is_element_accessor<s::host_accessor<int, 0>>());
using local2 = s::local_accessor<int, 2>;
using local1 = s::local_accessor<const int>;
static_assert(has_elements<local2, int, int>() && has_rows<local2, 2>());
static_assert(has_elements<local1, const int, const int>() &&
              has_rows<local1, 1>());
static_assert(has_elements<s::local_accessor<int, 0>, int, int>());
static_assert(is_element_accessor<s::local_accessor<int, 0>>());

template <typename A, int D, access_mode M, target G>
constexpr bool says_what_it_is() {
  static_assert(A::dimensions == D);
  static_assert(A::access_target == G);
  static_assert(A::access_mode == M);
  return true;
}
static_assert(
    says_what_it_is<rw3, 3, access_mode::read_write, target::device>());
static_assert(
    says_what_it_is<task2, 2, access_mode::read_write, target::host_task>());
static_assert(says_what_it_is<s::accessor<const int, 0>, 0, access_mode::read,
                              target::device>());

[[maybe_unused]] void accessors(const rw3 &three, const r1 &one,
                                const task2 &two, const host2 &h,
                                const local2 &l, s::handler &g) {
  using list = s::property_list;
  RETURNS(three.is_placeholder(), bool);
  RETURNS(three.get_size(), size_t);
  RETURNS(three.get_count(), size_t);
  RETURNS(three.get_offset(), s::id<3>);
  RETURNS(three[1][1][1], int &);
  RETURNS(one[1], const int &);
  RETURNS(two[1][1], int &);
  RETURNS(three.get_pointer(), s::global_ptr<int>);
  RETURNS(one.get_pointer(), s::global_ptr<const int>);
  RETURNS(two.get_pointer(), int *);
  RETURNS(three.get_multi_ptr<decorated::no>(), s::raw_global_ptr<int>);
  RETURNS(one.get_multi_ptr<decorated::yes>(),
          s::decorated_global_ptr<const int>);
  static_assert(std::is_same_v<rw3::accessor_ptr<decorated::yes>,
                               s::decorated_global_ptr<int>>);
  RETURNS(h.get_pointer(), int *);
  RETURNS(h.get_offset(), s::id<2>);
  RETURNS(h[1][1], int &);
  RETURNS(l.get_pointer(), s::local_ptr<int>);
  RETURNS(l.get_multi_ptr<decorated::no>(), s::raw_local_ptr<int>);
  RETURNS(l[1][1], int &);
  static_assert(std::is_same_v<local2::accessor_ptr<decorated::yes>,
                               s::decorated_local_ptr<int>>);

  // Constructors and deduction guides.
  using b3 = s::buffer<int, 3>;
  using b1 = s::buffer<int>;
  using s::range;
  using g_t = s::handler &;
  using tag = decltype(s::read_only);
  MAKES(rw3, b3 &);
  MAKES(rw3, b3 &, list);
  MAKES(rw3, b3 &, decltype(s::read_write), list);
  MAKES(rw3, b3 &, g_t);
  MAKES(rw3, b3 &, g_t, list);
  MAKES(rw3, b3 &, g_t, decltype(s::read_write), list);
  MAKES(rw3, b3 &, range<3>, list);
  MAKES(rw3, b3 &, range<3>, decltype(s::read_write), list);
  MAKES(rw3, b3 &, range<3>, s::id<3>, list);
  MAKES(rw3, b3 &, range<3>, s::id<3>, decltype(s::read_write), list);
  MAKES(rw3, b3 &, g_t, range<3>, list);
  MAKES(rw3, b3 &, g_t, range<3>, decltype(s::read_write), list);
  MAKES(rw3, b3 &, g_t, range<3>, s::id<3>, list);
  MAKES(rw3, b3 &, g_t, range<3>, s::id<3>, decltype(s::read_write), list);
  using element = s::accessor<int, 0>;
  MAKES(element, b1 &, list);
  MAKES(element, b1 &, g_t, list);
  using constant = s::accessor<const int>;
  MAKES(constant, s::buffer<const int> &, g_t);
  MAKES(host2, s::buffer<int, 2> &, list);
  MAKES(host2, s::buffer<int, 2> &, decltype(s::read_write), list);
  MAKES(host2, s::buffer<int, 2> &, range<2>, list);
  MAKES(host2, s::buffer<int, 2> &, range<2>, decltype(s::read_write), list);
  MAKES(host2, s::buffer<int, 2> &, range<2>, s::id<2>, list);
  MAKES(host2, s::buffer<int, 2> &, range<2>, s::id<2>, decltype(s::read_write),
        list);
  using host0 = s::host_accessor<int, 0>;
  MAKES(host0, b1 &, list);
  MAKES(local2, range<2>, g_t);
  MAKES(local2, range<2>, g_t, list);
  using local0 = s::local_accessor<int, 0>;
  MAKES(local0, g_t, list);

  b3 b(range(1, 1, 1));
  const range<3> r(1, 1, 1);
  using s::accessor;
  RETURNS(accessor(b, g), rw3);
  RETURNS(accessor(b), rw3);
  using read3 = accessor<int, 3, access_mode::read>;
  using write3 = accessor<int, 3, access_mode::write>;
  RETURNS(accessor(b, s::read_only), read3);
  RETURNS(accessor(b, g, s::read_only), read3);
  RETURNS(accessor(b, g, s::write_only, s::no_init), write3);
  RETURNS(accessor(b, r, s::write_only), write3);
  RETURNS(accessor(b, r, s::id<3>(), s::write_only), write3);
  RETURNS(accessor(b, g, r), rw3);
  RETURNS(accessor(b, g, r, s::id<3>()), rw3);
  RETURNS(accessor(b, g, r, s::write_only, s::no_init), write3);
  RETURNS(accessor(b, g, r, s::id<3>(), s::read_only), read3);
  using read_task = accessor<int, 3, access_mode::read, target::host_task>;
  RETURNS(accessor(b, g, s::read_only_host_task), read_task);
  using write_task = accessor<int, 3, access_mode::write, target::host_task>;
  RETURNS(accessor(b, g, r, s::write_only_host_task), write_task);
  using read_host = s::host_accessor<int, 3, access_mode::read>;
  RETURNS(s::host_accessor(b, s::read_only), read_host);
  RETURNS(s::host_accessor(b, r, s::read_only), read_host);
  RETURNS(s::host_accessor(b, r, s::id<3>(), s::read_only), read_host);
  using plain_host = s::host_accessor<int, 3>;
  RETURNS(s::host_accessor(b), plain_host);
  RETURNS(s::host_accessor(b, r), plain_host);
  RETURNS(s::host_accessor(b, s::read_write), plain_host);
  static_assert(std::is_same_v<tag, const s::mode_tag_t<access_mode::read>>);
  static_assert(
      std::is_convertible_v<rw3, s::accessor<int, 3, access_mode::read>>);
  static_assert(std::is_convertible_v<rw3, s::accessor<const int, 3>>);
  static_assert(std::is_convertible_v<local1, s::local_accessor<const int>>);
  static_assert(std::is_convertible_v<s::local_accessor<int>, local1>);
}

// ---- 4.7.7: multi_ptr

template <address_space S, decorated D, typename T>
constexpr bool is_pointer_class() {
  using P = s::multi_ptr<T, S, D>;
  const auto checks = [](const P &c, P &p) {
    static_assert(P::is_decorated == (D == decorated::yes));
    static_assert(P::address_space == S);
    static_assert(std::is_same_v<typename P::value_type, T>);
    static_assert(std::is_same_v<s::remove_decoration_t<typename P::pointer>,
                                 std::add_pointer_t<T>>);
    static_assert(std::is_same_v<s::remove_decoration_t<typename P::reference>,
                                 std::add_lvalue_reference_t<T>>);
    static_assert(std::is_same_v<typename P::difference_type, std::ptrdiff_t>);
    static_assert(std::is_same_v<typename P::iterator_category,
                                 std::random_access_iterator_tag>);
    MAKES(P);
    MAKES(P, std::nullptr_t);
    MAKES(P, typename P::pointer);
    static_assert(std::is_assignable_v<P &, std::nullptr_t>);
    RETURNS(c.get(), typename P::pointer);
    RETURNS(c.get_raw(), T *);
    static_assert(
        std::is_same_v<s::remove_decoration_t<decltype(c.get_decorated())>,
                       T *>);
    RETURNS(c == p, bool);
    RETURNS(c != p, bool);
    RETURNS(c < p, bool);
    RETURNS(c > p, bool);
    RETURNS(c <= p, bool);
    RETURNS(c >= p, bool);
    RETURNS(c == nullptr, bool);
    RETURNS(nullptr != c, bool);
    RETURNS(nullptr < c, bool);
    // To the other decoration, to constant.
    constexpr decorated other =
        D == decorated::yes ? decorated::no : decorated::yes;
    static_assert(std::is_convertible_v<P, s::multi_ptr<T, S, other>>);
    static_assert(std::is_convertible_v<P, s::multi_ptr<const T, S, D>>);
    static_assert(std::is_convertible_v<P, s::multi_ptr<const void, S, D>>);
    if constexpr (!std::is_void_v<T>) {
      RETURNS(*c, T &);
      RETURNS(c[1], T &);
      RETURNS(++p, P &);
      RETURNS(p--, P);
      RETURNS(p += 1, P &);
      RETURNS(p -= 1, P &);
      RETURNS(c + 1, P);
      RETURNS(c - 1, P);
      if constexpr (!std::is_const_v<T>)
        static_assert(std::is_convertible_v<P, s::multi_ptr<void, S, D>>);
      if constexpr (S == address_space::global_space)
        RETURNS(c.prefetch(1), void);
      if constexpr (S == address_space::generic_space) {
        constexpr address_space global = address_space::global_space;
        MAKES(s::multi_ptr<T, global, D>, P);
        MAKES(s::multi_ptr<const T, global, D>, P);
        static_assert(!std::is_convertible_v<P, s::multi_ptr<T, global, D>>);
        static_assert(
            std::is_assignable_v<P &, const s::multi_ptr<T, global, D> &>);
      }
    } else {
      MAKES(s::multi_ptr<const int, S, D>, P);
      static_assert(!std::is_convertible_v<P, s::multi_ptr<const int, S, D>>);
    }
  };
  (void)checks;
  return true;
}
template <address_space S> constexpr bool are_pointer_classes() {
  return is_pointer_class<S, decorated::no, int>() &&
         is_pointer_class<S, decorated::yes, int>() &&
         is_pointer_class<S, decorated::no, const int>() &&
         is_pointer_class<S, decorated::yes, const int>() &&
         is_pointer_class<S, decorated::no, void>() &&
         is_pointer_class<S, decorated::yes, const void>();
}
static_assert(are_pointer_classes<address_space::global_space>());
static_assert(are_pointer_classes<address_space::local_space>());
static_assert(are_pointer_classes<address_space::private_space>());
static_assert(are_pointer_classes<address_space::generic_space>());

[[maybe_unused]] void pointers(int *p, const rw3 &three, const r1 &one,
                               const local2 &l) {
  using s::raw_global_ptr;
  RETURNS(s::multi_ptr(three), raw_global_ptr<int>);
  RETURNS(s::multi_ptr(one), raw_global_ptr<const int>);
  RETURNS(s::multi_ptr(l), s::raw_local_ptr<int>);
  MAKES(s::raw_generic_ptr<int>, rw3);
  MAKES(s::raw_global_ptr<const int>, rw3);
  MAKES(s::raw_global_ptr<void>, rw3);
  static_assert(!std::is_constructible_v<s::raw_global_ptr<int>, r1>);
  RETURNS(
      (s::address_space_cast<address_space::global_space, decorated::yes>(p)),
      s::decorated_global_ptr<int>);
  RETURNS((s::make_ptr<int, address_space::local_space, decorated::no>(p)),
          s::raw_local_ptr<int>);

  // The old one.
  using old = s::global_ptr<int>;
  static_assert(std::is_same_v<old::element_type, int>);
  static_assert(std::is_convertible_v<int *, old>);
  static_assert(std::is_convertible_v<old, int *>);
  static_assert(std::is_assignable_v<old &, int *>);
  static_assert(std::is_convertible_v<old, s::global_ptr<const int>>);
  static_assert(std::is_convertible_v<old, s::global_ptr<void>>);
  static_assert(
      std::is_same_v<old::pointer_t, s::decorated_global_ptr<int>::pointer>);
  static_assert(std::is_same_v<old::const_pointer_t,
                               s::decorated_global_ptr<const int>::pointer>);
  MAKES(old, rw3);
  MAKES(s::constant_ptr<int>, int *);
}

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
