// -fsycl-check= is for device code, which gets line tables; the host's Clang does
// not get it.
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-check=memory -c %s -o %t.o -### 2>&1 | FileCheck --implicit-check-not=warning %s
// CHECK: "-debug-info-kind=line-tables-only"{{.*}} "-fsycl-is-device"{{.*}} "-fsycl-check=memory"
// CHECK: "-fsycl-is-host"
// CHECK-NOT: fsycl-check
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-check=memory -g -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=DEBUG %s
// DEBUG-NOT: line-tables-only
// RUN: not sycl-clang++ -fsycl %targets -fsycl-check=memory,race -c %s -o %t.o 2>&1 | FileCheck --check-prefix=VALUE --implicit-check-not=error: %s
// VALUE: sycl-clang++: error: invalid value 'race' of option '-fsycl-check'; expected memory, uninitialized, races, barriers or all
// RUN: sycl-clang++ -fsycl-check=memory -c %s -o %t.o 2>&1 | FileCheck --check-prefix=HOST %s
// HOST: sycl-clang++: warning: '-fsycl-check=memory' has no effect: it is for device code
// Several options add up, in one order.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-check=races -fsycl-check=memory,races -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: "-fsycl-check=memory,races"
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-check=all -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=ALL %s
// ALL: "-fsycl-check=memory,uninitialized,races,barriers"
int main() {}
