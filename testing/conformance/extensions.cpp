// Extensions of the host API: barriers of queues, memory in rows, priorities,
// descriptors of Intel's devices, peers.
#include "testing/conformance/check.h"

#include <atomic>
#include <map>
#include <sstream>
#include <thread>

CONFORMANCE_CHAPTER("extensions");

namespace {
namespace oneapi = sycl::ext::oneapi;

// Takes a while, and then says so.
struct slow_store {
  int *x;
  int value;
  void operator()() const {
    unsigned n = 1;
    for (int k = 0; k < 200000; ++k)
      n = n * 1664525u + 1013904223u;
    *x = n == 0 ? -1 : value;
  }
};
} // namespace

SECTION(barriers) {
  constexpr int count = 12;
  int *x = sycl::malloc_shared<int>(count + 1, q);
  sycl::queue ordered(q.get_device(), sycl::property::queue::in_order());
  for (sycl::queue *queue : {&q, &ordered}) {
    bool right = true;
    for (int form = 0; form < 2; ++form) {
      for (int i = 0; i <= count; ++i)
        x[i] = 0;
      for (int i = 0; i < count; ++i)
        queue->single_task(slow_store{x + i, 1});
      sycl::event barrier;
      if (form == 0)
        barrier = queue->ext_oneapi_submit_barrier();
      else
        barrier =
            queue->submit([](sycl::handler &h) { h.ext_oneapi_barrier(); });
      const sycl::event sum = queue->single_task([=] {
        for (int i = 0; i < count; ++i)
          x[count] += x[i];
      });
      // Nobody waits for the sum: the barrier is behind all the stores.
      barrier.wait();
      for (int i = 0; i < count; ++i)
        right &= x[i] == 1;
      queue->wait();
      right &= x[count] == count;
    }
    CHECK(right);
  }
  sycl::free(x, q);
}

SECTION(barriers_and_host_tasks) {
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 0;
  std::atomic<bool> go{false};
  q.submit([&](sycl::handler &h) {
    h.host_task([&go, x] {
      while (!go)
        std::this_thread::yield();
      *x = 20;
    });
  });
  const sycl::event barrier = q.ext_oneapi_submit_barrier();
  const sycl::event after = q.single_task([=] { *x += 1; });
  CHECK(*x == 0);
  CHECK(barrier.get_info<sycl::info::event::command_execution_status>() !=
        sycl::info::event_command_status::complete);
  CHECK(!q.ext_oneapi_empty());
  go = true;
  q.wait();
  CHECK(q.ext_oneapi_empty());
  CHECK(*x == 21);
  CHECK(barrier.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  sycl::free(x, q);
}

SECTION(barriers_of_events) {
  int *x = sycl::malloc_shared<int>(2, q);
  x[0] = x[1] = 0;
  // Of another queue, and of the host.
  sycl::queue other(q.get_context(), q.get_device());
  std::atomic<bool> go{false};
  const sycl::event task = other.submit([&](sycl::handler &h) {
    h.host_task([&go, x] {
      while (!go)
        std::this_thread::yield();
      x[0] = 3;
    });
  });
  const sycl::event kernel = other.single_task(slow_store{x + 1, 4});
  sycl::event barrier = q.ext_oneapi_submit_barrier({task, kernel});
  int *sum = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *sum = x[0] + x[1]; });
  go = true;
  q.wait();
  CHECK(*sum == 7);
  barrier.wait();
  // In a command group, with other dependencies, and of no events.
  q.submit([&](sycl::handler &h) {
    h.depends_on(task);
    h.ext_oneapi_barrier({kernel});
  });
  q.ext_oneapi_submit_barrier(std::vector<sycl::event>()).wait();
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.ext_oneapi_barrier();
    h.single_task([=] { *sum = 0; });
  }));
  sycl::queue profiled(q.get_context(), q.get_device(),
                       sycl::property::queue::enable_profiling());
  sycl::event timed = profiled.ext_oneapi_submit_barrier({kernel});
  using profile = sycl::info::event_profiling::command_end;
  CHECK(timed.get_profiling_info<profile>() != 0);
  sycl::free(x, q);
  sycl::free(sum, q);
}

SECTION(memory_in_rows) {
  // 5 rows of 3 elements; pitches of 4 and 7.
  int *from = sycl::malloc_device<int>(5 * 4, q);
  int *to = sycl::malloc_shared<int>(5 * 7, q);
  std::vector<int> start(5 * 4);
  for (int i = 0; i < 20; ++i)
    start[i] = i;
  q.copy(start.data(), from, 20).wait();
  q.fill(to, -1, 35).wait();
  q.ext_oneapi_copy2d(from, 4, to, 7, 3, 5).wait();
  bool right = true;
  for (int i = 0; i < 35; ++i)
    right &= to[i] == (i % 7 < 3 ? i / 7 * 4 + i % 7 : -1);
  CHECK(right);
  sycl::event done = q.ext_oneapi_fill2d(to, 7, 9, 2, 3);
  done =
      q.ext_oneapi_memset2d(to + 2, 7 * sizeof(int), 0, sizeof(int), 5, done);
  // From and to memory of the host.
  std::vector<int> host(5 * 3);
  q.ext_oneapi_memcpy2d(host.data(), 3 * sizeof(int), to, 7 * sizeof(int),
                        3 * sizeof(int), 5, std::vector{done})
      .wait();
  right = true;
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 3; ++c)
      right &= host[3 * r + c] == (c == 2 ? 0 : r < 3 ? 9 : r * 4 + c);
  CHECK(right);
  q.ext_oneapi_memcpy2d(to, 4, host.data(), 4, 0, 5).wait();
  q.ext_oneapi_memcpy2d(to, 4, host.data(), 4, 4, 0).wait();
  CHECK(to[0] == 9);
  CHECK_THROWS(invalid, q.ext_oneapi_memcpy2d(to, 4, host.data(), 8, 5, 2));
  CHECK_THROWS(invalid, q.ext_oneapi_copy2d(from, 2, to, 7, 3, 5));
  CHECK_THROWS(invalid, q.ext_oneapi_fill2d(to, 2, 1, 3, 5));
  sycl::free(from, q);
  sycl::free(to, q);
}

SECTION(queue_priorities) {
  namespace properties = oneapi::property::queue;
  const sycl::device d = q.get_device();
  CHECK(!q.has_property<properties::priority_high>());
  sycl::queue high(
      d, {properties::priority_high(), sycl::property::queue::in_order()});
  CHECK(high.is_in_order() && high.has_property<properties::priority_high>());
  CHECK(!high.has_property<properties::priority_low>());
  CHECK(sycl::queue(d, properties::priority_low())
            .has_property<properties::priority_low>());
  CHECK(sycl::queue(d, properties::priority_normal())
            .has_property<properties::priority_normal>());
  CHECK_THROWS(invalid, sycl::queue(d, {properties::priority_high(),
                                        properties::priority_low()}));
  namespace lists = sycl::ext::intel::property::queue;
  const sycl::queue immediate(
      d, {lists::immediate_command_list(), sycl::property::queue::in_order()});
  CHECK(immediate.has_property<lists::immediate_command_list>());
  CHECK(!immediate.has_property<lists::no_immediate_command_list>());
  CHECK(sycl::queue(d, lists::no_immediate_command_list())
            .has_property<lists::no_immediate_command_list>());
  CHECK_THROWS(invalid, sycl::queue(d, {lists::immediate_command_list(),
                                        lists::no_immediate_command_list()}));
  int *x = sycl::malloc_shared<int>(1, high);
  high.single_task([=] { *x = 5; }).wait();
  CHECK(*x == 5);
  sycl::free(x, high);
}

SECTION(intel_device_info) {
  namespace info = sycl::ext::intel::info::device;
  const sycl::device d = q.get_device();
  const bool emulated =
      d.get_info<sycl::info::device::name>().find("Emulated") == 0;
#define CHECK_INFO(NAME, ASPECT)                                               \
  if (d.has(sycl::aspect::ASPECT) && !emulated)                                \
    (void)d.get_info<info::NAME>();                                            \
  else                                                                         \
    CHECK_THROWS(feature_not_supported, (void)d.get_info<info::NAME>());
#define CHECK_DESCRIPTOR(NAME, TYPE, ASPECT) CHECK_INFO(NAME, ASPECT)
  __SYCL_INTEL_DEVICE_INFO(CHECK_DESCRIPTOR)
#undef CHECK_DESCRIPTOR
#undef CHECK_INFO
  if (!d.has(sycl::aspect::ext_intel_gpu_eu_count) || emulated)
    CHECK_THROWS(
        feature_not_supported,
        (void)d.get_info<sycl::info::device::ext_intel_gpu_eu_count>());
}

// Kernels of one device read and write memory that is the other's.
void use_memory_of(sycl::device d, sycl::device peer) {
  CHECK_THROWS(invalid, d.ext_oneapi_disable_peer_access(peer));
  d.ext_oneapi_enable_peer_access(peer);
  CHECK_THROWS(invalid, d.ext_oneapi_enable_peer_access(peer));
  const sycl::property_list in_order{sycl::property::queue::in_order()};
  sycl::queue here(d, in_order), there(peer, in_order);
  constexpr int count = 1000;
  int *theirs = sycl::malloc_device<int>(count, there);
  int *sum = sycl::malloc_shared<int>(1, here);
  *sum = 0;
  there.fill(theirs, 3, count).wait();
  here.parallel_for(count, [=](sycl::id<1> i) {
    theirs[i] += int(i);
  }).wait();
  here.parallel_for(1, [=](auto) {
    for (int i = 0; i < count; ++i)
      *sum += theirs[i];
  }).wait();
  CHECK(*sum == 3 * count + count * (count - 1) / 2);
  if (d.ext_oneapi_can_access_peer(peer,
                                   oneapi::peer_access::atomics_supported)) {
    here.parallel_for(count, [=](auto) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed,
                       sycl::memory_scope::system>(theirs[0]) += 1;
    }).wait();
    int first = 0;
    there.copy(theirs, &first, 1).wait();
    CHECK(first == 3 + count);
  }
  sycl::free(theirs, there);
  sycl::free(sum, here);
  d.ext_oneapi_disable_peer_access(peer);
  CHECK_THROWS(invalid, d.ext_oneapi_disable_peer_access(peer));
}

SECTION(peers_contexts_and_order) {
  sycl::device d = q.get_device();
  for (sycl::device peer : sycl::device::get_devices()) {
    if (d.ext_oneapi_can_access_peer(peer)) {
      use_memory_of(d, peer);
      continue;
    }
    CHECK(!d.ext_oneapi_can_access_peer(
        peer, oneapi::peer_access::atomics_supported));
    CHECK_THROWS(feature_not_supported, d.ext_oneapi_enable_peer_access(peer));
    CHECK_THROWS(invalid, d.ext_oneapi_disable_peer_access(peer));
  }
  CHECK(!d.ext_oneapi_can_access_peer(d));
  const sycl::nd_range<3> nothing;
  CHECK(nothing.get_global_range() == sycl::range<3>(0, 0, 0) &&
        nothing == sycl::nd_range<3>());
  CHECK(d.get_platform().ext_oneapi_get_default_context() ==
        sycl::queue(d).get_context());
  std::map<sycl::queue, int, oneapi::owner_less<sycl::queue>> numbers;
  sycl::queue other(d);
  numbers[q] = 1;
  numbers[other] = 2;
  const sycl::queue copy = other;
  CHECK(numbers.size() == 2 && numbers[copy] == 2);
  CHECK(q.ext_oneapi_owner_before(other) != other.ext_oneapi_owner_before(q));
  CHECK(!copy.ext_oneapi_owner_before(other));
  CHECK(!d.ext_oneapi_owner_before(d));
}

SECTION(names_and_hints) {
  const auto text = [](auto value) {
    std::ostringstream out;
    out << value;
    return out.str();
  };
  CHECK(text(sycl::info::device_type::gpu) == "gpu");
  CHECK(text(sycl::aspect::fp16) == "fp16");
  CHECK(text(sycl::aspect::ext_oneapi_graph) == "ext_oneapi_graph");
  CHECK(text(sycl::aspect(-7)) == "-7");
  CHECK(text(sycl::usm::alloc::shared) == "shared");
  CHECK(text(sycl::bundle_state::object) == "object");
  CHECK(text(sycl::info::event_command_status::complete) == "complete");

  using oneapi::property::queue::discard_events;
  sycl::queue hinted(q.get_context(), q.get_device(),
                     {sycl::property::queue::in_order(), discard_events()});
  CHECK(hinted.has_property<discard_events>());
  CHECK(!q.has_property<discard_events>());
  int *x = sycl::malloc_shared<int>(1, q);
  hinted.single_task([=] { *x = 4; }).wait();
  CHECK(*x == 4);
  sycl::free(x, q);
  if (q.get_device().has(sycl::aspect::queue_profiling))
    CHECK_THROWS(invalid,
                 sycl::queue(q.get_device(),
                             {discard_events(),
                              sycl::property::queue::enable_profiling()}));
}
