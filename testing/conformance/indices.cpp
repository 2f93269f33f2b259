// SYCL 2020, 4.9.1: range, nd_range, id, item, nd_item, group, sub_group.
#include "testing/conformance/check.h"

#include <type_traits>

CONFORMANCE_CHAPTER("indices");

namespace {
template <template <int> class Index> void arithmetic() {
  const Index<2> a(6, 9), b(2, 4);
  CHECK(a + b == Index<2>(8, 13) && a - b == Index<2>(4, 5));
  CHECK(a * b == Index<2>(12, 36) && a / b == Index<2>(3, 2));
  CHECK(a % b == Index<2>(0, 1) && (a << b) == Index<2>(24, 144));
  CHECK((a >> b) == Index<2>(1, 0) && (a & b) == Index<2>(2, 0));
  CHECK((a | b) == Index<2>(6, 13) && (a ^ b) == Index<2>(4, 13));
  CHECK((a && b) == Index<2>(1, 1) && (a || b) == Index<2>(1, 1));
  CHECK((a < b) == Index<2>(0, 0) && (a > b) == Index<2>(1, 1));
  CHECK((a <= Index<2>(6, 8)) == Index<2>(1, 0));
  CHECK((a >= Index<2>(6, 10)) == Index<2>(1, 0));
  CHECK(a + 1 == Index<2>(7, 10) && 10 - a == Index<2>(4, 1));
  CHECK(a * std::size_t(2) == Index<2>(12, 18));
  CHECK(+a == a && -a == Index<2>(0, 0) - a);
  CHECK(a != b && !(a == b));
  Index<2> c = a;
  c += b, c -= Index<2>(1, 1), c *= 2, c /= 2, c %= 10;
  CHECK(c == Index<2>(7, 2));
  c <<= 1, c >>= 1, c |= 8, c &= 15, c ^= 1;
  CHECK(c == Index<2>(14, 11));
  CHECK(++c == Index<2>(15, 12) && c++ == Index<2>(15, 12));
  CHECK(--c == Index<2>(15, 12) && c-- == Index<2>(15, 12));
  CHECK(c.get(0) == 14 && c[1] == 11);
  c[1] = 3;
  CHECK(c.get(1) == 3);
  // The operand may be an element of the object.
  Index<3> own(2, 4, 6);
  own -= own[0];
  CHECK(own == Index<3>(0, 2, 4));
  own += own[2], own <<= own[0] /= 4;
  CHECK(own == Index<3>(2, 12, 16));
  static_assert(Index<3>::dimensions == 3);
  static_assert(std::is_trivially_copyable_v<Index<3>>);
  static_assert(std::is_default_constructible_v<Index<1>>);
}
} // namespace

SECTION(range_and_id) {
  arithmetic<sycl::range>();
  arithmetic<sycl::id>();
  const sycl::range r(2, 3, 4);
  static_assert(std::is_same_v<decltype(r), const sycl::range<3>>);
  CHECK(r.size() == 24);
  const sycl::id<3> of_range(r);
  CHECK(of_range == sycl::id(2, 3, 4));
  const sycl::id one = 5;
  const std::size_t number = one;
  CHECK(number == 5 && one == 5 && 5 == one && one != 4);
  int v[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  CHECK(v[one] == 5);
  CHECK(sycl::id<2>() == sycl::id(0, 0));
}

SECTION(nd_range) {
  const sycl::nd_range<2> n({8, 6}, {4, 3});
  CHECK(n.get_global_range() == sycl::range(8, 6));
  CHECK(n.get_local_range() == sycl::range(4, 3));
  CHECK(n.get_group_range() == sycl::range(2, 2));
  CHECK(n == sycl::nd_range<2>({8, 6}, {4, 3}));
  CHECK(n != sycl::nd_range<2>({8, 6}, {8, 3}));
  static_assert(sycl::nd_range<2>::dimensions == 2);
}

SECTION(items) {
  sycl::buffer<int, 3> b(sycl::range(3, 4, 5));
  sycl::buffer<int> errors(sycl::range(60));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    sycl::accessor e(errors, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::range(3, 4, 5), [=](sycl::item<3> i) {
      static_assert(sycl::item<3>::dimensions == 3);
      int wrong = 0;
      wrong += i.get_range() != sycl::range(3, 4, 5);
      wrong += i.get_range(1) != 4;
      wrong += i.get_id() != sycl::id(i[0], i.get_id(1), i[2]);
      wrong += i.get_linear_id() != (i[0] * 4 + i[1]) * 5 + i[2];
      const sycl::id<3> same = i;
      wrong += same != i.get_id();
      wrong += !(i == i) || i != i;
      e[i.get_linear_id()] = wrong;
      a[i] = int(i.get_linear_id());
    });
  });
  const sycl::host_accessor a(b, sycl::read_only);
  const sycl::host_accessor e(errors, sycl::read_only);
  int at = 0;
  for (int x : a)
    CHECK(x == at++);
  for (int x : e)
    CHECK(x == 0);
}

SECTION(items_of_one_dimension) {
  int *x = sycl::malloc_shared<int>(10, q);
  q.parallel_for(10, [=](sycl::item<1> i) {
     const std::size_t n = i;
     x[i] = int(n + i.get_linear_id());
   }).wait();
  CHECK(x[9] == 18);
  q.parallel_for(10, [=](sycl::item<1, false> i) { x[i] = int(i[0]) + 1; })
      .wait();
  CHECK(x[9] == 10);
  sycl::free(x, q);
}

SECTION(nd_items) {
  constexpr int n = 4 * 6 * 8;
  int *errors = sycl::malloc_shared<int>(n, q);
  q.parallel_for(
       sycl::nd_range<3>({4, 6, 8}, {2, 3, 4}),
       [=](sycl::nd_item<3> i) {
         int wrong = 0;
         const sycl::id<3> g = i.get_global_id(), l = i.get_local_id();
         const sycl::group<3> group = i.get_group();
         wrong += i.get_global_range() != sycl::range(4, 6, 8);
         wrong += i.get_local_range() != sycl::range(2, 3, 4);
         wrong += i.get_group_range() != sycl::range(2, 2, 2);
         wrong += i.get_global_range(2) != 8 || i.get_local_range(1) != 3 ||
                  i.get_group_range(0) != 2;
         wrong += i.get_global_id(1) != g[1] || i.get_local_id(2) != l[2];
         wrong += i.get_global_linear_id() != (g[0] * 6 + g[1]) * 8 + g[2];
         wrong += i.get_local_linear_id() != (l[0] * 3 + l[1]) * 4 + l[2];
         wrong += i.get_group(0) != group[0];
         wrong += i.get_group_linear_id() != group.get_group_linear_id();
         wrong += i.get_nd_range() !=
                  sycl::nd_range<3>({4, 6, 8}, {2, 3, 4});
         wrong += group.get_group_id() != sycl::id(g[0] / 2, g[1] / 3, g[2] / 4);
         wrong += group.get_group_id(1) != group[1];
         wrong += group.get_local_id() != l || group.get_local_id(0) != l[0];
         wrong += group.get_local_range() != sycl::range(2, 3, 4);
         wrong += group.get_local_range(2) != 4;
         wrong += group.get_group_range() != sycl::range(2, 2, 2);
         wrong += group.get_group_range(1) != 2;
         wrong += group.get_max_local_range().size() < 24;
         wrong += group.get_group_linear_range() != 8;
         wrong += group.get_local_linear_id() != i.get_local_linear_id();
         wrong += group.get_local_linear_range() != 24;
         wrong += group.leader() != (i.get_local_linear_id() == 0);
         wrong += !(group == i.get_group());
         errors[i.get_global_linear_id()] = wrong;
       })
      .wait();
  for (int i = 0; i < n; ++i)
    CHECK(errors[i] == 0);
  sycl::free(errors, q);
  using group = sycl::group<2>;
  static_assert(std::is_same_v<group::id_type, sycl::id<2>>);
  static_assert(std::is_same_v<group::range_type, sycl::range<2>>);
  static_assert(std::is_same_v<group::linear_id_type, std::size_t>);
  static_assert(group::dimensions == 2);
  static_assert(group::fence_scope == sycl::memory_scope::work_group);
  using sub = sycl::sub_group;
  static_assert(std::is_same_v<sub::id_type, sycl::id<1>>);
  static_assert(std::is_same_v<sub::linear_id_type, std::uint32_t>);
  static_assert(sub::dimensions == 1);
  static_assert(sub::fence_scope == sycl::memory_scope::sub_group);
}

SECTION(async_copies) {
  int *x = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    x[i] = i;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(16), h);
     h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) {
       const auto local = l.get_multi_ptr<sycl::access::decorated::yes>();
       const auto global =
           sycl::address_space_cast<sycl::access::address_space::global_space,
                                    sycl::access::decorated::yes>(
               x + i.get_group(0) * 16);
       const sycl::device_event e =
           i.get_group().async_work_group_copy(local, global, 16);
       i.get_group().wait_for(e);
       const int mine = l[15 - i.get_local_id(0)];
       sycl::group_barrier(i.get_group());
       l[i.get_local_id(0)] = mine * 2;
       sycl::group_barrier(i.get_group());
       i.async_work_group_copy(global, local, 16).wait();
     });
   }).wait();
  bool right = true;
  for (int i = 0; i < 64; ++i)
    right &= x[i] == 2 * (i / 16 * 16 + 15 - i % 16);
  CHECK(right);
  sycl::free(x, q);
}
