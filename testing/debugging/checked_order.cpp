// Races of kernels and barriers that only a part of a group reaches, one after the
// other, between programs' parts that have neither. A line "expect KIND" on stderr
// precedes the report of each error; "expect nothing" what must have none.
#include <sycl/sycl.hpp>
#include <cstdio>

template <typename T, int Case> class order_kernel;

static void expect(const char *what) { std::fprintf(stderr, "expect %s\n", what); }

constexpr int size = 64, local = 16;

/// With nd_ranges over `size` in groups of `local`.
template <typename T, int Case, typename F> void run(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.parallel_for<order_kernel<T, Case>>(sycl::nd_range<1>(size, local), body).wait();
}

template <typename T, int Case, typename F> void run_local(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T> memory(2 * local, handler);
    handler.parallel_for<order_kernel<T, Case>>(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(8)]] { body(item, memory); });
  }).wait();
}

template <typename T> void of_type(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  T *a = sycl::malloc_shared<T>(2 * size, queue), *b = sycl::malloc_shared<T>(2 * size, queue);
  run<T, 0>(queue, "nothing", [=](item i) { a[i.get_global_id(0)] = b[i.get_global_id(0) / 2]; });
  run<T, 1>(queue, "race", [=](item i) { a[i.get_global_id(0) / 2] = T(1); });                            // two writers
  run<T, 2>(queue, "race", [=](item i) { a[i.get_global_id(0) + 1] = a[i.get_global_id(0)]; });           // a reader behind
  run<T, 3>(queue, "race", [=](item i) { a[i.get_global_id(0)] = a[i.get_global_id(0) + 1]; });           // a writer behind
  run<T, 4>(queue, "race", [=](item i) { if (i.get_local_id(0) == 0) a[i.get_group(0) / 2] = T(1); });    // two groups
  run<T, 5>(queue, "race", [=](item i) {
    a[size - 1 - i.get_global_id(0)] = T(1); // all groups wait for their own only
    sycl::group_barrier(i.get_group());
    b[i.get_global_id(0)] = a[i.get_global_id(0)];
  });
  run<T, 6>(queue, "nothing", [=](item i) {
    const size_t first = i.get_group(0) * local;
    a[first + local - 1 - i.get_local_id(0)] = T(1);
    sycl::group_barrier(i.get_group());
    b[i.get_global_id(0)] = a[i.get_global_id(0)];
  });
  run_local<T, 7>(queue, "nothing", [=](item i, auto memory) {
    for (int round = 0; round < 3; ++round) {
      memory[i.get_local_id(0)] = T(round);
      sycl::group_barrier(i.get_group());
      a[i.get_global_id(0)] = memory[local - 1 - i.get_local_id(0)];
      sycl::group_barrier(i.get_group());
    }
  });
  run_local<T, 8>(queue, "race", [=](item i, auto memory) {
    memory[i.get_local_id(0)] = T(1); // no barrier
    a[i.get_global_id(0)] = memory[local - 1 - i.get_local_id(0)];
  });
  run_local<T, 9>(queue, "race", [=](item i, auto memory) {
    for (int round = 0; round < 3; ++round) { // no barrier before the next round
      memory[i.get_local_id(0)] = T(round);
      sycl::group_barrier(i.get_group());
      a[i.get_global_id(0)] = memory[local - 1 - i.get_local_id(0)];
    }
  });
  run_local<T, 10>(queue, "race", [=](item i, auto memory) {
    memory[i.get_local_id(0)] = T(1);
    sycl::group_barrier(i.get_sub_group()); // another sub-group's too
    a[i.get_global_id(0)] = memory[(i.get_local_id(0) + local / 2) % local];
  });
  sycl::free(a, queue);
  sycl::free(b, queue);
}

void atomics(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  using device_atomic = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>;
  int *a = sycl::malloc_shared<int>(2 * size, queue), *count = sycl::malloc_shared<int>(1, queue);
  *count = 0;
  run<int, 20>(queue, "nothing", [=](item) { device_atomic(a[0])++; });
  run<int, 21>(queue, "race", [=](item i) { // one of them is none
    if (i.get_global_id(0) == 3)
      a[0] = 1;
    device_atomic(a[0])++;
  });
  run<int, 22>(queue, "nothing", [=](item i) { // the last group adds what all have stored
    a[i.get_global_id(0)] = 1;
    sycl::group_barrier(i.get_group());
    bool last = false;
    if (i.get_local_id(0) == 0) {
      sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::device);
      last = device_atomic(*count).fetch_add(1) == size / local - 1;
      sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::device);
    }
    if (last)
      for (int other = 1; other < size; ++other)
        a[0] += a[other];
  });
  std::printf("%d\n", a[0]);
  sycl::free(a, queue);
  sycl::free(count, queue);
}

void barriers(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  int *a = sycl::malloc_shared<int>(size, queue);
  run<int, 30>(queue, "divergent barrier", [=](item i) {
    if (i.get_local_id(0) < 5)
      sycl::group_barrier(i.get_group());
  });
  run<int, 31>(queue, "divergent barrier", [=](item i) {
    if (i.get_local_id(0) < 5) {
      sycl::group_barrier(i.get_group());
    } else {
      a[i.get_global_id(0)] = 1;
      sycl::group_barrier(i.get_group());
    }
  });
  run<int, 32>(queue, "divergent barrier", [=](item i) {
    if (i.get_local_id(0) == 5)
      return;
    a[i.get_global_id(0)] = sycl::reduce_over_group(i.get_group(), 1, sycl::plus<>());
  });
  run<int, 33>(queue, "divergent barrier", [=](item i) {
    if (i.get_local_id(0) % 3 == 0)
      a[i.get_global_id(0)] = sycl::reduce_over_group(i.get_sub_group(), 1, sycl::plus<>());
  });
  run<int, 34>(queue, "divergent barrier", [=](item i) {
    for (size_t round = 0; round <= i.get_local_id(0); ++round)
      sycl::group_barrier(i.get_group());
  });
  run<int, 35>(queue, "nothing", [=](item i) {
    if (i.get_group(0) % 2 == 0) // all of a group
      sycl::group_barrier(i.get_group());
    a[i.get_global_id(0)] = sycl::reduce_over_group(i.get_group(), 1, sycl::plus<>()) + sycl::inclusive_scan_over_group(i.get_sub_group(), 1, sycl::plus<>());
    a[i.get_global_id(0)] += sycl::group_broadcast(i.get_group(), a[i.get_global_id(0)]);
  });
  sycl::free(a, queue);
}

/// Commands of an out-of-order queue, and of an in-order one.
void commands(sycl::queue &queue) {
  sycl::queue in_order(sycl::property::queue::in_order{});
  int *a = sycl::malloc_device<int>(size, queue), *b = sycl::malloc_device<int>(size, queue), *host = sycl::malloc_host<int>(size, queue);
  const auto write = [&](sycl::queue &q, std::vector<sycl::event> after = {}) { return q.parallel_for<class writes>(size, after, [=](sycl::id<1> i) { a[i] = 1; }); };
  const auto read = [&](sycl::queue &q, std::vector<sycl::event> after = {}) { return q.parallel_for<class reads>(size, after, [=](sycl::id<1> i) { b[i] = a[i]; }); };
  const auto done = [&] { queue.wait(); in_order.wait(); };
  expect("nothing");
  read(queue, {write(queue)});
  done();
  write(in_order);
  read(in_order);
  done();
  write(queue).wait();
  read(queue);
  done();
  write(queue);
  queue.ext_oneapi_submit_barrier();
  read(queue);
  done();
  const sycl::event first = write(queue);
  read(queue, {queue.submit([&](sycl::handler &handler) { handler.depends_on(first); handler.host_task([] {}); })});
  done();
  queue.memcpy(host, a, size * sizeof(int), write(queue));
  done();
  expect("race");
  write(queue);
  read(queue);
  done();
  expect("race");
  write(queue);
  queue.memcpy(host, a, size * sizeof(int));
  done();
  expect("race");
  queue.fill(a, 1, size);
  queue.parallel_for<class reads_fill>(size, [=](sycl::id<1> i) { b[i] = a[i]; });
  done();
  for (int *memory : {a, b, host})
    sycl::free(memory, queue);
}

int main() {
  sycl::queue queue;
  of_type<char>(queue);
  of_type<short>(queue);
  of_type<int>(queue);
  of_type<double>(queue);
  of_type<sycl::float4>(queue);
  atomics(queue);
  barriers(queue);
  commands(queue);
}
