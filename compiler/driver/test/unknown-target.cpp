// An unknown target is one error, which names the nearest known one, in each of
// the options that take targets.
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu,tset_gpu -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-fixed-targets=tset_gpu -fsycl-device-only -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -fsycl-emulate=tset_gpu -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: sycl-clang++: error: unknown target 'tset_gpu'{{.*}}'test_gpu'
// CHECK-NOT: error
int main() {}
