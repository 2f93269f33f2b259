// SYCL 2020, 4.9.4.2.4: hierarchical kernels, and what their work-items keep.
#include "testing/conformance/check.h"

#include <algorithm>

CONFORMANCE_CHAPTER("kernels");

// Hierarchical kernels, deprecated as well: what the group does is done once,
// what it declares is shared by its work-items.
SECTION(hierarchical) {
  constexpr int groups = 6, size = 8;
  int *x = sycl::malloc_shared<int>(groups * size, q);
  int *sums = sycl::malloc_shared<int>(2 * groups, q);
  std::fill(x, x + groups * size, 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(size, h);
     h.parallel_for_work_group(
         sycl::range(groups), sycl::range(size), [=](sycl::group<1> g) {
           int sum = 0, calls = 0;
           g.parallel_for_work_item([&](sycl::h_item<1> it) {
             const auto global = it.get_global_id(0);
             x[global] += int(global);
             local[it.get_local_id()] = x[global];
           });
           // All of the work-items above are done.
           g.parallel_for_work_item([&](sycl::h_item<1> it) {
             sum += local[size - 1 - it.get_local_id(0)];
           });
           ++calls;
           sums[2 * g.get_group_id(0)] = sum;
           sums[2 * g.get_group_id(0) + 1] = calls;
         });
   }).wait();
  for (int g = 0; g < groups; ++g)
    CHECK(sums[2 * g] == 8 * 8 * g + 28 && sums[2 * g + 1] == 1);
  CHECK(x[0] == 0 && x[47] == 47);
  sycl::free(x, q);
  sycl::free(sums, q);
}

SECTION(hierarchical_items) {
  int *x = sycl::malloc_shared<int>(2 * 3 * 4 * 5, q);
  int *wrong = sycl::malloc_shared<int>(1, q);
  *wrong = 0;
  // A range of the work-items' own, larger than the group and no multiple of it.
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(
         sycl::range(2, 3), sycl::range(2, 2), [=](sycl::group<2> g) {
           const sycl::range logical(4, 5);
           g.parallel_for_work_item(logical, [&](sycl::h_item<2> it) {
             const sycl::id<2> l = it.get_logical_local_id();
             const sycl::id<2> p = it.get_physical_local_id();
             bool right = it.get_logical_local_range() == logical &&
                          it.get_local_range() == logical &&
                          it.get_physical_local_range() == sycl::range(2, 2) &&
                          it.get_global_range() == sycl::range(4, 6) &&
                          it.get_local_id() == l && p[0] < 2 && p[1] < 2 &&
                          it.get_global_id() == g.get_group_id() * 2 + p &&
                          it.get_global().get_id() == it.get_global_id() &&
                          it.get_logical_local().get_range() == logical &&
                          it.get_physical_local().get_id(1) == p[1] &&
                          it.get_local()[1] == l[1];
             if (!right)
               *wrong = 1;
             x[g.get_group_linear_id() * 20 + l[0] * 5 + l[1]] =
                 int(l[0] * 5 + l[1]);
           });
         });
   }).wait();
  bool all = true;
  for (int i = 0; i < 120; ++i)
    all &= x[i] == i % 20;
  CHECK(all && *wrong == 0);
  // The implementation chooses the size of the groups.
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range(5), [=](auto &g) {
       g.parallel_for_work_item(sycl::range(4), [&](auto &it) {
         x[g[0] * 4 + it.get_logical_local_id(0)] = int(g[0]);
       });
     });
   }).wait();
  CHECK(x[0] == 0 && x[7] == 1 && x[19] == 4);
  sycl::free(x, q);
  sycl::free(wrong, q);
}

// A copy at the group's level copies all elements, once.
SECTION(hierarchical_copies) {
  constexpr int size = 10;
  int *in = sycl::malloc_shared<int>(2 * size, q);
  int *out = sycl::malloc_shared<int>(2 * size, q);
  for (int i = 0; i < 2 * size; ++i) {
    in[i] = i + 1;
    out[i] = -1;
  }
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(size, h);
     h.parallel_for_work_group(
         sycl::range(2), sycl::range(4), [=](sycl::group<1> g) {
           using sycl::access::address_space, sycl::access::decorated;
           const auto from = in + g.get_group_id(0) * size;
           const auto to = out + g.get_group_id(0) * size;
           const auto here = local.get_multi_ptr<decorated::yes>();
           auto copied = g.async_work_group_copy(
               here,
               sycl::address_space_cast<address_space::global_space,
                                        decorated::yes>(from),
               size);
           g.wait_for(copied);
           g.parallel_for_work_item(sycl::range(size), [&](sycl::h_item<1> it) {
             local[it.get_logical_local_id(0)] *= 2;
           });
           g.async_work_group_copy(
                sycl::address_space_cast<address_space::global_space,
                                         decorated::yes>(to),
                here, size)
               .wait();
         });
   }).wait();
  bool right = true;
  for (int i = 0; i < 2 * size; ++i)
    right &= out[i] == 2 * (i + 1);
  CHECK(right);
  sycl::free(in, q);
  sycl::free(out, q);
}

SECTION(private_memory) {
  // A value of each work-item's own, from one round to the next; of a class, and
  // two of them at once.
  struct pair {
    int first;
    double second;
  };
  std::size_t *x = sycl::malloc_shared<std::size_t>(4 * 6 * 8, q);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(
         sycl::range(2, 3, 4), sycl::range(2, 2, 2), [=](sycl::group<3> g) {
           sycl::private_memory<std::size_t, 3> sums(g);
           sycl::private_memory<pair, 3> pairs(g);
           g.parallel_for_work_item([&](sycl::h_item<3> it) {
             sums(it) = it.get_global().get_linear_id();
             pairs(it) = {int(sums(it)), double(it.get_local_id(2))};
           });
           for (int round = 0; round < 3; ++round)
             g.parallel_for_work_item([&](sycl::h_item<3> it) {
               sums(it) += it.get_local_id(0) + pairs(it).first;
             });
           g.parallel_for_work_item([&](sycl::h_item<3> it) {
             x[it.get_global().get_linear_id()] =
                 sums(it) * 10 + std::size_t(pairs(it).second);
           });
         });
   }).wait();
  bool right = true;
  for (std::size_t i = 0; i < 4 * 6 * 8; ++i)
    right &= x[i] == (4 * i + 3 * (i / 48 % 2)) * 10 + i % 2;
  CHECK(right);
  sycl::free(x, q);
}
