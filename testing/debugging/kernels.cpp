// What gdb_test.sh steps through. Lines with a comment are where it stops.
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr int size = 8;

struct point {
  int x, y;
};

int twice(int value) {
  int result = value + value;
  return result; // in twice
}

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(size, queue);
  sycl::buffer<float> buffer(size);
  int offset = 5;
  point corner{3, 4};
  queue
      .submit([&](sycl::handler &handler) {
        sycl::accessor values(buffer, handler, sycl::write_only);
        handler.parallel_for(sycl::range<1>(size), [=](sycl::item<1> item) {
          int i = item.get_id(0);
          sycl::id<1> id = item.get_id();
          numbers[i] = twice(i) + offset + corner.y;
          values[id] = numbers[i]; // in the range kernel
        });
      })
      .wait();
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<int> shared(4, handler);
        handler.parallel_for(
            sycl::nd_range<2>({2, size / 2}, {1, 4}),
            [=](sycl::nd_item<2> item) {
              int i = item.get_global_linear_id();
              int lane = item.get_local_id(1);
              int mine = numbers[i];
              shared[lane] = mine; // before the barrier
              sycl::group_barrier(item.get_group());
              int other = shared[lane ^ 1];
              numbers[i] = other - mine; // behind the barrier
            });
      })
      .wait();
  queue
      .single_task<class last>([=] {
        for (int i = 1; i < size; ++i)
          numbers[0] += numbers[i]; // in the task
      })
      .wait();
  sycl::host_accessor values(buffer);
  std::printf("%d %g\n", numbers[0], values[3]);
  sycl::free(numbers, queue);
}
