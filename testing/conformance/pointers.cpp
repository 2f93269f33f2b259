// SYCL 2020, 4.7.7: address spaces, multi_ptr, address_space_cast.
#include "testing/conformance/check.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

CONFORMANCE_CHAPTER("pointers");

using sycl::access::address_space, sycl::access::decorated;

SECTION(types) {
  using sycl::multi_ptr;
  static_assert(
      std::is_same_v<sycl::global_ptr<int, decorated::no>,
                     multi_ptr<int, address_space::global_space,
                               decorated::no>>);
  static_assert(std::is_same_v<sycl::raw_local_ptr<int>,
                               multi_ptr<int, address_space::local_space,
                                         decorated::no>>);
  static_assert(std::is_same_v<sycl::decorated_private_ptr<int>,
                               multi_ptr<int, address_space::private_space,
                                         decorated::yes>>);
  static_assert(std::is_same_v<sycl::raw_generic_ptr<const int>,
                               multi_ptr<const int,
                                         address_space::generic_space,
                                         decorated::no>>);
  using p = sycl::raw_global_ptr<int>;
  static_assert(std::is_same_v<p::value_type, int>);
  static_assert(std::is_same_v<p::pointer, int *>);
  static_assert(std::is_same_v<p::difference_type, std::ptrdiff_t>);
  static_assert(p::address_space == address_space::global_space);
  static_assert(!p::is_decorated && sycl::decorated_global_ptr<int>::is_decorated);
  static_assert(std::is_same_v<std::iterator_traits<p>::iterator_category,
                               std::random_access_iterator_tag>);
  static_assert(std::is_same_v<std::iterator_traits<p>::value_type, int>);
  static_assert(std::is_trivially_copyable_v<p>);
  static_assert(std::is_convertible_v<p, sycl::raw_global_ptr<const int>>);
  static_assert(std::is_convertible_v<p, sycl::raw_generic_ptr<int>>);
  static_assert(!std::is_convertible_v<sycl::raw_generic_ptr<int>, p>);
  static_assert(std::is_constructible_v<p, sycl::raw_generic_ptr<int>>);
  static_assert(!std::is_convertible_v<p, sycl::raw_local_ptr<int>>);
  static_assert(std::is_convertible_v<p, sycl::raw_global_ptr<void>>);
  CHECK(sycl::is_device_copyable_v<p>);
}

// 4.7.7.1: "pointer operator->() const", and the pointer of a decorated one is
// decorated.
/// The legacy interface, inherited from SYCL 1.2.1: get() gives the pointer that
/// is decorated on devices, and takes it back by itself.
SECTION(legacy_pointers) {
  sycl::buffer<int> b(sycl::range(2));
  q.submit([&](sycl::handler &h) {
    auto a = b.get_access<sycl::access_mode::read_write>(h);
    h.single_task([=] {
      using legacy = sycl::multi_ptr<int, address_space::global_space,
                                     decorated::legacy>;
      const legacy p = a.get_pointer();
      static_assert(std::is_same_v<decltype(p.get()), legacy::pointer_t>);
      static_assert(std::is_same_v<decltype(p.get_raw()), int *>);
      static_assert(std::is_same_v<decltype(p.operator->()), int *>);
      static_assert(std::is_convertible_v<legacy::pointer_t, legacy>);
      const legacy again = p.get();
      int *plain = again.get();
      *plain = 4;
      const auto made =
          sycl::make_ptr<int, address_space::global_space>(plain);
      static_assert(std::is_same_v<decltype(made), const legacy>);
      plain[1] = again == p && made == p;
    });
  });
  const sycl::host_accessor in(b);
  CHECK(in[0] == 4 && in[1] == 1);
}

SECTION(arrows) {
  using sycl::access::address_space;
  using sycl::access::decorated;
  struct pair {
    int first, second;
  };
  using yes = sycl::multi_ptr<pair, address_space::global_space, decorated::yes>;
  using no = sycl::multi_ptr<pair, address_space::global_space, decorated::no>;
  static_assert(std::is_same_v<decltype(std::declval<const yes &>().operator->()),
                               yes::pointer>);
  static_assert(
      std::is_same_v<decltype(std::declval<const no &>().operator->()), pair *>);
  pair *p = sycl::malloc_shared<pair>(1, q);
  *p = {3, 4};
  q.single_task([=] {
     const yes a(p);
     const no b(p);
     b->second = a->first + a->second;
   }).wait();
  CHECK(p->second == 7 && yes(p)->first == 3);
  sycl::free(p, q);
}

SECTION(on_the_host) {
  int x[4] = {1, 2, 3, 4};
  const auto p = sycl::address_space_cast<address_space::generic_space,
                                          decorated::no>(x);
  CHECK(p.get() == x && p.get_raw() == x && *p == 1 && p[2] == 3);
  CHECK(p != nullptr && nullptr != p && !(p == nullptr));
  sycl::raw_generic_ptr<int> r = p;
  ++r, r += 2, r -= 1, --r, r++, r--;
  CHECK(r - p == 1 && *r == 2 && p < r && r >= p && r > p && p <= r && p != r);
  CHECK(*(p + 3) == 4 && *(r - 1) == 1);
  sycl::raw_generic_ptr<int> n;
  CHECK(n == nullptr);
  n = p;
  CHECK(n == p);
  n = nullptr;
  CHECK(n == nullptr);
  const sycl::raw_generic_ptr<const void> v = p;
  CHECK(v.get() == x);
  const sycl::raw_generic_ptr<void> w = p;
  const auto back = static_cast<sycl::raw_generic_ptr<int>>(w);
  CHECK(back == p);
  const sycl::generic_ptr<int> legacy(p);
  const int *plain = legacy;
  CHECK(plain == x && legacy != nullptr && legacy[1] == 2 && *(legacy + 1) == 2);
  CHECK(static_cast<int *>(p) == x);
  struct pair {
    int a, b;
  } one{5, 6};
  const auto s = sycl::address_space_cast<address_space::generic_space,
                                          decorated::no>(&one);
  CHECK(s->b == 6);
}

// 4.7.7.1: "operator pointer() const: implicit conversion to the underlying
// pointer type". Operators of the class come before those of plain pointers.
SECTION(implicit_conversions) {
  using address_space = sycl::access::address_space;
  using no = sycl::raw_global_ptr<int>;
  using yes = sycl::decorated_global_ptr<int>;
  static_assert(std::is_convertible_v<no, int *>);
  static_assert(std::is_convertible_v<no, const int *>);
  static_assert(std::is_convertible_v<no, void *>);
  static_assert(!std::is_convertible_v<sycl::raw_global_ptr<const int>, int *>);
  static_assert(std::is_convertible_v<yes, yes::pointer>);
  static_assert(std::is_convertible_v<sycl::raw_local_ptr<void>, void *>);
  static_assert(std::is_convertible_v<sycl::raw_private_ptr<float>, float *>);
  static_assert(!std::is_convertible_v<int *, no>);
  static_assert(!std::is_convertible_v<sycl::raw_local_ptr<int>, no>);
  static_assert(std::is_same_v<decltype(std::declval<no>() + 1), no>);
  static_assert(std::is_same_v<decltype(std::declval<no>()[1u]), int &>);
  int *x = sycl::malloc_shared<int>(8, q);
  for (int i = 0; i < 8; ++i)
    x[i] = i;
  q.single_task([=] {
     const no p(x);
     const yes d(x);
     int *plain = p;
     yes::pointer decorated = d;
     const auto first = [](const int *y) { return y[0]; };
     const short s = 2;
     const std::size_t z = 3;
     const unsigned u = 4;
     x[0] = (p ? 10 : 0) + (!p ? 1 : 0) + (d && p ? 2 : 0);
     x[1] = p[s] + p[z] + p[u] + d[5] + d[u];
     x[2] = first(p + s) + first(p) + decorated[1];
     x[3] = (p == plain) + 2 * (p + 1 != plain) + 4 * (p == p) + 8 * (p < p + 1);
     x[4] = int((p + 5) - p) + *(1 + plain) + int(&p[7] - plain);
   }).wait();
  CHECK(x[0] == 12 && x[1] == 2 + 3 + 4 + 5 + 4);
  CHECK(x[2] == 2 + 12 + 18 && x[3] == 15 && x[4] == 5 + 18 + 7);
  sycl::free(x, q);
  int y = 1;
  const auto g = sycl::address_space_cast<address_space::generic_space,
                                          decorated::no>(&y);
  int *back = g;
  CHECK(back == &y);
}

// sycl_ext_intel_usm_address_spaces: memory of a device and of the host are
// parts of global memory.
SECTION(parts_of_global_memory) {
  namespace intel = sycl::ext::intel;
  static_assert(SYCL_EXT_INTEL_USM_ADDRESS_SPACES == 2);
  constexpr auto of_device = address_space::ext_intel_global_device_space,
                 of_host = address_space::ext_intel_global_host_space;
  using device = intel::raw_device_ptr<int>;
  using host = intel::raw_host_ptr<int>;
  using global = sycl::raw_global_ptr<int>;
  static_assert(device::address_space == of_device);
  static_assert(host::address_space == of_host);
  static_assert(
      std::is_same_v<intel::device_ptr<int>,
                     sycl::multi_ptr<int, of_device, decorated::legacy>>);
  static_assert(
      std::is_same_v<intel::decorated_host_ptr<int>,
                     sycl::multi_ptr<int, of_host, decorated::yes>>);
  static_assert(std::is_convertible_v<device, global>);
  static_assert(std::is_convertible_v<host, sycl::raw_global_ptr<const int>>);
  static_assert(std::is_convertible_v<device, sycl::raw_generic_ptr<int>>);
  static_assert(!std::is_convertible_v<global, device>);
  static_assert(std::is_constructible_v<device, global>);
  static_assert(std::is_constructible_v<host, sycl::raw_generic_ptr<int>>);
  static_assert(!std::is_convertible_v<device, host>);
  static_assert(!std::is_convertible_v<sycl::raw_local_ptr<int>, device>);
  static_assert(!std::is_convertible_v<device, sycl::raw_local_ptr<int>>);

  const bool with_usm =
      q.get_device().has(sycl::aspect::usm_device_allocations) &&
      q.get_device().has(sycl::aspect::usm_host_allocations);
  if (!with_usm)
    return;
  int *on_device = sycl::malloc_device<int>(4, q);
  int *on_host = sycl::malloc_host<int>(4, q);
  for (int i = 0; i < 4; ++i)
    on_host[i] = i + 1;
  sycl::buffer<int> b(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    const sycl::accessor out(b, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      const intel::device_ptr<int> d(on_device);
      const intel::raw_host_ptr<int> from(on_host);
      for (int i = 0; i < 4; ++i)
        d[i] = from[i] * 10;
      sycl::atomic_ref<int, sycl::memory_order::relaxed,
                       sycl::memory_scope::device, of_device>(d[1]) += 1;
      const global g = d;
      const sycl::vec<int, 4> all = [&] {
        sycl::vec<int, 4> v;
        v.load(0, intel::raw_device_ptr<const int>(d));
        return v;
      }();
      const intel::raw_device_ptr<int> first(out);
      const auto cast =
          sycl::address_space_cast<of_host, decorated::no>(on_host);
      *first = g[0] + all[1] + all[3] + (device(g) == device(d)) + cast[3];
    });
  });
  CHECK(sycl::host_accessor(b)[0] == 10 + 21 + 40 + 1 + 4);
  q.wait();
  sycl::free(on_device, q);
  sycl::free(on_host, q);
}

// Legacy pointers, which turn into plain ones by themselves.
SECTION(compared_with_plain_ones) {
  int x[2] = {1, 2};
  const sycl::generic_ptr<int> p(x), null;
  int *const plain = x;
  const int *const constant = x;
  CHECK(p == plain && plain == p && !(p != plain) && p == constant);
  CHECK(p < x + 1 && x + 1 > p && p <= plain && plain >= p);
  void *const nothing = nullptr;
  const sycl::global_ptr<void> v;
  const sycl::global_ptr<const void> cv;
  CHECK(v == nothing && nothing == v && cv == nothing && v == nullptr);
  CHECK(null != plain);
}

SECTION(on_the_device) {
  int *out = sycl::malloc_shared<int>(8, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(4), h);
     h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
       const std::size_t at = i.get_local_id(0);
       int mine = int(at) + 10;
       const auto global =
           sycl::address_space_cast<address_space::global_space,
                                    decorated::yes>(out);
       const auto priv =
           sycl::address_space_cast<address_space::private_space,
                                    decorated::no>(&mine);
       const sycl::multi_ptr<int, address_space::local_space, decorated::yes>
           local(l);
       local[at] = *priv;
       sycl::group_barrier(i.get_group());
       sycl::raw_generic_ptr<int> any = local;
       global[at] = any[3 - at];
       // Decorated pointers as plain ones, and back.
       auto *raw = global.get_decorated();
       *(raw + 4 + at) = *(local.get_raw() + at);
     });
   }).wait();
  for (int i = 0; i < 4; ++i)
    CHECK(out[i] == 13 - i && out[4 + i] == 10 + i);
  sycl::free(out, q);
}

// A variable that is never written again has the contents of a constant, but it
// is not one. Only dereferenced, so that nothing else keeps the variable.
SECTION(to_variables_like_constants) {
  struct triple {
    float a;
    int b;
    char c;
  };
  bool *out = sycl::malloc_shared<bool>(2, q);
  q.single_task([=] {
     const triple t = {1, 2, 3};
     const sycl::private_ptr<const triple, decorated::no> p =
         sycl::address_space_cast<address_space::private_space,
                                  decorated::no>(&t);
     out[0] = p.get_raw()->a == t.a && p.get_raw()->b == t.b &&
              p.get_raw()->c == t.c;
     const int table[40] = {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
     const sycl::decorated_private_ptr<const int> entry =
         sycl::address_space_cast<address_space::private_space,
                                  decorated::yes>(&table[1]);
     out[1] = entry[0] == 6 && entry[3] == 9;
   }).wait();
  CHECK(out[0] && out[1]);
  sycl::free(out, q);
}

SECTION(of_accessors) {
  sycl::buffer<int> b(sycl::range(4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int> l(sycl::range(4), h);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
      const sycl::multi_ptr p(a);
      const sycl::multi_ptr m(l);
      static_assert(decltype(p)::address_space == address_space::global_space);
      static_assert(decltype(m)::address_space == address_space::local_space);
      const sycl::raw_generic_ptr<int> g(a);
      const std::size_t at = i.get_local_id(0);
      m[at] = int(at);
      p[at] = m[at];
      g[at] += 1;
      p.prefetch(4);
    });
  });
  const sycl::host_accessor r(b, sycl::read_only);
  CHECK(r[0] == 1 && r[3] == 4);
}

namespace {
#pragma pack(push, 1)
struct packed {
  char first;
  float number;
  double large;
};
#pragma pack(pop)
/// What a kernel computes and stores at addresses that are aligned less than the
/// numbers are large.
template <typename T> bool stores_by_bytes(sycl::queue &q, T first, T second) {
  auto *out = sycl::malloc_shared<unsigned char>(3 * sizeof(T) + 1, q);
  T *in = sycl::malloc_shared<T>(2, q);
  in[0] = first, in[1] = second;
  q.single_task([=] {
     const T sum = in[0] + in[1], product = in[0] * in[1];
     __builtin_memcpy(out + 1, &sum, sizeof(T));
     __builtin_memcpy(out + 1 + sizeof(T), &product, sizeof(T));
     const T negated = -sum;
     for (std::size_t i = 0; i < sizeof(T); ++i)
       out[1 + 2 * sizeof(T) + i] =
           reinterpret_cast<const unsigned char *>(&negated)[i];
   }).wait();
  const T wanted[] = {first + second, first * second, -(first + second)};
  const bool right = std::memcmp(out + 1, wanted, sizeof(wanted)) == 0;
  sycl::free(out, q);
  sycl::free(in, q);
  return right;
}
} // namespace

SECTION(addresses_of_bytes) {
  CHECK(stores_by_bytes(q, 1.1f, 2.3f));
  CHECK(stores_by_bytes(q, 1e-20f, 3e8f));
  CHECK(stores_by_bytes<std::int32_t>(q, 123456789, 7));
  if (q.get_device().has(sycl::aspect::fp64))
    CHECK(stores_by_bytes(q, 1.1, 2.3));
  if (q.get_device().has(sycl::aspect::fp16))
    CHECK(stores_by_bytes(q, sycl::half(1.1f), sycl::half(2.3f)));
  if (!q.get_device().has(sycl::aspect::fp64))
    return;
  auto *all = sycl::malloc_shared<packed>(8, q);
  const float scale = 1.7f;
  q.parallel_for(8, [=](sycl::id<1> i) {
     const float x = float(i[0]) * scale;
     all[i] = {char(i[0]), x, double(x) / 3};
   }).wait();
  for (int i = 0; i < 8; ++i) {
    const float x = float(i) * scale;
    const float number = all[i].number;
    const double large = all[i].large;
    CHECK(all[i].first == char(i) && number == x && large == double(x) / 3);
  }
  sycl::free(all, q);
}
