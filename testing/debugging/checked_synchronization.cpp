// What orders accesses and what does not: atomic operations and fences of each order and scope, and commands of each kind.
#include "seeded_errors.h"
#include <sycl/sycl.hpp>
#include <vector>

namespace experimental = sycl::ext::oneapi::experimental;
using order = sycl::memory_order;
using scope = sycl::memory_scope;
using item = sycl::nd_item<1>;
constexpr size_t size = 64, local = 16;
template <int... Case> class order_kernel;
using seeded::nothing;
using seeded::race;

/// The last group to come reads what all have written.
template <order Order, scope Scope, bool Fences, order FenceOrder, scope FenceScope, typename T> void last_group(sycl::queue &q, const char *what) {
  seeded::expects(what);
  T *a = sycl::malloc_shared<T>(size, q), *sum = sycl::malloc_shared<T>(1, q);
  int *count = sycl::malloc_shared<int>(1, q);
  *count = 0;
  q.parallel_for<order_kernel<0, int(Order), int(Scope), Fences, int(FenceOrder), int(FenceScope), sizeof(T)>>(sycl::nd_range<1>(size, local), [=](item i) {
    a[i.get_global_id(0)] = T(1);
    sycl::group_barrier(i.get_group());
    if (i.get_local_id(0) != 0)
      return;
    if constexpr (Fences)
      sycl::atomic_fence(FenceOrder, FenceScope);
    const bool last = sycl::atomic_ref<int, order::relaxed, scope::device>(*count).fetch_add(1, Order, Scope) == int(size / local) - 1;
    if constexpr (Fences)
      sycl::atomic_fence(FenceOrder, FenceScope);
    if (last) {
      T all = T(0);
      for (size_t k = 0; k < size; ++k)
        all += a[k];
      *sum = all;
    }
  }).wait();
  for (void *each : {(void *)a, (void *)sum, (void *)count})
    sycl::free(each, q);
}

/// In a group: the first work-item gives its value to the last one to come.
template <order Order, scope Scope, bool InLocalMemory> void last_item(sycl::queue &q, const char *what) {
  seeded::expects(what);
  int *out = sycl::malloc_shared<int>(size, q), *global = sycl::malloc_shared<int>(size, q), *counts = sycl::malloc_shared<int>(size / local, q);
  q.memset(counts, 0, size / local * sizeof(int)).wait();
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> values(local, h), counter(1, h);
    h.parallel_for<order_kernel<1, int(Order), int(Scope), InLocalMemory>>(sycl::nd_range<1>(size, local), [=](item i) {
      const size_t l = i.get_local_id(0);
      if (l == 0)
        counter[0] = 0;
      sycl::group_barrier(i.get_group());
      int *mine = InLocalMemory ? &values[0] : global + i.get_group(0) * local;
      int &count = InLocalMemory ? counter[0] : counts[i.get_group(0)];
      mine[l] = int(l);
      if (sycl::atomic_ref<int, order::relaxed, scope::device>(count).fetch_add(1, Order, Scope) == int(local) - 1) {
        int all = 0;
        for (size_t k = 0; k < local; ++k)
          all += mine[k];
        out[i.get_group(0)] = all;
      }
    });
  }).wait();
  for (int *each : {out, global, counts})
    sycl::free(each, q);
}

template <int Case, typename F> void run(sycl::queue &q, const char *what, F body) {
  seeded::expects(what);
  q.parallel_for<order_kernel<2, Case>>(sycl::nd_range<1>(size, local), [=](item i) [[sycl::reqd_sub_group_size(8)]] { body(i); }).wait();
}
template <typename T, scope Scope, order Order = order::relaxed> using atomic = sycl::atomic_ref<T, Order, Scope>;

void scopes(sycl::queue &q) {
  int *a = sycl::malloc_shared<int>(size, q), *b = sycl::malloc_shared<int>(size, q);
  float *f = sycl::malloc_shared<float>(size, q);
  long *n = sycl::malloc_shared<long>(size, q);
  unsigned *u = sycl::malloc_shared<unsigned>(size, q);
  for (size_t i = 0; i < size; ++i) a[i] = b[i] = 0, f[i] = 0, n[i] = 0, u[i] = 0;
  run<0>(q, race, [=](item) { atomic<int, scope::work_group>(a[0])++; }); // of several groups
  run<1>(q, nothing, [=](item i) { atomic<int, scope::work_group>(a[i.get_group(0)])++; });
  run<2>(q, race, [=](item i) { atomic<int, scope::sub_group>(a[i.get_local_id(0)])++; });
  run<3>(q, nothing, [=](item i) { atomic<int, scope::sub_group>(a[i.get_global_id(0) / 8])++; });
  run<4>(q, race, [=](item i) { atomic<int, scope::work_item>(a[i.get_local_id(0)])++; });
  run<5>(q, race, [=](item i) { if (i.get_group(0) == 0) atomic<int, scope::work_group>(a[1])++; else atomic<int, scope::device>(a[1])++; });
  run<6>(q, nothing, [=](item i) { atomic<int, scope::system, order::seq_cst>(a[0])++; });
  run<7>(q, race, [=](item i) { atomic<int, scope::device>(a[2])++; b[i.get_global_id(0)] = a[2]; }); // reads by itself
  run<8>(q, race, [=](item i) { b[i.get_global_id(0)] = atomic<int, scope::device>(a[3]).load(); if (i.get_global_id(0) == 5) a[3] = 1; });
  run<9>(q, nothing, [=](item i) { b[i.get_global_id(0)] = atomic<int, scope::device>(a[4]).load(); });
  run<10>(q, nothing, [=](item i) { atomic<float, scope::device>(f[0]) += 1; atomic<long, scope::device>(n[0]).fetch_max(long(i.get_global_id(0))); atomic<unsigned, scope::device>(u[0]).fetch_or(1u); });
  run<11>(q, race, [=](item) { atomic<float, scope::work_group>(f[1]) += 1; });
  run<12>(q, race, [=](item i) { atomic<long, scope::work_group>(n[1]).fetch_min(long(i.get_global_id(0))); });
  run<13>(q, race, [=](item i) { int e = 0; atomic<int, scope::work_group>(a[5]).compare_exchange_strong(e, int(i.get_global_id(0))); });
  run<14>(q, nothing, [=](item i) { int e = 0; atomic<int, scope::device>(a[5]).compare_exchange_strong(e, int(i.get_global_id(0))); });
  run<15>(q, race, [=](item i) { atomic<int, scope::device>(a[6]).exchange(1); f[i.get_local_id(0)] = 1; });
  for (void *each : {(void *)a, (void *)b, (void *)f, (void *)n, (void *)u}) sycl::free(each, q);
}

experimental::device_global<int[size]> shared_table;
template <int N> class command;
void commands(sycl::queue &q) {
  sycl::queue same = q, other(q.get_context(), q.get_device()), ordered(q.get_context(), q.get_device(), sycl::property::queue::in_order{}), ordered_too = ordered;
  int *a = sycl::malloc_device<int>(size, q), *b = sycl::malloc_device<int>(size, q), *host = sycl::malloc_host<int>(size, q), *shared = sycl::malloc_shared<int>(size, q);
  std::vector<int> vector(size);
  q.fill(a, 1, size).wait(), q.fill(b, 1, size).wait();
  const auto done = [&] { q.wait(), other.wait(), ordered.wait(); };
#define WRITES(N) [=](sycl::handler &h) { h.parallel_for<command<N>>(size, [=](sycl::id<1> i) { a[i] = 1; }); }
#define READS(N) [=](sycl::handler &h) { h.parallel_for<command<N>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); }
  seeded::expects(race), q.submit(WRITES(0)), same.submit(READS(1)), done();
  seeded::expects(nothing), ordered.submit(WRITES(2)), ordered_too.submit(READS(3)), done();
  seeded::expects(race), ordered.submit(WRITES(4)), q.submit(READS(5)), done();
  seeded::expects(nothing), ordered.submit(WRITES(6)), ordered.wait(), q.submit(READS(7)), done();
  seeded::expects(nothing), q.submit(WRITES(8)).wait(), other.submit(READS(9)), done();
  seeded::expects(nothing); { sycl::event e = q.submit(WRITES(10)); other.submit([&](sycl::handler &h) { h.depends_on(e); h.parallel_for<command<11>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); }); } done();
  seeded::expects(race); { q.submit(WRITES(12)); sycl::event e = q.single_task<command<13>>([=] { shared[0] = 1; }); q.submit([&](sycl::handler &h) { h.depends_on(e); h.parallel_for<command<14>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); }); } done();
  seeded::expects(nothing); { sycl::event e = q.submit(WRITES(15)), f = q.submit([&](sycl::handler &h) { h.depends_on(e); h.host_task([] {}); }); other.submit([&](sycl::handler &h) { h.depends_on(f); h.parallel_for<command<16>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); }); } done();
  seeded::expects(race); { sycl::event e = q.submit(WRITES(17)); (void)e; sycl::event f = q.submit([&](sycl::handler &h) { h.host_task([] {}); }); other.submit([&](sycl::handler &h) { h.depends_on(f); h.parallel_for<command<18>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); }); } done();
  seeded::expects(race); { q.submit(WRITES(19)); sycl::event e = q.single_task<command<20>>([=] { shared[0] = 1; }); q.ext_oneapi_submit_barrier({e}); q.submit(READS(21)); } done();
  seeded::expects(nothing); { sycl::event e = q.submit(WRITES(22)); q.ext_oneapi_submit_barrier({e}); q.submit(READS(23)); } done();
  seeded::expects(race), q.memcpy(a, host, size * sizeof(int)), q.submit(READS(24)), done();
  seeded::expects(race), q.submit(READS(25)), q.memset(a, 0, size), done();
  seeded::expects(race), q.copy(a, host, size), q.submit(WRITES(26)), done();
  seeded::expects(race), q.memcpy(vector.data(), a, size * sizeof(int)), q.submit(WRITES(27)), done();
  seeded::expects(race), q.fill(a, 1, size), q.copy(a, host, size), done();
  seeded::expects(race), q.fill(a, 1, size / 2), q.memset(a + size / 4, 0, size), done();
  seeded::expects(nothing), q.fill(a, 1, size / 2), q.fill(a + size / 2, 0, size / 2), done();
  seeded::expects(nothing), q.copy(a, host, size), q.copy(a, shared, size), q.prefetch(a, size), done();
  seeded::expects(race), q.single_task<command<28>>([=] { a[3] = 1; }), q.single_task<command<29>>([=] { a[3] = 2; }), done();
  seeded::expects(nothing), q.single_task<command<30>>([=] { a[3] = 1; }), q.single_task<command<31>>([=] { a[4] = 2; }), done();
  seeded::expects(race), q.single_task<command<32>>([=] { reinterpret_cast<float *>(a)[4] = 1; }), q.single_task<command<33>>([=] { b[0] = a[4]; }), done();
  seeded::expects(race), q.parallel_for<command<34>>(sycl::range<2>(8, 8), [=](sycl::id<2> i) { a[i[0] * 8 + i[1]] = 1; }), q.parallel_for<command<35>>(sycl::range<3>(1, 4, 16), [=](sycl::item<3> i) { b[i.get_linear_id()] = a[i.get_linear_id()]; }), done();
  seeded::expects(race), q.parallel_for<command<36>>(sycl::nd_range<2>({8, 8}, {2, 2}), [=](sycl::nd_item<2> i) { a[i.get_global_linear_id()] = 1; }), q.submit([&](sycl::handler &h) { h.parallel_for_work_group<command<37>>(sycl::range<1>(4), sycl::range<1>(16), [=](sycl::group<1> g) { g.parallel_for_work_item([&](sycl::h_item<1> i) { b[i.get_global_id(0)] = a[i.get_global_id(0)]; }); }); }), done();
  seeded::expects(race), q.parallel_for<command<38>>(size, [=](sycl::id<1> i) { shared_table[i] = 1; }), q.parallel_for<command<39>>(size, [=](sycl::id<1> i) { b[i] = shared_table[i]; }), done();
  seeded::expects(race), q.parallel_for<command<40>>(size, [=](sycl::id<1> i) { shared_table[i] = 1; }), q.memcpy(host, shared_table), done();
  seeded::expects(nothing), ordered.parallel_for<command<41>>(size, [=](sycl::id<1> i) { shared_table[i] = 1; }), ordered.memcpy(host, shared_table), done();
  seeded::expects(nothing); { // accessors order, also those of parts
    sycl::buffer<int> whole(size);
    sycl::buffer<int> half(whole, sycl::id<1>(0), sycl::range<1>(size / 2));
    q.submit([&](sycl::handler &h) { sycl::accessor x(whole, h, sycl::write_only, sycl::no_init); h.parallel_for<command<42>>(size, [=](sycl::id<1> i) { x[i] = 1; }); });
    other.submit([&](sycl::handler &h) { sycl::accessor x(half, h); h.parallel_for<command<43>>(size / 2, [=](sycl::id<1> i) { x[i] += 1; }); });
    q.submit([&](sycl::handler &h) { sycl::accessor x(whole, h, sycl::read_only); h.parallel_for<command<44>>(size, [=](sycl::id<1> i) { b[i] = x[i]; }); });
  }
  done();
  const auto graph = [&](bool has_edge) {
    experimental::command_graph g(q.get_context(), q.get_device());
    if (has_edge) {
      auto first = g.add([&](sycl::handler &h) { h.parallel_for<command<45>>(size, [=](sycl::id<1> i) { a[i] = 1; }); });
      g.add([&](sycl::handler &h) { h.parallel_for<command<46>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); }, {experimental::property::node::depends_on(first)});
    } else {
      g.add([&](sycl::handler &h) { h.parallel_for<command<47>>(size, [=](sycl::id<1> i) { a[i] = 1; }); });
      g.add([&](sycl::handler &h) { h.parallel_for<command<48>>(size, [=](sycl::id<1> i) { b[i] = a[i]; }); });
    }
    return g.finalize();
  };
  seeded::expects(nothing), q.ext_oneapi_graph(graph(true)), done();
  seeded::expects(race), q.ext_oneapi_graph(graph(false)), done();
  seeded::expects(nothing); { auto g = graph(true); ordered.ext_oneapi_graph(g), ordered.ext_oneapi_graph(g); } done();
  seeded::expects(race); { auto g = graph(true); q.ext_oneapi_graph(g); q.submit(WRITES(49)); } done();
  seeded::expects(nothing); { auto g = graph(true); sycl::event e = q.ext_oneapi_graph(g); q.submit([&](sycl::handler &h) { h.depends_on(e); h.parallel_for<command<50>>(size, [=](sycl::id<1> i) { a[i] = 1; }); }); } done();
  seeded::expects(nothing); { // recorded from a queue in order
    experimental::command_graph g(ordered.get_context(), ordered.get_device());
    g.begin_recording(ordered);
    ordered.submit(WRITES(51)), ordered.submit(READS(52));
    g.end_recording();
    ordered.ext_oneapi_graph(g.finalize());
  }
  done();
  seeded::expects(race); { sycl::event e = q.submit(READS(55)); q.submit([&](sycl::handler &h) { h.depends_on(e); h.host_task([=] { shared[0] = 1; }); }); q.submit(WRITES(56)); } done();
  seeded::expects(nothing); { std::vector<sycl::event> all; for (int *to : {b, shared, host}) all.push_back(q.parallel_for<command<57>>(size, [=](sycl::id<1> i) { to[i] = a[i]; })); q.submit([&](sycl::handler &h) { h.depends_on(all); h.parallel_for<command<58>>(size, [=](sycl::id<1> i) { a[i] = b[0] + 1; }); }); }
  done();
  for (int *each : {a, b, host, shared}) sycl::free(each, q);
}

int main() {
  sycl::queue q;
  last_group<order::relaxed, scope::device, true, order::acq_rel, scope::device, int>(q, nothing);
  last_group<order::relaxed, scope::device, false, order::acq_rel, scope::device, int>(q, race);
  last_group<order::acq_rel, scope::device, false, order::relaxed, scope::device, double>(q, nothing);
  last_group<order::seq_cst, scope::device, false, order::relaxed, scope::device, short>(q, nothing);
  last_group<order::acq_rel, scope::system, false, order::relaxed, scope::device, char>(q, nothing);
  last_group<order::acq_rel, scope::work_group, false, order::relaxed, scope::device, float>(q, race);
  last_group<order::release, scope::device, false, order::relaxed, scope::device, long>(q, race);
  last_group<order::acquire, scope::device, false, order::relaxed, scope::device, int>(q, race);
  last_group<order::relaxed, scope::device, true, order::acq_rel, scope::work_group, int>(q, race);
  last_group<order::relaxed, scope::device, true, order::seq_cst, scope::system, double>(q, nothing);
  last_group<order::relaxed, scope::device, true, order::release, scope::device, short>(q, race);
  last_group<order::relaxed, scope::device, true, order::acquire, scope::device, float>(q, race);
  last_item<order::acq_rel, scope::work_group, false>(q, nothing);
  last_item<order::acq_rel, scope::work_group, true>(q, nothing);
  last_item<order::seq_cst, scope::device, true>(q, nothing);
  last_item<order::relaxed, scope::work_group, false>(q, race);
  last_item<order::relaxed, scope::work_group, true>(q, race);
  last_item<order::release, scope::work_group, true>(q, race);
  scopes(q);
  commands(q);
}
