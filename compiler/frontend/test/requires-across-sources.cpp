// A small function with sycl::requires is inlined long before the link. The
// calls on paths out of the source are recorded, for the check there; nothing
// else is.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
#include "sycl.h"
using sycl::aspect;

SYCL_EXTERNAL int elsewhere(int);
static int alone(int x) { return x * 3; }
static int between(int x) { return elsewhere(x) + alone(x); }
[[sycl::requires(has(aspect::fp16))]] static int helper(int x) {
  return between(x) + __builtin_spirv_global_size(0);
}
[[sycl::requires(has(aspect::fp16))]] static int inner(int x) { return alone(x); }
static int unchecked(int x) { return elsewhere(x); }

// CHECK: define {{.*}} @_Z4useri(
// CHECK-NOT: define
SYCL_EXTERNAL int user(int x) { return helper(x) + inner(x) + unchecked(x); }

// CHECK: !sycl_unchecked_calls = !{[[SOURCE:![0-9]+]]}
// CHECK: [[SOURCE]] = !{[[HELPER:![0-9]+]], [[BETWEEN:![0-9]+]]}
// CHECK: [[HELPER]] = !{!"_ZL6helperi", [[CALLEES:![0-9]+]], [[ALLOWED:![0-9]+]]}
// CHECK: [[CALLEES]] = !{!"_ZL7betweeni"}
// CHECK: [[ALLOWED]] = !{i32 5}
// CHECK: [[BETWEEN]] = !{!"_ZL7betweeni", [[OUT:![0-9]+]]}
// CHECK: [[OUT]] = !{!"_Z9elsewherei"}
