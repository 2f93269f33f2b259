// SYCL 2020, 4.9.4: explicit memory operations of accessors, through handlers
// and the shortcuts of queues.
#include "testing/conformance/check.h"

#include <memory>
#include <mutex>

#include <memory>
#include <numeric>

CONFORMANCE_CHAPTER("handler");

namespace {
std::vector<int> counted(int n) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 0);
  return v;
}
} // namespace

SECTION(copy_out_and_in) {
  const std::vector<int> source = counted(12);
  sycl::buffer<int, 2> b(sycl::range(3, 4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.copy(source.data(), a);
  });
  std::vector<int> whole(12), part(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    h.copy(a, whole.data());
  });
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::range(2, 2), sycl::id(1, 1),
                      sycl::read_only);
     h.copy(a, part.data());
   }).wait();
  q.wait();
  CHECK(whole == source);
  CHECK(part == std::vector<int>({5, 6, 9, 10}));
}

SECTION(copy_shared_pointers) {
  sycl::buffer<int> b(sycl::range(4));
  std::shared_ptr<int[]> from(new int[4]{1, 2, 3, 4});
  std::shared_ptr<int> to(new int[4], std::default_delete<int[]>());
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.copy(std::shared_ptr<int>(from, from.get()), a);
  });
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.copy(a, to);
   }).wait();
  CHECK(to.get()[0] == 1 && to.get()[3] == 4);
}

SECTION(copy_between) {
  const std::vector<int> source = counted(16);
  sycl::buffer<int> from(source.data(), sycl::range(16));
  sycl::buffer<int> to(sycl::range(16));
  q.submit([&](sycl::handler &h) {
    sycl::accessor t(to, h, sycl::write_only, sycl::no_init);
    h.fill(t, 7);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor f(from, h, sycl::range(4), sycl::id(8), sycl::read_only);
    sycl::accessor t(to, h, sycl::range(4), sycl::id(2), sycl::write_only);
    h.copy(f, t);
  });
  sycl::host_accessor a(to, sycl::read_only);
  CHECK(a[1] == 7 && a[2] == 8 && a[5] == 11 && a[6] == 7);
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::accessor f(from, h, sycl::read_only);
    sycl::accessor t(from, h, sycl::range(4), sycl::write_only);
    h.copy(f, t);
  }));
}

SECTION(fill_parts) {
  std::vector<int> v(24, 1);
  {
    sycl::buffer<int, 3> b(v.data(), sycl::range(2, 3, 4));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range(2, 2, 2), sycl::id(0, 1, 1));
      h.fill(a, 9);
    });
  }
  int nines = 0;
  for (int x : v)
    nines += x == 9;
  CHECK(nines == 8 && v[4] == 1 && v[5] == 9 && v[6] == 9 && v[7] == 1 &&
        v[17] == 9 && v[23] == 1);
}

SECTION(update_host) {
  std::vector<int> v(4, 0);
  sycl::buffer<int> b(v);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 6; });
  });
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.update_host(a);
   }).wait();
  CHECK(v[3] == 6);
}

// Up to date "after this command group object execution is complete".
SECTION(update_host_with_mutex) {
  const std::shared_ptr<int[]> data(new int[8]{});
  std::mutex mutex;
  sycl::buffer<int> b(data, sycl::range(8),
                      {sycl::property::buffer::use_mutex(mutex)});
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
     h.update_host(sycl::accessor(b, h, sycl::read_only));
   }).wait();
  {
    const std::lock_guard lock(mutex);
    for (int i = 0; i < 8; ++i)
      CHECK(data[i] == i);
  }
  sycl::accessor placeholder(b);
  q.submit([&](sycl::handler &h) {
    h.require(placeholder);
    h.single_task([=] { placeholder[3] = 30; });
  });
  q.update_host(placeholder).wait();
  const std::lock_guard lock(mutex);
  CHECK(data[3] == 30 && data[4] == 4);
}

SECTION(shortcuts) {
  std::vector<int> v(4, 0), out(4);
  sycl::buffer<int> b(v);
  sycl::accessor<int> a(b);
  sycl::accessor read(b, sycl::read_only);
  q.fill(a, 5);
  q.copy(read, out.data()).wait();
  CHECK(out[3] == 5);
  const std::vector<int> source{1, 2, 3, 4};
  q.copy(source.data(), a);
  q.update_host(read).wait();
  CHECK(v == source);
  sycl::buffer<int> other(sycl::range(4));
  sycl::accessor<int> to(other);
  q.copy(read, to);
  CHECK(sycl::host_accessor(other)[2] == 3);
  auto shared = std::shared_ptr<int>(new int[4], std::default_delete<int[]>());
  q.copy(read, shared).wait();
  CHECK(shared.get()[3] == 4);
}

SECTION(structures) {
  struct item {
    char tag;
    double value;
  };
  sycl::buffer<item> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.fill(a, item{'x', 2.5});
  });
  const sycl::host_accessor a(b, sycl::read_only);
  CHECK(a[7].tag == 'x' && a[7].value == 2.5);
}

// Kernels of make_kernel and built-in kernels, of which no device here has any,
// are what is run by its object: the chapter of interoperability has them.
SECTION(kernel_objects_are_refused) {
  const auto bundle =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const auto ids = bundle.get_kernel_ids();
  CHECK(!ids.empty());
  const sycl::kernel k = bundle.get_kernel(ids.front());
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.set_arg(-1, 5); }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) { h.single_task(k); }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::range(4), k);
  }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(4, 4), k);
  }));
}
