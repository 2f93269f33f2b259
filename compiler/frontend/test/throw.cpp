// Exceptions of device code are errors where they stand, with the path from the
// kernel.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=CATCH %s
// RUN: not ls %t.bc
#include "sycl.h"

int thrower(int x) {
  if (x)
    // CHECK: throw.cpp:[[#@LINE+1]]:5: error: device code cannot throw exceptions; write a value that the host reads instead
    throw 1;
  return 2;
}
// CHECK: throw.cpp:[[#@LINE+1]]:33: note: 'thrower' is called here
int between(int x) { return 1 + thrower(x); }

// Functions of the host may throw.
int host_only(int x) {
  try {
    throw x;
  } catch (int) {
  }
  return 0;
}

struct Functor {
  int *p;
  // CHECK: throw.cpp:[[#@LINE+2]]:34: note: 'between' is called here
  // CHECK: throw.cpp:[[#@LINE+1]]:8: note: in kernel 'K'
  void operator()() const { *p = between(*p); }
};
// Several kernels with the same breach: one error.
// CHECK-NOT: cannot throw
void host(int *p) {
  sycl::kernel<class K>(Functor{p});
  sycl::kernel<class L>([=] { *p = between(*p); });
}

// CATCH: throw.cpp:[[#@LINE+3]]:3: error: device code cannot catch exceptions; leave 'try' and 'catch' out, nothing throws on a device
// CATCH: throw.cpp:[[#@LINE+1]]:20: note: 'catcher' is SYCL_EXTERNAL: device code
SYCL_EXTERNAL void catcher() {
  try {
  } catch (...) {
  }
}
