// Each warning is printed once, also those that only the device compilation has
// reason for.
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Wall -Wno-unused-private-field -I%S/Inputs -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-device-if=early -nostdinc -nostdinc++ -std=c++17 -Wall -Wno-unused-private-field -I%S/Inputs -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// A folder of another name, and a source that is named in another way.
// RUN: cd %S && sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Wall -Wno-unused-private-field -IInputs -c device-warnings.cpp -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Wno-return-type -Wno-shift-count-overflow -I%S/Inputs -x c++ -c - -o %t.o < %s 2>&1 | FileCheck --check-prefix=STDIN --implicit-check-not=warning: %s
// Options are about both compilations.
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -w -I%S/Inputs -c %s -o %t.o 2>&1 | count 0
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Wno-return-type -Wno-#warnings -Wno-shift-count-overflow -I%S/Inputs -c %s -o %t.o 2>&1 | count 0
// RUN: rm -f %t2.o
// RUN: not sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Werror -Wno-#warnings -Wno-shift-count-overflow -I%S/Inputs -c %s -o %t2.o 2>&1 | FileCheck --check-prefix=ERROR --implicit-check-not=warning: %s
// RUN: not sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Werror=return-type -Wno-#warnings -Wno-shift-count-overflow -I%S/Inputs -c %s -o %t2.o 2>&1 | FileCheck --check-prefix=ERROR --implicit-check-not=warning: %s
// RUN: not test -e %t2.o
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -Werror -Wno-error=return-type -Wno-error=#warnings -Wno-error=shift-count-overflow -I%S/Inputs -c %s -o %t2.o
// What is an error by default: the host's compilation says so, once.
// RUN: not sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -DNARROW -Wno-return-type -Wno-#warnings -Wno-shift-count-overflow -I%S/Inputs -c %s -o %t3.o 2>&1 | FileCheck --check-prefix=NARROW --implicit-check-not=error: %s
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -DNARROW -Wno-return-type -Wno-#warnings -Wno-shift-count-overflow -Wno-narrowing -Wno-constant-conversion -I%S/Inputs -c %s -o %t3.o 2>&1 | count 0
// One compilation alone prints what it finds.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: sycl-clang++ -fsycl -fsycl-host-only %targets -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.o 2>&1 | count 0
#include "sycl.h"

// Both compilations see these; the host's says so first.
// CHECK: device-warnings.cpp:[[@LINE+1]]:37: warning: unused variable 'in_both'
static inline int both(int x) { int in_both; return x; }
// CHECK: device-warnings.cpp:[[@LINE+1]]:40: warning: unused variable 'in_host_code'
int host_alone() { int used = both(1), in_host_code; return used; }

#ifdef __SYCL_DEVICE_ONLY__
// CHECK: device-warnings.cpp:[[@LINE+4]]:2: warning: "for devices" [-W#warnings]
// STDIN: <stdin>:[[@LINE+3]]:2: warning: "for devices" [-W#warnings]
// CHECK-NEXT: #warning "for devices"
// DEVICE: device-warnings.cpp:[[@LINE+1]]:2: warning: "for devices"
#warning "for devices"
// No kernel reaches it: who compiles for devices need not care for host code.
static int helper_of_the_host(int x) { int y; if (x) return 1; }
#endif

// Masked shuffles of migration tools: a value for some devices alone.
int shuffled(int x) {
#if defined(__NVPTX__) || !defined(__SYCL_DEVICE_ONLY__)
  return x;
#endif
// CHECK: device-warnings.cpp:[[@LINE+5]]:1: warning: non-void function does not return a value [-Wreturn-type]
// CHECK-NEXT: {{^ *[0-9]+}} | }
// CHECK: note: 'shuffled' is called here
// CHECK: note: in kernel 'sums'
// ERROR: error: non-void function does not return a value [-Werror,-Wreturn-type]
}

// Only devices instantiate it; several instances warn once each.
template <int N> int instance(int x) {
  // CHECK: device-warnings.cpp:[[@LINE+2]]:12: warning: shift count >= width of type [-Wshift-count-overflow]
  // CHECK: note: in kernel 'sums'
  return x << N;
}

// Where the source says so, there is no warning.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type"
int silent(int x) {
#ifndef __SYCL_DEVICE_ONLY__
  return x;
#endif
}
#pragma clang diagnostic pop

#ifdef NARROW
// NARROW: device-warnings.cpp:[[@LINE+1]]:18: error: constant expression evaluates to 300 which cannot be narrowed
char narrowed[] {300};
#endif

class sums;
void run(int *p) {
  sycl::kernel<sums>([=] {
#ifdef __SYCL_DEVICE_ONLY__
    *p = shuffled(1) + silent(2) + instance<40>(3) + instance<41>(4) + both(5);
#endif
  });
}
// The last one is ignored: that is no reason to drop the notes of others.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wshift-count-overflow"
int last() { return 1 << 40; }
#pragma clang diagnostic pop
