// Device code that throws is an error that names the function.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck %s
#include "sycl.h"

// CHECK: throw.cpp:[[#@LINE+1]]:5: error: function 'thrower' throws an exception, which device code cannot
int thrower(int x) {
  if (x)
    throw 1;
  return 2;
}
// A host function of the same source may.
// CHECK-NOT: error: function 'host
int host_only(int x) {
  try {
    throw x;
  } catch (int) {
  }
  return 0;
}
void host(int *p) {
  sycl::kernel<class K>([=] { *p = thrower(*p); });
}
