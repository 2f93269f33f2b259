// A link without -fsycl of an object that was compiled with it: what the linker
// misses comes with the option.
//
// RUN: sycl-clang++ -fsycl %targets -c %s -o %t.o
// RUN: not sycl-clang++ %t.o -o %t 2>&1 | FileCheck %s
// RUN: not test -e %t
// CHECK: sycl-clang++: note: '{{.*}}link-without-sycl.cpp.tmp.o' was compiled with '-fsycl': link with '-fsycl', too
//
// RUN: sycl-clang++ -c %s -o %t.o
// RUN: not sycl-clang++ %t.o -o %t 2>&1 | FileCheck --check-prefix=PLAIN --implicit-check-not=note: %s
// PLAIN: nowhere
// No device code: -fsycl would not help.
// RUN: sycl-clang++ -fsycl %targets -DNO_DEVICE_CODE -c %s -o %t.o
// RUN: not sycl-clang++ %t.o -o %t 2>&1 | FileCheck --check-prefix=PLAIN --implicit-check-not=note: %s
#ifndef NO_DEVICE_CODE
[[clang::sycl_external]] int on_devices() { return 1; }
#endif
extern int nowhere();
int main() { return nowhere(); }
