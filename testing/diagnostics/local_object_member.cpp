// $ sycl-clang++ -fsycl -c local_object_member.cpp
#include <sycl/sycl.hpp>

struct Tile {
  sycl::ext::oneapi::experimental::work_group_static<int[64]> values;
};

void submit(sycl::queue &queue, int *out) {
  queue.parallel_for<class Sum>(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> i) {
    Tile tile;
    tile.values[i.get_local_id(0)] = 1;
    out[i.get_global_id(0)] = tile.values[0];
  });
}
