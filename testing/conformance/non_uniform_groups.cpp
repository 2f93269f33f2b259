// sycl_ext_oneapi_non_uniform_groups: fragments and chunks of sub-groups.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("non_uniform_groups");

namespace {
namespace ex = sycl::ext::oneapi::experimental;

#if SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS != 1
#error "a feature-test macro is missing"
#endif

using fragment = ex::fragment<sycl::sub_group>;
using chunk8 = ex::chunk<8, sycl::sub_group>;
static_assert(sycl::is_group_v<fragment> && sycl::is_group_v<chunk8> &&
              ex::is_user_constructed_group_v<fragment> &&
              ex::is_user_constructed_group_v<chunk8> &&
              !ex::is_user_constructed_group_v<sycl::sub_group> &&
              ex::is_fixed_topology_group_v<sycl::sub_group> &&
              ex::is_fixed_topology_group_v<sycl::group<2>> &&
              !ex::is_fixed_topology_group_v<chunk8> &&
              !ex::is_fixed_topology_group_v<int>);
static_assert(std::is_same_v<fragment::id_type, sycl::id<1>> &&
              std::is_same_v<fragment::range_type, sycl::range<1>> &&
              std::is_same_v<chunk8::linear_id_type, std::uint32_t> &&
              chunk8::dimensions == 1 &&
              fragment::fence_scope == sycl::sub_group::fence_scope);
using ballot = ex::ballot_group<sycl::sub_group>;
static_assert(!std::is_same_v<ballot, fragment> &&
              !std::is_same_v<ex::opportunistic_group, fragment> &&
              std::is_convertible_v<ballot, fragment> &&
              std::is_convertible_v<ex::opportunistic_group, fragment> &&
              sycl::is_group_v<ballot> &&
              ex::is_user_constructed_group_v<ballot> &&
              sycl::is_group_v<ex::opportunistic_group> &&
              ex::is_user_constructed_group_v<ex::opportunistic_group> &&
              std::is_same_v<ex::fixed_size_group<8, sycl::sub_group>, chunk8>);

constexpr int local = 64, groups = 3, n = local * groups;

/// Calls f(item) in each work-item of an nd_range; f gives whether all is right.
template <typename F> void all_right(sycl::queue &q, F f) {
  bool *right = sycl::malloc_shared<bool>(n, q);
  for (int i = 0; i < n; ++i)
    right[i] = false;
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
     right[i.get_global_id(0)] = f(i);
   }).wait();
  for (int i = 0; i < n; ++i)
    CHECK(right[i]);
  sycl::free(right, q);
}

/// The work-items for which `has(lane)`, up to `size`, before `lane`.
template <typename Has>
std::uint32_t before(Has has, std::uint32_t lane) {
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < lane; ++k)
    count += has(k);
  return count;
}

template <typename T> struct pair_of {
  T a, b;
  friend bool operator==(const pair_of &x, const pair_of &y) {
    return x.a == y.a && x.b == y.b;
  }
};
// Not commutative.
struct first {
  std::uint32_t operator()(std::uint32_t x, std::uint32_t) const { return x; }
};
struct second {
  std::uint32_t operator()(std::uint32_t, std::uint32_t y) const { return y; }
};

/// All algorithms over `part`, whose members are those of the sub-group of
/// `size` work-items for which `has` holds. `value(lane)` is what each gives.
template <typename T, typename Part, typename Has, typename Value>
bool algorithms(Part part, std::uint32_t size, Has has, Value value) {
  const std::uint32_t lane =
      sycl::ext::oneapi::this_work_item::get_sub_group().get_local_linear_id();
  const std::uint32_t own = before(has, lane), all = before(has, size);
  const auto lane_of = [&](std::uint32_t number) {
    for (std::uint32_t k = 0;; ++k)
      if (has(k) && number-- == 0)
        return k;
  };
  bool right = part.get_local_linear_id() == own &&
               part.get_local_linear_range() == all &&
               part.get_local_id() == sycl::id<1>(own) &&
               part.get_local_range() == sycl::range<1>(all) &&
               part.leader() == (own == 0);
  const T x = value(lane);
  T sum = value(lane_of(0)), up_to = sum, below = T(0), most = sum;
  for (std::uint32_t k = 1; k < all; ++k) {
    const T next = value(lane_of(k));
    sum = T(sum + next);
    most = most < next ? next : most;
    if (k <= own)
      up_to = T(up_to + next);
  }
  below = T(up_to - x);
  right &= sycl::reduce_over_group(part, x, sycl::plus<T>()) == sum;
  right &= sycl::reduce_over_group(part, x, T(2), sycl::plus<T>()) == T(sum + 2);
  right &= sycl::reduce_over_group(part, x, sycl::maximum<T>()) == most;
  right &=
      sycl::inclusive_scan_over_group(part, x, sycl::plus<T>()) == up_to;
  right &=
      sycl::exclusive_scan_over_group(part, x, sycl::plus<T>()) == below;
  right &= sycl::exclusive_scan_over_group(part, x, T(3), sycl::plus<T>()) ==
           T(below + 3);
  right &= sycl::group_broadcast(part, x) == value(lane_of(0));
  right &= sycl::group_broadcast(part, x, all - 1) == value(lane_of(all - 1));
  right &= sycl::group_broadcast(part, x, sycl::id<1>(all / 2)) ==
           value(lane_of(all / 2));
  right &= sycl::select_from_group(part, x, sycl::id<1>((own + 1) % all)) ==
           value(lane_of((own + 1) % all));
  const T left = sycl::shift_group_left(part, x);
  right &= own + 1 >= all || left == value(lane_of(own + 1));
  const T shifted = sycl::shift_group_right(part, x, 2);
  right &= own < 2 || shifted == value(lane_of(own - 2));
  const T permuted = sycl::permute_group_by_xor(part, x, 1);
  right &= (own ^ 1) >= all || permuted == value(lane_of(own ^ 1));
  sycl::group_barrier(part);
  right &= sycl::any_of_group(part, own == all - 1) &&
           !sycl::all_of_group(part, own != 0) &&
           sycl::all_of_group(part, own, [=](auto i) { return i < all; }) &&
           sycl::none_of_group(part, own == all);
  return right;
}
/// The same with few calls: what the compiler inlines counts.
template <typename Part, typename Has>
bool meets(Part part, std::uint32_t size, Has has) {
  const std::uint32_t lane =
      sycl::ext::oneapi::this_work_item::get_sub_group().get_local_linear_id();
  std::uint32_t up_to = 0;
  for (std::uint32_t k = 0; k <= lane; ++k)
    up_to += has(k) ? k : 0;
  return part.get_local_linear_id() == before(has, lane) &&
         part.get_local_linear_range() == before(has, size) &&
         sycl::inclusive_scan_over_group(part, lane, sycl::plus<>()) == up_to;
}
} // namespace

SECTION(tangles) {
  using tangle = ex::tangle<sycl::sub_group>;
  static_assert(sycl::is_group_v<tangle> &&
                ex::is_user_constructed_group_v<tangle> &&
                std::is_convertible_v<tangle, fragment> &&
                std::is_same_v<ex::tangle_group<sycl::sub_group>, tangle>);
  const auto run = [&] {
    all_right(q, [](sycl::nd_item<1> i) {
      const sycl::sub_group g = i.get_sub_group();
      const std::uint32_t lane = g.get_local_linear_id();
      if (lane % 3 != 0)
        return true;
      const auto part = ex::get_tangle_group(g);
      return meets(part, g.get_local_linear_range(),
                        [](std::uint32_t k) { return k % 3 == 0; });
    });
  };
  if (q.get_device().has(sycl::aspect::ext_oneapi_tangle))
    run();
  else
    CHECK_THROWS(kernel_not_supported, run());
}

SECTION(fragments_in_converged_flow) {
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_fragment) &&
        q.get_device().has(sycl::aspect::ext_oneapi_chunk));
  all_right(q, [](sycl::nd_item<1> i) {
    const sycl::sub_group g = i.get_sub_group();
    const std::uint32_t size = g.get_local_linear_range();
    const std::uint32_t lane = g.get_local_linear_id();
    const bool third = lane % 3 == 0;
    const auto part = ex::binary_partition(g, third);
    bool right = part.get_group_linear_id() == std::uint32_t(third) &&
                 part.get_group_id() == sycl::id<1>(third) &&
                 part.get_group_range() == sycl::range<1>(2) &&
                 part.get_group_linear_range() == 2;
    const auto has = [=](std::uint32_t k) { return (k % 3 == 0) == third; };
    right &= algorithms<int>(part, size, has,
                             [](std::uint32_t k) { return int(k * 7 % 13); });
    right &= algorithms<std::uint64_t>(part, size, has, [](std::uint32_t k) {
      return (std::uint64_t(k + 1) << 40) + k;
    });
    right &= sycl::reduce_over_group(part, 0.5f, sycl::plus<>()) ==
             0.5f * float(part.get_local_linear_range());
    right &= sycl::inclusive_scan_over_group(part, std::uint8_t(1),
                                             sycl::plus<std::uint8_t>()) ==
             part.get_local_linear_id() + 1;
    // Values that are no numbers, and vectors.
    const pair_of<std::uint64_t> x{lane, size};
    right &= sycl::group_broadcast(part, x) ==
             pair_of<std::uint64_t>{third ? 0u : 1u, size};
    // What comes first stays first.
    right &= sycl::inclusive_scan_over_group(part, lane, second()) == lane &&
             sycl::reduce_over_group(part, lane, first()) == (third ? 0 : 1);
    const sycl::int3 v(int(lane), 1, 2);
    right &= sycl::shift_group_right(part, v, 0).x() == int(lane);
    // Of a fragment: fragments again.
    const auto inner = ex::binary_partition(part, lane % 2 == 0);
    right &= meets(inner, size, [=](std::uint32_t k) {
      return (k % 3 == 0) == third && k % 2 == lane % 2;
    });
    return right;
  });
}

SECTION(fragments_in_branches) {
  all_right(q, [](sycl::nd_item<1> i) {
    const sycl::sub_group g = i.get_sub_group();
    const std::uint32_t size = g.get_local_linear_range();
    const std::uint32_t lane = g.get_local_linear_id();
    const bool odd = lane % 2 != 0;
    const auto part = ex::get_ballot_group(g, odd);
    const auto has = [=](std::uint32_t k) { return (k % 2 != 0) == odd; };
    bool right = true;
    // The others are past it, and wait for the whole sub-group.
    if (odd)
      right &= meets(part, size, has);
    right &= sycl::reduce_over_group(g, 1u, sycl::plus<>()) == size;
    // Both at once, in different places, and in loops of different lengths.
    if (odd) {
      for (int k = 0; k < 3; ++k)
        right &= meets(part, size, has);
    } else {
      right &= meets(part, size, has);
    }
    right &= sycl::reduce_over_group(i.get_group(), 1, sycl::plus<>()) == local;
    // Parts of parts, one after the other, that overlap.
    const bool low = lane < 5;
    const auto other = ex::binary_partition(g, low);
    right &= sycl::reduce_over_group(part, 1u, sycl::plus<>()) ==
             before(has, size);
    right &= sycl::reduce_over_group(other, 1u, sycl::plus<>()) ==
             before([=](std::uint32_t k) { return (k < 5) == low; }, size);
    if (low) {
      const auto mine = ex::binary_partition(other, lane < 2);
      right &= sycl::reduce_over_group(mine, lane, sycl::maximum<>()) ==
               (lane < 2 ? (size < 2 ? size : 2) - 1
                         : (size < 5 ? size : 5) - 1);
    }
    // Members that leave early, when nobody waits for them any more.
    if (odd)
      return right;
    right &= meets(part, size, has);
    return right;
  });
}

SECTION(chunks) {
  const auto sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::none_of(sizes.begin(), sizes.end(),
                   [](std::size_t size) { return size >= 8; }))
    conformance::skip("it has no sub-groups of eight work-items");
  all_right(q, [](sycl::nd_item<1> i) {
    const sycl::sub_group g = i.get_sub_group();
    const std::uint32_t size = g.get_local_linear_range();
    const std::uint32_t lane = g.get_local_linear_id();
    if (size % 8 != 0)
      return true; // where the driver chooses smaller ones
    const auto value = [](std::uint32_t k) { return int(k * 5 % 11); };
    const auto part = ex::chunked_partition<8>(g);
    static_assert(std::is_same_v<decltype(part), const chunk8>);
    const auto has = [=](std::uint32_t k) { return k / 8 == lane / 8; };
    bool right = part.get_group_linear_id() == lane / 8 &&
                 part.get_group_id() == sycl::id<1>(lane / 8) &&
                 part.get_group_linear_range() == size / 8 &&
                 part.get_group_range() == sycl::range<1>(size / 8) &&
                 part.get_local_linear_range() == 8;
    right &= algorithms<int>(part, size, has, value);
    // As a fragment.
    const ex::fragment<sycl::sub_group> same = part;
    right &= same.get_group_linear_id() == lane / 8 &&
             same.get_group_linear_range() == size / 8;
    right &= meets(same, size, has);
    // Of a chunk, by the earlier name; of one work-item.
    const auto half = ex::get_fixed_size_group<4>(part);
    static_assert(std::is_same_v<decltype(half), const ex::chunk<4, chunk8>>);
    right &= half.get_group_linear_id() == lane % 8 / 4 &&
             half.get_group_linear_range() == 2;
    right &=
        meets(half, size, [=](std::uint32_t k) { return k / 4 == lane / 4; });
    const auto one = ex::chunked_partition<1>(g);
    right &= meets(one, size, [=](std::uint32_t k) { return k == lane; });
    // Chunks that take different paths.
    if (lane / 8 % 2 == 0)
      right &= meets(part, size, has);
    else if (lane % 8 < 4)
      right &=
          meets(half, size, [=](std::uint32_t k) { return k / 4 == lane / 4; });
    sycl::group_barrier(g);
    right &= sycl::reduce_over_group(part, lane, sycl::maximum<>()) ==
             lane / 8 * 8 + 7;
    return right;
  });
}

SECTION(joint_algorithms) {
  constexpr int count = 37;
  int *x = sycl::malloc_shared<int>(count, q);
  int *sums = sycl::malloc_shared<int>(2 * n * count, q);
  for (int k = 0; k < count; ++k)
    x[k] = k % 7 + 1;
  all_right(q, [=](sycl::nd_item<1> i) {
    const sycl::sub_group g = i.get_sub_group();
    const bool odd = g.get_local_linear_id() % 2 != 0;
    const auto part = ex::binary_partition(g, odd);
    int total = 0;
    for (int k = 0; k < count; ++k)
      total += x[k];
    bool right =
        sycl::joint_reduce(part, x, x + count, sycl::plus<>()) == total &&
        sycl::joint_reduce(part, x, x + count, 5, sycl::plus<>()) == total + 5;
    right &= sycl::joint_any_of(part, x, x + count,
                                [](int v) { return v == 7; }) &&
             sycl::joint_all_of(part, x, x + count,
                                [](int v) { return v < 8; }) &&
             sycl::joint_none_of(part, x, x + count,
                                 [](int v) { return v == 8; });
    // Each part writes for itself: at the place of its first work-item.
    const std::size_t first =
        sycl::group_broadcast(part, i.get_global_linear_id());
    int *const out = sums + 2 * first * count;
    sycl::joint_inclusive_scan(part, x, x + count, out, sycl::plus<>());
    sycl::joint_exclusive_scan(part, x, x + count, out + count, sycl::plus<>());
    sycl::group_barrier(part);
    int sum = 0;
    for (int k = 0; k < count; ++k) {
      right &= out[count + k] == sum;
      sum += x[k];
      right &= out[k] == sum;
    }
    return right;
  });
  sycl::free(sums, q);
  sycl::free(x, q);
}

SECTION(opportunistic_groups) {
  // As many as there are, however they come together.
  unsigned *counter = sycl::malloc_shared<unsigned>(1, q);
  bool *taken = sycl::malloc_shared<bool>(n, q);
  *counter = 0;
  for (int i = 0; i < n; ++i)
    taken[i] = false;
  all_right(q, [=](sycl::nd_item<1> i) {
    if (i.get_global_id(0) % 3 == 1)
      return true;
    const ex::opportunistic_group part =
        ex::this_kernel::get_opportunistic_group();
    const unsigned count = part.get_local_linear_range();
    unsigned old = 0;
    if (part.leader())
      old = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                             sycl::memory_scope::device>(*counter)
                .fetch_add(count);
    const unsigned place =
        sycl::group_broadcast(part, old) + part.get_local_linear_id();
    taken[place] = true;
    return part.get_group_linear_range() == 1 &&
           part.get_group_linear_id() == 0 && count != 0 && place < n;
  });
  CHECK(*counter == n / 3 * 2);
  for (unsigned k = 0; k < *counter; ++k)
    CHECK(taken[k]);
  sycl::free(taken, q);
  sycl::free(counter, q);
}
