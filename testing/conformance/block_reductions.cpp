// SYCL 2020, 4.17.3 and 4.17.4: kernels whose work-items meet in sub-groups and in
// the work-group, as sums of a block are programmed for GPUs: by shuffles, and by
// the first sub-group of what the others have left in local memory.
#include "testing/conformance/check.h"

#include <cstdint>
#include <numeric>

CONFORMANCE_CHAPTER("block_reductions");

namespace {

constexpr std::uint32_t groups = 3, rounds = 2;

/// Of a work-item in its group, and what it gets in each round.
template <typename T> struct item_results {
  std::uint32_t group, lane, lanes;
  T of_sub_group, of_group, broadcasts, reversed, butterfly;
};

template <typename T> T value(std::size_t i, std::uint32_t round) {
  return T((i * 7 + round * 5) % 13);
}

/// The sum of the sub-group, for its first work-item. Like ported programs, it
/// shuffles in a loop; those that are no whole ones have work-items without a
/// partner.
template <typename T> T sum_by_shifts(sycl::sub_group g, T x) {
  const std::uint32_t lane = g.get_local_linear_id(),
                      lanes = g.get_local_linear_range();
  for (std::uint32_t d = 1; d < lanes; d *= 2) {
    const T other = sycl::shift_group_left(g, x, d);
    if (lane + d < lanes)
      x += other;
  }
  return x;
}

/// As that, where the number of lanes is a power of two.
template <typename T> T sum_by_halves(sycl::sub_group g, T x) {
  for (std::uint32_t d = g.get_local_linear_range() / 2; d > 0; d /= 2)
    x += sycl::shift_group_left(g, x, d);
  return x;
}

/// A number into which all steps go, and the partner's place in each.
template <typename T> T butterfly(sycl::sub_group g, T x) {
  const std::uint32_t lane = g.get_local_linear_id(),
                      lanes = g.get_local_linear_range();
  T result = 0;
  for (std::uint32_t mask = 1; mask < lanes; mask *= 2) {
    const T other = sycl::permute_group_by_xor(g, x, mask);
    result = T(result * 3 + ((lane ^ mask) < lanes ? other : x));
  }
  return result;
}

template <typename T> T all_broadcasts(sycl::sub_group g, T x) {
  T result = 0;
  for (std::uint32_t k = 0; k < g.get_local_linear_range(); ++k)
    result = T(result * 3 + sycl::group_broadcast(g, x, k));
  return result;
}

/// The sum up to the work-item, by places that are selected.
template <typename T> T scan(sycl::sub_group g, T x) {
  const std::uint32_t lane = g.get_local_linear_id();
  for (std::uint32_t d = 1; d < g.get_local_linear_range(); d *= 2) {
    const T other =
        sycl::select_from_group(g, x, lane >= d ? lane - d : lane);
    if (lane >= d)
      x += other;
  }
  return x;
}

/// The first stage: what the sub-group has.
template <typename T> T in_sub_group(sycl::sub_group g, T x,
                                     item_results<T> &result) {
  const std::uint32_t lane = g.get_local_linear_id(),
                      lanes = g.get_local_linear_range();
  const T sum = sum_by_shifts(g, x);
  result.group = g.get_group_linear_id();
  result.lane = lane, result.lanes = lanes;
  result.of_sub_group = sycl::group_broadcast(g, sum);
  result.broadcasts = all_broadcasts(g, x);
  result.reversed = sycl::select_from_group(g, x, lanes - 1 - lane);
  result.butterfly = butterfly(g, x);
  return sum;
}

/// Sums are left in local memory; all work-items add them, or the first
/// sub-group does, by shuffles if it has one lane for each.
enum class second_stage { none, all, first, first_by_shuffles };

template <typename T, second_stage Second, int D>
T in_group(sycl::nd_item<D> it, T x, T *sums, item_results<T> &result) {
  const auto g = it.get_sub_group();
  const std::uint32_t lane = g.get_local_linear_id(),
                      lanes = g.get_local_linear_range(),
                      own = g.get_group_linear_id(),
                      all = g.get_group_linear_range();
  const T sum = in_sub_group(g, x, result);
  if constexpr (Second == second_stage::none)
    return sum;
  if (lane == 0)
    sums[own] = sum;
  sycl::group_barrier(it.get_group());
  T total = 0;
  if constexpr (Second == second_stage::all) {
    for (std::uint32_t k = 0; k < all; ++k)
      total += sums[k];
  } else {
    if (own == 0) {
      T mine = 0;
      for (std::uint32_t k = lane; k < all; k += lanes)
        mine += sums[k];
      if (Second == second_stage::first_by_shuffles &&
          (lanes & (lanes - 1)) == 0)
        mine = sum_by_halves(g, mine);
      else
        mine = sum_by_shifts(g, mine);
      if (lane == 0)
        sums[0] = mine;
    }
    sycl::group_barrier(it.get_group());
    total = sums[0];
  }
  // Before the next round writes there.
  sycl::group_barrier(it.get_group());
  return total;
}

template <typename T, second_stage Second, int D, std::size_t Required>
class block_kernel;

template <typename T>
bool are_right(const item_results<T> *results, std::size_t first,
               std::size_t size, std::uint32_t round, bool has_total) {
  T total = 0;
  for (std::size_t i = 0; i != size; ++i)
    total += value<T>(first + i, round);
  for (std::size_t i = 0; i != size; ++i) {
    const item_results<T> &own = results[i];
    std::vector<T> lanes(own.lanes);
    std::size_t found = 0;
    for (std::size_t j = 0; j != size; ++j)
      if (results[j].group == own.group && results[j].lane < own.lanes)
        lanes[results[j].lane] = value<T>(first + j, round), ++found;
    T broadcasts = 0, butterfly = 0;
    for (const T x : lanes)
      broadcasts = T(broadcasts * 3 + x);
    for (std::uint32_t mask = 1; mask < own.lanes; mask *= 2) {
      const std::uint32_t other = own.lane ^ mask;
      butterfly =
          T(butterfly * 3 + lanes[other < own.lanes ? other : own.lane]);
    }
    if (found != own.lanes ||
        own.of_sub_group !=
            std::accumulate(lanes.begin(), lanes.end(), T(0)) ||
        own.broadcasts != broadcasts || own.butterfly != butterfly ||
        own.reversed != lanes[own.lanes - 1 - own.lane] ||
        (has_total && own.of_group != total))
      return false;
  }
  return true;
}

/// `Required`: the size of the group, as an attribute of the kernel.
template <typename T, second_stage Second, std::size_t Required = 0, int D>
void compare(sycl::queue &q, sycl::range<D> local) {
  const std::size_t size = local.size(), n = groups * size;
  if (size > q.get_device()
                 .get_info<sycl::info::device::max_work_group_size>())
    return;
  sycl::range<D> global = local;
  global[0] *= groups;
  using results = item_results<T>;
  auto *out = sycl::malloc_shared<results>(rounds * n, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T> sums(size, h);
     const auto body = [=](sycl::nd_item<D> it) {
       const std::size_t i =
           it.get_group_linear_id() * size + it.get_local_linear_id();
       for (std::uint32_t round = 0; round != rounds; ++round) {
         results &own = out[round * n + i];
         own.of_group =
             in_group<T, Second>(it, value<T>(i, round), &sums[0], own);
       }
     };
     using name = block_kernel<T, Second, D, Required>;
     if constexpr (Required == 0)
       h.parallel_for<name>(sycl::nd_range<D>(global, local), body);
     else
       h.parallel_for<name>(
           sycl::nd_range<D>(global, local),
           [=](sycl::nd_item<D> it)
               [[sycl::reqd_work_group_size(Required)]] { body(it); });
   }).wait();
  bool right = true;
  for (std::uint32_t round = 0; round != rounds; ++round)
    for (std::size_t g = 0; g != groups; ++g)
      right &= are_right(out + round * n + g * size, g * size, size, round,
                         Second != second_stage::none);
  if (!CHECK(right))
    std::printf("groups of %zu work-items, %zu bytes\n", size, sizeof(T));
  sycl::free(out, q);
}

template <bool Meet, bool ByMemory> class branching_kernel;

/// Sub-groups go different ways, by their number or what is in memory, and
/// shuffle in each.
template <bool Meet, bool ByMemory> void compare_ways(sycl::queue &q) {
  constexpr std::size_t size = 256, n = groups * size;
  using results = item_results<std::uint32_t>;
  auto *out = sycl::malloc_shared<results>(n, q);
  // Of each sub-group of a group, of which there may be as many as work-items.
  auto *ways = sycl::malloc_shared<std::uint32_t>(size, q);
  std::iota(ways, ways + size, 0);
  q.parallel_for<branching_kernel<Meet, ByMemory>>(
       sycl::nd_range<1>(n, size),
       [=](sycl::nd_item<1> it) {
         const std::size_t i = it.get_global_id(0);
         results &own = out[i];
         const auto g = it.get_sub_group();
         const auto x = value<std::uint32_t>(i, 0);
         own.group = g.get_group_linear_id();
         own.lane = g.get_local_linear_id();
         own.lanes = g.get_local_linear_range();
         const std::uint32_t way = ByMemory ? ways[own.group] : own.group;
         std::uint32_t got = 0;
         if (way % 2 != 0) {
           got = scan(g, x);
         } else {
           got = std::uint32_t(scan<std::uint64_t>(g, x)) * 2;
           if (way % 3 != 0)
             got += butterfly(g, x);
         }
         if constexpr (Meet)
           sycl::group_barrier(it.get_group());
         own.butterfly = got;
       })
      .wait();
  bool right = true;
  for (std::size_t i = 0; i != n; ++i) {
    const results &own = out[i];
    std::vector<std::uint32_t> lanes(own.lanes);
    for (std::size_t j = i / size * size; j != (i / size + 1) * size; ++j)
      if (out[j].group == own.group && out[j].lane < own.lanes)
        lanes[out[j].lane] = value<std::uint32_t>(j, 0);
    const auto until = lanes.begin() + own.lane + 1;
    std::uint32_t expected = std::accumulate(lanes.begin(), until, 0u);
    if (own.group % 2 == 0)
      expected *= 2;
    std::uint32_t steps = 0;
    for (std::uint32_t mask = 1; mask < own.lanes; mask *= 2) {
      const std::uint32_t other = own.lane ^ mask;
      steps = steps * 3 + lanes[other < own.lanes ? other : own.lane];
    }
    if (own.group % 2 == 0 && own.group % 3 != 0)
      expected += steps;
    right &= own.butterfly == expected;
  }
  CHECK(right);
  sycl::free(out, q), sycl::free(ways, q);
}

template <typename T, second_stage Second> void compare_all(sycl::queue &q) {
  for (std::size_t size : {32, 64, 128, 256, 96, 8, 1, 33, 40, 100})
    compare<T, Second>(q, sycl::range<1>(size));
}

} // namespace

SECTION(only_sub_groups) { compare_all<int, second_stage::none>(q); }
SECTION(sums_that_all_add) { compare_all<int, second_stage::all>(q); }
SECTION(sums_of_the_first_sub_group) {
  compare_all<std::int64_t, second_stage::first>(q);
}
SECTION(sums_by_shuffles) {
  compare_all<std::uint32_t, second_stage::first_by_shuffles>(q);
}
SECTION(several_dimensions) {
  for (auto [y, x] : {std::pair{16, 16}, {4, 32}, {8, 8}, {3, 5}, {2, 48}})
    compare<int, second_stage::first_by_shuffles>(q, sycl::range<2>(y, x));
}
SECTION(required_sizes) {
  compare<std::uint32_t, second_stage::first_by_shuffles, 128>(
      q, sycl::range<1>(128));
  compare<std::uint32_t, second_stage::all, 40>(q, sycl::range<1>(40));
}
SECTION(sub_groups_that_go_different_ways) {
  if (q.get_device().get_info<sycl::info::device::max_work_group_size>() < 256)
    conformance::skip("the device has no groups of 256 work-items");
  compare_ways<false, false>(q);
  compare_ways<false, true>(q);
  compare_ways<true, false>(q);
  compare_ways<true, true>(q);
}
