// Errors with what kernels and commands reach memory by: variables of the device, static and scratch memory of work-groups,
// members of vectors, specialization constants, reductions, ...
#include "seeded_errors.h"
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
template <int Case> class thing_kernel;
using item = sycl::nd_item<1>;
constexpr size_t size = 64, local = 16;

template <int Case, typename F> void run(sycl::queue &queue, const char *what, F body) {
  if (!seeded::expects(what))
    return;
  queue.parallel_for<thing_kernel<Case>>(sycl::nd_range<1>(size, local), body).wait();
}
template <int Case, typename F> void run_group(sycl::queue &queue, const char *what, F body) {
  if (!seeded::expects(what))
    return;
  queue.submit([&](sycl::handler &h) { body(h); }).wait();
}

experimental::device_global<int[4]> table;
experimental::device_global<int> counter;
experimental::device_global<double[8]> doubles;
experimental::device_global<sycl::float4, decltype(experimental::properties{experimental::device_image_scope})> lanes;

void variables_of_devices(sycl::queue &q, int *out) {
  const size_t z = seeded::zero();
  run<0>(q, seeded::nothing, [=](item i) { const size_t n = i.get_global_id(0); out[n] = table[n & 3] + counter + int(doubles[n & 7]) + int(lanes.get()[n & 3]); });
  run<1>(q, seeded::beyond, [=](item i) { const size_t n = i.get_global_id(0); out[n] = table[(n & 3) + 1 + z]; });
  run<2>(q, seeded::beyond, [=](item i) { const size_t n = i.get_global_id(0); if (n == 5) doubles[n + 3 + z] = 1; });
  run<3>(q, seeded::race, [=](item i) { counter = int(i.get_global_id(0)); });
  run<4>(q, seeded::race, [=](item i) { const size_t n = i.get_global_id(0); table[n & 3] += 1; });
  run<5>(q, seeded::nothing, [=](item) { sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counter.get())++; });
  run<6>(q, seeded::race, [=](item i) { if (i.get_global_id(0) == 3) counter = 0; else out[i.get_global_id(0)] = counter; });
  run<7>(q, seeded::nothing, [=](item i) { if (i.get_global_id(0) < 8) doubles[i.get_global_id(0)] = 3; });
  run<8>(q, seeded::race, [=](item i) { lanes.get()[i.get_global_id(0) & 3] = 1; });
}

void of_work_groups(sycl::queue &q, int *out) {
  const size_t z = seeded::zero();
  run<20>(q, seeded::nothing, [=](item i) { static experimental::work_group_static<int[local]> m; const size_t n = i.get_local_id(0); m[n] = 1; sycl::group_barrier(i.get_group()); out[i.get_global_id(0)] = m[local - 1 - n]; });
  run<21>(q, seeded::race, [=](item i) { static experimental::work_group_static<int[local]> m; const size_t n = i.get_local_id(0); m[n] = 1; sycl::group_barrier(i.get_group()); m[n] = 2; out[i.get_global_id(0)] = m[local - 1 - n]; });
  run<22>(q, seeded::undefined, [=](item i) { static experimental::work_group_static<int[local]> m; const size_t n = i.get_local_id(0); if (n != 3) m[n] = 1; sycl::group_barrier(i.get_group()); out[i.get_global_id(0)] = m[local - 1 - n]; });
  run<23>(q, seeded::beyond, [=](item i) { static experimental::work_group_static<int[local]> m; const size_t n = i.get_local_id(0); m[n + 1 + z] = 1; });
  const auto scratch = [&](auto number, const char *what, auto body) {
    if (!seeded::expects(what)) return;
    experimental::nd_launch<thing_kernel<number()>>(q, experimental::launch_config(sycl::nd_range<1>(size, local), experimental::properties{experimental::work_group_scratch_size(local * sizeof(int))}), [=](item i) { body(i, static_cast<int *>(experimental::get_work_group_scratch_memory())); });
    q.wait();
  };
  scratch(std::integral_constant<int, 30>(), seeded::nothing, [=](item i, int *m) { const size_t n = i.get_local_id(0); m[n] = 1; sycl::group_barrier(i.get_group()); out[i.get_global_id(0)] = m[local - 1 - n]; });
  scratch(std::integral_constant<int, 31>(), seeded::race, [=](item i, int *m) { const size_t n = i.get_local_id(0); m[n] = 1; sycl::group_barrier(i.get_group()); m[n] = 2; out[i.get_global_id(0)] = m[local - 1 - n]; });
  scratch(std::integral_constant<int, 32>(), seeded::undefined, [=](item i, int *m) { const size_t n = i.get_local_id(0); if (n != 3) m[n] = 1; sycl::group_barrier(i.get_group()); out[i.get_global_id(0)] = m[local - 1 - n]; });
  scratch(std::integral_constant<int, 33>(), seeded::beyond, [=](item i, int *m) { const size_t n = i.get_local_id(0); m[n + 1 + z] = 1; });
  // hierarchical
  run_group<40>(q, seeded::beyond, [=](sycl::handler &h) { h.parallel_for_work_group<thing_kernel<40>>(sycl::range<1>(4), sycl::range<1>(local), [=](sycl::group<1> g) {
    int shared[local];
    g.parallel_for_work_item([&](sycl::h_item<1> i) { shared[i.get_local_id(0) + 1 + z] = 1; });
    g.parallel_for_work_item([&](sycl::h_item<1> i) { out[i.get_global_id(0)] = shared[i.get_local_id(0)]; }); }); });
  run_group<41>(q, seeded::undefined, [=](sycl::handler &h) { h.parallel_for_work_group<thing_kernel<41>>(sycl::range<1>(4), sycl::range<1>(local), [=](sycl::group<1> g) {
    int shared[local];
    g.parallel_for_work_item([&](sycl::h_item<1> i) { if (i.get_local_id(0) != 3) shared[i.get_local_id(0)] = 1; });
    g.parallel_for_work_item([&](sycl::h_item<1> i) { out[i.get_global_id(0)] = shared[(i.get_local_id(0) + z) % local] + 1; }); }); });
  run_group<42>(q, seeded::undefined, [=](sycl::handler &h) { h.parallel_for_work_group<thing_kernel<42>>(sycl::range<1>(4), sycl::range<1>(local), [=](sycl::group<1> g) {
    sycl::private_memory<int> mine(g);
    g.parallel_for_work_item([&](sycl::h_item<1> i) { if (i.get_local_id(0) != 3 + z) mine(i) = 1; });
    g.parallel_for_work_item([&](sycl::h_item<1> i) { out[i.get_global_id(0)] = mine(i) + 1; }); }); });
  run_group<43>(q, seeded::nothing, [=](sycl::handler &h) { h.parallel_for_work_group<thing_kernel<43>>(sycl::range<1>(4), sycl::range<1>(local), [=](sycl::group<1> g) {
    sycl::private_memory<int> mine(g);
    int shared[local];
    g.parallel_for_work_item([&](sycl::h_item<1> i) { mine(i) = 1; shared[i.get_local_id(0)] = 2; });
    g.parallel_for_work_item([&](sycl::h_item<1> i) { out[i.get_global_id(0)] = mine(i) + shared[local - 1 - i.get_local_id(0)]; }); }); });
}

constexpr sycl::specialization_id<int> first(0), last(64);
void indices(sycl::queue &q, int *out, int *fresh) {
  const size_t z = seeded::zero();
  const auto special = [&](auto number, const char *what, int value, auto body) {
    run_group<number()>(q, what, [&](sycl::handler &h) {
      h.set_specialization_constant<first>(value);
      h.parallel_for<thing_kernel<number()>>(size, [=](sycl::id<1> i, sycl::kernel_handler k) { body(i[0], k); });
    });
  };
  special(std::integral_constant<int, 50>(), seeded::nothing, 0, [=](size_t i, sycl::kernel_handler k) { out[i + size_t(k.get_specialization_constant<first>())] = 1; });
  special(std::integral_constant<int, 51>(), seeded::beyond, 1, [=](size_t i, sycl::kernel_handler k) { out[i + size_t(k.get_specialization_constant<first>())] = 1; });
  special(std::integral_constant<int, 52>(), seeded::beyond, 0, [=](size_t i, sycl::kernel_handler k) { if (i == 0) out[k.get_specialization_constant<last>()] = 1; });
  special(std::integral_constant<int, 53>(), seeded::race, 5, [=](size_t i, sycl::kernel_handler k) { out[k.get_specialization_constant<first>()] = int(i); });
  special(std::integral_constant<int, 54>(), seeded::undefined, 5, [=](size_t i, sycl::kernel_handler k) { if (i == 0) out[i] = fresh[k.get_specialization_constant<first>()] + 1; });
  run<60>(q, seeded::beyond, [=](item i) { sycl::int4 v(1, 2, 3, 4); if (i.get_global_id(0) == 5) out[0] = (&v.x())[4 + z]; });
  run<61>(q, seeded::beyond, [=](item i) { sycl::marray<int, 5> m(int(i.get_local_id(0))); if (i.get_global_id(0) == 5) m[5 + z] = 1; out[i.get_global_id(0)] = m[(i.get_local_id(0) + z) % 5]; });
  run<62>(q, seeded::beyond, [=](item i) { std::array<short, 3> m = {1, 2, short(z)}; if (i.get_global_id(0) == 5) m.data()[3 + z] = 1; out[i.get_global_id(0)] = m[(i.get_local_id(0) + z) % 3]; });
  run<63>(q, seeded::undefined, [=](item i) { int own[3]; for (size_t k = z; k < 2; ++k) own[k] = 1; out[i.get_global_id(0)] = own[(i.get_local_id(0) + z) % 3] + 1; });
  run<64>(q, seeded::undefined, [=](item i) { if (fresh[i.get_global_id(0)] > 0) out[i.get_global_id(0)] = 1; });
  run<65>(q, seeded::undefined, [=](item i) { if (i.get_global_id(0) == 9) out[fresh[i.get_global_id(0)] & 3] = 1; });
  run<66>(q, seeded::undefined, [=](item i) { out[i.get_global_id(0)] = sycl::reduce_over_group(i.get_group(), fresh[i.get_global_id(0)], sycl::plus<>()); });
  run<67>(q, seeded::undefined, [=](item i) { out[i.get_global_id(0)] = sycl::select_from_group(i.get_sub_group(), fresh[i.get_global_id(0)], 0) + 1; });
  run<68>(q, seeded::undefined, [=](item i) { out[i.get_global_id(0)] = sycl::group_broadcast(i.get_group(), fresh[i.get_global_id(0)]); });
  run<69>(q, seeded::undefined, [=](item i) { if (sycl::any_of_group(i.get_group(), fresh[i.get_global_id(0)] == 3)) out[i.get_global_id(0)] = 1; });
}

template <typename T, int Case> void reductions(sycl::queue &q, int *out) {
  T *in = sycl::malloc_device<T>(size, q), *sum = sycl::malloc_device<T>(1, q), *shared = sycl::malloc_shared<T>(1, q);
  *shared = T(0);
  const auto reduce = [&](auto number, const char *what, T *to, auto body) {
    if (!seeded::expects(what)) return;
    q.parallel_for<thing_kernel<Case + number()>>(size, sycl::reduction(to, sycl::plus<T>()), body).wait();
  };
  reduce(std::integral_constant<int, 0>(), seeded::undefined, sum, [=](sycl::id<1>, auto &s) { s += T(1); }); // the variable
  reduce(std::integral_constant<int, 1>(), seeded::undefined, shared, [=](sycl::id<1> i, auto &s) { s += in[i]; });
  q.fill(in, T(1), size).wait();
  reduce(std::integral_constant<int, 2>(), seeded::nothing, shared, [=](sycl::id<1> i, auto &s) { s += in[i]; });
  reduce(std::integral_constant<int, 3>(), seeded::beyond, shared, [=](sycl::id<1> i, auto &s) { s += in[i + 1]; });
  reduce(std::integral_constant<int, 4>(), seeded::race, shared, [=](sycl::id<1> i, auto &s) { s += T(1); out[0] = int(i); });
  reduce(std::integral_constant<int, 5>(), seeded::null, static_cast<T *>(nullptr), [=](sycl::id<1>, auto &s) { s += T(1); });
  if (seeded::expects(seeded::race)) { // the sum is read without waiting for it
    q.parallel_for<thing_kernel<Case + 6>>(size, sycl::reduction(shared, sycl::plus<T>()), [=](sycl::id<1> i, auto &s) { s += in[i]; });
    q.single_task<thing_kernel<Case + 7>>([=] { out[1] = int(*shared); });
    q.wait();
  }
  sycl::free(in, q), sycl::free(sum, q), sycl::free(shared, q);
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(size, q), *fresh = sycl::malloc_device<int>(size, q);
  for (size_t i = 0; i < size; ++i) out[i] = 0;
  variables_of_devices(q, out);
  of_work_groups(q, out);
  indices(q, out, fresh);
  reductions<int, 100>(q, out);
  reductions<double, 120>(q, out);
  reductions<sycl::half, 140>(q, out);
  sycl::free(out, q), sycl::free(fresh, q);
}
