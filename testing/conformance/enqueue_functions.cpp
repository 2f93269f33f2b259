// Functions that submit commands, to queues and to handlers.
#include "testing/conformance/check.h"

#include <algorithm>

CONFORMANCE_CHAPTER("extensions");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
} // namespace

SECTION(enqueued_kernels) {
  constexpr int count = 32;
  int *x = sycl::malloc_shared<int>(count, q);
  const auto all = [&](int value) {
    q.wait();
    return std::all_of(x, x + count, [&](int i) { return i == value; });
  };
  ex::single_task(q, [=] { *x = 1; });
  q.wait();
  CHECK(*x == 1);
  ex::single_task<class enqueued_named>(q, [=] { *x = 2; });
  q.wait();
  CHECK(*x == 2);
  ex::parallel_for(q, count, [=](sycl::id<1> i) { x[i] = 3; });
  CHECK(all(3));
  ex::parallel_for(q, sycl::range<2>(4, 8),
                   [=](sycl::item<2> i) { x[i.get_linear_id()] = 4; });
  CHECK(all(4));
  ex::parallel_for(q, ex::launch_config(sycl::range<3>(2, 2, 8)),
                   [=](sycl::item<3> i) { x[i.get_linear_id()] = 5; });
  CHECK(all(5));
  ex::nd_launch<class enqueued_nd>(
      q, sycl::nd_range<1>(count, 8),
      [=](sycl::nd_item<1> i) { x[i.get_global_id(0)] = 6; });
  CHECK(all(6));
  const ex::launch_config config(sycl::nd_range<2>({4, 8}, {2, 4}),
                                 ex::properties{});
  ex::nd_launch(q, config,
                [=](sycl::nd_item<2> i) { x[i.get_global_linear_id()] = 7; });
  CHECK(all(7));
  sycl::free(x, q);
}

SECTION(enqueued_reductions) {
  int *sum = sycl::malloc_shared<int>(2, q);
  sum[0] = 0, sum[1] = 1000;
  ex::parallel_for(
      q, 10, [=](sycl::id<1> i, auto &s) { s += int(i); },
      sycl::reduction(sum, sycl::plus<>()));
  q.wait();
  ex::nd_launch(
      q, sycl::nd_range<1>(16, 4),
      [=](sycl::nd_item<1> it, auto &s, auto &least) {
        s += 1;
        least.combine(int(it.get_global_id(0)) + 3);
      },
      sycl::reduction(sum, sycl::plus<>()),
      sycl::reduction(sum + 1, sycl::minimum<>()));
  q.wait();
  CHECK(sum[0] == 45 + 16 && sum[1] == 3);
  sycl::free(sum, q);
}

SECTION(enqueued_groups) {
  int *x = sycl::malloc_shared<int>(16, q);
  sycl::buffer<int> buffer{sycl::range(16)};
  ex::submit(q, [&](sycl::handler &h) {
    const sycl::accessor out{buffer, h, sycl::write_only, sycl::no_init};
    ex::parallel_for(h, 16, [=](sycl::id<1> i) { out[i] = int(i); });
  });
  CHECK(sycl::host_accessor(buffer)[9] == 9);
  const sycl::event first = ex::submit_with_event(
      q, [&](sycl::handler &h) { ex::fill(h, x, 4, 16); });
  const sycl::event second =
      ex::submit_with_event(q, ex::properties{}, [&](sycl::handler &h) {
        h.depends_on(first);
        ex::nd_launch(h, sycl::nd_range<1>(16, 16),
                      [=](sycl::nd_item<1> i) { x[i.get_global_id(0)] += 1; });
      });
  ex::submit(q, ex::properties{}, [&](sycl::handler &h) {
    h.depends_on(second);
    ex::single_task(h, [=] { x[15] *= 2; });
  });
  q.wait();
  CHECK(x[0] == 5 && x[15] == 10);
  ex::submit_with_event(q, [&](sycl::handler &h) {
    ex::nd_launch(
        h, ex::launch_config(sycl::nd_range<1>(16, 16)),
        [=](sycl::nd_item<1>, auto &s) { s += 1; },
        sycl::reduction(x, sycl::plus<>()));
  }).wait();
  CHECK(x[0] == 21);
  sycl::free(x, q);
}

SECTION(enqueued_memory) {
  sycl::queue ordered(q.get_context(), q.get_device(),
                      sycl::property::queue::in_order());
  int *x = sycl::malloc_device<int>(8, ordered);
  std::vector<int> host(8);
  ex::memset(ordered, x, 0, 8 * sizeof(int));
  ex::fill(ordered, x, 7, 4);
  ex::copy(ordered, x, host.data(), 8);
  ordered.wait();
  CHECK(host[3] == 7 && host[4] == 0);
  host[0] = 11;
  ex::memcpy(ordered, x + 7, host.data(), sizeof(int));
  ex::submit(ordered, [&](sycl::handler &h) {
    ex::memcpy(h, host.data(), x, 8 * sizeof(int));
  });
  ordered.wait();
  CHECK(host[0] == 7 && host[7] == 11);
  ex::submit(ordered, [&](sycl::handler &h) { ex::memset(h, x, 0, 4); });
  ex::submit(ordered,
             [&](sycl::handler &h) { ex::copy(h, x, host.data(), 1); });
  ordered.wait();
  CHECK(host[0] == 0);
  int *shared = sycl::malloc_shared<int>(8, ordered);
  shared[0] = 3;
  ex::prefetch(ordered, shared, 32);
  ex::prefetch(ordered, shared, 32, ex::prefetch_type::host);
  ex::submit(ordered, [&](sycl::handler &h) { ex::prefetch(h, shared, 32); });
  ex::mem_advise(ordered, shared, 32, 0);
  ex::submit(ordered,
             [&](sycl::handler &h) { ex::mem_advise(h, shared, 32, 0); });
  ordered.wait();
  CHECK(shared[0] == 3);
  sycl::free(shared, ordered);
  sycl::free(x, ordered);
}

SECTION(enqueued_barriers) {
  int *x = sycl::malloc_shared<int>(4, q);
  for (int round = 0; round < 2; ++round) {
    x[0] = x[1] = x[2] = x[3] = 0;
    ex::single_task(q, [=] { x[0] = 1; });
    ex::single_task(q, [=] { x[1] = 2; });
    if (round == 0)
      ex::barrier(q);
    else
      ex::submit(q, [](sycl::handler &h) { ex::barrier(h); });
    const sycl::event sum = ex::submit_with_event(q, [&](sycl::handler &h) {
      ex::single_task(h, [=] { x[2] = x[0] + x[1]; });
    });
    if (round == 0)
      ex::partial_barrier(q, {sum});
    else
      ex::submit(q, [&](sycl::handler &h) { ex::partial_barrier(h, {sum}); });
    ex::single_task(q, [=] { x[3] = x[2] + 1; });
    q.wait();
    CHECK(x[3] == 4);
  }
  sycl::free(x, q);
}
