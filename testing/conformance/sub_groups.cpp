// SYCL 2020, 4.9.1.8 and 4.17.4: sub-groups, their algorithms and shuffles.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

CONFORMANCE_CHAPTER("sub_groups");

class sub_group_information;

namespace {
constexpr std::size_t items = 128, size = 64;

struct place { // of a work-item in its sub-group
  std::uint32_t lane, lanes, group, groups, most;
  std::int64_t got[4];
};

template <typename F> std::vector<place> each(sycl::queue &q, F f) {
  place *all = sycl::malloc_shared<place>(items, q);
  q.parallel_for(sycl::nd_range<1>(items, size), [=](sycl::nd_item<1> i) {
     const sycl::sub_group g = i.get_sub_group();
     place &p = all[i.get_global_id(0)];
     p.lane = g.get_local_linear_id();
     p.lanes = g.get_local_linear_range();
     p.group = g.get_group_linear_id();
     p.groups = g.get_group_linear_range();
     p.most = std::uint32_t(g.get_max_local_range()[0]);
     f(i, g, p);
   }).wait();
  std::vector<place> result(all, all + items);
  sycl::free(all, q);
  return result;
}
/// Calls check(members, index of the member): members in order of their lanes.
template <typename F>
bool for_members(const std::vector<place> &all, F check) {
  bool right = true;
  for (std::size_t i = 0; i < items; ++i) {
    std::vector<std::size_t> members(all[i].lanes, items);
    for (std::size_t j = i / size * size; j < (i / size + 1) * size; ++j)
      if (all[j].group == all[i].group && all[j].lane < members.size())
        members[all[j].lane] = j;
    for (std::size_t m : members)
      if (m == items)
        return false;
    right = right && check(members, i);
  }
  return right;
}
/// Whether all have 1000 more than the ids of those one above and two below, of
/// the neighbour, and of the counterpart from the other end.
bool are_shuffled(const std::vector<place> &all) {
  return for_members(
      all, [&](const std::vector<std::size_t> &m, std::size_t i) {
        const place &p = all[i];
        const std::size_t n = m.size(), l = p.lane;
        return (l + 1 >= n || p.got[0] == int(m[l + 1]) + 1000) &&
               (l < 2 || p.got[1] == int(m[l - 2]) + 1000) &&
               ((l ^ 1) >= n || p.got[2] == int(m[l ^ 1]) + 1000) &&
               p.got[3] == int(m[n - 1 - l]) + 1000;
      });
}
} // namespace

SECTION(places) {
  const auto all = each(q, [](sycl::nd_item<1>, sycl::sub_group g, place &p) {
    p.got[0] = g.leader();
    p.got[1] = std::int64_t(g.get_local_id()[0]);
    p.got[2] = std::int64_t(g.get_group_id()[0]);
    p.got[3] = std::int64_t(g.get_local_range()[0] * 1000 +
                            g.get_group_range()[0]);
  });
  const auto sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  bool right = true;
  for (const place &p : all) {
    right &= p.lane < p.lanes && p.lanes <= p.most && p.group < p.groups;
    right &= p.got[0] == (p.lane == 0) && p.got[1] == p.lane;
    right &= p.got[2] == p.group && p.got[3] == p.lanes * 1000 + p.groups;
    right &= std::count(sizes.begin(), sizes.end(), p.most) == 1;
  }
  CHECK(right);
  CHECK(for_members(all, [](const auto &, std::size_t) { return true; }));
}

/// Of groups of three dimensions each work-item has a place of its own, too.
SECTION(dimensions) {
  const sycl::nd_range<3> where({4, 6, 4}, {2, 3, 4});
  place *all = sycl::malloc_shared<place>(96, q);
  q.parallel_for(where, [=](sycl::nd_item<3> i) {
     const sycl::sub_group g = i.get_sub_group();
     place &p = all[i.get_global_linear_id()];
     p.lane = g.get_local_linear_id();
     p.lanes = g.get_local_linear_range();
     p.group = g.get_group_linear_id();
     p.groups = g.get_group_linear_range();
     p.got[0] = std::int64_t(i.get_group_linear_id());
     p.got[1] = sycl::reduce_over_group(g, 1, sycl::plus<>());
     // Without another query of its place.
     p.got[2] = i.get_sub_group().leader();
   }).wait();
  std::set<std::tuple<std::int64_t, std::uint32_t, std::uint32_t>> places;
  std::set<std::pair<std::int64_t, std::uint32_t>> leaders;
  for (int i = 0; i < 96; ++i) {
    const place &p = all[i];
    places.insert({p.got[0], p.group, p.lane});
    if (p.got[2])
      leaders.insert({p.got[0], p.group});
    CHECK(p.group < p.groups && p.lane < p.lanes && p.got[1] == p.lanes);
    CHECK(p.groups == all[0].groups);
  }
  CHECK(places.size() == 96);
  CHECK(leaders.size() == 4 * all[0].groups);
  sycl::free(all, q);
}

/// SYCL 2020, 4.5.3: objects of different sub-groups differ, wherever they are.
SECTION(stored) {
  auto *stored = static_cast<sycl::sub_group *>(
      sycl::malloc_shared(items * sizeof(sycl::sub_group), q));
  const auto all = each(q, [=](sycl::nd_item<1> i, sycl::sub_group g, place &) {
    stored[i.get_global_id(0)] = g;
  });
  bool right = true;
  for (std::size_t i = 0; i < items; ++i)
    for (std::size_t j = 0; j < items; ++j) {
      const bool same = i / size == j / size && all[i].group == all[j].group;
      right &= (stored[i] == stored[j]) == same;
      right &= (stored[i] != stored[j]) != same;
    }
  CHECK(right);
  sycl::free(stored, q);
}

namespace {
/// A kernel without a barrier of the work-group, whose work-items read of places
/// that are known when it is compiled; in loops and behind conditions, too.
void check_known_places(sycl::queue &q, sycl::range<3> local) {
  constexpr int results = 6;
  const std::size_t n = local.size();
  const sycl::nd_range<3> two({2 * local[0], local[1], local[2]}, local);
  std::int64_t *out = sycl::malloc_shared<std::int64_t>(2 * n * results, q);
  q.parallel_for(two, [=](sycl::nd_item<3> item) {
     const sycl::sub_group g = item.get_sub_group();
     const std::size_t i =
         item.get_group_linear_id() * n + item.get_local_linear_id();
     std::int64_t *mine = out + i * results;
     const double x = double(i);
     mine[0] = std::int64_t(sycl::permute_group_by_xor(g, x, 2));
     mine[1] = sycl::group_broadcast(g, std::int64_t(i) << 33);
     float sum = 0;
     for (unsigned step = 4; step > 0; step /= 2) {
       const float other = sycl::shift_group_left(g, float(i), step);
       if (g.get_local_linear_id() + step < g.get_local_linear_range())
         sum += other;
     }
     mine[2] = std::int64_t(sum);
     mine[3] = sycl::inclusive_scan_over_group(g, int(i), sycl::plus<>());
     mine[4] = sycl::reduce_over_group(g, short(i), sycl::maximum<>());
     mine[5] = std::int64_t(g.get_max_local_range()[0]);
   }).wait();
  bool right = true;
  const auto size = static_cast<std::size_t>(out[5]);
  for (std::size_t i = 0; i < 2 * n; ++i) {
    const std::size_t first = i / n * n + i % n / size * size, lane = i - first,
                      rest = (i / n + 1) * n - first,
                      lanes = rest < size ? rest : size;
    const std::int64_t *got = out + i * results;
    std::int64_t sum = 0, scan = 0;
    for (std::size_t step : {4, 2, 1})
      sum += lane + step < lanes ? std::int64_t(i + step) : 0;
    for (std::size_t k = first; k <= i; ++k)
      scan += std::int64_t(k);
    right &= (lane ^ 2) >= lanes || got[0] == std::int64_t(first + (lane ^ 2));
    right &= got[1] == std::int64_t(first) << 33 && got[2] == sum;
    right &= got[3] == scan && got[4] == std::int64_t(first + lanes - 1);
  }
  CHECK(right);
  sycl::free(out, q);
}
} // namespace

SECTION(shuffles) {
  // Devices may make sub-groups of other work-items than neighbours (4.9.1.8).
  if (q.get_device().get_backend() != sycl::backend::opencl) {
    for (std::size_t n : {1, 7, 32, 33, 64, 250})
      check_known_places(q, {1, 1, n});
    check_known_places(q, {2, 3, 32});
    check_known_places(q, {1, 8, 8});
    check_known_places(q, {3, 5, 7});
  }
  const auto all = each(q, [](sycl::nd_item<1> i, sycl::sub_group g, place &p) {
    const int mine = int(i.get_global_id(0)) + 1000;
    p.got[0] = sycl::shift_group_left(g, mine, 1);
    p.got[1] = sycl::shift_group_right(g, mine, 2);
    p.got[2] = sycl::permute_group_by_xor(g, mine, 1);
    p.got[3] = sycl::select_from_group(
        g, mine, sycl::id<1>(g.get_local_linear_range() - 1 - p.lane));
  });
  CHECK(are_shuffled(all));
}

#ifdef __SYCL_DEVICE_ONLY__
// As migration tools write it, which have no value where none of these holds.
template <typename T> T shuffled(int which, T x, unsigned by) {
#if defined(__SPIR__)
  switch (which) {
  case 0:
    return __spirv_GroupNonUniformShuffleDown(__spv::Scope::Subgroup, x, by);
  case 1:
    return __spirv_GroupNonUniformShuffleUp(__spv::Scope::Subgroup, x, by);
  case 2:
    return __spirv_GroupNonUniformShuffleXor(__spv::Scope::Subgroup, x, by);
  default:
    return __spirv_GroupNonUniformShuffle(__spv::Scope::Subgroup, x, by);
  }
#endif
}
#else
template <typename T> T shuffled(int, T x, unsigned) { return x; }
#endif

SECTION(shuffles_by_names_of_spirv) {
  const auto all = each(q, [](sycl::nd_item<1> i, sycl::sub_group g, place &p) {
    const int mine = int(i.get_global_id(0)) + 1000;
    p.got[0] = shuffled(0, mine, 1);
    p.got[1] = shuffled(1, mine, 2);
    p.got[2] = std::int64_t(shuffled(2, float(mine), 1));
    p.got[3] = shuffled(3, mine, g.get_local_linear_range() - 1 - p.lane);
  });
  CHECK(are_shuffled(all));
}

SECTION(shuffles_of_other_types) {
  struct wide {
    std::int64_t a;
    short b;
  };
  const auto all = each(q, [](sycl::nd_item<1> i, sycl::sub_group g, place &p) {
    const auto n = std::int64_t(i.get_global_id(0));
    p.got[0] = sycl::shift_group_left(g, n << 35, 1) >> 35;
    p.got[1] = std::int64_t(sycl::shift_group_left(g, float(n) + 0.5f, 1) * 2);
    p.got[2] = sycl::shift_group_left(g, std::uint8_t(n), 1);
    const wide w = sycl::shift_group_left(g, wide{n << 35, short(n)}, 1);
    p.got[3] = (w.a >> 35) + w.b;
  });
  CHECK(for_members(all, [&](const std::vector<std::size_t> &m, std::size_t i) {
    const place &p = all[i];
    if (p.lane + 1 >= m.size())
      return true;
    const auto n = std::int64_t(m[p.lane + 1]);
    return p.got[0] == n && p.got[1] == 2 * n + 1 && p.got[2] == n &&
           p.got[3] == 2 * n;
  }));
}

SECTION(algorithms) {
  const auto all = each(q, [](sycl::nd_item<1> i, sycl::sub_group g, place &p) {
    const int mine = int(i.get_global_id(0) % 13);
    p.got[0] = sycl::reduce_over_group(g, mine, sycl::plus<>());
    p.got[1] = sycl::inclusive_scan_over_group(g, mine, sycl::plus<>());
    p.got[2] = sycl::exclusive_scan_over_group(g, mine, 5, sycl::plus<>());
    p.got[3] = sycl::reduce_over_group(g, mine, sycl::maximum<int>()) * 100 +
               sycl::group_broadcast(g, mine);
  });
  CHECK(for_members(all, [&](const std::vector<std::size_t> &m, std::size_t i) {
    int sum = 0, before = 0, most = 0;
    for (std::size_t l = 0; l < m.size(); ++l) {
      if (l < all[i].lane)
        before += int(m[l] % 13);
      sum += int(m[l] % 13);
      most = std::max(most, int(m[l] % 13));
    }
    return all[i].got[0] == sum && all[i].got[1] == before + int(i % 13) &&
           all[i].got[2] == before + 5 &&
           all[i].got[3] == most * 100 + int(m[0] % 13);
  }));
}

SECTION(votes) {
  const auto all = each(q, [](sycl::nd_item<1> i, sycl::sub_group g, place &p) {
    const bool mine = i.get_global_id(0) % 16 == 3;
    p.got[0] = sycl::any_of_group(g, mine);
    p.got[1] = sycl::all_of_group(g, mine);
    p.got[2] = sycl::none_of_group(g, mine);
    p.got[3] = sycl::group_broadcast(g, int(i.get_global_id(0)),
                                     g.get_local_linear_range() - 1);
  });
  CHECK(for_members(all, [&](const std::vector<std::size_t> &m, std::size_t i) {
    bool any = false, every = true;
    for (std::size_t j : m)
      any |= j % 16 == 3, every &= j % 16 == 3;
    return all[i].got[0] == any && all[i].got[1] == every &&
           all[i].got[2] == !any && all[i].got[3] == int(m.back());
  }));
}

SECTION(joint) {
  int *in = sycl::malloc_shared<int>(50, q);
  for (int i = 0; i < 50; ++i)
    in[i] = i + 1;
  const auto all = each(q, [=](sycl::nd_item<1>, sycl::sub_group g, place &p) {
    p.got[0] = sycl::joint_reduce(g, in, in + 50, sycl::plus<int>());
    p.got[1] = sycl::joint_any_of(g, in, in + 50, [](int x) { return x == 50; });
    p.got[2] = sycl::joint_all_of(g, in, in + 50, [](int x) { return x > 1; });
    p.got[3] = sycl::joint_none_of(g, in, in + 50, [](int x) { return x > 60; });
  });
  bool right = true;
  for (const place &p : all)
    right &= p.got[0] == 1275 && p.got[1] == 1 && p.got[2] == 0 && p.got[3] == 1;
  CHECK(right);
  sycl::free(in, q);
}

SECTION(barriers) {
  const auto all = each(q, [](sycl::nd_item<1>, sycl::sub_group g, place &p) {
    sycl::group_barrier(g);
    p.got[0] = p.lane;
    sycl::group_barrier(g, sycl::memory_scope::work_group);
    p.got[1] = p.got[0];
  });
  for (const place &p : all)
    CHECK(p.got[1] == p.lane);
}

namespace {
/// Sums of sub-groups in steps, as often as their sizes ask for; the first
/// work-item of the group adds these up.
template <bool Meets, typename Step>
void sum_in_steps(sycl::queue &q, std::size_t group, Step step) {
  constexpr std::size_t groups = 3;
  int *sums = sycl::malloc_shared<int>(2 * groups * group, q);
  int *all = sums + groups * group;
  std::fill_n(sums, 2 * groups * group, -1);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> parts{group, h};
     h.parallel_for(
         sycl::nd_range<1>(groups * group, group), [=](sycl::nd_item<1> it) {
           const auto g = it.get_sub_group();
           const int lane = g.get_local_linear_id();
           const int size = g.get_local_range()[0];
           const int i = it.get_global_id(0);
           const int sum = step(g, lane, size, i * i % 37 + 1);
           if (lane == 0)
             sums[i] = sum;
           if constexpr (Meets) {
             if (lane == 0)
               parts[g.get_group_linear_id()] = sum;
             sycl::group_barrier(it.get_group());
             int last = 0;
             for (unsigned k = 0; k < g.get_group_linear_range(); ++k)
               last += parts[k];
             all[i] = last;
           }
         });
   }).wait();
  for (std::size_t first = 0; first < groups * group; first += group) {
    int expected = 0, found = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      expected += int(i * i % 37) + 1;
      found += sums[i] < 0 ? 0 : sums[i];
    }
    CHECK(found == expected);
    for (std::size_t i = first; Meets && i < first + group; ++i)
      if (!CHECK(all[i] == expected))
        break;
  }
  sycl::free(sums, q);
}

/// In groups of whole sub-groups, and of others.
template <typename Step> void sum_in_steps(sycl::queue &q, Step step) {
  for (std::size_t group : {1, 3, 8, 12, 16, 31, 32, 64, 100, 128}) {
    sum_in_steps<false>(q, group, step);
    sum_in_steps<true>(q, group, step);
  }
}
} // namespace

SECTION(partial) {
  sum_in_steps(q, [](sycl::sub_group g, int lane, int size, int x) {
    for (int d = 1; d < size; d *= 2) {
      const int other = sycl::shift_group_left(g, x, d);
      if (lane + d < size)
        x += other;
    }
    return x;
  });
  sum_in_steps(q, [](sycl::sub_group g, int lane, int size, int x) {
    int sum = 0;
    for (int k = 0; k < size; ++k)
      sum += sycl::select_from_group(g, x, k);
    return lane == 0 ? sum : -1;
  });
  sum_in_steps(q, [](sycl::sub_group g, int lane, int size, int x) {
    for (int d = size / 2, rest = size; d > 0; rest -= d, d = rest / 2) {
      const int other = sycl::shift_group_left(g, x, rest - d);
      if (lane < d && lane + rest - d < rest)
        x += other;
    }
    return x;
  });
  // A work-group that no sub-group size divides.
  int *x = sycl::malloc_shared<int>(21, q);
  q.parallel_for(sycl::nd_range<1>(21, 21), [=](sycl::nd_item<1> i) {
     const int ones =
         sycl::reduce_over_group(i.get_sub_group(), 1, sycl::plus<>());
     x[i.get_global_id(0)] =
         ones == int(i.get_sub_group().get_local_linear_range());
   }).wait();
  for (int i = 0; i < 21; ++i)
    CHECK(x[i] == 1);
  sycl::free(x, q);
}

/// What one work-item writes for its sub-group, and what atomics of its scope do.
SECTION(memory_of_the_sub_group) {
  const auto all = each(q, [](sycl::nd_item<1>, sycl::sub_group g, place &p) {
    using sycl::memory_order;
    using sycl::memory_scope;
    p.got[0] = 5;
    sycl::atomic_ref<std::int64_t, memory_order::acq_rel,
                     memory_scope::sub_group>
        a(p.got[0]);
    p.got[1] = a.fetch_add(2);
    p.got[2] = a.exchange(11);
    sycl::atomic_fence(memory_order::acq_rel, memory_scope::sub_group);
    for (memory_scope scope :
         {memory_scope::work_item, memory_scope::sub_group,
          memory_scope::work_group, memory_scope::device, memory_scope::system})
      sycl::group_barrier(g, scope);
    std::int64_t expected = 11;
    p.got[3] = a.compare_exchange_strong(expected, 12) && a.load() == 12;
  });
  bool right = true;
  for (const place &p : all)
    right &= p.got[0] == 12 && p.got[1] == 5 && p.got[2] == 7 && p.got[3] == 1;
  CHECK(right);
}

/// SYCL 2020, tables 4.6.4.2 and 4.11.13: the sizes exist, and fit together.
SECTION(kernel_information) {
  namespace specific = sycl::info::kernel_device_specific;
  const sycl::device d = q.get_device();
  const auto sizes = d.get_info<sycl::info::device::sub_group_sizes>();
  CHECK(!sizes.empty());
  CHECK(d.get_info<sycl::info::device::max_num_sub_groups>() >= 1);
  int *x = sycl::malloc_shared<int>(1, q);
  q.parallel_for<sub_group_information>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1> i) {
     *x = int(i.get_sub_group().get_max_local_range()[0]);
   }).wait();
  const auto k =
      sycl::get_kernel_bundle<sub_group_information, sycl::bundle_state::executable>(
          q.get_context(), {d})
          .get_kernel(sycl::get_kernel_id<sub_group_information>());
  CHECK(k.get_info<specific::max_sub_group_size>(d) == std::uint32_t(*x));
  CHECK(std::count(sizes.begin(), sizes.end(), *x) == 1);
  CHECK(std::is_sorted(sizes.begin(), sizes.end()));
  // Facet: code ported from CUDA takes 32 for granted.
  if (d.get_backend() != sycl::backend::opencl &&
      std::count(sizes.begin(), sizes.end(), 32))
    CHECK(*x == 32);
  CHECK(k.get_info<specific::compile_sub_group_size>(d) == 0);
  CHECK(k.get_info<specific::compile_num_sub_groups>(d) == 0);
  CHECK(k.get_info<specific::max_num_sub_groups>(d) >= 1);
  CHECK(k.get_info<specific::max_num_sub_groups>(d) * std::uint32_t(*x) >=
        k.get_info<specific::work_group_size>(d));
  sycl::free(x, q);
}

SECTION(required_size) {
  const auto sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  int *x = sycl::malloc_shared<int>(64, q);
  const auto check = [&](int size, auto f) {
    const auto run = [&] {
      q.parallel_for(sycl::nd_range<1>(64, 64), f).wait();
    };
    if (std::count(sizes.begin(), sizes.end(), std::size_t(size))) {
      run();
      CHECK(x[5] == size);
    } else {
      CHECK_THROWS(kernel_not_supported, run());
    }
  };
  check(1, [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(1)]] {
    x[i.get_global_id(0)] = int(i.get_sub_group().get_max_local_range()[0]);
  });
  check(16, [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(16)]] {
    x[i.get_global_id(0)] = int(i.get_sub_group().get_max_local_range()[0]);
  });
  check(32, [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(32)]] {
    x[i.get_global_id(0)] = int(i.get_sub_group().get_max_local_range()[0]);
  });
  sycl::free(x, q);
}

// A kernel that divides its local ids is executed in rows, of which each sub-group
// is a part.
SECTION(ids_in_rows) {
  constexpr int size = 256;
  int *ids = sycl::malloc_shared<int>(size, q);
  unsigned *sums = sycl::malloc_shared<unsigned>(size, q);
  q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> it) {
     const int id = int(it.get_local_id(0));
     const auto g = it.get_sub_group();
     unsigned sum = unsigned(id);
     for (int k = id / 64; k < 100; k += 4)
       sum = sum * 3 + unsigned(id % 64 + k);
     for (int step = 2; step > 0; step /= 2)
       sum += sycl::select_from_group(g, sum, unsigned(step));
     ids[id] =
         int(g.get_group_linear_id()) * 1000 + int(g.get_local_linear_id());
     sums[id] = sum;
   }).wait();
  bool right = ids[0] == 0;
  // Sub-groups are consecutive work-items, however many they are.
  for (int i = 1; i < size; ++i)
    right &= ids[i] == (ids[i] % 1000 == 0 ? ids[i - 1] / 1000 * 1000 + 1000
                                          : ids[i - 1] + 1);
  CHECK(right);
  sycl::free(ids, q);
  sycl::free(sums, q);
}
