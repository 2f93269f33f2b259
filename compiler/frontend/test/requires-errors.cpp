// What is wrong with sycl::requires itself, for devices and for the host.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: not sycl-clang++ -cc1 -fsycl-is-host -std=c++17 -I%S/Inputs -fsyntax-only -x c++ %s 2>&1 | FileCheck --implicit-check-not=error: %s
#include "sycl.h"
using sycl::aspect;
// CHECK: :[[#@LINE+1]]:3: error: 'requires' attribute takes 'has' with aspects, as in '{{\[\[}}sycl::requires(has(sycl::aspect::fp64))]]'
[[sycl::requires(aspect::gpu)]] void no_has();
// CHECK: :[[#@LINE+1]]:3: error: 'requires' attribute takes 'has'
[[sycl::requires()]] void nothing();
// CHECK: :[[#@LINE+1]]:3: error: 'requires' attribute takes 'has'
[[sycl::requires(has(aspect::gpu), has(aspect::cpu))]] void twice();
// CHECK: :[[#@LINE+1]]:22: error: 'requires' attribute argument is invalid; argument must be device aspect of type sycl::aspect
[[sycl::requires(has(5))]] void number();
// CHECK: :[[#@LINE+1]]:3: error: 'requires' attribute only applies to functions, classes and alias declarations
[[sycl::requires(has(aspect::gpu))]] int variable;
// CHECK: :[[#@LINE+1]]:3: error: 'requires' attribute needs its namespace: '{{\[\[}}sycl::requires(...)]]'
[[requires(aspect::gpu)]] void unscoped();
// CHECK: :[[#@LINE+1]]:18: error: 'requires' attribute cannot be applied to types
void on_type() [[sycl::requires(has(aspect::gpu))]];
// CHECK-DAG: error: 'requires' attribute disagrees with 'requires' of the same function
[[sycl::requires(has(aspect::gpu))]] void changed();
[[sycl::requires(has(aspect::cpu))]] void changed();
// CHECK-DAG: error: 'requires' attribute disagrees with 'device_has' of the same function
[[sycl::device_has(aspect::gpu)]] [[sycl::requires(has(aspect::gpu))]] void both();
