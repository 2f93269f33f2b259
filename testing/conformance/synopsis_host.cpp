// SYCL 2020, 4.5 to 4.7, 4.9 and 4.11 to 4.13: every member of the host's
// classes as its synopsis has it, by type. What they do is for the other
// chapters.
#include "testing/conformance/synopsis.h"

#include <array>
#include <memory>
#include <mutex>

namespace {
namespace s = sycl;
using s::access_mode;
using s::target;
namespace info = s::info;
using events = std::vector<s::event>;
using devices = std::vector<s::device>;
using ids = std::vector<s::kernel_id>;
using allocator = s::buffer_allocator<int>;
struct selector {
  int operator()(const s::device &) const;
};
struct single {
  void operator()() const;
};
template <int D> struct ranged { void operator()(s::id<D>) const; };
template <int D> struct grouped { void operator()(s::nd_item<D>) const; };
constexpr s::specialization_id<int> constant(7);

template <typename T> constexpr bool has_reference_semantics() {
  MAKES(T, const T &);
  MAKES(T, T &&);
  static_assert(std::is_assignable_v<T &, const T &>);
  static_assert(std::is_assignable_v<T &, T &&>);
  static_assert(std::is_nothrow_destructible_v<T>);
  RETURNS(a<const T>() == a<const T>(), bool);
  RETURNS(a<const T>() != a<const T>(), bool);
  RETURNS(std::hash<T>()(a<const T>()), std::size_t);
  return true;
}
static_assert(has_reference_semantics<s::platform>());
static_assert(has_reference_semantics<s::device>());
static_assert(has_reference_semantics<s::context>());
static_assert(has_reference_semantics<s::queue>());
static_assert(has_reference_semantics<s::event>());
static_assert(has_reference_semantics<s::kernel>());
static_assert(has_reference_semantics<s::kernel_id>());
static_assert(
    has_reference_semantics<s::kernel_bundle<s::bundle_state::object>>());
static_assert(
    has_reference_semantics<s::device_image<s::bundle_state::input>>());
static_assert(has_reference_semantics<s::buffer<int, 2>>());
static_assert(has_reference_semantics<s::accessor<int, 2>>());
static_assert(has_reference_semantics<s::host_accessor<int, 2>>());
static_assert(has_reference_semantics<s::local_accessor<int, 2>>());
static_assert(has_reference_semantics<s::stream>());

template <typename T> constexpr bool has_properties() {
  using p = s::property::no_init;
  RETURNS(a<const T>().template has_property<p>(), bool);
  static_assert(noexcept(a<const T>().template has_property<p>()));
  RETURNS(a<const T>().template get_property<p>(), p);
  return true;
}
static_assert(has_properties<s::property_list>());
static_assert(has_properties<s::context>());
static_assert(has_properties<s::queue>());
static_assert(has_properties<s::buffer<int>>());
static_assert(has_properties<s::stream>());
static_assert(has_properties<s::accessor<int>>());
static_assert(has_properties<s::accessor<const int, 0>>());
static_assert(has_properties<s::host_accessor<int>>());
static_assert(has_properties<s::host_accessor<int, 0>>());
static_assert(has_properties<s::local_accessor<int>>());
static_assert(has_properties<s::local_accessor<int, 0>>());
static_assert(has_properties<s::usm_allocator<int, s::usm::alloc::host>>());

// ---- 4.6: platforms, contexts, devices, queues, events

struct backend_detail {
  using return_type = int;
};

[[maybe_unused]] void platforms(const s::platform &c, const s::device &d) {
  MAKES(s::platform);
  MAKES(s::platform, selector);
  MAKES(s::platform, decltype(s::cpu_selector_v));
  static_assert(!std::is_convertible_v<selector, s::platform>);
  RETURNS(c.get_backend(), s::backend);
  static_assert(noexcept(c.get_backend()) &&noexcept(d.get_backend()));
  RETURNS(c.get_devices(), devices);
  RETURNS(c.get_devices(info::device_type::gpu), devices);
  RETURNS(c.get_info<info::platform::name>(), std::string);
  RETURNS(c.get_backend_info<backend_detail>(), int);
  RETURNS(c.has(s::aspect::cpu), bool);
  RETURNS(c.has_extension("x"), bool);
  RETURNS(s::platform::get_platforms(), std::vector<s::platform>);

  MAKES(s::device);
  MAKES(s::device, selector);
  MAKES(s::device, decltype(s::default_selector_v));
  RETURNS(d.get_backend(), s::backend);
  RETURNS(d.is_cpu(), bool);
  RETURNS(d.is_gpu(), bool);
  RETURNS(d.is_accelerator(), bool);
  RETURNS(d.get_platform(), s::platform);
  RETURNS(d.get_info<info::device::max_work_item_sizes<2>>(), s::range<2>);
  RETURNS(d.get_info<info::device::sub_group_sizes>(),
          std::vector<std::size_t>);
  RETURNS(d.get_backend_info<backend_detail>(), int);
  RETURNS(d.has(s::aspect::fp16), bool);
  RETURNS(d.has_extension("x"), bool);
  RETURNS(d.create_sub_devices<info::partition_property::partition_equally>(2),
          devices);
  RETURNS(
      d.create_sub_devices<info::partition_property::partition_by_counts>({1}),
      devices);
  RETURNS(d.create_sub_devices<
              info::partition_property::partition_by_affinity_domain>(
              info::partition_affinity_domain::numa),
          devices);
  RETURNS(s::device::get_devices(), devices);
  RETURNS(s::device::get_devices(info::device_type::cpu), devices);

  using some = std::vector<s::aspect>;
  RETURNS(s::aspect_selector(some(), some())(d), int);
  RETURNS(s::aspect_selector(some())(d), int);
  RETURNS(s::aspect_selector(s::aspect::cpu, s::aspect::fp64)(d), int);
  RETURNS((s::aspect_selector<s::aspect::cpu, s::aspect::fp64>()(d)), int);
  RETURNS(s::aspect_selector<>()(d), int);
  MAKES(s::queue, decltype(s::aspect_selector(s::aspect::cpu)));
  RETURNS(s::default_selector_v(d), int);
  RETURNS(s::gpu_selector_v(d), int);
  RETURNS(s::accelerator_selector_v(d), int);
}

[[maybe_unused]] void contexts(const s::context &c) {
  using list = s::property_list;
  MAKES(s::context);
  MAKES(s::context, list);
  MAKES(s::context, s::async_handler);
  MAKES(s::context, s::async_handler, list);
  MAKES(s::context, s::device);
  MAKES(s::context, s::device, list);
  MAKES(s::context, s::device, s::async_handler, list);
  MAKES(s::context, s::platform);
  MAKES(s::context, s::platform, list);
  MAKES(s::context, s::platform, s::async_handler);
  MAKES(s::context, s::platform, s::async_handler, list);
  MAKES(s::context, devices);
  MAKES(s::context, devices, list);
  MAKES(s::context, devices, s::async_handler, list);
  static_assert(!std::is_convertible_v<s::device, s::context>);
  RETURNS(c.get_backend(), s::backend);
  RETURNS(c.get_platform(), s::platform);
  RETURNS(c.get_devices(), devices);
  RETURNS(c.get_info<info::context::platform>(), s::platform);
  RETURNS(c.get_backend_info<backend_detail>(), int);
}

[[maybe_unused]] void queues(s::queue &q, const s::queue &c, s::event e,
                             const events &many, void *p, const void *from,
                             float *to) {
  using list = s::property_list;
  MAKES(s::queue);
  MAKES(s::queue, list);
  MAKES(s::queue, s::async_handler);
  MAKES(s::queue, s::async_handler, list);
  MAKES(s::queue, selector);
  MAKES(s::queue, selector, list);
  MAKES(s::queue, selector, s::async_handler);
  MAKES(s::queue, selector, s::async_handler, list);
  MAKES(s::queue, s::device, list);
  MAKES(s::queue, s::device, s::async_handler, list);
  MAKES(s::queue, s::context, selector, list);
  MAKES(s::queue, s::context, selector, s::async_handler, list);
  MAKES(s::queue, s::context, s::device, list);
  MAKES(s::queue, s::context, s::device, s::async_handler, list);
  static_assert(!std::is_convertible_v<s::device, s::queue>);
  RETURNS(c.get_backend(), s::backend);
  static_assert(noexcept(c.get_backend()));
  RETURNS(c.get_context(), s::context);
  RETURNS(c.get_device(), s::device);
  RETURNS(c.is_in_order(), bool);
  RETURNS(c.get_info<info::queue::device>(), s::device);
  RETURNS(c.get_backend_info<backend_detail>(), int);
  const auto group = [](s::handler &) {};
  RETURNS(q.submit(group), s::event);
  RETURNS(q.submit(a<std::function<void(s::handler &)>>()), s::event);
  RETURNS(q.submit(group, q), s::event);
  RETURNS(q.wait(), void);
  RETURNS(q.wait_and_throw(), void);
  RETURNS(q.throw_asynchronous(), void);

  RETURNS(q.memcpy(p, from, 1), s::event);
  RETURNS(q.memcpy(p, from, 1, e), s::event);
  RETURNS(q.memcpy(p, from, 1, many), s::event);
  RETURNS(q.memcpy(p, from, 1, {e, e}), s::event);
  RETURNS(q.copy(a<const float *>(), to, 1), s::event);
  RETURNS(q.copy(to, to, 1, e), s::event);
  RETURNS(q.copy<float>(to, to, 1, many), s::event);
  RETURNS(q.copy<float>(to, to, 1, {e}), s::event);
  RETURNS(q.memset(p, 0, 1), s::event);
  RETURNS(q.memset(p, 0, 1, e), s::event);
  RETURNS(q.memset(p, 0, 1, many), s::event);
  RETURNS(q.fill(p, 1.0, 1), s::event);
  RETURNS(q.fill<short>(p, 1, 1, e), s::event);
  RETURNS(q.fill(p, 1.0, 1, many), s::event);
  RETURNS(q.prefetch(p, 1), s::event);
  RETURNS(q.prefetch(p, 1, e), s::event);
  RETURNS(q.prefetch(p, 1, many), s::event);
  const void *constant = p;
  RETURNS(q.prefetch(constant, 1), s::event);
  RETURNS(q.prefetch(constant, 1, e), s::event);
  RETURNS(q.prefetch(constant, 1, many), s::event);
  RETURNS(q.mem_advise(constant, 1, 0), s::event);
  RETURNS(q.mem_advise(p, 1, 0), s::event);
  RETURNS(q.mem_advise(p, 1, 0, e), s::event);
  RETURNS(q.mem_advise(p, 1, 0, many), s::event);

  s::accessor<int, 2> rw;
  s::accessor<const int, 2> r;
  s::accessor<int, 1, access_mode::write> w;
  RETURNS(q.copy(r, std::shared_ptr<int>()), s::event);
  RETURNS(q.copy(std::shared_ptr<int>(), rw), s::event);
  RETURNS(q.copy(r, a<int *>()), s::event);
  RETURNS(q.copy(a<const int *>(), w), s::event);
  RETURNS(q.copy(a<int *>(), w), s::event);
  RETURNS(q.copy(r, w), s::event);
  RETURNS(q.update_host(rw), s::event);
  RETURNS(q.fill(w, 1), s::event);

  const s::event &f = e;
  MAKES(s::event);
  RETURNS(f.get_backend(), s::backend);
  RETURNS(e.get_wait_list(), events);
  RETURNS(e.wait(), void);
  RETURNS(s::event::wait(many), void);
  RETURNS(e.wait_and_throw(), void);
  RETURNS(s::event::wait_and_throw(many), void);
  RETURNS(f.get_info<info::event::command_execution_status>(),
          info::event_command_status);
  RETURNS(f.get_backend_info<backend_detail>(), int);
  RETURNS(f.get_profiling_info<info::event_profiling::command_end>(),
          std::uint64_t);
}

// Kernels: in functions that are not run, and so no kernels of the program, by
// sizeof.
#define LAUNCHES(...) RETURNS(__VA_ARGS__, s::event)
#define STARTS(...) RETURNS(__VA_ARGS__, void)
[[maybe_unused]] void launches(s::queue &q, s::handler &h, s::event e,
                               const events &many, int *p) {
  LAUNCHES(q.single_task<class synopsis_1>(single()));
  LAUNCHES(q.single_task(e, single()));
  LAUNCHES(q.single_task(many, single()));
  LAUNCHES(q.parallel_for<class synopsis_2>(s::range(2, 3), ranged<2>()));
  LAUNCHES(q.parallel_for(8, ranged<1>()));
  LAUNCHES(q.parallel_for({8}, ranged<1>()));
  LAUNCHES(q.parallel_for({8, 8}, ranged<2>()));
  LAUNCHES(q.parallel_for({8, 8, 8}, e, ranged<3>()));
  LAUNCHES(q.parallel_for(s::range(2), e, ranged<1>()));
  LAUNCHES(q.parallel_for(s::range(2), many, ranged<1>()));
  LAUNCHES(q.parallel_for(s::range(2), {e, e}, ranged<1>()));
  LAUNCHES(q.parallel_for(s::nd_range<1>(4, 2), grouped<1>()));
  LAUNCHES(q.parallel_for(s::nd_range<2>({4, 4}, {2, 2}), e, grouped<2>()));
  LAUNCHES(q.parallel_for(s::nd_range<1>(4, 2), many, grouped<1>()));
  const auto sum = s::reduction(p, s::plus<>());
  const auto body = [](s::id<1>, auto &) {};
  const auto body2 = [](s::nd_item<1>, auto &, auto &) {};
  LAUNCHES(q.parallel_for(s::range(2), sum, body));
  LAUNCHES(q.parallel_for(s::range(2), e, sum, body));
  LAUNCHES(q.parallel_for(s::range(2), many, sum, body));
  LAUNCHES(q.parallel_for(s::nd_range<1>(4, 2), sum, sum, body2));
  LAUNCHES(q.parallel_for(s::nd_range<1>(4, 2), e, sum, sum, body2));
  LAUNCHES(q.parallel_for(s::nd_range<1>(4, 2), many, sum, sum, body2));

  STARTS(h.single_task<class synopsis_3>(single()));
  STARTS(h.parallel_for<class synopsis_4>(s::range(2), ranged<1>()));
  STARTS(h.parallel_for({8, 8}, ranged<2>()));
  STARTS(h.parallel_for(8, ranged<1>()));
  STARTS(h.parallel_for(s::range(2), s::id(1), ranged<1>()));
  STARTS(h.parallel_for<class synopsis_5>(s::range(2, 2), s::id(1, 1),
                                          ranged<2>()));
  STARTS(h.parallel_for(s::nd_range<1>(4, 2), grouped<1>()));
  STARTS(h.parallel_for(s::range(2), sum, body));
  STARTS(h.parallel_for(s::nd_range<1>(4, 2), sum, sum, body2));
  STARTS(h.single_task(a<s::kernel>()));
  STARTS(h.parallel_for(s::range(2), a<s::kernel>()));
  STARTS(h.parallel_for(s::nd_range<2>({4, 4}, {2, 2}), a<s::kernel>()));
}
#undef LAUNCHES
#undef STARTS

[[maybe_unused]] void handlers(s::handler &h, s::event e, const events &many,
                               void *p, const void *from, float *to) {
  static_assert(!std::is_default_constructible_v<s::handler>);
  s::accessor<int, 2> rw;
  s::accessor<const int, 2> r;
  s::accessor<int, 1, access_mode::write> w;
  RETURNS(h.require(rw), void);
  RETURNS(h.require(r), void);
  using on_host =
      s::accessor<int, 1, access_mode::read_write, target::host_task>;
  RETURNS(h.require(a<on_host>()), void);
  RETURNS(h.depends_on(e), void);
  RETURNS(h.depends_on(many), void);
  RETURNS(h.depends_on({e, e}), void);
  RETURNS(h.set_arg(0, 1.0f), void);
  RETURNS(h.set_arg(0, rw), void);
  RETURNS(h.set_args(1, 2.0, rw), void);
  RETURNS(h.memcpy(p, from, 1), void);
  RETURNS(h.copy(a<const float *>(), to, 1), void);
  RETURNS(h.memset(p, 0, 1), void);
  RETURNS(h.fill(p, 1.0f, 1), void);
  RETURNS(h.prefetch(p, 1), void);
  RETURNS(h.mem_advise(p, 1, 0), void);
  RETURNS(h.copy(r, std::shared_ptr<int>()), void);
  RETURNS(h.copy(std::shared_ptr<int>(), rw), void);
  RETURNS(h.copy(r, a<int *>()), void);
  RETURNS(h.copy(a<const int *>(), w), void);
  RETURNS(h.copy(r, rw), void);
  RETURNS(h.update_host(rw), void);
  RETURNS(h.fill(w, 1), void);
  RETURNS(
      h.use_kernel_bundle(a<s::kernel_bundle<s::bundle_state::executable>>()),
      void);
  RETURNS(h.set_specialization_constant<constant>(1), void);
  RETURNS(h.get_specialization_constant<constant>(), int);
  const auto task = [] {};
  const auto interop_task = [](s::interop_handle) {};
  RETURNS(h.host_task(task), void);
  RETURNS(h.host_task(interop_task), void);
  RETURNS(a<const s::interop_handle>().get_backend(), s::backend);
  static_assert(!std::is_default_constructible_v<s::interop_handle>);
}

// ---- 4.7.2: buffers

[[maybe_unused]] void buffers(s::buffer<int, 2> &b, s::buffer<int> &line,
                              const s::buffer<int, 2> &c, s::handler &h) {
  using list = s::property_list;
  using b2 = s::buffer<int, 2>;
  using b1 = s::buffer<int>;
  using r2 = s::range<2>;
  MAKES(b2, r2);
  MAKES(b2, r2, list);
  MAKES(b2, r2, allocator, list);
  MAKES(b2, int *, r2, list);
  MAKES(b2, int *, r2, allocator, list);
  MAKES(b2, const int *, r2, list);
  MAKES(b2, const int *, r2, allocator, list);
  MAKES(b2, std::shared_ptr<int>, r2, list);
  MAKES(b2, std::shared_ptr<int>, r2, allocator, list);
  MAKES(b2, std::shared_ptr<int[]>, r2, list);
  MAKES(b2, std::shared_ptr<int[]>, r2, allocator, list);
  MAKES(b2, b2 &, s::id<2>, r2);
  using v = std::vector<int>;
  MAKES(b1, v &);
  MAKES(b1, const v &);
  MAKES(b1, v &, list);
  MAKES(b1, v &, allocator, list);
  MAKES(b1, std::array<int, 4> &);
  MAKES(b1, v::iterator, v::iterator);
  MAKES(b1, v::const_iterator, v::const_iterator, list);
  MAKES(b1, v::iterator, v::iterator, allocator, list);
  MAKES(s::buffer<const int>, const int *, s::range<1>);
  static_assert(std::is_same_v<b2::value_type, int>);
  static_assert(std::is_same_v<b2::reference, int &>);
  static_assert(std::is_same_v<b2::const_reference, const int &>);
  static_assert(std::is_same_v<b2::allocator_type, allocator>);
  RETURNS(c.get_range(), r2);
  RETURNS(c.byte_size(), std::size_t);
  RETURNS(c.size(), std::size_t);
  static_assert(noexcept(c.byte_size()) &&noexcept(c.size()));
  RETURNS(c.get_count(), std::size_t);
  RETURNS(c.get_size(), std::size_t);
  RETURNS(c.get_allocator(), allocator);
  using s::accessor;
  RETURNS(b.get_access(h), accessor<int, 2>);
  RETURNS(b.get_access<access_mode::read>(h),
          accessor<int, 2, access_mode::read>);
  RETURNS((b.get_access<access_mode::read, target::host_task>(h)),
          accessor<int, 2, access_mode::read, target::host_task>);
  RETURNS(b.get_access<access_mode::write>(h, r2(1, 1)),
          accessor<int, 2, access_mode::write>);
  RETURNS(b.get_access<access_mode::write>(h, r2(1, 1), s::id(0, 0)),
          accessor<int, 2, access_mode::write>);
  RETURNS(b.get_access(h, s::read_only), accessor<int, 2, access_mode::read>);
  RETURNS(b.get_access(h, s::write_only, s::no_init),
          accessor<int, 2, access_mode::write>);
  RETURNS(b.get_access(h, r2(1, 1), s::read_only),
          accessor<int, 2, access_mode::read>);
  RETURNS(b.get_access(h, r2(1, 1), s::id(0, 0), s::read_only),
          accessor<int, 2, access_mode::read>);
  RETURNS(b.get_access(s::read_only), accessor<int, 2, access_mode::read>);
  using s::host_accessor;
  RETURNS(b.get_host_access(), host_accessor<int, 2>);
  RETURNS(b.get_host_access(s::read_only),
          host_accessor<int, 2, access_mode::read>);
  RETURNS(b.get_host_access(r2(1, 1), s::write_only, s::no_init),
          host_accessor<int, 2, access_mode::write>);
  RETURNS(b.get_host_access(r2(1, 1), s::id(0, 0), s::write_only),
          host_accessor<int, 2, access_mode::write>);
  RETURNS(b.set_final_data(), void);
  RETURNS(b.set_final_data(nullptr), void);
  RETURNS(b.set_final_data(a<int *>()), void);
  RETURNS(b.set_final_data(std::weak_ptr<int>()), void);
  RETURNS(b.set_final_data(a<v::iterator>()), void);
  RETURNS(b.set_write_back(), void);
  RETURNS(b.set_write_back(false), void);
  RETURNS(c.is_sub_buffer(), bool);
  RETURNS((c.reinterpret<float, 1>(s::range(1))), s::buffer<float>);
  RETURNS((c.reinterpret<float, 2>()), s::buffer<float, 2>);
  RETURNS(c.reinterpret<float>(), s::buffer<float, 2>);
  RETURNS(line.reinterpret<char>(), s::buffer<char>);

  // Deduction guides.
  v x;
  int *p = nullptr;
  const int *cp = nullptr;
  RETURNS(s::buffer(x), b1);
  RETURNS(s::buffer(x, list()), b1);
  RETURNS(s::buffer(x, allocator()), b1);
  RETURNS(s::buffer(x, allocator(), list()), b1);
  RETURNS(s::buffer(p, r2()), b2);
  RETURNS(s::buffer(cp, r2()), b2);
  RETURNS(s::buffer(cp, r2(), allocator()), b2);
  RETURNS(s::buffer(p, r2(), allocator()), b2);
  RETURNS(s::buffer(x.begin(), x.end()), b1);
  RETURNS(s::buffer(x.cbegin(), x.cend(), list()), b1);
  RETURNS(s::buffer(x.begin(), x.end(), allocator()), b1);

  using s::property::buffer::context_bound;
  using s::property::buffer::use_mutex;
  MAKES(s::property::buffer::use_host_ptr);
  MAKES(use_mutex, std::mutex &);
  RETURNS(a<const use_mutex>().get_mutex_ptr(), std::mutex *);
  MAKES(context_bound, s::context);
  RETURNS(a<const context_bound>().get_context(), s::context);
}

// ---- 4.11: kernel bundles

template <s::bundle_state S> void bundles(const s::context &c) {
  using b = s::kernel_bundle<S>;
  const b &bundle = a<b>();
  const devices &d = a<devices>();
  static_assert(!std::is_default_constructible_v<b>);
  using image = s::device_image<S>;
  RETURNS(bundle.empty(), bool);
  RETURNS(bundle.get_backend(), s::backend);
  RETURNS(bundle.get_context(), s::context);
  RETURNS(bundle.get_devices(), devices);
  RETURNS(bundle.has_kernel(a<s::kernel_id>()), bool);
  RETURNS(bundle.has_kernel(a<s::kernel_id>(), a<s::device>()), bool);
  RETURNS(bundle.template has_kernel<class synopsis_3>(), bool);
  RETURNS(bundle.template has_kernel<class synopsis_3>(a<s::device>()), bool);
  RETURNS(bundle.get_kernel_ids(), ids);
  RETURNS(bundle.contains_specialization_constants(), bool);
  RETURNS(bundle.native_specialization_constant(), bool);
  RETURNS(bundle.template has_specialization_constant<constant>(), bool);
  RETURNS(bundle.template get_specialization_constant<constant>(), int);
  RETURNS(*bundle.begin(), const image &);
  RETURNS(bundle.begin() == bundle.end(), bool);
  static_assert(std::is_same_v<decltype(bundle.begin()),
                               typename b::device_image_iterator>);
  RETURNS(a<const image>().has_kernel(a<s::kernel_id>()), bool);
  RETURNS(a<const image>().has_kernel(a<s::kernel_id>(), a<s::device>()), bool);

  const auto choose = [](const image &) { return true; };
  RETURNS(s::get_kernel_bundle<S>(c), b);
  RETURNS(s::get_kernel_bundle<S>(c, ids()), b);
  RETURNS(s::get_kernel_bundle<S>(c, d), b);
  RETURNS(s::get_kernel_bundle<S>(c, d, ids()), b);
  RETURNS(s::get_kernel_bundle<S>(c, choose), b);
  RETURNS(s::get_kernel_bundle<S>(c, d, choose), b);
  RETURNS((s::get_kernel_bundle<class synopsis_3, S>(c)), b);
  RETURNS((s::get_kernel_bundle<class synopsis_3, S>(c, d)), b);
  RETURNS(s::has_kernel_bundle<S>(c), bool);
  RETURNS(s::has_kernel_bundle<S>(c, ids()), bool);
  RETURNS(s::has_kernel_bundle<S>(c, d), bool);
  RETURNS(s::has_kernel_bundle<S>(c, d, ids()), bool);
  RETURNS(s::has_kernel_bundle<S>(c, choose), bool);
  RETURNS(s::has_kernel_bundle<S>(c, d, choose), bool);
  RETURNS((s::has_kernel_bundle<class synopsis_3, S>(c)), bool);
  RETURNS((s::has_kernel_bundle<class synopsis_3, S>(c, d)), bool);
  RETURNS(s::join(std::vector<b>()), b);
}
template void bundles<s::bundle_state::input>(const s::context &);
template void bundles<s::bundle_state::object>(const s::context &);
template void bundles<s::bundle_state::executable>(const s::context &);

[[maybe_unused]] void
bundle_steps(s::kernel_bundle<s::bundle_state::input> &in,
             const s::kernel_bundle<s::bundle_state::object> &object,
             const s::kernel_bundle<s::bundle_state::executable> &x,
             const devices &d, const s::kernel &k) {
  using list = s::property_list;
  using made = s::kernel_bundle<s::bundle_state::executable>;
  using compiled = s::kernel_bundle<s::bundle_state::object>;
  RETURNS(in.set_specialization_constant<constant>(1), void);
  RETURNS(s::compile(in), compiled);
  RETURNS(s::compile(in, list()), compiled);
  RETURNS(s::compile(in, d, list()), compiled);
  RETURNS(s::link(object), made);
  RETURNS(s::link(object, list()), made);
  RETURNS(s::link(object, d, list()), made);
  RETURNS(s::link(std::vector<compiled>()), made);
  RETURNS(s::link(std::vector<compiled>(), d, list()), made);
  RETURNS(s::build(in), made);
  RETURNS(s::build(in, d, list()), made);
  RETURNS(x.get_kernel(a<s::kernel_id>()), s::kernel);
  RETURNS(x.get_kernel<class synopsis_3>(), s::kernel);

  RETURNS(a<const s::kernel_id>().get_name(), const char *);
  static_assert(noexcept(a<const s::kernel_id>().get_name()));
  RETURNS(s::get_kernel_id<class synopsis_3>(), s::kernel_id);
  RETURNS(s::get_kernel_ids(), ids);
  RETURNS(s::is_compatible(ids(), a<s::device>()), bool);
  RETURNS(s::is_compatible<class synopsis_3>(a<s::device>()), bool);

  static_assert(!std::is_default_constructible_v<s::kernel>);
  RETURNS(k.get_backend(), s::backend);
  RETURNS(k.get_context(), s::context);
  RETURNS(k.get_kernel_bundle(), made);
  RETURNS(k.get_info<info::kernel::attributes>(), std::string);
  RETURNS(
      k.get_info<info::kernel_device_specific::work_group_size>(a<s::device>()),
      std::size_t);
  RETURNS(k.get_backend_info<backend_detail>(), int);
}

// ---- 4.13: errors

[[maybe_unused]] void errors(const s::exception &e,
                             const s::exception_list &l) {
  const std::error_category &k = s::sycl_category();
  using text = std::string;
  static_assert(std::is_base_of_v<std::exception, s::exception>);
  MAKES(s::exception, std::error_code, text);
  MAKES(s::exception, std::error_code, const char *);
  MAKES(s::exception, std::error_code);
  MAKES(s::exception, int, decltype(k), text);
  MAKES(s::exception, int, decltype(k), const char *);
  MAKES(s::exception, int, decltype(k));
  MAKES(s::exception, s::context, std::error_code, text);
  MAKES(s::exception, s::context, std::error_code, const char *);
  MAKES(s::exception, s::context, std::error_code);
  MAKES(s::exception, s::context, int, decltype(k), text);
  MAKES(s::exception, s::context, int, decltype(k), const char *);
  MAKES(s::exception, s::context, int, decltype(k));
  MAKES(s::exception, s::errc, text);
  RETURNS(e.code(), const std::error_code &);
  RETURNS(e.category(), const std::error_category &);
  RETURNS(e.what(), const char *);
  RETURNS(e.has_context(), bool);
  RETURNS(e.get_context(), s::context);
  static_assert(noexcept(e.code()) &&noexcept(e.category()) &&noexcept(
      e.what()) &&noexcept(e.has_context()));
  static_assert(std::is_error_code_enum_v<s::errc>);
  RETURNS(s::make_error_code(s::errc::invalid), std::error_code);
  static_assert(noexcept(s::make_error_code(s::errc::invalid)));
  using el = s::exception_list;
  static_assert(std::is_same_v<el::value_type, std::exception_ptr>);
  static_assert(std::is_same_v<el::size_type, std::size_t>);
  RETURNS(l.size(), el::size_type);
  RETURNS(l.begin(), el::iterator);
  RETURNS(l.end(), el::iterator);
}
} // namespace
