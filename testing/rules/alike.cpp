// Made into two libraries with different WHO. On the host `who` is another.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int who(int x) {
#ifdef __SYCL_DEVICE_ONLY__
  return 100 * WHO + x;
#else
  return -x;
#endif
}

// Only the second library has this.
#if WHO == 2
SYCL_EXTERNAL int more(int x) { return 1000 + who(x); }
#endif

extern "C" int run(sycl::queue &q, int n) {
  sycl::buffer<int> b(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.single_task([=] { a[0] = who(n); });
  });
  return sycl::host_accessor(b)[0];
}

SYCL_EXTERNAL int of_the_program(int);

extern "C" int run_of_the_program(sycl::queue &q, int n) {
  sycl::buffer<int> b(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.single_task([=] { a[0] = of_the_program(n); });
  });
  return sycl::host_accessor(b)[0];
}

// Its first work-groups use memory of their threads.
extern "C" int start(sycl::queue &q, int n) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> sums(16, h);
    h.parallel_for(sycl::nd_range<1>(256, 16), [=](sycl::nd_item<1> item) {
      volatile int *sum = &sums[item.get_local_id(0)];
      *sum = 0;
      for (int i = 0; i < n; ++i)
        *sum = *sum + i;
      sycl::group_barrier(item.get_group());
    });
  });
  return 0;
}
