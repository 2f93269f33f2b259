// Functions that are kernels (sycl_ext_oneapi_free_function_kernels).
#include "testing/conformance/check.h"

#include <cstddef>

CONFORMANCE_CHAPTER("function_kernels");

namespace ex = sycl::ext::oneapi::experimental;
namespace items = sycl::ext::oneapi::this_work_item;

namespace functions {

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>))
void count_up(float start, float *out) {
  const std::size_t i = items::get_nd_item<1>().get_global_linear_id();
  out[i] = start + static_cast<float>(i);
}
// The property of the first declaration holds for the definition.
template <typename T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::work_group_size<4>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void in_fours(
    T start, T *out);
template <typename T> void in_fours(T start, T *out) {
  const std::size_t i = items::get_nd_item<1>().get_global_linear_id();
  out[i] = start + static_cast<T>(i);
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::single_task_kernel)
void write(float *out) { *out = 1; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::single_task_kernel)
static void write(int *out) noexcept { *out = 2; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>))
void reverse(int *out) {
  auto *const own = static_cast<int *>(ex::get_work_group_scratch_memory());
  const auto it = items::get_nd_item<1>();
  const std::size_t local = it.get_local_id(0);
  own[local] = static_cast<int>(local);
  sycl::group_barrier(it.get_group());
  out[it.get_global_id(0)] = own[it.get_local_range(0) - 1 - local];
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>))
void reverse_twice(int *out, sycl::local_accessor<int, 1> other) {
  auto *const own = static_cast<int *>(ex::get_work_group_scratch_memory());
  const auto it = items::get_nd_item<1>();
  const std::size_t local = it.get_local_id(0);
  own[local] = static_cast<int>(local);
  other[local] = static_cast<int>(local) * 100;
  sycl::group_barrier(it.get_group());
  out[it.get_global_id(0)] =
      own[it.get_local_range(0) - 1 - local] + other[local];
}
struct pair {
  char small;
  long large;
};
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<2>))
void many(sycl::accessor<int, 1> a, char c, sycl::local_accessor<int, 1> own,
          pair p, short s, const int *numbers) {
  const auto it = items::get_nd_item<2>();
  const std::size_t local = it.get_local_linear_id();
  own[local] = static_cast<int>(local);
  sycl::group_barrier(it.get_group());
  s = static_cast<short>(s + numbers[1]); // a work-item's own
  a[it.get_global_linear_id()] = own[3 - local] + c + p.small + s;
}
struct holder {
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::single_task_kernel)
  static void write(int *out, int value) { *out = value; }
};
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::single_task_kernel) void empty() {}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::device_has<sycl::aspect::cpu>)
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::single_task_kernel)
void for_cpus(int *out) { *out = 3; }
void none(int *) {}

} // namespace functions
using namespace functions;

namespace {
using to_float = void (*)(float *);
using to_int = void (*)(int *);
template <auto *F, typename... Args>
using launch_of =
    decltype(ex::single_task(std::declval<sycl::queue &>(),
                             ex::kernel_function<F>, std::declval<Args>()...));
template <typename, auto *F, typename... Args>
constexpr bool can_launch = false;
template <auto *F, typename... Args>
constexpr bool can_launch<std::void_t<launch_of<F, Args...>>, F, Args...> =
    true;
/// nd_launch of count_up over a range of D dimensions.
template <typename, int D, typename... Args>
constexpr bool can_count_up = false;
template <int D, typename... Args>
constexpr bool can_count_up<
    std::void_t<decltype(ex::nd_launch(
        std::declval<sycl::queue &>(), std::declval<sycl::nd_range<D>>(),
        ex::kernel_function<count_up>, std::declval<Args>()...))>,
    D, Args...> = true;
} // namespace

// Host compilers other than Facet's take all functions for kernels of any kind.
constexpr bool host_knows = !ex::is_kernel_v<none>;

SECTION(traits) {
  CHECK((ex::is_nd_range_kernel_v<count_up, 1>));
  CHECK(ex::is_kernel_v<count_up>);
  CHECK((ex::is_nd_range_kernel<in_fours<int>, 1>::value));
  CHECK(ex::is_single_task_kernel<to_int(write)>::value);
  CHECK((ex::is_nd_range_kernel_v<many, 2>));
  CHECK(ex::is_single_task_kernel_v<holder::write>);
  CHECK((can_launch<void, &holder::write, int *, short>));
  CHECK((!can_launch<void, &holder::write, int *>));
  CHECK((can_count_up<void, 1, double, float *>));
  CHECK((!can_count_up<void, 1, float>));
  CHECK((!can_count_up<void, 1, float, int *>));
  static_assert(decltype(ex::nd_range_kernel<2>)::dimensions == 2);
  if (!host_knows)
    return;
  CHECK((!ex::is_nd_range_kernel_v<count_up, 2>));
  CHECK(!ex::is_single_task_kernel_v<count_up>);
  CHECK((!ex::is_nd_range_kernel_v<to_float(write), 1>));
  CHECK(!ex::is_single_task_kernel_v<none>);
  CHECK((!can_launch<void, &none, int *>));
  CHECK((!can_launch<void, &count_up, float, float *>));
  CHECK((!can_count_up<void, 2, float, float *>));
}

SECTION(launches) {
  float *const f = sycl::malloc_shared<float>(32, q);
  int *const n = sycl::malloc_shared<int>(32, q);
  const sycl::nd_range<1> r(32, 8);
  // 3.5 becomes a float.
  ex::nd_launch(q, r, ex::kernel_function<count_up>, 3.5, f);
  q.wait();
  CHECK(f[0] == 3.5f && f[31] == 34.5f);
  ex::nd_launch(q, sycl::nd_range<1>(32, 4), ex::kernel_function<in_fours<int>>,
                5, n);
  q.wait();
  CHECK(n[0] == 5 && n[31] == 36);
  CHECK_THROWS(nd_range,
               ex::nd_launch(q, r, ex::kernel_function<in_fours<int>>, 5, n));
  ex::single_task(q, ex::kernel_function<to_float(write)>, f);
  q.submit([&](sycl::handler &h) {
    ex::single_task(h, ex::kernel_function<to_int(write)>, n);
  });
  q.wait();
  CHECK(f[0] == 1 && n[0] == 2);
  ex::single_task(q, ex::kernel_function<holder::write>, n, 9);
  ex::single_task(q, ex::kernel_function<empty>);
  q.wait();
  CHECK(n[0] == 9);
  const ex::launch_config config(
      r, ex::properties(ex::work_group_scratch_size(8 * sizeof(int))));
  ex::nd_launch(q, config, ex::kernel_function<reverse>, n);
  q.wait();
  CHECK(n[0] == 7 && n[7] == 0 && n[31] == 0);
  if (q.get_device().has(sycl::aspect::cpu)) {
    ex::single_task(q, ex::kernel_function<for_cpus>, n);
    q.wait();
    CHECK(n[0] == 3);
  } else {
    CHECK_THROWS(kernel_not_supported,
                 ex::single_task(q, ex::kernel_function<for_cpus>, n));
  }
  write(f);
  CHECK(f[0] == 1);
  sycl::free(f, q);
  sycl::free(n, q);
}

SECTION(objects) {
  constexpr auto state = sycl::bundle_state::executable;
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  CHECK(ex::is_compatible<count_up>(d));
  CHECK((ex::has_kernel_bundle<count_up, state>(c)));
  CHECK((ex::has_kernel_bundle<count_up, state>(c, {d})));
  CHECK(ex::get_kernel_id<count_up>() != ex::get_kernel_id<holder::write>());
  const auto bundle = ex::get_kernel_bundle<count_up, state>(c);
  CHECK(bundle.ext_oneapi_has_kernel<count_up>());
  CHECK(bundle.ext_oneapi_has_kernel<count_up>(d));
  CHECK(!bundle.ext_oneapi_has_kernel<holder::write>());
  CHECK_THROWS(invalid, bundle.ext_oneapi_get_kernel<holder::write>());
  const sycl::kernel k = bundle.ext_oneapi_get_kernel<count_up>();
  CHECK(k.get_info<sycl::info::kernel::num_args>() == 2);
  using size = sycl::info::kernel_device_specific::work_group_size;
  CHECK((ex::get_kernel_info<count_up, size>(q) == k.get_info<size>(d)));
  CHECK((ex::get_kernel_info<count_up, size>(c, d) == k.get_info<size>(d)));
  CHECK((ex::get_kernel_info<many, sycl::info::kernel::num_args>(c) == 6));
  using required = sycl::info::kernel_device_specific::compile_work_group_size;
  CHECK((ex::get_kernel_info<in_fours<int>, required>(q)[2] == 4 ||
         ex::get_kernel_info<in_fours<int>, required>(q)[0] == 4));

  float *const f = sycl::malloc_shared<float>(32, q);
  const sycl::nd_range<1> r(32, 8);
  q.submit([&](sycl::handler &h) {
     h.set_args(2.0f, f);
     h.parallel_for(r, k);
   }).wait();
  CHECK(f[0] == 2 && f[31] == 33);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(r, k);
     h.set_arg(1, f);
     h.set_arg(0, 3.0f);
   }).wait();
  CHECK(f[31] == 34);
  ex::nd_launch(q, r, k, 4.0f, f);
  q.wait();
  CHECK(f[31] == 35);
  // A properties list with values of run time, for the object.
  int *const n = sycl::malloc_shared<int>(32, q);
  const sycl::kernel with_scratch =
      ex::get_kernel_bundle<reverse, state>(c).ext_oneapi_get_kernel<reverse>();
  const ex::launch_config config(
      r, ex::properties(ex::work_group_scratch_size(8 * sizeof(int))));
  ex::nd_launch(q, config, with_scratch, n);
  q.wait();
  CHECK(n[0] == 7 && n[7] == 0 && n[31] == 0);
  // Beside local accessors, whose memory comes first.
  const sycl::kernel both_kinds = ex::get_kernel_bundle<reverse_twice, state>(c)
                                      .ext_oneapi_get_kernel<reverse_twice>();
  const auto with_accessor = [&](auto what) {
    for (int i = 0; i < 32; ++i)
      n[i] = -1;
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int, 1> own(8, h);
       ex::nd_launch(h, config, what, n, own);
     }).wait();
    CHECK(n[0] == 7 + 0 && n[7] == 0 + 7 * 100 && n[25] == 6 + 100);
  };
  with_accessor(both_kinds);
  with_accessor(ex::kernel_function<reverse_twice>);
  const ex::launch_config too_much(
      r, ex::properties(ex::work_group_scratch_size(std::size_t(1) << 40)));
  CHECK_THROWS(memory_allocation, ex::nd_launch(q, too_much, with_scratch, n));
  sycl::free(n, q);
  ex::single_task(q,
                  ex::get_kernel_bundle<to_float(write), state>(c, {d})
                      .ext_oneapi_get_kernel<to_float(write)>(),
                  f);
  q.wait();
  CHECK(f[0] == 1);
  const auto refused = [&](auto set) { CHECK_THROWS(invalid, q.submit(set)); };
  refused([&](sycl::handler &h) { h.set_args(1.0f), h.parallel_for(r, k); });
  refused([&](sycl::handler &h) { h.set_args(1.0, f), h.parallel_for(r, k); });
  refused(
      [&](sycl::handler &h) { h.set_args(1.0f, f, 1), h.parallel_for(r, k); });
  refused([&](sycl::handler &h) {
    h.set_args(1.0f, f), h.parallel_for(sycl::range<1>(32), k);
  });
  if (host_knows) {
    refused([&](sycl::handler &h) { h.set_args(1.0f, f), h.single_task(k); });
    refused([&](sycl::handler &h) {
      h.set_args(1.0f, f), h.parallel_for(sycl::nd_range<2>({8, 4}, {2, 2}), k);
    });
  }
  sycl::free(f, q);
}

SECTION(accessors) {
  int *const numbers = sycl::malloc_shared<int>(2, q);
  numbers[1] = 10;
  const sycl::nd_range<2> r({4, 4}, {2, 2});
  const auto expected = [](int i, int more) {
    return 3 - ((i / 4 % 2) * 2 + i % 2) + more;
  };
  sycl::buffer<int> b(16);
  const auto all_are = [&](int more) {
    sycl::host_accessor h(b);
    for (int i = 0; i < 16; ++i)
      if (h[i] != expected(i, more))
        return false;
    return true;
  };
  const sycl::kernel k =
      ex::get_kernel_bundle<many, sycl::bundle_state::executable>(
          q.get_context())
          .ext_oneapi_get_kernel<many>();
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int, 1> own(4, h);
    h.set_args(a, char(1), own, pair{2, 3}, short(4), numbers);
    h.parallel_for(r, k);
  });
  CHECK(all_are(17));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int, 1> own(4, h);
    ex::nd_launch(h, r, ex::kernel_function<many>, a, char(2), own, pair{2, 3},
                  short(4), numbers);
  });
  CHECK(all_are(18));
  // Recorded, and run twice.
  ex::command_graph graph(q);
  const ex::command_graph<ex::graph_state::executable> ready = [&] {
    graph.add([&](sycl::handler &h) {
      h.set_args(numbers, 7);
      h.single_task(
          ex::get_kernel_bundle<holder::write, sycl::bundle_state::executable>(
              q.get_context())
              .ext_oneapi_get_kernel<holder::write>());
    });
    return graph.finalize();
  }();
  for (int i = 0; i < 2; ++i) {
    numbers[0] = 0;
    q.ext_oneapi_graph(ready).wait();
    CHECK(numbers[0] == 7);
  }
  sycl::free(numbers, q);
}
