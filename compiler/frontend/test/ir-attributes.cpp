// add_ir_attributes_function: several on one function, packs, redeclarations.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
#include "sycl.h"
template <class T> struct Property { static constexpr const char *name = "of-template"; static constexpr T value = 7; };

// CHECK: define {{.*}}@_Z7severalv() {{.*}}#[[#SEVERAL:]]
[[__sycl_detail__::__add_ir_attributes_function__("later", "x")]] SYCL_EXTERNAL void several();
[[__sycl_detail__::__add_ir_attributes_function__("one", 1)]]
[[__sycl_detail__::add_ir_attributes_function("two", "three", "text", true)]] void several() {}

// CHECK: define {{.*}}@_Z4pack{{[^(]*}}() {{.*}}#[[#PACK:]]
template <class... Ps>
[[__sycl_detail__::__add_ir_attributes_function__(Ps::name..., Ps::value...)]] SYCL_EXTERNAL void pack() {}
template void pack<Property<int>>();

struct Functor {
  [[__sycl_detail__::__add_ir_attributes_function__("of-functor", -1)]] void operator()() const {}
};
// CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Kernel({{.*}}#[[#KERNEL:]]
void host() { sycl::kernel<class Kernel>(Functor()); }

// CHECK-DAG: attributes #[[#SEVERAL]] = {{{.*}}"later"="x" {{.*}}"one"="1" {{.*}}"three"="1" {{.*}}"two"="text"
// CHECK-DAG: attributes #[[#PACK]] = {{{.*}}"of-template"="7"
// CHECK-DAG: attributes #[[#KERNEL]] = {{{.*}}"of-functor"="-1"

#ifdef WRONG
// WRONG-DAG: :[[#@LINE+2]]:3: error: 'add_ir_attributes_function' attribute disagrees with 'add_ir_attributes_function' of the same function
[[__sycl_detail__::__add_ir_attributes_function__("a", 1)]]
[[__sycl_detail__::__add_ir_attributes_function__("a", 2)]] SYCL_EXTERNAL void twice() {}
// WRONG-DAG: :[[#@LINE+2]]:3: error: 'add_ir_attributes_function' attribute takes as many names as values
template <class... Ps>
[[__sycl_detail__::__add_ir_attributes_function__("odd", Ps::name..., Ps::value...)]] SYCL_EXTERNAL void odd() {}
template void odd<Property<int>>();
#endif
