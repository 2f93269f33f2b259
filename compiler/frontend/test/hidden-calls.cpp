// Calls that nobody wrote, of functions that devices do not have; reported if there
// is no other mistake, which may be the reason for them.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DTHROWS -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=THROWS --implicit-check-not=error: %s
#include "sycl.h"
struct Wide {
  int parts[9];
};
// CHECK: :[[#@LINE+1]]:20: error: device code calls '__atomic_load' of the host's library, which devices do not have
SYCL_EXTERNAL void loads(Wide *from, Wide *to) { __atomic_load(from, to, 5); }
#ifdef THROWS
// THROWS: :[[#@LINE+1]]:32: error: device code cannot throw exceptions
SYCL_EXTERNAL void throws() {  throw 5; }
#endif
