// A header that both sources include: its kernels are the same in both, or are
// each source's own.
#pragma once

#include <sycl/sycl.hpp>

namespace ex = sycl::ext::oneapi::experimental;

/// The same kernel in each source, which the link keeps once.
inline int shared_kernel(sycl::queue &q, int *p) {
  q.single_task([=] { *p = 7; }).wait();
  return *p;
}

/// A kernel for each source, whose conditions the compiler names apart.
static inline int conditional_kernel(sycl::queue &q, int *p) {
  q.single_task([=] {
     ex::if_device_has<sycl::aspect::fp64>([=] { *p = 64; }).otherwise([=] {
       *p = 32;
     });
   }).wait();
  return *p;
}

/// A kernel with conditions and a name of its own: it is one kernel, though each
/// source has its functions for itself.
class HeaderKernel;
static inline int named_conditional_kernel(sycl::queue &q, int *p) {
  q.single_task<HeaderKernel>([=] {
     ex::if_device_has<sycl::aspect::fp64>([=] { *p = 640; }).otherwise([=] {
       *p = 320;
     });
   }).wait();
  return *p;
}

inline constexpr sycl::specialization_id<int> shared_constant(1);

/// What one source's kernels wrote.
struct Results {
  int unnamed, named, in_template, in_namespace, at_file_scope, of_argument,
      constant, shared, conditional, named_conditional;
};
Results run_first(sycl::queue &q, int *p);
Results run_second(sycl::queue &q, int *p);
