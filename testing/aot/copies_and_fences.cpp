// Copies by a whole work-group, of all shapes, and fences: what was written
// before a releasing fence is seen behind an acquiring one by whoever found the
// counter that says so. Nobody waits in a loop, so any order of work-groups
// gives the same.
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void expect(bool right, const char *what, std::size_t at) {
  if (right)
    return;
  if (++failures < 20)
    std::printf("FAILED: %s, element %zu\n", what, at);
}

//===-- Copies ------------------------------------------------------------===//

constexpr std::size_t groups = 3, group_size = 32;
/// Elements that each group copies: fewer and more than it has work-items.
constexpr std::size_t counts[] = {0, 1, 31, 32, 200};
constexpr std::size_t most = 200, in_stride = 3, out_stride = 2;

template <typename T> class Copies;

template <typename T> void check_copies(sycl::queue &queue) {
  T *in = sycl::malloc_shared<T>(groups * most * in_stride, queue);
  T *out = sycl::malloc_shared<T>(groups * most * out_stride, queue);
  for (std::size_t n : counts) {
    for (std::size_t i = 0; i < groups * most * in_stride; ++i)
      in[i] = T(static_cast<float>(i % 4093));
    for (std::size_t i = 0; i < groups * most * out_stride; ++i)
      out[i] = T(-1.0f);
    queue
        .submit([&](sycl::handler &handler) {
          sycl::local_accessor<T, 1> tile(most, handler);
          handler.parallel_for<Copies<T>>(
              sycl::nd_range<1>(groups * group_size, group_size),
              [=](sycl::nd_item<1> item) {
                using space = sycl::access::address_space;
                constexpr auto plain = sycl::access::decorated::no;
                const auto group = item.get_group();
                const std::size_t g = group.get_group_linear_id();
                const auto local = tile.template get_multi_ptr<plain>();
                const sycl::multi_ptr<T, space::global_space, plain> from(
                    in + g * most * in_stride),
                    to(out + g * most * out_stride);
                group.async_work_group_copy(local, from, n, in_stride).wait();
                // From the other end: another work-item's element.
                const std::size_t first = item.get_local_id(0);
                for (std::size_t i = first; 2 * i + 1 < n; i += group_size) {
                  const T other = tile[n - 1 - i];
                  tile[n - 1 - i] = tile[i];
                  tile[i] = other;
                }
                sycl::group_barrier(group);
                item.wait_for(
                    item.async_work_group_copy(to, local, n, out_stride));
              });
        })
        .wait_and_throw();
    for (std::size_t i = 0; i < groups * most * out_stride; ++i) {
      const std::size_t g = i / (most * out_stride),
                        at = i % (most * out_stride);
      const bool written = at % out_stride == 0 && at / out_stride < n;
      const T wanted =
          written ? in[g * most * in_stride + (n - 1 - at / out_stride) * in_stride]
                  : T(-1.0f);
      expect(out[i] == wanted, "copy", i);
    }
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

//===-- Fences ------------------------------------------------------------===//

constexpr std::size_t fence_groups = 16, cells_each = 8;

template <sycl::memory_order Before, sycl::memory_order Behind,
          sycl::memory_scope Scope>
class Fences;

/// The last work-item of a group adds up what all wrote, then the last group
/// what all groups did.
template <sycl::memory_order Before, sycl::memory_order Behind,
          sycl::memory_scope Scope>
void check_fences(sycl::queue &queue) {
  auto *cells =
      sycl::malloc_device<std::uint32_t>(fence_groups * cells_each, queue);
  auto *result = sycl::malloc_shared<std::uint32_t>(2, queue);
  result[0] = result[1] = 0; // a counter and the sum
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<std::uint32_t, 1> mine(group_size + 1, handler);
        handler.parallel_for<Fences<Before, Behind, Scope>>(
            sycl::nd_range<1>(fence_groups * group_size, group_size),
            [=](sycl::nd_item<1> item) {
              using counter =
                  sycl::atomic_ref<std::uint32_t, sycl::memory_order::relaxed,
                                   Scope>;
              const std::size_t i = item.get_local_id(0),
                                g = item.get_group_linear_id();
              if (i == 0)
                mine[group_size] = 0;
              sycl::group_barrier(item.get_group());
              mine[i] = static_cast<std::uint32_t>(g * 100 + i);
              sycl::atomic_fence(Before, Scope);
              if (counter(mine[group_size]).fetch_add(1) != group_size - 1)
                return;
              sycl::atomic_fence(Behind, Scope);
              std::uint32_t sum = 0;
              for (std::size_t n = 0; n < group_size; ++n)
                sum += mine[n];
              for (std::size_t n = 0; n < cells_each; ++n)
                cells[g * cells_each + n] = sum + static_cast<std::uint32_t>(n);
              if constexpr (Scope >= sycl::memory_scope::device) {
                sycl::atomic_fence(Before, Scope);
                if (counter(result[0]).fetch_add(1) != fence_groups - 1)
                  return;
                sycl::atomic_fence(Behind, Scope);
                std::uint32_t total = 0;
                for (std::size_t n = 0; n < fence_groups * cells_each; ++n)
                  total += cells[n];
                result[1] = total;
              }
            });
      })
      .wait_and_throw();
  std::vector<std::uint32_t> got(fence_groups * cells_each);
  queue.memcpy(got.data(), cells, got.size() * sizeof(got[0])).wait();
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::size_t g = i / cells_each;
    const auto wanted = static_cast<std::uint32_t>(
        g * 100 * group_size + group_size * (group_size - 1) / 2 +
        i % cells_each);
    expect(got[i] == wanted, "fence in a work-group", i);
    total += wanted;
  }
  if (Scope >= sycl::memory_scope::device)
    expect(result[1] == total, "fence between work-groups", 0);
  sycl::free(cells, queue);
  sycl::free(result, queue);
}

template <sycl::memory_scope Scope> void check_orders(sycl::queue &queue) {
  using order = sycl::memory_order;
  check_fences<order::release, order::acquire, Scope>(queue);
  check_fences<order::acq_rel, order::acq_rel, Scope>(queue);
  check_fences<order::seq_cst, order::seq_cst, Scope>(queue);
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
    check_copies<float>(queue);
    check_copies<std::int16_t>(queue);
    check_copies<std::int64_t>(queue);
    if (device.has(sycl::aspect::fp64))
      check_copies<double>(queue);
    check_orders<sycl::memory_scope::work_group>(queue);
    check_orders<sycl::memory_scope::device>(queue);
    check_orders<sycl::memory_scope::system>(queue);
    ++devices;
  }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
