// Kernels say in how many dimensions their work-items are counted, those of
// single_task that one work-item executes them; others do not, whatever their
// names.
//
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -S %s -o - | FileCheck %s

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class Name, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_single_task(F f) { f(); }
template <class Name, int Dimensions, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_nd_range(F f) { f(); }
template <class Name, int Dimensions, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_range(F f) { f(); }
template <class Name, int Dimensions, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_offset_range(F f) { f(); }
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
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE3One({{.*}} #[[ONE:[0-9]+]]
  sycl::detail::kernel_nd_range<class One, 1>([=] { *p = 2; });
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE3Two({{.*}} #[[TWO:[0-9]+]]
  sycl::detail::kernel_range<class Two, 2>([=] { *p = 2; });
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE5Three({{.*}} #[[THREE:[0-9]+]]
  sycl::detail::kernel_offset_range<class Three, 3>([=] { *p = 2; });
  // CHECK: define {{.*}}spir_kernel void @_ZTSZ4hostPiE4Mine({{.*}} #[[MINE:[0-9]+]]
  user::kernel_single_task<class Mine>([=] { *p = 3; });
}
// CHECK: attributes #[[TASK]] = {{.*}} "sycl-dimensions"="0"
// CHECK: attributes #[[ONE]] = {{.*}} "sycl-dimensions"="1"
// CHECK: attributes #[[TWO]] = {{.*}} "sycl-dimensions"="2"
// CHECK: attributes #[[THREE]] = {{.*}} "sycl-dimensions"="3"
// CHECK: attributes #[[MINE]] =
// CHECK-NOT: "sycl-dimensions"
