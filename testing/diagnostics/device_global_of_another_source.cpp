// $ sycl-clang++ -fsycl -c device_global_of_another_source.cpp
#include <sycl/sycl.hpp>

extern sycl::ext::oneapi::experimental::device_global<int> steps;

void submit(sycl::queue &queue) {
  queue.single_task<class Step>([=] { steps += 1; });
}
