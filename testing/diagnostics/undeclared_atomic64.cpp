// $ sycl-clang++ -fsycl -c undeclared_atomic64.cpp
#include <sycl/sycl.hpp>

[[sycl::device_has()]] SYCL_EXTERNAL void count(long *counter) {
  sycl::atomic_ref<long, sycl::memory_order::relaxed, sycl::memory_scope::device> all(*counter);
  ++all;
}
