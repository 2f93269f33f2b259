// Kernels over ranges of several dimensions whose work-items ask where they are
// in one of these alone, as libraries make them of every loop: the sizes of all
// dimensions, offsets, local memory and barriers are those of the launch.
#include "testing/conformance/check.h"

#include <array>
#include <cstdio>
#include <vector>

CONFORMANCE_CHAPTER("one_dimension");

namespace {

using sizes = std::array<std::size_t, 3>;

template <int Dims> sycl::range<Dims> range_of(const sizes &s) {
  if constexpr (Dims == 1)
    return {s[0]};
  else if constexpr (Dims == 2)
    return {s[0], s[1]};
  else
    return {s[0], s[1], s[2]};
}

bool fits(sycl::queue &q, const sizes &local) {
  const auto device = q.get_device();
  const auto most =
      device.get_info<sycl::info::device::max_work_item_sizes<3>>();
  return local[0] * local[1] * local[2] <=
             device.get_info<sycl::info::device::max_work_group_size>() &&
         local[0] <= most[0] && local[1] <= most[1] && local[2] <= most[2];
}

/// Counts work-items by their place in dimension \p D, of a plain range. Each
/// adds what it is told of the range.
template <int Dims, int D> void count_in_range(sycl::queue &q, sizes s) {
  for (int d = Dims; d < 3; ++d)
    s[d] = 1;
  std::vector<unsigned> counts(s[D]);
  {
    sycl::buffer<unsigned> buffer{counts};
    q.submit([&](sycl::handler &h) {
      sycl::accessor to{buffer, h, sycl::read_write};
      h.parallel_for(range_of<Dims>(s), [=](sycl::item<Dims> it) {
        unsigned told = 1;
        for (int d = 0; d < Dims; ++d)
          told = told * 100 + unsigned(it.get_range(d));
        sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                         sycl::memory_scope::device>{to[it.get_id(D)]} += told;
      });
    });
  }
  unsigned told = 1;
  for (int d = 0; d < Dims; ++d)
    told = told * 100 + unsigned(s[d]);
  const unsigned others = unsigned(s[0] * s[1] * s[2] / s[D]);
  for (unsigned each : counts)
    if (!CHECK(each == others * told)) {
      std::printf("  %zu x %zu x %zu, dimension %d\n", s[0], s[1], s[2], D);
      return;
    }
}

/// The same with groups, whose work-items take turns in local memory.
template <int Dims, int D>
void reverse_in_groups(sycl::queue &q, sizes groups, sizes local) {
  for (int d = Dims; d < 3; ++d)
    groups[d] = local[d] = 1;
  if (!fits(q, local))
    return;
  sizes global;
  for (int d = 0; d < 3; ++d)
    global[d] = groups[d] * local[d];
  std::vector<unsigned> counts(global[D]), told(global[D]);
  {
    sycl::buffer<unsigned> buffer{counts}, sizes_told{told};
    q.submit([&](sycl::handler &h) {
      sycl::accessor to{buffer, h, sycl::read_write};
      sycl::accessor tell{sizes_told, h, sycl::read_write};
      sycl::local_accessor<unsigned, 1> places{local[D], h};
      h.parallel_for(
          sycl::nd_range<Dims>{range_of<Dims>(global), range_of<Dims>(local)},
          [=](sycl::nd_item<Dims> it) {
            const std::size_t id = it.get_local_id(D),
                              size = it.get_local_range(D);
            places[id] = unsigned(it.get_global_id(D));
            sycl::group_barrier(it.get_group());
            const unsigned at = places[size - 1 - id];
            unsigned all = 0;
            for (int d = 0; d < Dims; ++d)
              all = all * 10 + unsigned(it.get_local_range(d) % 7 +
                                        it.get_group_range(d) % 3 +
                                        it.get_global_range(d) % 5);
            using counter =
                sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                                 sycl::memory_scope::device>;
            counter{to[at]} += unsigned(it.get_group(D) * size + id);
            counter{tell[at]} += all;
          });
    });
  }
  unsigned all = 0;
  for (int d = 0; d < Dims; ++d)
    all = all * 10 + unsigned(local[d] % 7 + groups[d] % 3 + global[d] % 5);
  const unsigned others =
      unsigned(global[0] * global[1] * global[2] / global[D]);
  for (std::size_t i = 0; i != global[D]; ++i) {
    const std::size_t from =
        i / local[D] * local[D] + (local[D] - 1 - i % local[D]);
    if (!CHECK(counts[i] == others * from && told[i] == others * all)) {
      std::printf("  groups of %zu x %zu x %zu, dimension %d\n", local[0],
                  local[1], local[2], D);
      return;
    }
  }
}

template <int Dims, int D> void compare_ranges(sycl::queue &q) {
  for (const sizes &s :
       {sizes{1, 1, 1}, sizes{7, 1, 1}, sizes{1, 9, 1}, sizes{1, 1, 11},
        sizes{99, 1, 1}, sizes{1, 70, 1}, sizes{3, 4, 5}, sizes{33, 2, 17}})
    count_in_range<Dims, D>(q, s);
}

template <int Dims, int D> void compare_groups(sycl::queue &q) {
  for (const sizes &groups : {sizes{1, 1, 1}, sizes{5, 1, 1}, sizes{2, 3, 4}})
    for (const sizes &local :
         {sizes{1, 1, 1}, sizes{64, 1, 1}, sizes{1, 64, 1}, sizes{1, 1, 64},
          sizes{4, 2, 8}, sizes{100, 1, 2}, sizes{2, 30, 1}, sizes{16, 16, 1}})
      reverse_in_groups<Dims, D>(q, groups, local);
}

} // namespace

SECTION(ranges_of_two_dimensions) {
  compare_ranges<2, 0>(q);
  compare_ranges<2, 1>(q);
}

SECTION(ranges_of_three_dimensions) {
  compare_ranges<3, 0>(q);
  compare_ranges<3, 1>(q);
  compare_ranges<3, 2>(q);
}

SECTION(groups_of_two_dimensions) {
  compare_groups<2, 0>(q);
  compare_groups<2, 1>(q);
}

SECTION(groups_of_three_dimensions) {
  compare_groups<3, 0>(q);
  compare_groups<3, 1>(q);
  compare_groups<3, 2>(q);
}

SECTION(required_sizes_and_offsets) {
  constexpr std::size_t n = 96;
  if (!fits(q, {32, 1, 1}))
    conformance::skip("groups of 32 in the first dimension");
  std::vector<unsigned> required(n), moved(n + 5);
  {
    sycl::buffer<unsigned> first{required}, second{moved};
    q.submit([&](sycl::handler &h) {
      sycl::accessor to{first, h, sycl::write_only, sycl::no_init};
      h.parallel_for(
          sycl::nd_range<3>{{n, 1, 1}, {32, 1, 1}},
          [=](sycl::nd_item<3> it) [[sycl::reqd_work_group_size(32, 1, 1)]] {
            to[it.get_global_id(0)] = unsigned(it.get_local_id(0) + 1);
          });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor to{second, h, sycl::write_only};
      h.parallel_for(sycl::range<3>{n, 1, 1}, sycl::id<3>{5, 0, 0},
                     [=](sycl::item<3> it) {
                       to[it.get_id(0)] = unsigned(it.get_id(0) * 2);
                     });
    });
  }
  for (std::size_t i = 0; i != n; ++i)
    if (!CHECK(required[i] == i % 32 + 1 && moved[i + 5] == 2 * (i + 5)))
      return;
}

SECTION(sub_groups_along_the_last_dimension) {
  // They are counted along the last dimension, whatever the work-items ask.
  constexpr std::size_t n = 128;
  std::vector<unsigned> lanes(n);
  if (!fits(q, {n, 1, 1}))
    conformance::skip("groups of 128 in the first dimension");
  {
    sycl::buffer<unsigned> buffer{lanes};
    q.submit([&](sycl::handler &h) {
      sycl::accessor to{buffer, h, sycl::write_only, sycl::no_init};
      h.parallel_for(
          sycl::nd_range<3>{{n, 1, 1}, {n, 1, 1}}, [=](sycl::nd_item<3> it) {
            const auto sub = it.get_sub_group();
            to[it.get_local_id(0)] = unsigned(sub.get_group_linear_id() *
                                                  sub.get_max_local_range()[0] +
                                              sub.get_local_linear_id());
          });
    });
  }
  for (std::size_t i = 0; i != n; ++i)
    if (!CHECK(lanes[i] == i))
      return;
}
