// Extensions of oneAPI that add to queues, kernels, devices and memory.
#include "testing/conformance/check.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("host_extensions");

namespace ex = sycl::ext::oneapi::experimental;
namespace intel = sycl::ext::intel::experimental;

namespace {
class Named;
class Required;
} // namespace

SECTION(auto_local_range) {
  std::uint64_t *sizes = sycl::malloc_shared<std::uint64_t>(3, q);
  const auto groups = [&](auto r) {
    constexpr int D = decltype(r)::dimensions;
    sizes[0] = sizes[1] = sizes[2] = 0;
    q.parallel_for(sycl::nd_range<D>(r, ex::auto_range<D>()),
                   [=](sycl::nd_item<D> i) {
                     if (i.get_global_linear_id() == 0)
                       for (int d = 0; d < D; ++d)
                         sizes[d] = i.get_local_range(d);
                   })
        .wait();
    bool right = true;
    for (int d = 0; d < D; ++d)
      right = right && sizes[d] != 0 && r[d] % sizes[d] == 0;
    return right;
  };
  CHECK(groups(sycl::range<1>(1024)) && sizes[0] >= 16);
  CHECK(groups(sycl::range<1>(13)));
  CHECK(groups(sycl::range<1>(1000003)) && sizes[0] == 1);
  CHECK(groups(sycl::range<2>(6, 48)));
  CHECK(groups(sycl::range<3>(5, 7, 9)));
  // The kernel's own size.
  q.parallel_for<Required>(sycl::nd_range<1>(64, ex::auto_range<1>()),
                           [=](sycl::nd_item<1> i)
                               [[sycl::reqd_work_group_size(8)]] {
                                 if (i.get_global_id(0) == 0)
                                   sizes[0] = i.get_local_range(0);
                               })
      .wait();
  CHECK(sizes[0] == 8);
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.parallel_for(sycl::nd_range<1>(96, ex::auto_range<1>()),
                 sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::nd_item<1>, auto &s) { s += 2; })
      .wait();
  CHECK(*sum == 192);
  sycl::free(sum, q);
  sycl::free(sizes, q);
}

SECTION(kernel_info) {
  q.single_task<Named>([] {}).wait();
  namespace specific = sycl::info::kernel_device_specific;
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  const sycl::kernel k =
      sycl::get_kernel_bundle<Named, sycl::bundle_state::executable>(c)
          .get_kernel<Named>();
  using sycl::ext::oneapi::get_kernel_info;
  const std::size_t size = k.get_info<specific::work_group_size>(d);
  CHECK((get_kernel_info<Named, specific::work_group_size>(q) == size));
  CHECK((get_kernel_info<Named, specific::work_group_size>(c, d) == size));
  CHECK((get_kernel_info<Named, sycl::info::kernel::attributes>(c) ==
         k.get_info<sycl::info::kernel::attributes>()));
  namespace launch = ex::info::kernel;
  CHECK(k.ext_oneapi_get_info<launch::max_work_group_size>(q) == size);
  const sycl::id<3> sizes =
      k.ext_oneapi_get_info<launch::max_work_item_sizes<3>>(q);
  CHECK(sizes[2] >= 1 && sizes[2] <= size);
  const auto sub_group =
      k.ext_oneapi_get_info<launch::max_sub_group_size>(q, sycl::range<1>(8));
  CHECK(sub_group == k.get_info<specific::max_sub_group_size>(d));
  const std::uint32_t groups =
      k.ext_oneapi_get_info<launch::num_sub_groups>(q, sycl::range<2>(2, 4));
  CHECK(groups == (8 + sub_group - 1) / sub_group);
  const sycl::range<1> eight(8);
  CHECK(k.ext_oneapi_get_info<launch::max_num_work_groups>(q, eight) >= 1);
  CHECK(k.ext_oneapi_get_info<launch::max_num_work_groups>(q, eight, 16) >= 1);
  static_assert(
      std::is_same_v<ex::info::kernel_queue_specific::max_num_work_groups,
                     launch::max_num_work_groups>);
  const sycl::range<1> too_large(size + 1);
  CHECK(k.ext_oneapi_get_info<launch::max_num_work_groups>(q, too_large) == 0);
  CHECK(k.ext_oneapi_get_info<launch::num_sub_groups>(q, too_large) == 0);
  CHECK_THROWS(invalid, k.ext_oneapi_get_info<launch::max_num_work_groups>(
                            q, sycl::range<1>(0)));
}

SECTION(last_and_external_events) {
  const sycl::device d = q.get_device();
  sycl::queue in_order(d, sycl::property::queue::in_order());
  CHECK_THROWS(invalid, q.ext_oneapi_get_last_event());
  CHECK_THROWS(invalid, q.ext_oneapi_set_external_event(sycl::event()));
  sycl::queue discards(d,
                       {sycl::property::queue::in_order(),
                        sycl::ext::oneapi::property::queue::discard_events()});
  CHECK_THROWS(invalid, discards.ext_oneapi_get_last_event());
  CHECK_THROWS(invalid, discards.ext_oneapi_set_external_event(sycl::event()));

  using status = sycl::info::event::command_execution_status;
  constexpr auto complete = sycl::info::event_command_status::complete;
  CHECK(in_order.ext_oneapi_get_last_event().get_info<status>() == complete);
  int *x = sycl::malloc_shared<int>(2, in_order);
  x[0] = x[1] = 0;
  in_order.single_task([=] { x[0] = 1; });
  in_order.ext_oneapi_get_last_event().wait();
  CHECK(x[0] == 1);
  const sycl::event kept = in_order.single_task([=] { x[0] = 2; });
  CHECK(in_order.ext_oneapi_get_last_event() == kept);

  std::atomic<bool> go{false};
  sycl::queue other(q.get_context(), d);
  const sycl::event external = other.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!go)
        ;
      x[1] = 5;
    });
  });
  in_order.ext_oneapi_set_external_event(sycl::event());
  in_order.ext_oneapi_set_external_event(external);
  CHECK(in_order.ext_oneapi_get_last_event() == external);
  const sycl::event after = in_order.single_task([=] { x[0] = x[1] + 1; });
  CHECK(in_order.ext_oneapi_get_last_event() == after);
  CHECK(after.get_info<status>() != complete);
  go = true;
  in_order.wait();
  CHECK(x[0] == 6);
  // Waiting takes it.
  go = false;
  in_order.ext_oneapi_set_external_event(
      other.submit([&](sycl::handler &h) { h.host_task([&] { x[1] = 7; }); }));
  in_order.wait();
  CHECK(x[1] == 7);
  sycl::free(x, in_order);
}

SECTION(profiling_tags) {
  conformance::need(q, sycl::aspect::queue_profiling, "profiling");
  const sycl::device d = q.get_device();
  if (!d.has(sycl::aspect::ext_oneapi_queue_profiling_tag))
    CHECK_THROWS(invalid, ex::submit_profiling_tag(q));
  using namespace sycl::info::event_profiling;
  for (const bool ordered : {false, true}) {
    sycl::queue timed =
        ordered ? sycl::queue(d, {sycl::property::queue::in_order(),
                                  sycl::property::queue::enable_profiling()})
                : sycl::queue(d, sycl::property::queue::enable_profiling());
    sycl::event start = ex::submit_profiling_tag(timed);
    sycl::event kernel = timed.parallel_for(sycl::range<1>(1000), [](auto) {});
    sycl::event end = ex::submit_profiling_tag(timed);
    timed.wait();
    CHECK(start.get_profiling_info<command_end>() <=
          end.get_profiling_info<command_start>());
    CHECK(kernel.get_profiling_info<command_end>() <=
          end.get_profiling_info<command_end>());
  }
}

SECTION(filters) {
  using sycl::ext::oneapi::filter_selector;
  const std::vector<sycl::device> all = sycl::device::get_devices();
  CHECK(filter_selector("0").select_device() == all[0]);
  const sycl::device last(filter_selector(std::to_string(all.size() - 1)));
  CHECK(last == all.back());
  for (const char *type : {"cpu", "gpu"}) {
    const bool cpu = std::string(type) == "cpu";
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const sycl::device &d) {
          return cpu ? d.is_cpu() : d.is_gpu();
        });
    if (found == all.end())
      CHECK_THROWS(runtime, sycl::device(filter_selector(type)));
    else
      CHECK(sycl::device(filter_selector(std::string(type) + ":0")) == *found);
  }
  CHECK(sycl::device(filter_selector("gpu,cpu,accelerator")).is_cpu() ||
        sycl::device(filter_selector("gpu,cpu,accelerator")).is_gpu());
  for (const char *wrong : {"", "gpu:cpu", "0:gpu", "nothing", "gpu:", ",",
                            "cuda:cuda", "gpu:-1", "gpu:0:1"})
    CHECK_THROWS(runtime, filter_selector{wrong});
  CHECK_THROWS(runtime, sycl::device(filter_selector("9999")));
  CHECK(sycl::queue(filter_selector("0")).get_device() == all[0]);
}

SECTION(devices) {
  const sycl::device d = q.get_device();
  CHECK(ex::get_composite_devices().empty());
  CHECK(d.get_platform().ext_oneapi_get_composite_devices().empty());
  CHECK(d.get_info<ex::info::device::component_devices>().empty());
  CHECK_THROWS(invalid, d.get_info<ex::info::device::composite_device>());
  using units = sycl::ext::oneapi::info::device::num_compute_units;
  CHECK(d.get_info<units>() >= 1);
  static_assert(std::is_same_v<units::return_type, std::size_t>);
}

SECTION(hints) {
  int *x = sycl::malloc_shared<int>(
      4, q,
      sycl::property_list(sycl::ext::oneapi::property::usm::device_read_only(),
                          intel::property::usm::buffer_location(2)));
  CHECK(intel::property::usm::buffer_location(2).get_buffer_location() == 2);
  int host[4] = {1, 2, 3, 4};
  ex::prepare_for_device_copy(host, sizeof(host), q);
  ex::prepare_for_device_copy(host, sizeof(host), q.get_context());
  const ex::properties low{
      intel::event_mode(intel::event_mode_enum::low_power)};
  ex::submit_with_event(q, low, [&](sycl::handler &h) {
    h.memcpy(x, host, sizeof(host));
  }).wait();
  CHECK(x[3] == 4);
  ex::release_from_device_copy(host, q);
  ex::release_from_device_copy(host, q.get_context());
  CHECK(low.get_property<intel::event_mode>().value ==
        intel::event_mode_enum::low_power);

  using pinned = sycl::ext::oneapi::property::buffer::use_pinned_host_memory;
  using channel = sycl::property::buffer::mem_channel;
  sycl::buffer<int> b(4, {pinned(), channel(3)});
  CHECK(b.has_property<pinned>());
  CHECK(b.get_property<channel>().get_channel() == 3);
  static_assert(sycl::is_property_of_v<pinned, sycl::buffer<int>>);
  static_assert(sycl::is_property_of_v<channel, sycl::buffer<int, 2>>);
  CHECK_THROWS(invalid, sycl::buffer<int>(host, 4, pinned()));
  CHECK_THROWS(invalid, sycl::buffer<int>(host, host + 4, pinned()));
  sycl::free(x, q);
}

SECTION(reduction_properties) {
  constexpr int count = 1000;
  float *x = sycl::malloc_shared<float>(2, q);
  const ex::properties exact(ex::deterministic);
  const ex::properties both(ex::deterministic, ex::initialize_to_identity);
  const auto sum = [&](auto r) {
    q.parallel_for(sycl::range<1>(count), r, [=](sycl::id<1> i, auto &s) {
       s += 1.0f / static_cast<float>(i[0] + 1);
     }).wait();
    return x[0];
  };
  x[0] = 0;
  const float first = sum(sycl::reduction(x, sycl::plus<>(), exact));
  CHECK(first > 7 && first < 8);
  x[0] = 100;
  CHECK(sum(sycl::reduction(x, sycl::plus<>(), both)) == first);
  x[0] = 100;
  CHECK(sum(sycl::reduction(x, 0.0f, sycl::plus<>(), both)) == first);
  float spans[2] = {5, 5};
  sycl::buffer<float> b(spans, 1);
  q.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::range<1>(count),
                   sycl::reduction(b, h, sycl::plus<>(), both),
                   [=](sycl::id<1>, auto &s) { s += 1; });
  });
  q.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::range<1>(count),
                   sycl::reduction(b, h, 0.0f, sycl::plus<>(), exact),
                   [=](sycl::id<1>, auto &s) { s += 1; });
  });
  CHECK(sycl::host_accessor(b)[0] == 2 * count);
  const sycl::span<float, 2> span(x, 2);
  const auto of_span = [&](auto r) {
    q.parallel_for(sycl::range<1>(count), r, [=](sycl::id<1>, auto &s) {
       s[1] += 1;
     }).wait();
    return x[1];
  };
  CHECK(of_span(sycl::reduction(span, sycl::plus<>(), both)) == count);
  CHECK(of_span(sycl::reduction(span, 0.0f, sycl::plus<>(), both)) == count);
  sycl::free(x, q);
}

namespace {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ex::single_task_kernel)
void store(int *out, short value) { *out = value; }
} // namespace

SECTION(raw_arguments) {
  int *x = sycl::malloc_shared<int>(1, q);
  const sycl::kernel k =
      ex::get_kernel_bundle<store, sycl::bundle_state::executable>(
          q.get_context())
          .ext_oneapi_get_kernel<store>();
  const short value = 12;
  using sycl::ext::oneapi::raw_kernel_arg;
  q.submit([&](sycl::handler &h) {
     h.set_arg(0, raw_kernel_arg(&x, sizeof(x)));
     h.set_arg(1, raw_kernel_arg(&value, sizeof(value)));
     h.single_task(k);
   }).wait();
  CHECK(*x == 12);
  q.submit([&](sycl::handler &h) {
     h.set_args(x, raw_kernel_arg(&value, sizeof(value)));
     h.single_task(k);
   }).wait();
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.set_args(x, raw_kernel_arg(&value, 1));
    h.single_task(k);
  }));
  sycl::free(x, q);
}

SECTION(memory_pools) {
  conformance::need(q, sycl::aspect::usm_device_allocations, "device memory");
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_async_memory_alloc));
  namespace pools = ex::property::memory_pool;
  using sycl::usm::alloc;
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  ex::memory_pool pool(c, d, alloc::device,
                       ex::properties(pools::initial_threshold(1 << 20),
                                      pools::maximum_size(1 << 20)));
  CHECK(pool.get_context() == c && pool.get_device() == d);
  CHECK(pool.get_alloc_kind() == alloc::device);
  CHECK(pool.get_threshold() == 1 << 20);
  CHECK(pool.get_used_size_current() == 0);
  sycl::queue in_order(c, d, sycl::property::queue::in_order());
  int out[64] = {};
  void *before = nullptr;
  for (int round = 0; round < 2; ++round) {
    auto *x = static_cast<int *>(
        ex::async_malloc_from_pool(in_order, sizeof(out), pool));
    CHECK(sycl::get_pointer_type(x, c) == alloc::device);
    CHECK(pool.get_used_size_current() >= sizeof(out));
    ex::parallel_for(in_order, sycl::range<1>(64), [=](sycl::id<1> i) {
      x[i] = static_cast<int>(i) + round;
    });
    in_order.copy(x, out, 64);
    ex::async_free(in_order, x);
    in_order.wait();
    CHECK(out[0] == round && out[63] == 63 + round);
    CHECK(pool.get_used_size_current() == 0);
    CHECK(pool.get_reserved_size_current() >= sizeof(out));
    CHECK(round == 0 || x == before); // from the reserve
    before = x;
  }
  CHECK_THROWS(memory_allocation,
               ex::async_malloc_from_pool(in_order, (1 << 20) + 1, pool));
  pool.increase_threshold_to(10);
  CHECK(pool.get_threshold() == 1 << 20);

  // Handlers, and events of a queue that is not in order.
  int *y = nullptr;
  const sycl::event made = ex::submit_with_event(q, [&](sycl::handler &h) {
    y = static_cast<int *>(ex::async_malloc(h, alloc::device, sizeof(int)));
  });
  const sycl::event used = ex::submit_with_event(q, [&](sycl::handler &h) {
    h.depends_on(made);
    ex::single_task(h, [=] { *y = 3; });
  });
  const sycl::event copied = q.submit([&](sycl::handler &h) {
    h.depends_on(used);
    h.memcpy(out, y, sizeof(int));
  });
  q.submit([&](sycl::handler &h) {
     h.depends_on(copied);
     ex::async_free(h, y);
   }).wait();
  CHECK(out[0] == 3);

  // Default pools are shared.
  ex::memory_pool shared =
      c.ext_oneapi_get_default_memory_pool(d, alloc::device);
  shared.increase_threshold_to(4096);
  CHECK(shared == c.ext_oneapi_get_default_memory_pool(d, alloc::device));
  CHECK(
      c.ext_oneapi_get_default_memory_pool(d, alloc::device).get_threshold() ==
      4096);
  CHECK(shared != pool);
  if (d.has(sycl::aspect::usm_host_allocations)) {
    const ex::memory_pool host(c, alloc::host,
                               ex::properties(pools::zero_init()));
    auto *z = static_cast<int *>(ex::async_malloc_from_pool(q, 400, host));
    q.wait();
    CHECK(sycl::get_pointer_type(z, c) == alloc::host && z[0] == 0 &&
          z[99] == 0);
    CHECK(ex::memory_pool(q, alloc::host).get_alloc_kind() == alloc::host);
    ex::async_free(q, z);
    // Parts of given memory.
    char *all = sycl::malloc_host<char>(4096, c);
    const ex::memory_pool given(c, all, 4096);
    CHECK(given.get_threshold() == 4096 &&
          given.get_alloc_kind() == alloc::host);
    void *a = ex::async_malloc_from_pool(q, 1000, given);
    void *b = ex::async_malloc_from_pool(q, 3000, given);
    CHECK(a >= all && a < all + 4096 && b >= all && b < all + 4096 && a != b);
    CHECK_THROWS(memory_allocation, ex::async_malloc_from_pool(q, 1, given));
    ex::async_free(q, a);
    ex::async_free(q, b);
    q.wait();
    void *whole = ex::async_malloc_from_pool(q, 4096, given);
    CHECK(whole == all);
    ex::async_free(q, whole);
    q.wait();
    sycl::free(all, c);
  }
  CHECK_THROWS(invalid, ex::memory_pool{c, alloc::device});
  CHECK_THROWS(invalid, ex::memory_pool{c, d, alloc::host});
  CHECK_THROWS(invalid, ex::memory_pool{q, alloc::unknown});
  CHECK_THROWS(invalid, ex::async_malloc(q, alloc::unknown, 4));
  CHECK_THROWS(invalid, c.ext_oneapi_get_default_memory_pool(alloc::shared));
  CHECK_THROWS(invalid,
               c.ext_oneapi_get_default_memory_pool(d, alloc::unknown));
  const sycl::queue elsewhere(sycl::context(d), d);
  CHECK_THROWS(invalid, ex::async_malloc_from_pool(elsewhere, 4, pool));
}
