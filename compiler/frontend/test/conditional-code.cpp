// Conditional calls of real code: lambdas of every shape, nested, and for one
// target; a pointer to a function is an error with a place.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -fsycl-unique-prefix=PREFIX -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -g -S %s -o - | FileCheck --check-prefix=DEBUG %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DPOINTER -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=POINTER %s
#include "sycl.h"

template <typename Callable, typename... Integers>
[[__sycl_detail__::add_ir_attributes_function(
    "sycl-call-if-on-device-conditionally", true)]]
void callIf(Callable Call, Integers...) {
  Call();
}

SYCL_EXTERNAL void effect(int);

// CHECK-LABEL: define {{.*}}spir_func void @_Z8capturesPii(
// CHECK: call spir_func void @call_if_on_device_conditionally_PREFIX_1(ptr nonnull @[[A:[^,]*]], ptr addrspace(4) %{{.*}}, i32 -1, i32 5)
// CHECK: call spir_func void @_Z6effecti(
// DEBUG-LABEL: define {{.*}}spir_func void @_Z8capturesPii(
// DEBUG: call spir_func void @call_if_on_device_conditionally_{{[0-9a-f]+}}_1({{.*}}), !dbg
SYCL_EXTERNAL void captures(int *P, int N) {
  int M = N;
  callIf([=, &M]() mutable { M += ++N; effect(M); }, -1, 5);
  effect(M);
}
// CHECK-LABEL: define {{.*}}spir_func void @_Z6nestedv(
// CHECK: call spir_func void @call_if_on_device_conditionally_PREFIX_2(ptr nonnull @[[OUTER:[^,]*]], ptr addrspace(4) %{{.*}}, i32 -1, i32 5)
// CHECK-NOT: effect
SYCL_EXTERNAL void nested() {
  callIf([] { callIf([] { effect(1); }, -1, 6); }, -1, 5);
}
struct Base {
  int Value;
  int operator()() { effect(Value); return Value++; }
};
struct Derived : private Base {
  Derived(int V) : Base{V} {}
  Derived(const Derived &Other) : Base(Other) { effect(2); }
  ~Derived() { effect(3); }
  using Base::operator();
};
// A class that is copied and destroyed, whose call operator returns something;
// what it gets is destroyed after the call.
// CHECK-LABEL: define {{.*}}spir_func void @_Z7functori(
// CHECK: call spir_func void @_Z6effecti(i32 noundef 2)
// CHECK: call spir_func void @call_if_on_device_conditionally_PREFIX_3(ptr nonnull @{{.*}}action{{.*}}, i32 -3, i32 -1, i32 6)
// CHECK: call spir_func void @_Z6effecti(i32 noundef 3)
SYCL_EXTERNAL void functor(int N) {
  Derived D(N);
  callIf(D, -3, -1, 6);
}
// CHECK-LABEL: define {{.*}}spir_func void @_Z7decidedv(
// CHECK-NEXT: call spir_func void @_Z6effecti(i32 noundef 5)
// CHECK-NEXT: ret void
SYCL_EXTERNAL void decided() {
  callIf([] { effect(4); }, -4, -1, 5, -3, -1, 5);
  callIf([] { effect(5); }, -5, -1, 5, -3, -1, 5);
}
// CHECK: define internal spir_func void @[[A]](
// CHECK: call spir_func void @_Z6effecti(
// CHECK: define internal spir_func void @[[OUTER]](
// CHECK: call spir_func void @call_if_on_device_conditionally_PREFIX_{{[0-9]}}(ptr nonnull @[[INNER:[^,]*]], ptr addrspace(4) %{{.*}}, i32 -1, i32 6)

#ifdef POINTER
// POINTER: conditional-code.cpp:[[#@LINE-54]]:3: error: device code cannot call through a pointer to a function
void plain() { effect(6); }
SYCL_EXTERNAL void pointer() {
  callIf(&plain, -1, 5);
}
#endif
