// SYCL 2020, 4.7.6 to 4.8: every member of accessors, multi_ptr and what there
// is for unified shared memory, as its synopsis has it, by type.
#include "testing/conformance/synopsis.h"

#include <iterator>
#include <memory>

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

// ---- 4.8: USM

template <s::usm::alloc K> void allocators() {
  using A = s::usm_allocator<int, K, 32>;
  MAKES(A, s::context, s::device);
  MAKES(A, s::context, s::device, s::property_list);
  MAKES(A, s::queue);
  MAKES(A, s::queue, s::property_list);
  MAKES(A, A);
  MAKES(A, const s::usm_allocator<float, K, 32> &);
  static_assert(!std::is_default_constructible_v<A>);
  static_assert(std::is_same_v<typename A::value_type, int>);
  static_assert(std::is_same_v<
                typename std::allocator_traits<A>::template rebind_alloc<char>,
                s::usm_allocator<char, K, 32>>);
  RETURNS(a<A>().allocate(1), int *);
  RETURNS(a<A>().deallocate(a<int *>(), 1), void);
  RETURNS((a<const A>() == a<const s::usm_allocator<float, K, 32>>()), bool);
  RETURNS(a<const A>() != a<const A>(), bool);
}
template void allocators<s::usm::alloc::host>();
template void allocators<s::usm::alloc::shared>();

#define USM(KIND)                                                              \
  RETURNS(s::malloc_##KIND(1, d, c), void *);                                  \
  RETURNS(s::malloc_##KIND(1, d, c, list()), void *);                          \
  RETURNS(s::malloc_##KIND(1, q), void *);                                     \
  RETURNS(s::malloc_##KIND(1, q, list()), void *);                             \
  RETURNS(s::malloc_##KIND<int>(1, d, c), int *);                              \
  RETURNS(s::malloc_##KIND<int>(1, d, c, list()), int *);                      \
  RETURNS(s::malloc_##KIND<int>(1, q), int *);                                 \
  RETURNS(s::malloc_##KIND<int>(1, q, list()), int *);                         \
  RETURNS(s::aligned_alloc_##KIND(8, 1, d, c), void *);                        \
  RETURNS(s::aligned_alloc_##KIND(8, 1, q, list()), void *);                   \
  RETURNS(s::aligned_alloc_##KIND<int>(8, 1, d, c), int *);                    \
  RETURNS(s::aligned_alloc_##KIND<int>(8, 1, q, list()), int *)
[[maybe_unused]] void usm(const s::device &d, const s::context &c,
                          const s::queue &q, void *p) {
  using list = s::property_list;
  USM(device);
  USM(shared);
  RETURNS(s::malloc_host(1, c), void *);
  RETURNS(s::malloc_host(1, c, list()), void *);
  RETURNS(s::malloc_host(1, q), void *);
  RETURNS(s::malloc_host<int>(1, c), int *);
  RETURNS(s::malloc_host<int>(1, q, list()), int *);
  RETURNS(s::aligned_alloc_host(8, 1, c), void *);
  RETURNS(s::aligned_alloc_host(8, 1, q), void *);
  RETURNS(s::aligned_alloc_host<int>(8, 1, c, list()), int *);
  RETURNS(s::aligned_alloc_host<int>(8, 1, q), int *);
  const auto k = s::usm::alloc::shared;
  RETURNS(s::malloc(1, d, c, k), void *);
  RETURNS(s::malloc(1, q, k, list()), void *);
  RETURNS(s::malloc<int>(1, d, c, k), int *);
  RETURNS(s::malloc<int>(1, q, k, list()), int *);
  RETURNS(s::aligned_alloc(8, 1, d, c, k), void *);
  RETURNS(s::aligned_alloc(8, 1, q, k, list()), void *);
  RETURNS(s::aligned_alloc<int>(8, 1, d, c, k), int *);
  RETURNS(s::aligned_alloc<int>(8, 1, q, k, list()), int *);
  RETURNS(s::free(p, c), void);
  RETURNS(s::free(p, q), void);
  RETURNS(s::get_pointer_type(p, c), s::usm::alloc);
  RETURNS(s::get_pointer_device(p, c), s::device);
  static_assert(s::usm::alloc::unknown != s::usm::alloc::device);
}
#undef USM
} // namespace
