// Errors in kernels of each form: ids, items, nd_items and groups of each dimension, hierarchical ones, with reductions,
// handlers, properties, offsets, and in graphs.
#include "seeded_errors.h"
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
template <typename T, typename Form, int Case> class form_kernel;

constexpr size_t size = 64, local = 16;

struct record { int a; short b; float c; };
template <typename T> T value(size_t i) {
  if constexpr (std::is_same_v<T, record>) return {int(i), 1, 2};
  else if constexpr (std::is_same_v<T, bool>) return i % 2 != 0;
  else return T(static_cast<float>(i));
}
template <typename T> int use(const T &of) {
  if constexpr (std::is_same_v<T, record>) return of.c == 3 ? 7 : 5;
  else if constexpr (std::is_same_v<T, sycl::float3>) return of[2] == 3 ? 7 : 5;
  else if constexpr (std::is_same_v<T, sycl::marray<int, 3>>) return of[1] == 3 ? 7 : 5;
  else return of == value<T>(3) ? 7 : 5;
}

// Each form executes body(i) for each i of 0..size-1, by a work-item of its own.
struct range_id { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(size, [=](sycl::id<1> i) { body(i[0]); }); } };
struct range_item { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::range<1>(size), [=](sycl::item<1> i) { body(i.get_linear_id()); }); } };
struct range_integer { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(size, [=](size_t i) { body(i); }); } };
struct range_any { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(size, [=](auto i) { body(size_t(i)); }); } };
struct range_2d { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::range<2>(8, 8), [=](sycl::id<2> i) { body(i[0] * 8 + i[1]); }); } };
struct range_3d { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::range<3>(4, 2, 8), [=](sycl::item<3> i) { body(i.get_linear_id()); }); } };
struct range_prime { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::range<2>(67, 1), [=](sycl::item<2> i) { if (i[0] < size) body(i[0]); }); } };
struct range_handler { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(size, [=](sycl::id<1> i, sycl::kernel_handler) { body(i[0]); }); } };
struct range_offset { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  return q.submit([&](sycl::handler &h) { h.parallel_for<K>(sycl::range<1>(size), sycl::id<1>(100), [=](sycl::id<1> i) { body(i[0] - 100); }); }); } };
struct nd_1d { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> i) { body(i.get_global_id(0)); }); } };
struct nd_2d { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::nd_range<2>({8, 8}, {2, 4}), [=](sycl::nd_item<2> i) { body(i.get_global_linear_id()); }); } };
struct nd_3d { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::nd_range<3>({4, 4, 4}, {2, 1, 4}), [=](sycl::nd_item<3> i, sycl::kernel_handler) { body(i.get_global_linear_id()); }); } };
struct sub_groups { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  return q.parallel_for<K>(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(8)]] [[sycl::reqd_work_group_size(local)]] {
    const auto s = i.get_sub_group();
    body(i.get_group(0) * local + s.get_group_linear_id() * 8 + s.get_local_linear_id()); }); } };
struct one_item { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.single_task<K>([=] { for (size_t i = 0; i < size; ++i) body(i); }); } };
struct one_item_handler { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  return q.submit([&](sycl::handler &h) { h.single_task<K>([=](sycl::kernel_handler) { size_t i = 0; do body(i); while (++i < size); }); }); } };
struct work_groups { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  return q.submit([&](sycl::handler &h) { h.parallel_for_work_group<K>(sycl::range<1>(size / local), sycl::range<1>(local), [=](sycl::group<1> g) {
    g.parallel_for_work_item([&](sycl::h_item<1> i) { body(i.get_global_id(0)); }); }); }); } };
struct work_groups_2d { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  return q.submit([&](sycl::handler &h) { h.parallel_for_work_group<K>(sycl::range<2>(4, 2), sycl::range<2>(2, 4), [=](sycl::group<2> g) {
    const size_t first = g.get_group_linear_id() * 8;
    g.parallel_for_work_item([&](sycl::h_item<2> i) { body(first + i.get_local().get_linear_id()); }); }); }); } };
struct work_groups_free { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  return q.submit([&](sycl::handler &h) { h.parallel_for_work_group<K>(sycl::range<1>(2), [=](sycl::group<1> g) {
    g.parallel_for_work_item(sycl::range<1>(size / 2), [&](sycl::h_item<1> i) { body(g.get_group_id(0) * size / 2 + i.get_logical_local_id(0)); }); }); }); } };
struct reduces { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  int *sum = sycl::malloc_shared<int>(1, q);
  q.parallel_for<K>(size, sycl::reduction(sum, sycl::plus<int>(), {sycl::property::reduction::initialize_to_identity()}), [=](sycl::id<1> i, auto &total) { body(i[0]); total += 1; }).wait();
  sycl::free(sum, q);
  return {}; } };
struct reduces_groups { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  sycl::buffer<long> sum(1);
  return q.submit([&](sycl::handler &h) { h.parallel_for<K>(sycl::nd_range<1>(size, local), sycl::reduction(sum, h, sycl::maximum<long>(), {sycl::property::reduction::initialize_to_identity()}), [=](sycl::nd_item<1> i, auto &best) { body(i.get_global_id(0)); best.combine(long(i.get_global_id(0))); }); }); } };
template <typename F> struct functor { F body; void operator()(sycl::nd_item<1> i) const { body(i.get_global_id(0)); }
  auto get(experimental::properties_tag) const { return experimental::properties{experimental::work_group_size<local>}; } };
struct with_properties { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { return q.parallel_for<K>(sycl::nd_range<1>(size, local), functor<F>{body}); } };
struct enqueued { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) { experimental::nd_launch<K>(q, sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> i) { body(i.get_global_id(0)); }); return {}; } };
struct recorded { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  experimental::command_graph graph(q.get_context(), q.get_device());
  graph.begin_recording(q);
  q.parallel_for<K>(size, [=](sycl::id<1> i) { body(i[0]); });
  graph.end_recording();
  return q.ext_oneapi_graph(graph.finalize()); } };
struct added { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  experimental::command_graph graph(q.get_context(), q.get_device());
  graph.add([&](sycl::handler &h) { h.parallel_for<K>(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> i) { body(i.get_global_id(0)); }); });
  return q.ext_oneapi_graph(graph.finalize()); } };
struct bundled { template <typename K, typename F> static sycl::event run(sycl::queue &q, F body) {
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {q.get_device()});
  return q.submit([&](sycl::handler &h) { h.use_kernel_bundle(bundle); h.parallel_for<K>(size, [=](sycl::id<1> i) { body(i[0]); }); }); } };

template <typename T, typename Form, int Case, typename F> void try_one(sycl::queue &queue, const char *what, F body) {
  if (!seeded::expects(what))
    return;
  Form::template run<form_kernel<T, Form, Case>>(queue, body);
  queue.wait();
}

template <typename T, typename Form> void of(sycl::queue &queue) {
  T *a = sycl::malloc_device<T>(size, queue), *b = sycl::malloc_shared<T>(size, queue), *fresh = sycl::malloc_device<T>(size, queue), *freed = sycl::malloc_device<T>(size, queue);
  int *out = sycl::malloc_shared<int>(size, queue), *index = sycl::malloc_shared<int>(size, queue);
  for (size_t i = 0; i < size; ++i)
    b[i] = value<T>(i), index[i] = int(i), out[i] = 0;
  const size_t zero = seeded::zero();
  try_one<T, Form, 0>(queue, seeded::nothing, [=](size_t i) { a[i] = b[i]; out[i] = use(b[size - 1 - i]); });
  try_one<T, Form, 1>(queue, seeded::beyond, [=](size_t i) { a[i + 1 + zero] = value<T>(1); });
  try_one<T, Form, 2>(queue, seeded::beyond, [=](size_t i) { out[i] = use(b[index[i] - 1]); });
  try_one<T, Form, 3>(queue, seeded::beyond, [=](size_t i) { if (i == 5) a[size + 1 + zero] = b[i]; });
  try_one<T, Form, 4>(queue, seeded::undefined, [=](size_t i) { out[i] = use(fresh[i]); });
  try_one<T, Form, 5>(queue, seeded::undefined, [=](size_t i) { if (i == 7) out[i] = use(fresh[index[i]]); });
  // One work-item of a group executes all in hierarchical kernels.
  constexpr bool is_hierarchical = std::is_same_v<Form, work_groups> || std::is_same_v<Form, work_groups_2d> || std::is_same_v<Form, work_groups_free>;
  if (!std::is_same_v<Form, one_item> && !std::is_same_v<Form, one_item_handler>) {
    if constexpr (!is_hierarchical)
      try_one<T, Form, 6>(queue, seeded::race, [=](size_t i) { a[i / 2] = value<T>(i); });
    try_one<T, Form, 7>(queue, seeded::race, [=](size_t i) { if (i < size - 1) b[i] = b[i + 1]; });
    try_one<T, Form, 8>(queue, seeded::race, [=](size_t i) { if (i == 3 || i == 40) a[index[5]] = b[i]; });
  }
  try_one<T, Form, 9>(queue, seeded::nothing, [=](size_t i) { a[index[i]] = b[i]; out[index[i]] = use(b[index[i]]); });
  sycl::free(freed, queue);
  try_one<T, Form, 10>(queue, seeded::freed, [=](size_t i) { out[i] = use(freed[i]); });
  for (void *each : {(void *)a, (void *)b, (void *)fresh, (void *)out, (void *)index})
    sycl::free(each, queue);
}

int main() {
  sycl::queue queue;
  of<int, range_id>(queue), of<char, range_item>(queue), of<float, range_integer>(queue), of<double, range_any>(queue), of<short, range_2d>(queue), of<sycl::half, range_3d>(queue);
  of<long, range_prime>(queue), of<bool, range_handler>(queue), of<record, range_offset>(queue), of<sycl::float3, nd_1d>(queue), of<sycl::marray<int, 3>, nd_2d>(queue), of<char, nd_3d>(queue);
  of<short, sub_groups>(queue), of<int, one_item>(queue), of<sycl::half, one_item_handler>(queue), of<record, work_groups>(queue), of<double, work_groups_2d>(queue), of<int, work_groups_free>(queue);
  of<bool, reduces>(queue), of<float, reduces_groups>(queue), of<long, with_properties>(queue), of<sycl::marray<int, 3>, enqueued>(queue), of<int, recorded>(queue), of<short, added>(queue), of<sycl::float3, bundled>(queue);
}
