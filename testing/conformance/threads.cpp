// SYCL 2020, 4.5.3: the whole interface may be called from many threads.
#include "testing/conformance/check.h"

#include <atomic>
#include <functional>
#include <thread>

CONFORMANCE_CHAPTER("threads");

namespace {
constexpr int threads = 8;

/// f(i) on thread i; what they throw comes out of here.
void on_threads(const std::function<void(int)> &f) {
  std::vector<std::thread> all;
  std::vector<std::exception_ptr> errors(threads);
  std::atomic<int> waiting{threads};
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&, i] {
      --waiting;
      while (waiting > 0)
        std::this_thread::yield();
      try {
        f(i);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  for (std::thread &t : all)
    t.join();
  for (const std::exception_ptr &e : errors)
    if (e)
      std::rethrow_exception(e);
}
} // namespace

SECTION(one_queue) {
  int *x = sycl::malloc_shared<int>(threads * 100, q);
  on_threads([&](int t) {
    for (int i = 0; i < 100; ++i) {
      int *at = x + t * 100 + i;
      sycl::event e = q.single_task([=] { *at = t + i; });
      if (i % 10 == 0)
        e.wait();
      if (i % 33 == 0)
        q.wait();
    }
  });
  q.wait();
  bool right = true;
  for (int i = 0; i < threads * 100; ++i)
    right &= x[i] == i / 100 + i % 100;
  CHECK(right);
  sycl::free(x, q);
}

SECTION(one_buffer) {
  sycl::buffer<int> b(sycl::range(64));
  {
    sycl::host_accessor a(b, sycl::write_only, sycl::no_init);
    for (int &x : a)
      x = 0;
  }
  on_threads([&](int) {
    sycl::queue own(q.get_context(), q.get_device());
    for (int i = 0; i < 20; ++i) {
      own.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::read_write);
        h.parallel_for(64, [=](sycl::id<1> at) { a[at] += 1; });
      });
      if (i % 7 == 0)
        CHECK(sycl::host_accessor(b, sycl::read_only)[5] >= 1);
    }
  });
  bool right = true;
  for (int x : sycl::host_accessor(b, sycl::read_only))
    right &= x == threads * 20;
  CHECK(right);
}

SECTION(queues_and_memory) {
  const sycl::device d = q.get_device();
  std::atomic<int> right{0};
  on_threads([&](int t) {
    for (int i = 0; i < 10; ++i) {
      sycl::queue own(d, sycl::property::queue::in_order());
      int *p = sycl::malloc_device<int>(128, own);
      int *host = sycl::malloc_host<int>(128, own);
      own.fill(p, t * 10 + i, 128);
      own.parallel_for(128, [=](sycl::id<1> at) { p[at] += int(at[0]); });
      own.memcpy(host, p, 128 * sizeof(int)).wait();
      right += host[127] == t * 10 + i + 127;
      sycl::free(p, own), sycl::free(host, own);
    }
  });
  CHECK(right == threads * 10);
}

SECTION(first_use) {
  // The kernel is loaded for the first time by all threads at once.
  int *x = sycl::malloc_shared<int>(threads, q);
  on_threads([&](int t) {
    sycl::queue own(q.get_context(), q.get_device());
    own.parallel_for(1, [=](sycl::id<1>) { x[t] = 5 * t; }).wait();
  });
  for (int t = 0; t < threads; ++t)
    CHECK(x[t] == 5 * t);
  sycl::free(x, q);
}

SECTION(queries_and_bundles) {
  const sycl::context c = q.get_context();
  on_threads([&](int) {
    for (int i = 0; i < 20; ++i) {
      CHECK(!sycl::platform::get_platforms().empty());
      CHECK(!sycl::device::get_devices().empty());
      CHECK(!q.get_device().get_info<sycl::info::device::name>().empty());
      CHECK(!sycl::get_kernel_ids().empty());
      using sycl::bundle_state;
      CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c));
    }
  });
}

SECTION(errors) {
  std::atomic<int> seen{0};
  sycl::queue noted(q.get_device(), [&](sycl::exception_list errors) {
    seen += int(errors.size());
  });
  on_threads([&](int) {
    for (int i = 0; i < 20; ++i) {
      noted.submit([&](sycl::handler &h) { h.host_task([] { throw 1; }); });
      if (i % 5 == 0)
        noted.wait_and_throw();
    }
  });
  noted.wait_and_throw();
  CHECK(seen == threads * 20);
}

SECTION(dependencies_across_threads) {
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 0;
  std::vector<sycl::event> last(threads);
  on_threads([&](int t) {
    sycl::queue own(q.get_context(), q.get_device());
    sycl::event e;
    for (int i = 0; i < 10; ++i)
      e = own.submit([&](sycl::handler &h) {
        h.depends_on(e);
        h.host_task([=] {
          sycl::atomic_ref<int, sycl::memory_order::relaxed,
                         sycl::memory_scope::system>(*x) += 1;
        });
      });
    last[t] = e;
  });
  q.single_task(last, [=] { *x *= 2; }).wait();
  CHECK(*x == threads * 20);
  sycl::free(x, q);
}
