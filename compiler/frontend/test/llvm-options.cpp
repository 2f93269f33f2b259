// -mllvm is for LLVM in both compilations of a source.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck --check-prefix=UNROLLED %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -mllvm -unroll-full-max-count=2 -S %s -o - | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -mllvm -no-such-option -S %s -o - 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: sycl-clang++ (LLVM option parsing): Unknown command line argument '-no-such-option'.
#include "sycl.h"
// UNROLLED-NOT: br i1
// CHECK: br i1
SYCL_EXTERNAL int loop(int x) {
  for (int i = 0; i < 10; ++i)
    x = x * x + i;
  return x;
}
