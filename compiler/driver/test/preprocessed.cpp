// A source that was preprocessed for the host alone has no device code, which
// would be lost.
// RUN: sycl-clang++ -nostdinc -nostdinc++ -E %s -o %t.ii
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -c %t.ii -o %t.o 2>&1 | FileCheck %s
// CHECK: error: '{{.*}}.ii' was preprocessed without device code; preprocess it with 'sycl-clang++ -fsycl -E', or compile it for the host alone with '-fsycl-host-only'
// CHECK-NOT: {{error|warning}}:
// RUN: sycl-clang++ -fsycl-host-only -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -c %t.ii -o %t.o 2>&1 | count 0

// Both halves, and which of them a compilation takes.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -E %s -o %t.both.ii
// RUN: sycl-clang++ -fsycl-device-only -S -x c++-cpp-output %t.both.ii -o - | FileCheck --check-prefix=DEVICE %s
// RUN: sycl-clang++ -fsycl-host-only -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -S -emit-llvm %t.both.ii -o - | FileCheck --check-prefix=HOST %s
// DEVICE: source_filename = "{{.*}}preprocessed.cpp"
// DEVICE: ret i32 7
// HOST: ret i32 1
#ifdef __SYCL_DEVICE_ONLY__
#define VALUE 7
#else
#define VALUE 1
#endif
[[clang::sycl_external]] int value() { return VALUE; }
