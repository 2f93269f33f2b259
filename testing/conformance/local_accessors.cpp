// SYCL 2020, 4.7.6.11: accessors to local memory.
#include "testing/conformance/check.h"

CONFORMANCE_CHAPTER("accessors");

/// A function of a kernel that turns out not to need its local memory.
[[gnu::noinline]] int value_or_memory(int *memory, bool wanted, int value) {
  if (wanted)
    memory[value] = value;
  return value;
}

SECTION(local) {
  sycl::buffer<int> b(sycl::range(32));
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(b, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int> line(sycl::range(8), h);
    sycl::local_accessor<int, 2> square(sycl::range(2, 8), h);
    sycl::local_accessor<float, 0> one(h);
    CHECK(line.size() == 8 && line.byte_size() == 32);
    CHECK(square.get_range() == sycl::range(2, 8));
    h.parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> i) {
      const std::size_t l = i.get_local_id(0);
      line[l] = int(l) * 10;
      square[0][l] = 1;
      square[sycl::id(1, l)] = 2;
      if (l == 0)
        one = 0.5f;
      sycl::group_barrier(i.get_group());
      const float o = one;
      out[i.get_global_id()] = line[7 - l] + square[1][7 - l] +
                               square[0][7 - l] + int(2 * o);
    });
  });
  sycl::host_accessor a(b, sycl::read_only);
  for (int i = 0; i < 32; ++i)
    CHECK(a[i] == (7 - i % 8) * 10 + 4);

  int *values = sycl::malloc_shared<int>(32, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> line(sycl::range(8), h);
     h.parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> i) {
       const int g = int(i.get_global_id(0));
       values[g] = value_or_memory(&line[0], false, g);
     });
   }).wait();
  for (int i = 0; i < 32; ++i)
    CHECK(values[i] == i);
  sycl::free(values, q);
}

// "Must throw a synchronous exception", if the kernel uses it.
/// Only what a kernel has takes of its device's memory.
SECTION(local_and_unused) {
  const auto most =
      q.get_device().get_info<sycl::info::device::local_mem_size>();
  sycl::buffer<int> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> mine(8, h);
    const sycl::local_accessor<char> all(sycl::range(most), h), more(most, h);
    CHECK(all.size() == most && more.size() == most);
    sycl::accessor out(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
      mine[7 - i.get_local_id(0)] = int(i.get_local_id(0));
      sycl::group_barrier(i.get_group());
      out[i.get_global_id()] = mine[i.get_local_id(0)];
    });
  });
  const sycl::host_accessor in(b);
  CHECK(in[0] == 7 && in[3] == 4 && in[7] == 0);
}

SECTION(local_needs_work_groups) {
  const auto refused = [&](auto submit) {
    CHECK_THROWS(kernel_argument, q.submit(submit));
  };
  refused([](sycl::handler &h) {
    const sycl::local_accessor<int> l(sycl::range(1), h);
    h.single_task([=] { l[0] = 1; });
  });
  refused([](sycl::handler &h) {
    const sycl::local_accessor<int> l(sycl::range(1), h);
    h.parallel_for(1, [=](sycl::id<1>) { l[0] = 1; });
  });
  refused([](sycl::handler &h) {
    const sycl::local_accessor<float, 3> l(sycl::range(1, 2, 3), h);
    h.parallel_for(sycl::range(2, 2), [=](sycl::id<2>) { l[0][0][0] = 1; });
  });
  refused([](sycl::handler &h) {
    const sycl::local_accessor<int, 0> l(h);
    h.single_task([=] { l = 1; });
  });
  // One that the kernel does not have is none of its business.
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 1;
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<int> l(sycl::range(77), h);
     h.single_task([=] { *x = 5; });
   }).wait();
  CHECK(*x == 5);
  sycl::free(x, q);
}
