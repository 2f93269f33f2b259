// SYCL 2020, 4.7.6: accessors.
#include "testing/conformance/check.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

CONFORMANCE_CHAPTER("accessors");

using sycl::access_mode, sycl::target;

namespace {
template <typename A, typename B>
constexpr bool same = std::is_same_v<A, B>;
} // namespace

SECTION(types) {
  sycl::buffer<int, 2> b(sycl::range(2, 2));
  q.submit([&](sycl::handler &h) {
    sycl::accessor rw(b, h);
    sycl::accessor r(b, h, sycl::read_only);
    sycl::accessor w(b, h, sycl::write_only);
    sycl::accessor n(b, h, sycl::write_only, sycl::no_init);
    sycl::accessor t(b, h, sycl::read_only_host_task);
    static_assert(same<decltype(rw), sycl::accessor<int, 2>>);
    static_assert(same<decltype(r), sycl::accessor<int, 2, access_mode::read>>);
    static_assert(
        same<decltype(w), sycl::accessor<int, 2, access_mode::write>>);
    static_assert(same<decltype(n), decltype(w)>);
    static_assert(same<decltype(t), sycl::accessor<int, 2, access_mode::read,
                                                   target::host_task>>);
    static_assert(same<decltype(r)::value_type, const int>);
    static_assert(same<decltype(rw)::value_type, int>);
    static_assert(same<decltype(r)::reference, const int &>);
    static_assert(same<decltype(rw)::reference, int &>);
    static_assert(same<decltype(rw)::size_type, std::size_t>);
    static_assert(same<decltype(rw)::difference_type, std::ptrdiff_t>);
    static_assert(same<decltype(rw[sycl::id(0, 0)]), int &>);
    static_assert(same<decltype(r[0][0]), const int &>);
    CHECK(rw.size() == 4 && rw.byte_size() == 16 && !rw.empty());
    CHECK(rw.max_size() >= 4 && rw.get_range() == sycl::range(2, 2));
    CHECK(rw.get_offset() == sycl::id(0, 0) && !rw.is_placeholder());
    CHECK(sycl::is_device_copyable_v<decltype(rw)>);
    h.single_task([] {});
  });
}

SECTION(default_constructed) {
  const sycl::accessor<int> a;
  CHECK(a.empty() && a.size() == 0 && a.byte_size() == 0);
  const sycl::host_accessor<int> b;
  CHECK(b.empty() && b.begin() == b.end());
  const sycl::local_accessor<int> c;
  CHECK(c.empty());
}

SECTION(ranged) {
  std::vector<int> v(36);
  std::iota(v.begin(), v.end(), 0);
  {
    sycl::buffer<int, 2> b(v.data(), sycl::range(6, 6));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range(2, 3), sycl::id(1, 2));
      CHECK(a.get_range() == sycl::range(2, 3));
      CHECK(a.get_offset() == sycl::id(1, 2) && a.size() == 6);
      h.parallel_for(sycl::range(2, 3), [=](sycl::id<2> i) {
        a[i] += 100;
        a[i[0]][i[1]] += 100;
      });
    });
    sycl::host_accessor part(b, sycl::range(2, 3), sycl::id(1, 2),
                             sycl::read_only);
    CHECK(part[0][0] == 208 && part[sycl::id(1, 2)] == 216);
    CHECK(part.size() == 6);
    CHECK(std::accumulate(part.begin(), part.end(), 0) ==
          1200 + 8 + 9 + 10 + 14 + 15 + 16);
  }
  CHECK(v[7] == 7 && v[8] == 208 && v[10] == 210 && v[11] == 11 &&
        v[14] == 214 && v[16] == 216 && v[20] == 20);
}

SECTION(iterators) {
  sycl::buffer<int> b(sycl::range(8));
  {
    sycl::host_accessor a(b, sycl::write_only, sycl::no_init);
    std::iota(a.begin(), a.end(), 1);
  }
  int *sums = sycl::malloc_shared<int>(3, q);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.single_task([=] {
       int all = 0, weighted = 0;
       for (int x : a)
         all += x;
       int weight = 0;
       for (auto i = a.rbegin(); i != a.rend(); ++i)
         weighted += ++weight * *i;
       sums[0] = all, sums[1] = weighted;
       sums[2] = int(a.cend() - a.cbegin());
     });
   }).wait();
  CHECK(sums[0] == 36 && sums[1] == 120 && sums[2] == 8);
  sycl::free(sums, q);
  sycl::host_accessor a(b);
  std::reverse(a.begin(), a.end());
  CHECK(a[0] == 8 && *a.rbegin() == 1 && *a.crbegin() == 1);
}

namespace {
/// All pairs of which SYCL 2020 says "there is an implicit conversion", of any
/// number of dimensions.
template <template <typename, access_mode> class A> constexpr bool converts() {
  using rw = A<int, access_mode::read_write>;
  using r = A<int, access_mode::read>;
  using cr = A<const int, access_mode::read>;
  using w = A<int, access_mode::write>;
  return std::is_convertible_v<rw, r> && std::is_convertible_v<rw, cr> &&
         std::is_convertible_v<r, cr> && std::is_convertible_v<cr, r> &&
         !std::is_convertible_v<r, rw> && !std::is_convertible_v<cr, rw> &&
         !std::is_convertible_v<w, r> && !std::is_convertible_v<w, cr> &&
         !std::is_convertible_v<rw, w> &&
         !std::is_convertible_v<rw, A<float, access_mode::read>>;
}
template <typename T, access_mode M> using device0 = sycl::accessor<T, 0, M>;
template <typename T, access_mode M> using device1 = sycl::accessor<T, 1, M>;
template <typename T, access_mode M> using device3 = sycl::accessor<T, 3, M>;
template <typename T, access_mode M>
using task0 = sycl::accessor<T, 0, M, target::host_task>;
template <typename T, access_mode M>
using task2 = sycl::accessor<T, 2, M, target::host_task>;
template <typename T, access_mode M> using host0 = sycl::host_accessor<T, 0, M>;
template <typename T, access_mode M> using host1 = sycl::host_accessor<T, 1, M>;
static_assert(converts<device0>() && converts<device1>() &&
              converts<device3>() && converts<task0>() && converts<task2>() &&
              converts<host0>() && converts<host1>());
template <int D>
constexpr bool local_converts =
    std::is_convertible_v<sycl::local_accessor<int, D>,
                          sycl::local_accessor<const int, D>> &&
    !std::is_convertible_v<sycl::local_accessor<const int, D>,
                           sycl::local_accessor<int, D>>;
static_assert(local_converts<0> && local_converts<1> && local_converts<2>);
} // namespace

SECTION(conversions) {
  sycl::buffer<int> b(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 0> rw(b, h);
    const sycl::accessor<const int, 0, access_mode::read> r = rw;
    sycl::local_accessor<int, 0> l(h);
    const sycl::local_accessor<const int, 0> lr = l;
    CHECK(r.size() == 1 && lr.size() == 1);
    h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
      l = 3;
      rw = lr + 1;
      rw = r + 10;
    });
  });
  {
    const sycl::host_accessor<int, 0> all(b);
    const sycl::host_accessor<const int, 0, access_mode::read> r = all;
    CHECK(r == 14 && r == r);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int> rw(b, h);
    const sycl::accessor<const int, 1, access_mode::read> r = rw;
    const sycl::accessor<int, 1, access_mode::read> r2 = r;
    const sycl::accessor<const int, 1, access_mode::read> r3 = r2;
    CHECK(r.size() == 1 && r3.size() == 1);
    h.single_task([=] { rw[0] = 4; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int> rw(b, h);
    const sycl::accessor<const int, 1, access_mode::read> r = rw;
    h.single_task([=] { rw[0] = r[0] + 1; });
  });
  sycl::host_accessor<int> rw(b);
  const sycl::host_accessor<const int, 1, access_mode::read> r = rw;
  CHECK(r[0] == 5);
}

// Table "Constructors of …": all size queries return 0.
SECTION(empty) {
  const auto check = [](const auto &a) {
    CHECK(a.empty() && a.size() == 0 && a.byte_size() == 0);
    CHECK(a.begin() == a.end() && a.get_count() == 0);
  };
  check(sycl::accessor<int, 0>());
  check(sycl::accessor<int, 2>());
  check(sycl::host_accessor<int, 0>());
  check(sycl::host_accessor<int, 3>());
  check(sycl::local_accessor<int, 0>());
  check(sycl::local_accessor<int, 1>());
  check(sycl::accessor<int, 0, access_mode::read, target::host_task>());
  sycl::buffer<int> none{sycl::range(0)}, out(sycl::range(2));
  check(sycl::host_accessor<int, 0>(none));
  check(sycl::host_accessor(none));
  check(sycl::accessor<int, 0>(none));
  q.submit([&](sycl::handler &h) {
    const sycl::accessor<int, 0> zero(none, h), nothing;
    const sycl::accessor one(none, h), result(out, h);
    check(zero);
    // Neither is a placeholder: no effect.
    h.require(nothing);
    h.parallel_for(1, [=](sycl::id<1>) {
      result[0] = zero.empty() && nothing.empty() && one.empty();
      result[1] = int(zero.size() + nothing.size() + one.size());
    });
  });
  {
    const sycl::host_accessor r(out);
    CHECK(r[0] == 1 && r[1] == 0);
  }
  q.parallel_for(sycl::range(0), [=](sycl::id<1>) {}).wait();
  sycl::buffer<int> b(sycl::range(3));
  const sycl::host_accessor<int, 0> first(b);
  CHECK(first.size() == 1 && first.get_count() == 1 && first.get_size() == 4);
}

SECTION(placeholders) {
  sycl::buffer<int> b(sycl::range(4));
  sycl::accessor<int> late(b);
  CHECK(late.is_placeholder() && late.size() == 4);
  q.submit([&](sycl::handler &h) {
    h.require(late);
    h.parallel_for(4, [=](sycl::id<1> i) { late[i] = int(i[0]) * 3; });
  });
  sycl::accessor read(b, sycl::read_only);
  sycl::buffer<int> sum(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    h.require(read);
    sycl::accessor out(sum, h, sycl::write_only);
    h.single_task([=] { out[0] = read[1] + read[3]; });
  });
  CHECK(sycl::host_accessor(sum)[0] == 12);
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) {
    h.single_task([=] { late[0] = 1; });
  }));
  const sycl::accessor<int, 1, access_mode::read_write, target::device,
                       sycl::access::placeholder::true_t>
      old(b);
  CHECK(old.is_placeholder());
  // 4.7.6.9.1: of host tasks, too; what the device has written is there.
  const sycl::accessor on_host(b, sycl::read_write_host_task);
  CHECK(on_host.is_placeholder());
  q.submit([&](sycl::handler &h) {
    h.require(on_host);
    h.host_task([=] { on_host[2] += on_host[3]; });
  });
  CHECK(sycl::host_accessor(b)[2] == 15);
}

SECTION(placeholders_in_kernels) {
  sycl::buffer<int> b(sycl::range(4)), answers(sycl::range(3));
  sycl::accessor late(b, sycl::read_write);
  q.submit([&](sycl::handler &h) {
    h.require(late);
    sycl::accessor now(b, h, sycl::read_only);
    sycl::accessor out(answers, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      out[0] = late.is_placeholder();
      out[1] = now.is_placeholder();
      out[2] = out.is_placeholder();
    });
  });
  const sycl::host_accessor in(answers);
  CHECK(in[0] == 1 && in[1] == 0 && in[2] == 0);
}

SECTION(zero_dimensions) {
  int x = 4;
  {
    sycl::buffer<int> b(&x, sycl::range(1));
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0> a(b, h);
      h.single_task([=] {
        const int old = a;
        a = old + 1;
      });
    });
    sycl::host_accessor<int, 0, access_mode::read> r(b);
    CHECK(r == 5);
  }
  CHECK(x == 5);
}

// "To the start of this accessor's underlying buffer, even if this is a ranged
// accessor whose range does not start at the beginning of the buffer."
SECTION(pointers_of_parts) {
  std::vector<int> v(24);
  std::iota(v.begin(), v.end(), 0);
  sycl::buffer<int> b(v.data(), sycl::range(24)), out(sycl::range(7));
  sycl::buffer<int, 2> square(v.data(), sycl::range(4, 6));
  sycl::buffer<int> sub(b, sycl::id(8), sycl::range(8));
  {
    const sycl::host_accessor part(b, sycl::range(2), sycl::id(2));
    const sycl::host_accessor rows(square, sycl::range(2, 2), sycl::id(1, 3));
    CHECK(*part.get_pointer() == 0 && *rows.get_pointer() == 0);
    CHECK(part[0] == 2 && rows[0][0] == 9);
  }
  q.submit([&](sycl::handler &h) {
    const sycl::accessor part(b, h, sycl::range(2), sycl::id(2));
    const sycl::accessor rows(square, h, sycl::range(2, 2), sycl::id(1, 3));
    const sycl::accessor below(sub, h, sycl::range(2), sycl::id(3));
    const sycl::accessor a(out, h);
    h.single_task([=] {
      a[0] = *part.get_pointer();
      a[1] = *part.get_multi_ptr<sycl::access::decorated::no>();
      a[2] = rows.get_pointer()[7];
      a[3] = *below.get_pointer();
      a[4] = below[0];
      a[5] = *sycl::multi_ptr(part);
      a[6] = part[1] + rows[1][1];
    });
  });
  const sycl::host_accessor a(out);
  const int expected[] = {0, 0, 7, 8, 11, 0, 3 + 16};
  CHECK(std::equal(expected, expected + 7, a.begin()));
}

SECTION(pointers) {
  sycl::buffer<int> b(sycl::range(4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int> l(sycl::range(4), h);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
      const auto raw = a.get_multi_ptr<sycl::access::decorated::no>();
      const auto decorated = a.get_multi_ptr<sycl::access::decorated::yes>();
      const auto local = l.get_multi_ptr<sycl::access::decorated::no>();
      static_assert(
          decltype(raw)::address_space ==
          sycl::access::address_space::global_space);
      static_assert(
          decltype(local)::address_space ==
          sycl::access::address_space::local_space);
      const std::size_t at = i.get_local_id(0);
      local[at] = int(at);
      raw[at] = local.get_raw()[at] + 1;
      *(decorated + at) += 1;
      if (at == 0)
        raw[3] = a.get_pointer()[3];
    });
  });
  CHECK(sycl::host_accessor(b)[2] == 4);
}

SECTION(host_accessors) {
  sycl::buffer<int, 3> b(sycl::range(2, 3, 4));
  {
    sycl::host_accessor a(b, sycl::write_only, sycl::no_init);
    int n = 0;
    for (int &x : a)
      x = n++;
    CHECK(n == 24);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(b.get_range(), [=](sycl::id<3> i) { a[i] *= 2; });
  });
  const sycl::host_accessor r(b, sycl::read_only);
  static_assert(same<decltype(r)::reference, const int &>);
  CHECK(r[1][2][3] == 46 && r[sycl::id(0, 1, 1)] == 10);
  auto again = b.get_host_access(sycl::read_only);
  CHECK(again[0][0][1] == 2);
  sycl::host_accessor<int, 3, access_mode::read> copy = again;
  CHECK(copy == again);
}

SECTION(common_reference_semantics) {
  sycl::buffer<int> b(sycl::range(4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h), copy = a;
    sycl::local_accessor<int> l(sycl::range(4), h), same_l = l;
    CHECK(a == copy && l == same_l);
    CHECK(std::hash<decltype(a)>()(a) == std::hash<decltype(a)>()(copy));
    CHECK(std::hash<decltype(l)>()(l) == std::hash<decltype(l)>()(same_l));
    sycl::accessor part(b, h, sycl::range(2), sycl::id(1));
    a.swap(part);
    CHECK(a.size() == 2 && part.size() == 4);
    h.single_task([] {});
  });
  const sycl::host_accessor r(b, sycl::read_only), copy = r;
  CHECK(std::hash<std::decay_t<decltype(r)>>()(r) ==
        std::hash<std::decay_t<decltype(r)>>()(copy));
}

SECTION(get_access) {
  sycl::buffer<int> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    auto a = b.get_access<access_mode::write>(h);
    static_assert(same<decltype(a), sycl::accessor<int, 1, access_mode::write>>);
    h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
    auto a = b.get_access(h, sycl::read_write);
    auto tail = b.get_access<access_mode::read_write>(h, sycl::range(2),
                                                      sycl::id(6));
    h.single_task([=] {
      a[0] = 50;
      tail[1] += 1;
    });
  });
  const auto seen = b.get_host_access();
  CHECK(seen[0] == 50 && seen[7] == 8);
}

SECTION(properties) {
  sycl::buffer<int> b(sycl::range(4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only,
                     sycl::property_list{sycl::no_init});
    using no_init = sycl::property::no_init;
    CHECK(sycl::is_property_v<no_init>);
    CHECK(a.has_property<no_init>() && !sycl::accessor(b, h).has_property<no_init>());
    (void)a.get_property<no_init>();
    CHECK(!a.has_property<sycl::property::queue::in_order>());
    CHECK_THROWS(invalid, sycl::accessor(b, h).get_property<no_init>());
    const sycl::accessor placeholder(b, sycl::write_only, sycl::no_init);
    CHECK(placeholder.has_property<no_init>());
    CHECK(!sycl::local_accessor<int>(1, h).has_property<no_init>());
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 1; });
  });
  const sycl::host_accessor a(b);
  CHECK(a[3] == 1 && !a.has_property<sycl::property::no_init>());
  // Whoever only reads has to read what is there.
  sycl::buffer<int> other(sycl::range(1));
  const sycl::property_list none{sycl::no_init};
  using reader = sycl::accessor<int, 1, access_mode::read>;
  using zero_reader = sycl::accessor<int, 0, access_mode::read>;
  using host_reader = sycl::host_accessor<int, 1, access_mode::read>;
  using zero_host_reader = sycl::host_accessor<int, 0, access_mode::read>;
  CHECK_THROWS(invalid, reader(other, none));
  CHECK_THROWS(invalid, zero_reader(other, none));
  CHECK_THROWS(invalid, host_reader(other, none));
  CHECK_THROWS(invalid, zero_host_reader(other, none));
  CHECK_THROWS(invalid, sycl::host_accessor(other, sycl::read_only, none));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    reader r(other, h, none);
  }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    zero_reader r(other, h, none);
  }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::accessor r(other, h, sycl::read_only_host_task, sycl::no_init);
  }));
  CHECK(sycl::host_accessor(other, none).size() == 1);
}

// The names of SYCL 1.2.1, which are deprecated and not gone.
SECTION(old_targets) {
  using access_mode = sycl::access::mode;
  using target = sycl::access::target;
  sycl::buffer<int> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    auto out = b.get_access<access_mode::discard_write>(h);
    sycl::accessor<int, 1, access_mode::read_write, target::local> shared(
        sycl::range(4), h);
    h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
      shared[it.get_local_id(0)] = int(it.get_global_id(0));
      it.barrier(sycl::access::fence_space::local_space);
      out[it.get_global_id()] = shared[3 - it.get_local_id(0)];
    });
  });
  {
    auto seen = b.get_access<access_mode::read_write>();
    CHECK(seen[0] == 3 && seen[7] == 4 && !seen.is_placeholder());
    seen[1] = 10;
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 1, access_mode::read, target::constant_buffer> in(b, h);
    auto out = b.get_access<access_mode::write, target::global_buffer>(h);
    h.single_task([=] { out[0] = in[1] + in[2]; });
  });
  CHECK(b.get_access<access_mode::read>()[0] == 11);
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 1, access_mode::read, target::constant_buffer> in(
        b, h, sycl::range(2), sycl::id(1));
    sycl::accessor<int, 0, access_mode::read, target::constant_buffer> first(b,
                                                                             h);
    auto out = b.get_access<access_mode::write, target::global_buffer>(h);
    h.single_task([=] {
      const sycl::constant_ptr<int> start = in.get_pointer();
      const sycl::multi_ptr<int, sycl::access::address_space::constant_space>
          same(in);
      out[0] = start[0] + 100 * same[1] + 10000 * first;
    });
  });
  CHECK(b.get_access<access_mode::read>()[0] == 11 + 1000 + 110000);
  // access_mode::atomic: elements are sycl::atomic.
  using sycl::access::address_space;
  sycl::buffer<int, 2> counters(sycl::range(2, 4));
  sycl::buffer<int> all(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    h.fill(counters.get_access<access_mode::write>(h), 0);
  });
  q.submit([&](sycl::handler &h) {
    h.fill(all.get_access<access_mode::write>(h), 7);
  });
  sycl::accessor<int, 1, access_mode::atomic> late(all);
  q.submit([&](sycl::handler &h) {
    auto count = counters.get_access<access_mode::atomic>(h);
    static_assert(
        std::is_same_v<
            decltype(count),
            sycl::accessor<int, 2, access_mode::atomic, target::device>> &&
        std::is_same_v<decltype(count[1][2]),
                       sycl::atomic<int, address_space::global_space>> &&
        std::is_same_v<decltype(count[sycl::id(1, 2)]),
                       sycl::atomic<int, address_space::global_space>>);
    sycl::accessor<int, 0, access_mode::atomic> sum(all, h);
    sycl::accessor<int, 1, access_mode::atomic, target::local> own(4, h);
    h.require(late);
    h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> item) {
      const int i = int(item.get_local_id(0)) % 4;
      if (item.get_local_id(0) < 4)
        own[i].store(0);
      sycl::group_barrier(item.get_group());
      own[i].fetch_add(1);
      sycl::group_barrier(item.get_group());
      count[1][i].fetch_add(1);
      count[sycl::id(0, i)].fetch_max(sycl::atomic_load(own[i]));
      sycl::atomic<int> one = sum;
      one.fetch_add(1);
      late[0].fetch_add(2);
    });
  });
  {
    const auto seen = counters.get_access<access_mode::read>();
    for (int i = 0; i < 4; ++i)
      CHECK(seen[1][i] == 16 && seen[0][i] == 4);
  }
  CHECK(all.get_access<access_mode::read>()[0] == 7 + 3 * 64);
}
