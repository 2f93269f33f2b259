// Values that nobody has written, by way of functions of groups, sub-groups and their parts.
#include "seeded_errors.h"
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
template <typename T, int Case> class exchange_kernel;
using item = sycl::nd_item<1>;
constexpr size_t size = 32, local = 16;
using seeded::nothing;
using seeded::undefined;
struct record { int a; float b; };

template <typename T> int use(const T &of) {
  if constexpr (std::is_same_v<T, record>) return of.a == 3 ? 7 : 5;
  else return of == T(3) ? 7 : 5;
}
template <typename T, int Case, typename F> void run(sycl::queue &q, const char *what, F body) {
  if (!seeded::expects(what))
    return;
  q.parallel_for<exchange_kernel<T, Case>>(sycl::nd_range<1>(size, local), [=](item i) [[sycl::reqd_sub_group_size(8)]] { body(i); }).wait();
}

// What the work-items give away is undefined in `in`, and in one element of `most`.
template <typename T> void of_type(sycl::queue &q) {
  T *in = sycl::malloc_device<T>(size, q), *most = sycl::malloc_device<T>(size, q);
  q.memset(most, 1, size * sizeof(T)).wait();
  { T *again = sycl::malloc_device<T>(1, q); q.memcpy(most + 5, again, sizeof(T)).wait(); sycl::free(again, q); }
  int *out = sycl::malloc_shared<int>(size, q);
  const auto id = [](item i) { return i.get_global_id(0); };
  const auto sub = [](item i) { return i.get_sub_group(); };
  const auto group = [](item i) { return i.get_group(); };
  run<T, 0>(q, undefined, [=](item i) { out[id(i)] = use(sycl::select_from_group(sub(i), in[id(i)], 0)); });
  run<T, 1>(q, undefined, [=](item i) { out[id(i)] = use(sycl::shift_group_left(sub(i), in[id(i)], 1)); });
  run<T, 2>(q, undefined, [=](item i) { out[id(i)] = use(sycl::shift_group_right(sub(i), in[id(i)], 1)); });
  run<T, 3>(q, undefined, [=](item i) { out[id(i)] = use(sycl::permute_group_by_xor(sub(i), in[id(i)], 1)); });
  run<T, 4>(q, undefined, [=](item i) { out[id(i)] = use(sycl::group_broadcast(sub(i), in[id(i)], 3)); });
  run<T, 5>(q, undefined, [=](item i) { out[id(i)] = use(sycl::group_broadcast(group(i), in[id(i)], 3)); });
  // One work-item's value: of what gets there alone.
  run<T, 6>(q, undefined, [=](item i) { out[id(i)] = use(sycl::select_from_group(sub(i), most[id(i)], 5)); });
  run<T, 7>(q, nothing, [=](item i) { out[id(i)] = use(sycl::select_from_group(sub(i), most[id(i)], 4)); });
  run<T, 8>(q, undefined, [=](item i) { out[id(i)] = use(sycl::shift_group_left(sub(i), most[id(i)], 1)); });
  run<T, 9>(q, nothing, [=](item i) { const T v = sycl::permute_group_by_xor(sub(i), most[id(i)], 1); if (id(i) != 4) out[id(i)] = use(v); });
  run<T, 10>(q, nothing, [=](item i) { out[id(i)] = use(sycl::group_broadcast(group(i), most[id(i)], 3)); });
  run<T, 11>(q, undefined, [=](item i) { const T v = sycl::select_from_group(sub(i), most[id(i)], (i.get_local_id(0) + 3) % 8); if (id(i) == 2) out[0] = use(v); });
  if constexpr (!std::is_same_v<T, record>) {
    run<T, 20>(q, undefined, [=](item i) { out[id(i)] = use(sycl::reduce_over_group(sub(i), most[id(i)], sycl::plus<T>())); });
    run<T, 21>(q, undefined, [=](item i) { out[id(i)] = use(sycl::inclusive_scan_over_group(sub(i), in[id(i)], sycl::plus<T>())); });
    run<T, 22>(q, undefined, [=](item i) { out[id(i)] = int(sycl::exclusive_scan_over_group(sub(i), most[id(i)], sycl::plus<T>()) + T(1)); });
    run<T, 23>(q, undefined, [=](item i) { out[id(i)] = use(sycl::reduce_over_group(group(i), most[id(i)], sycl::maximum<T>())); });
    run<T, 24>(q, undefined, [=](item i) { out[id(i)] = use(sycl::inclusive_scan_over_group(group(i), most[id(i)], sycl::plus<T>())); });
    run<T, 25>(q, undefined, [=](item i) { out[id(i)] = int(sycl::exclusive_scan_over_group(group(i), in[id(i)], sycl::plus<T>()) + T(1)); });
    run<T, 26>(q, undefined, [=](item i) { out[id(i)] = sycl::any_of_group(sub(i), most[id(i)] == T(3)); });
    run<T, 27>(q, undefined, [=](item i) { out[id(i)] = sycl::all_of_group(group(i), in[id(i)] == T(3)); });
    run<T, 28>(q, undefined, [=](item i) { out[id(i)] = use(sycl::joint_reduce(group(i), most, most + size, sycl::plus<T>())); });
    // A scan of the first five is defined in them.
    run<T, 29>(q, nothing, [=](item i) { const T v = sycl::inclusive_scan_over_group(sub(i), most[id(i)], sycl::plus<T>()); if (i.get_local_id(0) < 5) out[id(i)] = use(v); });
    run<T, 30>(q, nothing, [=](item i) { const T v = sycl::exclusive_scan_over_group(sub(i), most[id(i)], sycl::plus<T>()); if (i.get_local_id(0) < 6) out[id(i)] = use(v); });
    run<T, 31>(q, nothing, [=](item i) { const T v = sycl::reduce_over_group(sub(i), most[id(i)], sycl::plus<T>()); if (id(i) > 7) out[id(i)] = use(v); });
    run<T, 32>(q, nothing, [=](item i) { out[id(i)] = use(sycl::reduce_over_group(sub(i), id(i) == 5 ? T(1) : most[id(i)], sycl::plus<T>())); });
    run<T, 33>(q, undefined, [=](item i) { out[id(i)] = use(sycl::reduce_over_group(experimental::get_fixed_size_group<4>(sub(i)), most[id(i)], sycl::plus<T>())); });
    run<T, 34>(q, nothing, [=](item i) { const T v = sycl::reduce_over_group(experimental::get_fixed_size_group<4>(sub(i)), most[id(i)], sycl::plus<T>()); if (id(i) < 4) out[id(i)] = use(v); });
    run<T, 35>(q, nothing, [=](item i) { out[id(i)] = 0; if (id(i) % 8 < 5) out[id(i)] = use(sycl::reduce_over_group(experimental::this_kernel::get_opportunistic_group(), most[id(i)], sycl::plus<T>())); });
    run<T, 36>(q, undefined, [=](item i) { out[id(i)] = use(sycl::select_from_group(experimental::get_ballot_group(sub(i), id(i) % 2), most[id(i)], 2)); });
  }
  // The index, too.
  int *index = sycl::malloc_device<int>(size, q);
  run<T, 40>(q, undefined, [=](item i) { out[id(i)] = use(sycl::select_from_group(sub(i), most[id(i) / 8], index[id(i)] & 7)); });
  for (void *each : {(void *)in, (void *)most, (void *)out, (void *)index}) sycl::free(each, q);
}

int main() {
  sycl::queue q;
  of_type<int>(q), of_type<double>(q), of_type<sycl::half>(q), of_type<record>(q);
}
