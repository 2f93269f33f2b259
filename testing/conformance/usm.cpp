// SYCL 2020, 4.8: unified shared memory.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

CONFORMANCE_CHAPTER("usm");

using sycl::usm::alloc;

namespace {
bool is_aligned(const void *p, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}
const alloc kinds[] = {alloc::device, alloc::host, alloc::shared};
} // namespace

SECTION(kinds_of_memory) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  for (alloc kind : kinds) {
    int *p = sycl::malloc<int>(100, q, kind);
    CHECK(p != nullptr);
    CHECK(sycl::get_pointer_type(p, c) == kind);
    CHECK(sycl::get_pointer_type(p + 99, c) == kind);
    CHECK(sycl::get_pointer_device(p, c) == d);
    q.parallel_for(100, [=](sycl::id<1> i) { p[i] = int(i[0]) * 2; }).wait();
    int out[100];
    q.memcpy(out, p, sizeof(out)).wait();
    CHECK(out[1] == 2 && out[99] == 198);
    if (kind != alloc::device)
      CHECK(p[50] == 100);
    sycl::free(p, q);
  }
  int local = 0;
  CHECK(sycl::get_pointer_type(&local, c) == alloc::unknown);
  CHECK_THROWS(invalid, sycl::get_pointer_device(&local, c));
  CHECK(sycl::get_pointer_type(nullptr, c) == alloc::unknown);
  sycl::free(nullptr, q);
  sycl::free(nullptr, c);
}

SECTION(functions) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  void *all[] = {sycl::malloc_device(64, q),
                 sycl::malloc_device(64, d, c),
                 sycl::malloc_device<int>(16, q),
                 sycl::malloc_device<int>(16, d, c),
                 sycl::malloc_shared(64, q),
                 sycl::malloc_shared(64, d, c),
                 sycl::malloc_shared<int>(16, q),
                 sycl::malloc_shared<int>(16, d, c),
                 sycl::malloc_host(64, q),
                 sycl::malloc_host(64, c),
                 sycl::malloc_host<int>(16, q),
                 sycl::malloc_host<int>(16, c),
                 sycl::malloc(64, q, alloc::shared),
                 sycl::malloc(64, d, c, alloc::shared),
                 sycl::malloc<int>(16, d, c, alloc::host)};
  for (void *p : all)
    CHECK(p != nullptr);
  CHECK(sycl::get_pointer_type(all[1], c) == alloc::device);
  CHECK(sycl::get_pointer_type(all[5], c) == alloc::shared);
  CHECK(sycl::get_pointer_type(all[9], c) == alloc::host);
  CHECK(sycl::get_pointer_type(all[12], c) == alloc::shared);
  CHECK(sycl::get_pointer_type(all[14], c) == alloc::host);
  for (void *p : all)
    sycl::free(p, c);
}

SECTION(alignment) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  struct alignas(64) wide {
    char bytes[64];
  };
  for (std::size_t to : {16, 64, 256, 4096}) {
    void *all[] = {sycl::aligned_alloc_device(to, 100, q),
                   sycl::aligned_alloc_device(to, 100, d, c),
                   sycl::aligned_alloc_shared(to, 100, q),
                   sycl::aligned_alloc_shared<int>(to, 100, d, c),
                   sycl::aligned_alloc_host(to, 100, q),
                   sycl::aligned_alloc_host(to, 100, c),
                   sycl::aligned_alloc_host<int>(to, 100, c),
                   sycl::aligned_alloc(to, 100, q, alloc::device),
                   sycl::aligned_alloc(to, 100, d, c, alloc::host),
                   sycl::aligned_alloc<int>(to, 100, q, alloc::shared),
                   sycl::aligned_alloc<int>(to, 100, d, c, alloc::shared)};
    for (void *p : all) {
      CHECK(p != nullptr && is_aligned(p, to));
      sycl::free(p, q);
    }
  }
  wide *w = sycl::malloc_device<wide>(3, q);
  CHECK(is_aligned(w, alignof(wide)));
  sycl::free(w, q);
  const std::size_t base =
      d.get_info<sycl::info::device::mem_base_addr_align>() / 8;
  for (std::size_t bytes : {1, 40, 100, 1000, 5000}) {
    void *all[] = {sycl::malloc_device<char>(bytes, q),
                   sycl::malloc_shared<char>(bytes, q),
                   sycl::malloc_host<char>(bytes, q)};
    for (void *p : all) {
      CHECK(is_aligned(p, base));
      sycl::free(p, q);
    }
  }
}

SECTION(too_much) {
  CHECK(sycl::malloc_device(std::size_t(1) << 60, q) == nullptr);
  CHECK(sycl::malloc_shared<double>(std::size_t(1) << 57, q) == nullptr);
}

SECTION(copies) {
  std::vector<int> from(1000), to(1000);
  std::iota(from.begin(), from.end(), 0);
  int *p = sycl::malloc_device<int>(1000, q);
  int *r = sycl::malloc_device<int>(1000, q);
  sycl::event e = q.memcpy(p, from.data(), 4000);
  e = q.copy(p, r, 1000, e);
  e = q.memcpy(to.data(), r, 4000, {e});
  e.wait();
  CHECK(to == from);
  e = q.submit([&](sycl::handler &h) { h.memcpy(p + 500, p, 2000); });
  e = q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.copy(p + 500, to.data(), 500);
  });
  e.wait();
  CHECK(to[499] == 499 && to[500] == 500);
  q.memcpy(to.data(), p, 0).wait();
  q.copy(from.data(), to.data(), 1000).wait();
  CHECK(to == from);
  sycl::free(p, q), sycl::free(r, q);
}

SECTION(fills) {
  struct triple {
    int a, b, c;
  };
  unsigned char bytes[64];
  auto *p = sycl::malloc_device<unsigned char>(64, q);
  sycl::event e = q.memset(p, 0xAB, 64);
  e = q.memset(p + 10, 1, 3, e);
  q.memcpy(bytes, p, 64, e).wait();
  CHECK(bytes[0] == 0xAB && bytes[10] == 1 && bytes[12] == 1 &&
        bytes[13] == 0xAB && bytes[63] == 0xAB);
  auto *t = sycl::malloc_shared<triple>(5, q);
  q.fill(t, triple{1, 2, 3}, 5).wait();
  CHECK(t[4].a == 1 && t[4].b == 2 && t[4].c == 3 && t[0].b == 2);
  e = q.fill(t, triple{7, 8, 9}, 2);
  q.submit([&](sycl::handler &h) {
     h.depends_on(e);
     h.fill(t + 1, triple{4, 4, 4}, 1);
   }).wait();
  CHECK(t[0].a == 7 && t[1].a == 4 && t[2].a == 1);
  auto *s = sycl::malloc_shared<std::uint64_t>(3, q);
  q.fill(s, std::uint64_t(0x0123456789abcdef), 3, std::vector{e}).wait();
  CHECK(s[2] == 0x0123456789abcdef);
  q.submit([&](sycl::handler &h) { h.memset(s, 0, 8); }).wait();
  CHECK(s[0] == 0 && s[1] != 0);
  sycl::free(p, q), sycl::free(t, q), sycl::free(s, q);
}

SECTION(hints) {
  int *p = sycl::malloc_shared<int>(1000, q);
  p[0] = 3;
  sycl::event e = q.prefetch(p, 4000);
  e = q.prefetch(p, 4000, e);
  e = q.prefetch(p, 4000, {e});
  e = q.mem_advise(p, 4000, 0, e);
  e = q.mem_advise(p, 4000, 0, {e});
  e = q.mem_advise(p, 4000, 0);
  e = q.submit([&](sycl::handler &h) { h.prefetch(p, 4000); });
  q.submit([&](sycl::handler &h) {
     h.depends_on(e);
     h.mem_advise(p, 4000, 0);
   }).wait();
  CHECK(p[0] == 3);
  q.wait();
  sycl::free(p, q);
}

SECTION(allocator) {
  using host_allocator = sycl::usm_allocator<int, alloc::host>;
  using shared_allocator = sycl::usm_allocator<int, alloc::shared, 128>;
  std::vector<int, host_allocator> v(host_allocator{q});
  std::vector<int, shared_allocator> w(
      100, 5, shared_allocator(q.get_context(), q.get_device()));
  for (int i = 0; i < 100; ++i)
    v.push_back(i);
  CHECK(is_aligned(w.data(), 128));
  CHECK(sycl::get_pointer_type(v.data(), q.get_context()) == alloc::host);
  CHECK(sycl::get_pointer_type(w.data(), q.get_context()) == alloc::shared);
  int *from = v.data(), *to = w.data();
  q.parallel_for(100, [=](sycl::id<1> i) { to[i] += from[i]; }).wait();
  CHECK(w[0] == 5 && w[99] == 104);
  CHECK(host_allocator(q) == host_allocator(q.get_context(), q.get_device()));
  const sycl::context other(q.get_device());
  CHECK(host_allocator(q) != host_allocator(other, q.get_device()));
  const sycl::usm_allocator<float, alloc::host> rebound(v.get_allocator());
  CHECK(rebound == v.get_allocator());
  // The constructor says that a device is none of the context's.
  using sycl::info::partition_property;
  const sycl::device d = q.get_device();
  const auto ways = d.get_info<sycl::info::device::partition_properties>();
  if (d.get_info<sycl::info::device::max_compute_units>() < 2 ||
      std::find(ways.begin(), ways.end(),
                partition_property::partition_equally) == ways.end())
    return;
  const auto parts =
      d.create_sub_devices<partition_property::partition_equally>(1);
  const sycl::context first(parts[0]);
  CHECK_THROWS(invalid, shared_allocator(first, parts[1]));
}

// 4.8.3: "Allocators only compare equal if they are of the same USM kind,
// alignment, context, and device."
SECTION(comparison_of_allocators) {
  using sycl::usm::alloc;
  const sycl::context other(q.get_device());
  const sycl::usm_allocator<int, alloc::shared> a(q);
  const sycl::usm_allocator<int, alloc::host> host(q);
  const sycl::usm_allocator<double, alloc::shared> of_double(a);
  const sycl::usm_allocator<int, alloc::shared, 64> aligned(q);
  const sycl::usm_allocator<int, alloc::shared> elsewhere(other, q.get_device());
  CHECK(a == sycl::usm_allocator<int, alloc::shared>(q) && a == of_double);
  CHECK(of_double == a && !(a != of_double));
  CHECK(a != host && host != a && !(a == host));
  CHECK(a != aligned && aligned != a);
  CHECK(a != elsewhere && elsewhere != of_double);
}

SECTION(structures) {
  // Pointers into shared memory, followed on the device.
  struct node {
    int value;
    node *next;
  };
  node *nodes = sycl::malloc_shared<node>(10, q);
  for (int i = 0; i < 10; ++i)
    nodes[i] = {i, i < 9 ? nodes + i + 1 : nullptr};
  int *sum = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     int all = 0;
     for (node *n = nodes; n; n = n->next)
       all += n->value;
     *sum = all;
   }).wait();
  CHECK(*sum == 45);
  sycl::free(nodes, q), sycl::free(sum, q);
}
