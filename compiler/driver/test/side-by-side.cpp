// The host's compilation runs beside the device's, and all that is seen of both
// is the same as if one followed the other: objects, messages and their order,
// lists of dependencies, exit status, and what is left after errors.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -Wall -MD -c -o out/a.o
// RUN: cat %t/fine.out %t/fine.files | FileCheck --check-prefix=FINE %s
// RUN: cat %t/warnings.out %t/warnings.files | FileCheck --check-prefix=WARNINGS %s
// RUN: cat %t/device-error.out %t/device-error.files | FileCheck --check-prefix=DEVICE %s
// RUN: cat %t/host-error.out %t/host-error.files | FileCheck --check-prefix=HOST %s
// RUN: cat %t/both-errors.out | FileCheck --check-prefix=BOTH %s
// RUN: cat %t/late-error.out %t/late-error.files | FileCheck --check-prefix=LATE %s
// RUN: cat %t/device-crash.out %t/device-crash.files | FileCheck --check-prefix=DEVICE-CRASH %s
// RUN: cat %t/host-crash.out %t/host-crash.files | FileCheck --check-prefix=HOST-CRASH %s
// RUN: cat %t/both-crash.files | count 0
// FINE: {{^status 0}}
// FINE: a.d a.o
// WARNINGS: warnings.cpp:6:{{.*}} warning: unused variable 'h'
// WARNINGS: warnings.cpp:3:{{.*}} warning: non-void function does not return a value
// WARNINGS: status 0
// WARNINGS: a.d a.o
// DEVICE: device-error.cpp:2:{{.*}} error: use of undeclared identifier 'd'
// DEVICE-NOT: warning:
// DEVICE: status 1
// DEVICE-NOT: a.{{[do]}}
// HOST: host-error.cpp:2:{{.*}} error: use of undeclared identifier 'h'
// HOST: status 1
// HOST-NOT: a.o
// BOTH: error: use of undeclared identifier 'd'
// BOTH-NOT: error: use of undeclared identifier 'h'
// BOTH: status 1
// LATE: late-error.cpp:2:{{.*}} error: invalid instruction
// LATE: status 1
// LATE-NOT: a.o
// DEVICE-CRASH: crashed
// DEVICE-CRASH: reproduce.sh
// DEVICE-CRASH-NOT: a.{{[do]}}
// HOST-CRASH: crashed
// HOST-CRASH: reproduce.sh
// HOST-CRASH-NOT: {{^a[.-].*o}}
//
// The same in other modes of the driver.
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -Wall -Werror -c -o out/a.o
// RUN: FileCheck --check-prefix=WERROR %s < %t/warnings.out
// WERROR: error: unused variable 'h'
// WERROR: error: non-void function does not return a value
// WERROR: status 1
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu,test_alias -fsycl-device-if=early -nostdinc -nostdinc++ -g -O2 -c -o out/a.o
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -save-temps=obj -c -o out/a.o
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -v -S -emit-llvm -o out/a.ll
// RUN: FileCheck --check-prefix=VERBOSE --implicit-check-not=wait-for-latch %s < %t/fine.out
// VERBOSE: "-cc1"{{.*}} "-fsycl-is-device"
// VERBOSE: "-cc1pack"
// VERBOSE: "-cc1"{{.*}} "-fsycl-is-host"
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -S -o -
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -fprofile-instr-generate -fcoverage-mapping -c -o out/a.o
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-only -nostdinc -nostdinc++ -Wall -c -o out/a.bc
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-host-only -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -Wall -c -o out/a.o
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -c -o out/a.o -###
// A source from the standard input.
// RUN: sh %S/Inputs/side-by-side.sh %t -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -Wall -c -o out/a.o -x c++ -
//
// They do run at the same time; neither an error nor a user's ^C leaves anything.
// RUN: sh %S/Inputs/pipes.sh both %t/pipes -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ 2>&1 | FileCheck --check-prefix=PIPES %s
// PIPES-NOT: {{error|warning}}:
// PIPES: status 0
// PIPES-NEXT: a.d
// PIPES-NEXT: a.o
// RUN: sh %S/Inputs/pipes.sh fail %t/pipes -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ 2>&1 | FileCheck --check-prefix=FAIL %s
// FAIL: error: use of undeclared identifier 'nothing'
// FAIL: status 1
// FAIL-NOT: a
// RUN: sh %S/Inputs/pipes.sh interrupt %t/pipes -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ 2>&1 | FileCheck --check-prefix=INTERRUPT %s
// INTERRUPT: status 124
// INTERRUPT-NOT: a

//--- fine.cpp
[[clang::sycl_external]] int twice(int n) { return n + n; }
int main() { return twice(0); }
//--- warnings.cpp
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]] int missing() {
}
#else
int host() {
  int h;
  return 0;
}
#endif
//--- device-error.cpp
#ifdef __SYCL_DEVICE_ONLY__
int x = d;
#endif
int unused() { int u; return 0; }
//--- host-error.cpp
#ifndef __SYCL_DEVICE_ONLY__
int x = h;
#endif
//--- both-errors.cpp
#ifdef __SYCL_DEVICE_ONLY__
int x = d;
#else
int x = h;
#endif
//--- late-error.cpp
#ifndef __SYCL_DEVICE_ONLY__
void f() { asm("nothing"); }
#endif
//--- device-crash.cpp
#ifdef __SYCL_DEVICE_ONLY__
#pragma clang __debug crash
#endif
//--- both-crash.cpp
#pragma clang __debug crash
//--- host-crash.cpp
#ifndef __SYCL_DEVICE_ONLY__
#pragma clang __debug crash
#endif
