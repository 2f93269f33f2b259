// Without a description of any target nothing can be compiled for one.
// RUN: not sycl-clang++ -fsycl -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: sycl-clang++: error: no device configuration found: no targets beside {{.*}}; give -fsycl-device-config-file=
int main() {}
