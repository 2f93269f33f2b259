// SYCL 2020, 4.17.3: group functions are synchronization points. What a
// work-item did before one, all of the group see after it, and an algorithm on
// a range sees what they wrote to it: no barrier is needed in between.
#include "testing/conformance/check.h"

CONFORMANCE_CHAPTER("group_synchronization");

namespace {

constexpr int items = 64, rounds = 3;

/// Work-items of a sub-group or of the work-group, and which of the
/// work-group's elements are theirs.
struct sub_groups {
  static sycl::sub_group of(sycl::nd_item<1> i) { return i.get_sub_group(); }
};
struct work_groups {
  static sycl::group<1> of(sycl::nd_item<1> i) { return i.get_group(); }
};

/// Whether neighbours see each other's writes when only f(group, a number that
/// grows with the work-item, the group's first element) stands between write
/// and read, and between the read and the next write. The neighbour is one
/// whose element the compiler knows to be another than this one's, so that it
/// may keep what it once read.
template <typename Groups, bool Local, typename F>
bool orders(sycl::queue &q, F f) {
  int *shared = sycl::malloc_shared<int>(2 * items, q);
  int *right = shared + items;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(items, h);
     h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> i) {
       const auto g = Groups::of(i);
       const int id = int(i.get_local_id(0));
       const int lane = int(g.get_local_linear_id());
       int *all = shared;
       if constexpr (Local)
         all = local.get_multi_ptr<sycl::access::decorated::no>().get();
       int *first = all + (id - lane);
       // Algorithms give work-item and element the same number, if any.
       const int mine = int(g.get_local_linear_range()) - 1 - lane;
       bool same = true;
       for (int round = 1; round <= rounds; ++round) {
         const int value = round * 1000 + id - lane;
         first[mine] = value + mine;
         same &= f(g, value + lane, first);
         if (lane != 0)
           same &= first[mine + 1] == value + mine + 1;
         same &= f(g, value + lane, first);
       }
       right[id] = same;
     });
   }).wait();
  bool all = true;
  for (int i = 0; i < items; ++i)
    all &= right[i] == 1;
  sycl::free(shared, q);
  return all;
}
/// Functions of all groups.
template <typename Groups, bool Local>
void check_all_functions(sycl::queue &q) {
  const auto is_odd = [](int x) { return x % 2 != 0; };
  CHECK((orders<Groups, Local>(q, [](auto g, int x, int *) {
    return sycl::group_broadcast(g, x) <= x;
  })));
  CHECK((orders<Groups, Local>(q, [](auto g, int x, int *) {
    return sycl::reduce_over_group(g, x, sycl::maximum<int>()) >= x;
  })));
  CHECK((orders<Groups, Local>(q, [](auto g, int x, int *) {
    return sycl::inclusive_scan_over_group(g, x, sycl::maximum<int>()) == x;
  })));
  CHECK((orders<Groups, Local>(q, [](auto g, int x, int *) {
    return sycl::exclusive_scan_over_group(g, x, sycl::maximum<int>()) < x;
  })));
  CHECK((orders<Groups, Local>(q, [=](auto g, int x, int *) {
    return sycl::any_of_group(g, x, is_odd) !=
           sycl::none_of_group(g, is_odd(x));
  })));
}
template <typename Groups, bool Local> void check_joint_functions(sycl::queue &q) {
  CHECK((orders<Groups, Local>(q, [](auto g, int x, int *first) {
    const int n = int(g.get_local_linear_range());
    const int least = x - int(g.get_local_linear_id());
    return sycl::joint_reduce(g, first, first + n, sycl::plus<int>()) ==
           n * least + n * (n - 1) / 2;
  })));
  CHECK((orders<Groups, Local>(q, [](auto g, int x, int *first) {
    const int n = int(g.get_local_linear_range());
    const int least = x - int(g.get_local_linear_id());
    return sycl::joint_all_of(g, first, first + n,
                              [=](int y) { return y >= least; });
  })));
}

/// Elements are written and read by others than those that the scan gives them
/// to.
template <typename Groups, bool Inclusive>
bool scans_in_place(sycl::queue &q, int n) {
  int *wrong = sycl::malloc_shared<int>(1, q);
  *wrong = 0;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(n, h);
     h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> i) {
       if (i.get_sub_group().get_group_linear_id() != 0 &&
           std::is_same_v<Groups, sub_groups>)
         return;
       const auto g = Groups::of(i);
       int *data = local.get_multi_ptr<sycl::access::decorated::no>().get();
       const int id = int(g.get_local_linear_id()),
                 size = int(g.get_local_linear_range());
       for (int k = id; k < n; k += size)
         data[n - 1 - k] = n - k;
       if constexpr (Inclusive)
         sycl::joint_inclusive_scan(g, data, data + n, data, sycl::plus<int>());
       else
         sycl::joint_exclusive_scan(g, data, data + n, data, sycl::plus<int>());
       for (int k = id; k < n; k += size) {
         const int wanted = Inclusive ? (k + 1) * (k + 2) / 2 : k * (k + 1) / 2;
         if (data[k] != wanted)
           sycl::atomic_ref<int, sycl::memory_order::relaxed,
                            sycl::memory_scope::device>(*wrong)++;
       }
     });
   }).wait();
  const bool right = *wrong == 0;
  sycl::free(wrong, q);
  return right;
}
} // namespace

SECTION(all_functions) {
  check_all_functions<work_groups, true>(q);
  check_all_functions<work_groups, false>(q);
}
SECTION(joint_functions) {
  check_joint_functions<work_groups, true>(q);
  check_joint_functions<work_groups, false>(q);
}
SECTION(scans) {
  for (const int n : {1, 30, 64, 65, 200}) {
    CHECK((scans_in_place<work_groups, true>(q, n)));
    CHECK((scans_in_place<work_groups, false>(q, n)));
  }
}

SECTION(functions_of_sub_groups) {
  check_all_functions<sub_groups, true>(q);
  check_all_functions<sub_groups, false>(q);
  check_joint_functions<sub_groups, true>(q);
  check_joint_functions<sub_groups, false>(q);
  for (const int n : {1, 30, 64, 65, 200}) {
    CHECK((scans_in_place<sub_groups, true>(q, n)));
    CHECK((scans_in_place<sub_groups, false>(q, n)));
  }
}
SECTION(shuffles) {
  // Where there is no such work-item, the result is unspecified.
  CHECK((orders<sub_groups, true>(q, [](sycl::sub_group g, int x, int *) {
    const bool is_last =
        g.get_local_linear_id() + 1 == g.get_local_linear_range();
    return (sycl::shift_group_left(g, x, 1) == x + 1) || is_last;
  })));
  CHECK((orders<sub_groups, true>(q, [](sycl::sub_group g, int x, int *) {
    return (sycl::shift_group_right(g, x, 1) == x - 1) || g.leader();
  })));
  CHECK((orders<sub_groups, true>(q, [](sycl::sub_group g, int x, int *) {
    return sycl::select_from_group(g, x, 0) <= x;
  })));
  CHECK((orders<sub_groups, true>(q, [](sycl::sub_group g, int x, int *) {
    return sycl::permute_group_by_xor(g, x, 0) == x;
  })));
}
