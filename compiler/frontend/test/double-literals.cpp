// A literal of type double is a use of double, also where code generation makes
// a float of it: the warning says where. The kernel does not need fp64 for it.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o %t.ll 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: FileCheck --check-prefix=IR --implicit-check-not=sycl_folded %s < %t.ll
// With debug information the same places.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -g -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=warning: %s
#include "sycl.h"
#define NEED [[sycl::device_has()]] SYCL_EXTERNAL
// IR: define {{.*}}@_Z11initializesv() {{[^!]*}}!sycl_declared_aspects ![[#]] !sycl_fixed_targets ![[#]] {
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'initializes' uses aspect 'fp64' not listed in 'sycl::device_has'
NEED float initializes() { float f=0.1; return f; }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'assigns' uses aspect 'fp64'
NEED void assigns(float *p) { *p = 0.5; }
inline float take(float f) { return f; }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'passes' uses aspect 'fp64'
NEED float passes() { return (take(2.5)); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'returns' uses aspect 'fp64'
NEED float returns() { return 2.5; }
// The constructor of the member's class uses it.
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'constructs' uses aspect 'fp64'
struct Member { float v = (0.5); };
// CHECK: constructs()
// CHECK-NEXT: Member::Member() {{.*}}double-literals.cpp:[[#@LINE+1]]:
NEED float constructs() { Member m; return m.v; }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'casts' uses aspect 'fp64'
NEED float casts(float x) { return x * float(0.1); }
constexpr double pi = 3.14;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'reads' uses aspect 'fp64'
NEED float reads(float x) { return x * (float)pi; }
// No uses: computed by the compiler, not evaluated, of other types, allowed, or
// what nobody asked about.
NEED float constant() { constexpr float f = 0.1; return f + sizeof(0.1) + 1.5f; }
[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL float allowed() { float f = 0.1; return f; }
SYCL_EXTERNAL float undecorated() { float f = 0.1; return f; }
// A requirement is about what the code needs, and is an error.
[[sycl::requires(has())]] SYCL_EXTERNAL float required() { float f = 0.1; return f; }
