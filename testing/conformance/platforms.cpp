// SYCL 2020, 4.6.1 to 4.6.4: device selectors, platforms, contexts, devices.
#include "testing/conformance/check.h"

#include <algorithm>
#include <unordered_set>

CONFORMANCE_CHAPTER("platforms");

namespace {
template <typename T> bool has(const std::vector<T> &all, const T &one) {
  return std::count(all.begin(), all.end(), one) != 0;
}
} // namespace

SECTION(platforms_and_devices) {
  const sycl::device d = q.get_device();
  const sycl::platform p = d.get_platform();
  CHECK(has(sycl::platform::get_platforms(), p));
  CHECK(has(p.get_devices(), d));
  CHECK(has(sycl::device::get_devices(), d));
  CHECK(has(sycl::device::get_devices(sycl::info::device_type::all), d));
  const auto type = d.get_info<sycl::info::device::device_type>();
  CHECK(has(sycl::device::get_devices(type), d));
  CHECK(has(p.get_devices(type), d));
  const auto other = type == sycl::info::device_type::cpu
                         ? sycl::info::device_type::gpu
                         : sycl::info::device_type::cpu;
  CHECK(!has(sycl::device::get_devices(other), d));
  CHECK(p.get_backend() == d.get_backend());
  CHECK(q.get_backend() == d.get_backend());
  for (const sycl::platform &each : sycl::platform::get_platforms())
    for (const sycl::device &of : each.get_devices())
      CHECK(of.get_platform() == each);
  const sycl::platform chosen([&](const sycl::device &c) { return c == d; });
  CHECK(chosen.get_backend() == p.get_backend() || chosen == p);
}

SECTION(kinds) {
  const sycl::device d = q.get_device();
  const auto type = d.get_info<sycl::info::device::device_type>();
  CHECK(d.is_cpu() == (type == sycl::info::device_type::cpu));
  CHECK(d.is_gpu() == (type == sycl::info::device_type::gpu));
  CHECK(d.is_accelerator() == (type == sycl::info::device_type::accelerator));
  CHECK(d.is_cpu() == d.has(sycl::aspect::cpu));
  CHECK(d.is_gpu() == d.has(sycl::aspect::gpu));
  CHECK(d.is_accelerator() == d.has(sycl::aspect::accelerator));
  for (sycl::aspect a : d.get_info<sycl::info::device::aspects>())
    CHECK(d.has(a));
  // What the headers do not have no device promises.
  for (sycl::aspect a :
       {sycl::aspect::ext_intel_matrix, sycl::aspect::ext_intel_esimd,
        sycl::aspect::ext_oneapi_tangle, sycl::aspect::ext_oneapi_virtual_mem})
    CHECK(!d.has(a));
}

SECTION(platform_has) {
  const sycl::platform p = q.get_device().get_platform();
  for (sycl::aspect a :
       {sycl::aspect::cpu, sycl::aspect::gpu, sycl::aspect::fp16,
        sycl::aspect::fp64, sycl::aspect::atomic64, sycl::aspect::image}) {
    const auto devices = p.get_devices();
    CHECK(p.has(a) ==
          std::all_of(devices.begin(), devices.end(),
                      [=](const sycl::device &d) { return d.has(a); }));
  }
}

SECTION(selectors) {
  const sycl::device chosen(sycl::default_selector_v);
  // "This selector must always return a device": none is refused.
  for (const sycl::device &d : sycl::device::get_devices())
    CHECK(sycl::default_selector_v(d) >= 0);
  for (const sycl::device &d : sycl::device::get_devices()) {
    CHECK(sycl::default_selector_v(d) <= sycl::default_selector_v(chosen));
    CHECK((sycl::cpu_selector_v(d) >= 0) == d.is_cpu());
    CHECK((sycl::gpu_selector_v(d) >= 0) == d.is_gpu());
    CHECK((sycl::accelerator_selector_v(d) >= 0) == d.is_accelerator());
  }
  CHECK(sycl::device() == chosen);
  CHECK(sycl::queue().get_device() == chosen);
  CHECK(sycl::queue(sycl::default_selector_v).get_device() == chosen);
  CHECK(sycl::device([&](const sycl::device &d) {
          return d == q.get_device() ? 1 : -1;
        }) == q.get_device());
  CHECK_THROWS(runtime, sycl::device([](const sycl::device &) { return -1; }));
  CHECK_THROWS(runtime, sycl::queue([](const sycl::device &) { return -1; }));
  CHECK_THROWS(runtime,
               sycl::platform([](const sycl::device &) { return -1; }));
}

SECTION(old_selectors) {
  struct mine : sycl::device_selector {
    explicit mine(sycl::device d) : wanted(d) {}
    int operator()(const sycl::device &d) const override {
      return d == wanted ? 1 : -1;
    }
    sycl::device wanted;
  };
  const mine selector(q.get_device());
  CHECK(sycl::device(selector) == q.get_device());
  CHECK(sycl::queue(selector).get_device() == q.get_device());
  // Not explicit for these.
  sycl::queue assigned = selector;
  assigned = mine(q.get_device());
  CHECK(assigned.get_device() == q.get_device());
  static_assert(std::is_convertible_v<sycl::default_selector, sycl::queue>);
  static_assert(!std::is_convertible_v<decltype(sycl::default_selector_v),
                                       sycl::queue>);
  CHECK(selector.select_device() == q.get_device());
  CHECK(sycl::queue{mine(q.get_device())}.get_device() == q.get_device());
  CHECK(sycl::queue(q.get_context(), selector).get_device() == q.get_device());
  CHECK(sycl::platform(selector) == q.get_device().get_platform());
  // By references to the base class, abstract or not; it is not copied.
  const sycl::device_selector &base = selector;
  CHECK(sycl::device(base) == q.get_device());
  CHECK(sycl::platform{base} == q.get_device().get_platform());
  CHECK(sycl::queue(base, sycl::property::queue::in_order()).get_device() ==
        q.get_device());
  CHECK(sycl::queue(base, [](sycl::exception_list) {}).get_device() ==
        q.get_device());
  struct none : sycl::default_selector {
    none() = default;
    none(const none &) = delete;
    int operator()(const sycl::device &) const override { return -1; }
  };
  const none selects_none;
  const sycl::default_selector &default_base = selects_none;
  CHECK_THROWS(runtime, sycl::queue{selects_none});
  CHECK_THROWS(runtime, sycl::queue{default_base});
  CHECK_THROWS(runtime, sycl::platform{default_base});
  // All kinds, also without const.
  CHECK(sycl::queue(sycl::default_selector()).get_device() == sycl::device());
  CHECK(sycl::queue{sycl::default_selector{}}.get_device() == sycl::device());
  const sycl::default_selector named;
  CHECK(sycl::queue(named, {sycl::property::queue::in_order()}).is_in_order());
  struct changing {
    int operator()(const sycl::device &) { return ++called; }
    int called = 0;
  };
  CHECK(has(sycl::device::get_devices(), sycl::device(changing())));
  for (const sycl::device &d : sycl::device::get_devices()) {
    CHECK(sycl::cpu_selector()(d) == sycl::cpu_selector_v(d));
    CHECK(sycl::gpu_selector()(d) == sycl::gpu_selector_v(d));
    CHECK(sycl::accelerator_selector()(d) == sycl::accelerator_selector_v(d));
    CHECK(sycl::host_selector()(d) < 0 || d.is_cpu());
  }
  // Of the host device nothing is left but the question.
  CHECK(!q.is_host() && !q.get_device().is_host() && !sycl::event().is_host() &&
        !q.get_context().is_host() && !q.get_device().get_platform().is_host());
}

SECTION(aspect_selectors) {
  const sycl::device d = q.get_device();
  const auto kind = d.is_cpu() ? sycl::aspect::cpu : sycl::aspect::gpu;
  CHECK(sycl::aspect_selector(kind)(d) >= 0);
  CHECK(sycl::aspect_selector(std::vector{kind})(d) >= 0);
  CHECK(sycl::aspect_selector(std::vector{kind}, {kind})(d) < 0);
  CHECK(sycl::aspect_selector()(d) >= 0);
  CHECK((sycl::aspect_selector<sycl::aspect::fp64>()(d) >= 0) ==
        d.has(sycl::aspect::fp64));
  CHECK((sycl::aspect_selector<sycl::aspect::fp64, sycl::aspect::fp16>()(d) >=
         0) == (d.has(sycl::aspect::fp64) && d.has(sycl::aspect::fp16)));
  CHECK(sycl::device(sycl::aspect_selector(kind)).has(kind));
  CHECK_THROWS(runtime, sycl::device(sycl::aspect_selector(
                            {sycl::aspect::cpu}, {sycl::aspect::cpu})));
}

// 4.6.2: "Each platform has an associated default context which contains all of
// the root devices", and the queues that name no context share it.
SECTION(default_contexts) {
  const sycl::device d = q.get_device();
  const sycl::platform p = d.get_platform();
  const sycl::context c = sycl::queue(d).get_context();
  CHECK(c == sycl::queue(d).get_context());
  CHECK(c == sycl::queue(d, [](sycl::exception_list) {}).get_context());
  CHECK(c.get_devices() == p.get_devices());
  for (const sycl::device &x : p.get_devices())
    CHECK(sycl::queue(x).get_context() == c);
  for (const sycl::platform &other : sycl::platform::get_platforms())
    for (const sycl::device &x : other.get_devices())
      CHECK((sycl::queue(x).get_context() == c) == (other == p));
  // Those that a program makes are others.
  const sycl::context all(p), handled(p, [](sycl::exception_list) {});
  CHECK(all != c && all != handled && sycl::context(d) != c);
  CHECK(all.get_devices() == p.get_devices());
  CHECK(handled.get_platform() == p);
  if (d.has(sycl::aspect::usm_host_allocations)) {
    // Memory of one queue is memory of the other.
    int *x = sycl::malloc_host<int>(1, sycl::queue(d));
    CHECK(sycl::get_pointer_type(x, c) == sycl::usm::alloc::host);
    sycl::queue(d).single_task([=] { *x = 7; }).wait();
    CHECK(*x == 7);
    sycl::free(x, sycl::queue(d));
  }
}

SECTION(contexts) {
  const sycl::device d = q.get_device();
  const sycl::context c(d);
  CHECK(c.get_devices() == std::vector{d});
  CHECK(c.get_platform() == d.get_platform());
  CHECK(c.get_backend() == d.get_backend());
  CHECK(c.get_info<sycl::info::context::platform>() == d.get_platform());
  CHECK(c.get_info<sycl::info::context::devices>() == std::vector{d});
  const sycl::context same = c, other(d);
  CHECK(same == c && other != c);
  const sycl::context of_list(std::vector{d}, [](sycl::exception_list) {});
  CHECK(has(of_list.get_devices(), d));
  CHECK(sycl::queue(c, d).get_context() == c);
  CHECK(sycl::queue(c, [&](const sycl::device &x) {
          return x == d ? 1 : -1;
        }).get_device() == d);
  CHECK(sycl::queue(c, [&](const sycl::device &x) { return x == d ? 1 : -1; },
                    [](sycl::exception_list) {})
            .get_context() == c);
  for (const sycl::device &x : sycl::device::get_devices())
    if (x != d)
      CHECK_THROWS(invalid, sycl::queue(c, x));
  CHECK(!sycl::context().get_devices().empty());
  using orders = sycl::info::context::atomic_memory_order_capabilities;
  CHECK(has(c.get_info<orders>(), sycl::memory_order::relaxed));
  using scopes = sycl::info::context::atomic_memory_scope_capabilities;
  CHECK(has(c.get_info<scopes>(), sycl::memory_scope::work_group));
  using fences = sycl::info::context::atomic_fence_order_capabilities;
  CHECK(has(c.get_info<fences>(), sycl::memory_order::acq_rel));
  using fence_scopes = sycl::info::context::atomic_fence_scope_capabilities;
  CHECK(has(c.get_info<fence_scopes>(), sycl::memory_scope::work_group));
}

SECTION(common_reference_semantics) {
  const sycl::device d = q.get_device(), same = d;
  CHECK(std::hash<sycl::device>()(d) == std::hash<sycl::device>()(same));
  CHECK(std::unordered_set<sycl::device>({d, same}).size() == 1);
  CHECK(std::hash<sycl::platform>()(d.get_platform()) ==
        std::hash<sycl::platform>()(same.get_platform()));
  const sycl::context c = q.get_context();
  CHECK(std::hash<sycl::context>()(c) ==
        std::hash<sycl::context>()(q.get_context()));
  const sycl::queue copy = q;
  CHECK(copy == q && sycl::queue(d) != q);
  CHECK(std::hash<sycl::queue>()(copy) == std::hash<sycl::queue>()(q));
}

SECTION(sub_devices) {
  using sycl::info::partition_property;
  const sycl::device d = q.get_device();
  using namespace sycl::info;
  CHECK(d.get_info<device::partition_type_property>() ==
        partition_property::no_partition);
  CHECK(d.get_info<device::partition_type_affinity_domain>() ==
        partition_affinity_domain::not_applicable);
  CHECK_THROWS(invalid, d.get_info<device::parent_device>());
  const auto properties = d.get_info<device::partition_properties>();
  if (has(properties, partition_property::partition_equally)) {
    const auto parts =
        d.create_sub_devices<partition_property::partition_equally>(1);
    CHECK(parts.size() == d.get_info<device::max_compute_units>());
    const sycl::device part = parts.front();
    CHECK(part.get_info<device::parent_device>() == d);
    CHECK(part.get_info<device::max_compute_units>() == 1);
    CHECK(part.get_info<device::partition_type_property>() ==
          partition_property::partition_equally);
    sycl::queue of_part(part);
    int *x = sycl::malloc_shared<int>(10, of_part);
    of_part.parallel_for(10, [=](sycl::id<1> i) { x[i] = int(i[0]); }).wait();
    CHECK(x[9] == 9);
    sycl::free(x, of_part);
    CHECK_THROWS(
        invalid,
        d.create_sub_devices<partition_property::partition_equally>(100000));
    if (has(properties, partition_property::partition_by_counts)) {
      // 4.6.4.1: one "for each non-zero value".
      using counts = std::vector<std::size_t>;
      constexpr auto by_counts = partition_property::partition_by_counts;
      CHECK(d.create_sub_devices<by_counts>(counts{0, 1, 0}).size() == 1);
      CHECK(d.create_sub_devices<by_counts>(counts{0}).empty());
      CHECK_THROWS(invalid, d.create_sub_devices<by_counts>(counts{100000}));
    }
  }
  if (!properties.empty())
    return;
  CHECK(d.get_info<device::partition_affinity_domains>().empty());
  CHECK_THROWS(
      feature_not_supported,
      d.create_sub_devices<partition_property::partition_equally>(1));
  CHECK_THROWS(
      feature_not_supported,
      d.create_sub_devices<partition_property::partition_by_counts>({1, 1}));
  CHECK_THROWS(
      feature_not_supported,
      d.create_sub_devices<partition_property::partition_by_affinity_domain>(
          partition_affinity_domain::numa));
}
