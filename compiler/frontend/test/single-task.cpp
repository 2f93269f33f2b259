// Kernels of single_task say that one work-item executes them; others do not,
// whatever their names.
//
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -S %s -o - | FileCheck %s

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class Name, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_single_task(F f) { f(); }
template <class Name, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_nd_range(F f) { f(); }
} // namespace detail
} // namespace _V1
} // namespace sycl
namespace user {
template <class Name, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_single_task(F f) { f(); }
} // namespace user

void host(int *p) {
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE4Task({{.*}} #[[TASK:[0-9]+]]
  sycl::detail::kernel_single_task<class Task>([=] { *p = 1; });
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE5Range({{.*}} #[[OTHER:[0-9]+]]
  sycl::detail::kernel_nd_range<class Range>([=] { *p = 2; });
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE4Mine({{.*}} #[[OTHER]]
  user::kernel_single_task<class Mine>([=] { *p = 3; });
}
// CHECK: attributes #[[TASK]] = {{.*}} "sycl-single-task"
// CHECK: attributes #[[OTHER]] =
// CHECK-NOT: "sycl-single-task"
