// SYCL 2020, 4.6.5 and 4.6.6: queues, events and profiling; 4.9.4: what a
// handler does with dependencies and host tasks.
#include "testing/conformance/check.h"

#include <atomic>
#include <chrono>
#include <thread>

CONFORMANCE_CHAPTER("queues");

namespace {
using in_order = sycl::property::queue::in_order;
using profiling = sycl::property::queue::enable_profiling;
using status = sycl::info::event_command_status;

// The order shows: x = 2 x + n does not commute.
struct step {
  int *x;
  int n;
  void operator()() const { *x = 2 * *x + n; }
};
} // namespace

SECTION(properties) {
  const sycl::device d = q.get_device();
  CHECK(!q.is_in_order() && !q.has_property<in_order>());
  CHECK(!q.has_property<profiling>());
  CHECK_THROWS(invalid, q.get_property<in_order>());
  const sycl::queue ordered(d, in_order());
  CHECK(ordered.is_in_order() && ordered.has_property<in_order>());
  (void)ordered.get_property<in_order>();
  const sycl::queue both(d, {in_order(), profiling()});
  CHECK(both.is_in_order() && both.has_property<profiling>());
  const sycl::queue handled(
      d, [](sycl::exception_list) {}, sycl::property_list{in_order()});
  CHECK(handled.is_in_order());
}

SECTION(in_order_queue) {
  sycl::queue ordered(q.get_device(), in_order());
  int *x = sycl::malloc_shared<int>(1, ordered);
  *x = 1;
  for (int i = 0; i < 16; ++i)
    ordered.single_task(step{x, i & 1});
  int wanted = 1;
  for (int i = 0; i < 16; ++i)
    wanted = 2 * wanted + (i & 1);
  ordered.wait();
  CHECK(*x == wanted);
  *x = 1;
  ordered.single_task(step{x, 1});
  ordered.submit([&](sycl::handler &h) { h.host_task([=] { *x += 10; }); });
  ordered.single_task(step{x, 1}).wait();
  CHECK(*x == 27);
  // Kernels that take a while, and nobody keeps their events.
  bool right = true;
  for (int i = 0; i < 20; ++i) {
    *x = 0;
    ordered.single_task([=] {
      unsigned n = 1;
      for (int k = 0; k < 100000; ++k)
        n = n * 1664525u + 1013904223u;
      *x = n == 0 ? 2 : 1;
    });
    ordered.submit([&](sycl::handler &h) { h.host_task([=] { *x += 10; }); });
    ordered.single_task(step{x, 1}).wait();
    right &= *x == 23;
  }
  CHECK(right);
  sycl::free(x, ordered);
}

SECTION(depends_on) {
  int *x = sycl::malloc_shared<int>(2, q);
  x[0] = 1, x[1] = 5;
  sycl::event last;
  int wanted = 1;
  for (int i = 0; i < 8; ++i) {
    last = q.submit([&](sycl::handler &h) {
      h.depends_on(last);
      h.single_task(step{x, i});
    });
    wanted = 2 * wanted + i;
  }
  const sycl::event other = q.single_task(step{x + 1, 3});
  q.submit([&](sycl::handler &h) {
     h.depends_on({last, other});
     h.single_task([=] { x[0] += x[1]; });
   }).wait();
  CHECK(x[0] == wanted + 13);
  q.single_task(std::vector{other, last}, [=] { x[0] = -1; }).wait();
  CHECK(x[0] == -1);
  sycl::queue second(q.get_context(), q.get_device());
  const sycl::event first = q.single_task([=] { x[0] = 20; });
  second.single_task(first, step{x, 2}).wait();
  CHECK(x[0] == 42);
  sycl::free(x, q);
}

SECTION(events) {
  sycl::event nothing;
  nothing.wait();
  CHECK(nothing.get_info<sycl::info::event::command_execution_status>() ==
        status::complete);
  CHECK(nothing.get_wait_list().empty());
  const sycl::event other;
  CHECK(nothing != other && sycl::event(nothing) == nothing);
  CHECK(nothing.get_backend() == sycl::queue().get_backend());
  CHECK(std::hash<sycl::event>()(nothing) != std::hash<sycl::event>()(other));
  std::atomic<bool> go{false};
  sycl::event first = q.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!go)
        std::this_thread::yield();
    });
  });
  sycl::event second = q.single_task(first, [] {});
  CHECK(first.get_info<sycl::info::event::command_execution_status>() !=
        status::complete);
  CHECK(second.get_info<sycl::info::event::command_execution_status>() ==
        status::submitted);
  const std::vector<sycl::event> waits = second.get_wait_list();
  CHECK(waits.size() == 1 && waits[0] == first);
  go = true;
  sycl::event::wait({first, second});
  CHECK(first.get_info<sycl::info::event::command_execution_status>() ==
        status::complete);
  CHECK(second.get_info<sycl::info::event::command_execution_status>() ==
        status::complete);
  CHECK(first != second && sycl::event(first) == first);
  CHECK(std::hash<sycl::event>()(first) == std::hash<sycl::event>()(
                                               sycl::event(first)));
  CHECK(first.get_backend() == q.get_backend());
  second.wait_and_throw();
  sycl::event::wait_and_throw({first, second});
}

SECTION(empty_command_group) {
  const sycl::event before = q.single_task([] {});
  q.submit([&](sycl::handler &h) { h.depends_on(before); }).wait();
  CHECK(sycl::event(before).get_info<
            sycl::info::event::command_execution_status>() ==
        status::complete);
}

SECTION(profiling_times) {
  NEED(queue_profiling);
  sycl::queue timed(q.get_device(), profiling());
  int *x = sycl::malloc_shared<int>(1000, timed);
  const sycl::event e =
      timed.parallel_for(1000, [=](sycl::id<1> i) { x[i] = int(i[0]); });
  const sycl::event f = timed.single_task(e, [=] { x[0] = 1; });
  namespace p = sycl::info::event_profiling;
  const auto submitted = e.get_profiling_info<p::command_submit>();
  const auto started = e.get_profiling_info<p::command_start>();
  const auto ended = e.get_profiling_info<p::command_end>();
  CHECK(submitted <= started && started <= ended);
  CHECK(f.get_profiling_info<p::command_start>() >= ended);
  sycl::event t = timed.submit([&](sycl::handler &h) {
    h.host_task(
        [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  });
  CHECK(t.get_profiling_info<p::command_end>() -
            t.get_profiling_info<p::command_start>() >=
        1000000);
  const sycl::event untimed = q.single_task([] {});
  CHECK_THROWS(invalid, untimed.get_profiling_info<p::command_start>());
  timed.wait();
  sycl::free(x, timed);
}

SECTION(wait_covers_all) {
  int *x = sycl::malloc_shared<int>(64, q);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 64; ++i)
      q.single_task([=] { x[i] = round + i; });
    q.wait();
    for (int i = 0; i < 64; ++i)
      CHECK(x[i] == round + i);
  }
  std::atomic<int> done{0};
  for (int i = 0; i < 8; ++i)
    q.submit([&](sycl::handler &h) { h.host_task([&] { ++done; }); });
  q.wait();
  CHECK(done == 8);
  sycl::free(x, q);
}

SECTION(host_tasks) {
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 3;
  const sycl::event e = q.single_task(step{x, 1});
  int seen = 0;
  sycl::backend reported = q.get_backend();
  q.submit([&](sycl::handler &h) {
     h.depends_on(e);
     h.host_task([&](sycl::interop_handle handle) {
       seen = *x;
       reported = handle.get_backend();
     });
   }).wait();
  CHECK(seen == 7 && reported == q.get_backend());
  sycl::buffer<int> b(sycl::range(4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = int(i[0]) + 1; });
  });
  int sum = 0;
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only_host_task);
    h.host_task([&sum, a] {
      for (int i = 0; i < 4; ++i)
        sum += a[i];
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write_host_task);
    h.host_task([a] { a[0] = 100; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.single_task([=] { a[0] += 1; });
  });
  CHECK(sycl::host_accessor(b)[0] == 101);
  CHECK(sum == 10);
  sycl::free(x, q);
}

SECTION(events_of_other_devices) {
  int *x = sycl::malloc_shared<int>(1, q);
  int seen = 0;
  for (const sycl::device &d : sycl::device::get_devices()) {
    if (!conformance::has_code(d))
      continue;
    sycl::queue other(d);
    for (int i = 1; i <= 10; ++i) {
      const sycl::event first = q.single_task([=] { *x = i; });
      const sycl::event second = other.submit([&](sycl::handler &h) {
        h.depends_on(first);
        h.single_task([] {});
      });
      q.submit([&](sycl::handler &h) {
         h.depends_on(second);
         h.host_task([&] { seen += *x; });
       }).wait();
    }
    CHECK(seen == 55);
    seen = 0;
  }
  sycl::free(x, q);
}

SECTION(secondary_queue) {
  sycl::queue other(q.get_device());
  int *x = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) { h.single_task([=] { *x = 9; }); }, other)
      .wait();
  CHECK(*x == 9);
  sycl::free(x, q);
}

SECTION(one_command_per_group) {
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.single_task([] {});
    h.single_task([] {});
  }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.host_task([] {});
    h.single_task([] {});
  }));
}

SECTION(objects_may_go_first) {
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 0;
  sycl::event e;
  {
    sycl::queue brief(q.get_context(), q.get_device());
    std::vector<int> captured(100, 1);
    e = brief.submit([&](sycl::handler &h) {
      h.host_task([captured, x] {
        for (int i : captured)
          *x += i;
      });
    });
    e = brief.single_task(e, step{x, 1});
  }
  e.wait();
  CHECK(*x == 201);
  sycl::free(x, q);
}
