// Functors shared by native_test.cc and its kernels: what the compiler would
// pass from one to the other.
#ifndef FACET_RUNTIME_TESTING_NATIVE_KERNELS_H_
#define FACET_RUNTIME_TESTING_NATIVE_KERNELS_H_

#include <atomic>

#include <sycl/accessor.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>

struct AddFunctor {
  sycl::accessor<int, 1, sycl::access_mode::read> a, b;
  sycl::accessor<int, 1, sycl::access_mode::write> sum;
  void operator()(sycl::item<1>) const {}
};

struct ScaleFunctor {
  int* values;
  int factor;
  void operator()(sycl::item<2>) const {}
};

struct GroupSumFunctor {
  const int* values;
  int* sums;
  sycl::local_accessor<int, 1> scratch;
  void operator()(sycl::nd_item<1>) const {}
};

struct SetFunctor {
  int* value;
  int to;
  void operator()() const {}
};

struct SpinFunctor {
  std::atomic<bool>* started;
  std::atomic<bool>* go;
  std::atomic<bool>* done;
  void operator()() const {}
};

#endif  // FACET_RUNTIME_TESTING_NATIVE_KERNELS_H_
