// What the extensions with queries of the calling work-item share: a function
// that nothing of the work-item is passed to, called twice around a barrier.
#ifndef FACET_TESTING_CONFORMANCE_WORK_ITEM_QUERIES_H_
#define FACET_TESTING_CONFORMANCE_WORK_ITEM_QUERIES_H_

#include "testing/conformance/check.h"

#include <algorithm>

namespace conformance {

/// `add_id(out)` adds 100 and the local linear id to the work-item's element, and
/// has a barrier; `agrees(i)` compares queries with the nd_item.
template <typename AddId, typename Agrees>
void check_work_item_queries(sycl::queue &q, AddId add_id, Agrees agrees) {
  const sycl::nd_range<2> where({4, 6}, {2, 3});
  int *out = sycl::malloc_shared<int>(24, q);
  bool *same = sycl::malloc_shared<bool>(24, q);
  std::fill(out, out + 24, 1);
  q.parallel_for(where, [=](sycl::nd_item<2> i) {
     add_id(out);
     sycl::group_barrier(i.get_group());
     add_id(out);
     same[i.get_global_linear_id()] = agrees(i);
   }).wait();
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 6; ++c)
      CHECK(out[6 * r + c] == 201 + 2 * (r % 2 * 3 + c % 3) && same[6 * r + c]);
  sycl::free(out, q);
  sycl::free(same, q);
}

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_WORK_ITEM_QUERIES_H_
