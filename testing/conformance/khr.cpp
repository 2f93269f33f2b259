// The extensions of SYCL 2020 (appendix D) that the Khronos Group has approved.
#include "testing/conformance/check.h"
#include "testing/conformance/work_item_queries.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdint>
#include <future>
#include <type_traits>

CONFORMANCE_CHAPTER("khr");

namespace {
namespace khr = sycl::khr;
using sycl::access::address_space, sycl::access::decorated;

#if !SYCL_KHR_DEFAULT_CONTEXT || !SYCL_KHR_DYNAMIC_ADDRSPACE_CAST ||           \
    !SYCL_KHR_GROUP_INTERFACE || !SYCL_KHR_MAX_WORK_GROUP_QUERIES ||           \
    !SYCL_KHR_QUEUE_EMPTY_QUERY || !SYCL_KHR_QUEUE_FLUSH ||                    \
    !SYCL_KHR_SPLIT_HEADERS || !SYCL_KHR_STATIC_ADDRSPACE_CAST ||              \
    !SYCL_KHR_WORK_ITEM_QUERIES
#error "a feature-test macro is missing"
#endif
} // namespace

SECTION(default_context) {
  const sycl::platform p = q.get_device().get_platform();
  const sycl::context c = p.khr_get_default_context();
  CHECK(c.get_devices() == p.get_devices());
  CHECK(c == p.khr_get_default_context());
  CHECK(c == sycl::queue(q.get_device()).get_context());
  CHECK(c != sycl::context(q.get_device()));
}

SECTION(queue_empty) {
  for (const bool in_order : {false, true}) {
    sycl::queue own(q.get_device(),
                    in_order
                        ? sycl::property_list{sycl::property::queue::in_order()}
                        : sycl::property_list{});
    CHECK(own.khr_empty());
    std::promise<void> go;
    const sycl::event task = own.submit([&](sycl::handler &h) {
      h.host_task([&] { go.get_future().wait(); });
    });
    CHECK(!own.khr_empty());
    sycl::buffer<int> b(sycl::range(1));
    sycl::event kernel = own.submit([&](sycl::handler &h) {
      h.depends_on(task);
      sycl::accessor a(b, h, sycl::write_only);
      h.single_task([=] { a[0] = 5; });
    });
    CHECK(!own.khr_empty());
    go.set_value();
    kernel.wait();
    CHECK(static_cast<const sycl::queue &>(own).khr_empty());
    // Without anybody who holds the event, it becomes so after some time.
    own.single_task([] {});
    while (!own.khr_empty()) {
    }
    own.single_task([] {});
    own.wait();
    CHECK(own.khr_empty());
    CHECK(sycl::host_accessor(b)[0] == 5);
  }
}

SECTION(queue_flush) {
  std::atomic<bool> ran = false;
  const sycl::event first = q.single_task([] {});
  const sycl::event last = q.submit([&](sycl::handler &h) {
    h.depends_on(first);
    h.host_task([&] { ran = true; });
  });
  q.khr_flush();
  while (last.get_info<sycl::info::event::command_execution_status>() !=
         sycl::info::event_command_status::complete) {
  }
  CHECK(ran);
}

SECTION(max_work_groups) {
  namespace info = khr::info::device;
  const sycl::device d = q.get_device();
  static_assert(
      std::is_same_v<info::max_work_group_range<>,
                     info::max_work_group_range<3>> &&
      std::is_same_v<decltype(d.get_info<info::max_work_group_range<2>>()),
                     sycl::range<2>> &&
      std::is_same_v<decltype(d.get_info<info::max_work_group_range_size>()),
                     std::size_t>);
  const auto one = d.get_info<info::max_work_group_range<1>>();
  const auto two = d.get_info<info::max_work_group_range<2>>();
  const auto three = d.get_info<info::max_work_group_range<3>>();
  CHECK(three[0] >= 1 && three[1] >= 1 && three[2] >= 65535);
  CHECK(one[0] == three[2] && two[0] == three[1] && two[1] == three[2]);
  const auto all = d.get_info<info::max_work_group_range_size>();
  CHECK(all >= three[2]);
  // sycl_ext_oneapi_max_work_group_query, of today and of earlier.
  static_assert(SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY >= 1);
  namespace old = sycl::ext::oneapi::experimental::info::device;
  namespace older = sycl::info::device;
  static_assert(
      std::is_same_v<decltype(d.get_info<old::max_work_groups<2>>()),
                     sycl::id<2>> &&
      std::is_same_v<decltype(d.get_info<old::max_global_work_groups>()),
                     std::size_t>);
  // Programs keep these in an int.
  auto in_int = [](auto range) {
    sycl::id<decltype(range)::dimensions> id(range);
    for (int i = 0; i < decltype(range)::dimensions; ++i)
      id[i] = std::min<std::size_t>(id[i], INT_MAX);
    return id;
  };
  CHECK(d.get_info<old::max_work_groups<1>>() == in_int(one));
  CHECK(d.get_info<old::max_work_groups<2>>() == in_int(two));
  CHECK(d.get_info<old::max_work_groups<3>>() == in_int(three));
  CHECK(d.get_info<old::max_global_work_groups>() ==
        std::min<std::size_t>(all, INT_MAX));
  CHECK(d.get_info<older::ext_oneapi_max_work_groups_1d>() == in_int(one));
  CHECK(d.get_info<older::ext_oneapi_max_work_groups_2d>() == in_int(two));
  CHECK(d.get_info<older::ext_oneapi_max_work_groups_3d>() == in_int(three));
  CHECK(d.get_info<older::ext_oneapi_max_global_work_groups>() ==
        std::min<std::size_t>(all, INT_MAX));
  // One more than the device can launch is refused.
  if (three[0] < 100'000)
    CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<3>(
                                              {three[0] + 1, 1, 1}, {1, 1, 1}),
                                          [](sycl::nd_item<3>) {}));
}

namespace {
/// Nothing of the work-item is passed on.
[[gnu::noinline]] void add_id(int *out) {
  const auto i = khr::this_nd_item<2>();
  sycl::group_barrier(khr::this_group<2>());
  out[i.get_global_linear_id()] += int(i.get_local_linear_id()) + 100;
}
int in_sub_group() { return int(khr::this_sub_group().get_local_linear_id()); }
} // namespace

// In functions that kernels call, across barriers, and in several kernels.
SECTION(work_item_queries) {
  conformance::check_work_item_queries(
      q, [](int *out) { add_id(out); },
      [](sycl::nd_item<2> i) {
        const sycl::nd_item<2> here = khr::this_nd_item<2>();
        const sycl::group<2> group = khr::this_group<2>();
        return here == i && group == i.get_group() &&
               here.get_global_id() == i.get_global_id() &&
               group.get_group_linear_id() == i.get_group_linear_id();
      });
  int *out = sycl::malloc_shared<int>(24, q);
  // A kernel that gets no nd_item.
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](auto) {
     out[khr::this_nd_item<2>().get_global_linear_id()] =
         int(khr::this_group<2>().get_group_id(1));
   }).wait();
  CHECK(out[0] == 0 && out[3] == 1 && out[23] == 1);
  sycl::free(out, q);
}

SECTION(work_item_queries_of_sub_groups) {
  int *out = sycl::malloc_shared<int>(32, q);
  q.parallel_for(sycl::nd_range<1>(32, 16), [=](sycl::nd_item<1> i) {
     out[i.get_global_id(0)] =
         in_sub_group() == int(i.get_sub_group().get_local_linear_id()) &&
         khr::this_sub_group() == i.get_sub_group();
   }).wait();
  for (int i = 0; i < 32; ++i)
    CHECK(out[i] == 1);
  sycl::free(out, q);
}

SECTION(static_casts) {
  int *out = sycl::malloc_shared<int>(4, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(1), h);
     h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
       int mine = 3;
       auto g = khr::static_addrspace_cast<address_space::global_space>(out);
       auto p = khr::static_addrspace_cast<address_space::private_space>(&mine);
       sycl::multi_ptr<int, address_space::generic_space, decorated::yes> any(
           l.get_multi_ptr<decorated::no>().get());
       auto s = khr::static_addrspace_cast<address_space::local_space>(any);
       static_assert(std::is_same_v<decltype(g), sycl::raw_global_ptr<int>>);
       static_assert(std::is_same_v<decltype(p), sycl::raw_private_ptr<int>>);
       static_assert(
           std::is_same_v<decltype(s), sycl::decorated_local_ptr<int>>);
       *s = *p + 1;
       g[0] = *s;
       g[1] = g.get_raw() == out;
     });
   }).wait();
  CHECK(out[0] == 4 && out[1] == 1);
  sycl::free(out, q);
}

namespace {
/// 1 for global memory, 2 for local, 4 for private; their sum for all that a
/// pointer is said to point into.
template <typename Pointer> int spaces_of(Pointer p) {
  const auto asks = [&](auto cast) { return cast.get() != nullptr; };
  return asks(khr::dynamic_addrspace_cast<address_space::global_space>(p)) +
         2 * asks(khr::dynamic_addrspace_cast<address_space::local_space>(p)) +
         4 * asks(khr::dynamic_addrspace_cast<address_space::private_space>(p));
}
} // namespace

// Pointers from one place, as the compiler sees, and from one of three, as it
// does not; SYCL's own cast (4.7.7.2) answers the same.
SECTION(dynamic_casts) {
  constexpr int n = 8;
  int *out = sycl::malloc_shared<int>(8 * n, q);
  int *device = sycl::malloc_device<int>(1, q);
  // Memory of the host is global memory for devices.
  const bool has_host = q.get_device().has(sycl::aspect::usm_host_allocations);
  int *host = has_host ? sycl::malloc_host<int>(1, q) : out;
  int *choice = sycl::malloc_shared<int>(n, q);
  for (int i = 0; i < n; ++i)
    choice[i] = i % 3;
  // OpenCL drivers for CPUs have one memory and cannot tell.
  const bool cannot_tell =
      q.get_backend() == sycl::backend::opencl && q.get_device().is_cpu();
  for (const bool barrier : {false, true})
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int> l(sycl::range(n), h);
       h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> i) {
         const std::size_t at = i.get_local_id(0);
         int mine[2] = {int(at), 7};
         int *const shared = &l[at];
         *shared = 1;
         if (barrier)
           sycl::group_barrier(i.get_group());
         out[at] = spaces_of(out + at) + 10 * spaces_of(&mine[1]) +
                   100 * spaces_of(shared);
         out[n + at] =
             spaces_of(sycl::raw_generic_ptr<int>(out)) +
             10 * spaces_of(sycl::decorated_generic_ptr<const int>(device)) +
             100 * spaces_of(sycl::generic_ptr<int>(host));
         int *const some = choice[at] == 0   ? out + 5 * n + at
                           : choice[at] == 1 ? shared
                                             : mine + choice[at] / 2;
         out[2 * n + at] = cannot_tell ? 1 << choice[at] : spaces_of(some);
         if (barrier)
           sycl::group_barrier(i.get_group());
         const auto as_global =
             sycl::address_space_cast<address_space::global_space,
                                      decorated::yes>(shared);
         const auto as_local =
             sycl::address_space_cast<address_space::local_space,
                                      decorated::no>(shared);
         out[3 * n + at] =
             as_global == nullptr && as_local.get() == shared && *as_local == 1;
         *some = 1; // it is a place
         out[4 * n + at] = spaces_of(static_cast<int *>(nullptr));
       });
     }).wait();
  for (int i = 0; i < n; ++i) {
    CHECK(out[i] == 241);
    CHECK(out[n + i] == 111);
    CHECK(out[2 * n + i] == 1 << i % 3);
    CHECK(out[3 * n + i] == 1 && out[4 * n + i] == 0);
  }
  sycl::free(out, q);
  sycl::free(device, q);
  sycl::free(choice, q);
  if (has_host)
    sycl::free(host, q);
}

namespace {
template <int D> void check_work_groups(sycl::queue &q, sycl::nd_range<D> r) {
  const std::size_t n = r.get_global_range().size();
  int *out = sycl::malloc_shared<int>(n, q);
  q.parallel_for(r, [=](sycl::nd_item<D> i) {
     const khr::work_group<D> g = i.get_group();
     const sycl::group<D> back = g;
     const khr::member_item m = khr::get_member_item(g);
     static_assert(std::is_same_v<decltype(m),
                                  const khr::member_item<khr::work_group<D>>>);
     const bool same = g.id() == back.get_group_id() &&
                       g.linear_id() == i.get_group_linear_id() &&
                       g.range() == i.get_group_range() &&
                       g.size() == back.get_local_linear_range() &&
                       khr::leader_of(g) == back.leader() &&
                       m.id() == i.get_local_id() &&
                       m.linear_id() == i.get_local_linear_id() &&
                       m.range() == i.get_local_range() && m.size() == 1 &&
                       khr::leader_of(m) && g == khr::work_group<D>(back);
     const int sum = sycl::reduce_over_group(back, 1, sycl::plus<>());
     out[i.get_global_linear_id()] = same && sum == int(g.size());
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    CHECK(out[i] == 1);
  sycl::free(out, q);
}
} // namespace

SECTION(work_groups) {
  using group = khr::work_group<2>;
  static_assert(std::is_same_v<group::id_type, sycl::id<2>> &&
                std::is_same_v<group::range_type, sycl::range<2>> &&
                std::is_same_v<group::linear_id_type, std::size_t> &&
                std::is_same_v<group::size_type, std::size_t>);
  static_assert(group::dimensions == 2 &&
                group::fence_scope == sycl::memory_scope::work_group);
  using member = khr::member_item<group>;
  static_assert(std::is_same_v<member::id_type, sycl::id<2>> &&
                member::dimensions == 2 &&
                member::fence_scope == sycl::memory_scope::work_item);
  static_assert(!std::is_default_constructible_v<group> &&
                !std::is_default_constructible_v<member> &&
                std::is_convertible_v<sycl::group<2>, group> &&
                std::is_trivially_copyable_v<member>);
  check_work_groups(q, sycl::nd_range<1>(12, 4));
  check_work_groups(q, sycl::nd_range<2>({4, 6}, {2, 3}));
  check_work_groups(q, sycl::nd_range<3>({2, 4, 6}, {1, 2, 3}));
}

SECTION(sub_groups) {
  using member = khr::member_item<khr::sub_group>;
  static_assert(std::is_same_v<khr::sub_group::linear_id_type, std::uint32_t> &&
                std::is_same_v<khr::sub_group::size_type, std::uint32_t> &&
                khr::sub_group::fence_scope == sycl::memory_scope::sub_group &&
                std::is_same_v<member::size_type, std::uint32_t>);
  int *out = sycl::malloc_shared<int>(40, q);
  q.parallel_for(sycl::nd_range<1>(40, 20), [=](sycl::nd_item<1> i) {
     const sycl::sub_group plain = i.get_sub_group();
     const khr::sub_group g = plain;
     const sycl::sub_group back = g;
     const auto m = khr::get_member_item(g);
     out[i.get_global_id(0)] =
         back == plain && g.id() == plain.get_group_id() &&
         g.linear_id() == plain.get_group_linear_id() &&
         g.range() == plain.get_group_range() &&
         g.size() == plain.get_local_linear_range() &&
         g.max_size() == plain.get_max_local_range()[0] &&
         khr::leader_of(g) == plain.leader() && khr::leader_of(m) &&
         m.id() == plain.get_local_id() &&
         m.linear_id() == plain.get_local_linear_id() &&
         m.range() == plain.get_local_range() && m.size() == 1;
   }).wait();
  for (int i = 0; i < 40; ++i)
    CHECK(out[i] == 1);
  sycl::free(out, q);
}
