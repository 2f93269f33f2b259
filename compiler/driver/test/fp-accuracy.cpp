// -ffp-accuracy= is for device code; the host's Clang does not get it.
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -ffp-accuracy=high -O2 -ffp-accuracy=low:sin,exp -c %s -o %t.o -### 2>&1 | FileCheck --implicit-check-not=warning %s
// CHECK: "-fsycl-is-device"{{.*}} "-ffp-accuracy=high" "-ffp-accuracy=low:sin,exp"
// CHECK: "-fsycl-is-host"
// CHECK-NOT: ffp-accuracy
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -ffp-accuracy=best -c %s -o %t.o 2>&1 | FileCheck --check-prefix=VALUE --implicit-check-not=error: %s
// VALUE: sycl-clang++: error: invalid value 'best' of option '-ffp-accuracy'; expected high, medium, low, sycl or cuda
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -ffp-accuracy=high:sin,sine -c %s -o %t.o 2>&1 | FileCheck --check-prefix=FUNCTION --implicit-check-not=error: %s
// FUNCTION: sycl-clang++: error: unknown function 'sine' in option '-ffp-accuracy=high:sin,sine'
// RUN: sycl-clang++ -ffp-accuracy=high -c %s -o %t.o 2>&1 | FileCheck --check-prefix=HOST %s
// HOST: sycl-clang++: warning: '-ffp-accuracy=high' has no effect: it is for device code
int main() {}
