// atomic_ref for every type, order and scope, in global and in local memory:
// many work-items change the same cells, and no change may be lost.
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <type_traits>

namespace {

constexpr std::size_t groups = 4, group_size = 64;
constexpr std::size_t count = groups * group_size;
constexpr int cells = 8;
int failures = 0;

template <typename T, sycl::memory_order Order, sycl::memory_scope Scope>
class Kernel;

/// What one work-item does to the cells.
template <typename T, sycl::memory_order Order, sycl::memory_scope Scope>
void change(T *cell, std::size_t i) {
  using sycl::atomic_ref;
  const auto at = [=](int n) { return atomic_ref<T, Order, Scope>(cell[n]); };
  at(0).fetch_add(T(3));
  at(1).fetch_sub(T(2));
  at(2).fetch_min(static_cast<T>(static_cast<int>(i) - 5));
  at(3).fetch_max(static_cast<T>(static_cast<int>(i) - 5));
  T old = at(4).load();
  while (!at(4).compare_exchange_weak(old, static_cast<T>(old + T(1))))
    ;
  // Each exchange hands on what it found: no value is lost or there twice.
  const T found = at(5).exchange(static_cast<T>(i + 1));
  at(6).fetch_add(found);
  at(7) += T(1);
}

template <typename T> void check(const T *cell, std::size_t n, const char *what) {
  const double wanted[] = {3.0 * n, -2.0 * n, -5.0, n - 6.0, 1.0 * n};
  bool right = true;
  for (int i = 0; i < 5; ++i)
    right &= static_cast<double>(cell[i]) == wanted[i];
  right &= static_cast<double>(cell[5]) + static_cast<double>(cell[6]) ==
           n * (n + 1) / 2.0;
  right &= static_cast<double>(cell[7]) == 1.0 * n;
  if (right)
    return;
  if (++failures < 20) {
    std::printf("FAILED: %s, %zu bytes:", what, sizeof(T));
    for (int i = 0; i < cells; ++i)
      std::printf(" %g", static_cast<double>(cell[i]));
    std::printf("\n");
  }
}

template <typename T, sycl::memory_order Order, sycl::memory_scope Scope>
void run(sycl::queue &queue) {
  T *global = sycl::malloc_shared<T>(cells, queue);
  T *local = sycl::malloc_shared<T>(cells * groups, queue);
  for (int i = 0; i < cells; ++i)
    global[i] = T(0);
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<T, 1> mine(cells, handler);
        handler.parallel_for<Kernel<T, Order, Scope>>(
            sycl::nd_range<1>(count, group_size), [=](sycl::nd_item<1> item) {
              const std::size_t i = item.get_local_id(0);
              if (i < cells)
                mine[i] = T(0);
              sycl::group_barrier(item.get_group());
              change<T, Order, Scope>(&mine[0], i);
              // Work-groups share these: the scope must reach as far.
              if constexpr (Scope >= sycl::memory_scope::device)
                change<T, Order, Scope>(global, item.get_global_id(0));
              sycl::group_barrier(item.get_group());
              if (i < cells)
                local[item.get_group_linear_id() * cells + i] = mine[i];
            });
      })
      .wait_and_throw();
  for (std::size_t g = 0; g < groups; ++g)
    check(local + g * cells, group_size, "local memory");
  if (Scope >= sycl::memory_scope::device)
    check(global, count, "global memory");
  sycl::free(local, queue);
  sycl::free(global, queue);
}

template <typename T, sycl::memory_order Order>
void run_scopes(sycl::queue &queue) {
  run<T, Order, sycl::memory_scope::work_group>(queue);
  run<T, Order, sycl::memory_scope::device>(queue);
  run<T, Order, sycl::memory_scope::system>(queue);
}

template <typename T> void run_orders(sycl::queue &queue) {
  run_scopes<T, sycl::memory_order::relaxed>(queue);
  run_scopes<T, sycl::memory_order::acq_rel>(queue);
  run_scopes<T, sycl::memory_order::seq_cst>(queue);
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
    run_orders<std::int32_t>(queue);
    run_orders<float>(queue);
    if (device.has(sycl::aspect::atomic64)) {
      run_orders<std::int64_t>(queue);
      if (device.has(sycl::aspect::fp64))
        run_orders<double>(queue);
    }
    ++devices;
  }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
