// Every metadata node of a small program, letter by letter: all that there is, and
// nothing else.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
#include "sycl.h"
using sycl::aspect;
class [[__sycl_detail__::__uses_aspects__(aspect::fp16, aspect::atomic64)]] wide {
  int parts[2];
};
[[sycl::device_has(aspect::gpu, aspect::cpu)]] SYCL_EXTERNAL void declares() {}
[[__sycl_detail__::__uses_aspects__(aspect::fp64)]] SYCL_EXTERNAL void uses() {}
[[sycl::requires(has(aspect::gpu))]] SYCL_EXTERNAL void requires_gpu() {}
SYCL_EXTERNAL int holds() { wide w{}; return reinterpret_cast<int &>(w); }
[[sycl::reqd_sub_group_size(16)]] SYCL_EXTERNAL void sixteen() {}
void host(int *p) {
  sycl::kernel<class Sizes>([=]() [[sycl::reqd_work_group_size(4, 8, 16), sycl::work_group_size_hint(2, 4), intel::named_sub_group_size(primary)]] { *p = 1; });
}
// CHECK: define spir_func void @_Z8declaresv() {{[^!]*}}!sycl_declared_aspects [[CPUGPU:![0-9]+]] !sycl_used_aspects [[CPUGPU]] !sycl_fixed_targets [[NONE:![0-9]+]] {
// CHECK: define spir_func void @_Z4usesv() {{[^!]*}}!sycl_used_aspects [[FP64:![0-9]+]] !sycl_fixed_targets [[NONE]] {
// CHECK: define spir_func void @_Z12requires_gpuv() {{[^!]*}}!sycl_declared_aspects [[GPU:![0-9]+]] !sycl_used_aspects [[GPU]] !sycl_required_aspects [[GPU]] !sycl_fixed_targets [[NONE]] {
// CHECK: define spir_func noundef i32 @_Z5holdsv() {{[^!]*}}!sycl_used_aspects [[WIDE:![0-9]+]] !sycl_fixed_targets [[NONE]] {
// CHECK: define spir_func void @_Z7sixteenv() {{[^!]*}}!intel_reqd_sub_group_size [[SIXTEEN:![0-9]+]] !sycl_fixed_targets [[NONE]] {
// CHECK: define spir_kernel void @_ZTSZ4hostPiE5Sizes({{[^!]*}}!intel_reqd_sub_group_size [[PRIMARY:![0-9]+]] !reqd_work_group_size [[SIZE:![0-9]+]] !work_group_size_hint [[HINT:![0-9]+]] !sycl_fixed_targets [[NONE]] {
// CHECK: attributes #{{[0-9]+}} = { {{.*}}"sycl-module-id"="{{[^"]*}}every-node.cpp" }
// CHECK: attributes #{{[0-9]+}} = { {{.*}}"sycl-module-id"="{{[^"]*}}every-node.cpp" "sycl-reqd-work-group-dims"="3" }
// CHECK: !sycl_aspects = !{[[CPU:![0-9]+]], [[GPUNAME:![0-9]+]], [[HALF:![0-9]+]], [[DOUBLE:![0-9]+]], [[ATOMIC:![0-9]+]]}
// CHECK-NEXT: !sycl_types_that_use_aspects = !{[[HALFTYPE:![0-9]+]], [[WIDETYPE:![0-9]+]]}
// CHECK: [[CPU]] = !{!"cpu", i32 1}
// CHECK-NEXT: [[GPUNAME]] = !{!"gpu", i32 2}
// CHECK-NEXT: [[HALF]] = !{!"fp16", i32 5}
// CHECK-NEXT: [[DOUBLE]] = !{!"fp64", i32 6}
// CHECK-NEXT: [[ATOMIC]] = !{!"atomic64", i32 28}
// CHECK-NEXT: [[HALFTYPE]] = !{!"class.sycl::half", i32 5}
// CHECK-NEXT: [[WIDETYPE]] = !{!"class.wide", i32 5, i32 28}
// CHECK-NEXT: [[CPUGPU]] = !{i32 1, i32 2}
// CHECK-NEXT: [[NONE]] = !{}
// CHECK-NEXT: [[FP64]] = !{i32 6}
// CHECK-NEXT: [[GPU]] = !{i32 2}
// CHECK-NEXT: [[WIDE]] = !{i32 5, i32 28}
// CHECK-NEXT: [[SIXTEEN]] = !{i32 16}
// CHECK-NEXT: [[PRIMARY]] = !{i32 -1}
// CHECK-NEXT: [[SIZE]] = !{i32 16, i32 8, i32 4}
// CHECK-NEXT: [[HINT]] = !{i32 4, i32 2, i32 1}
