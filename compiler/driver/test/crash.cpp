// A step that crashes leaves its input and its command.
// RUN: rm -rf %t && mkdir %t
// RUN: env TMPDIR=%t not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -DVALUE=3 -c %s -o %t/a.o > %t/messages 2>&1
// RUN: FileCheck %s < %t/messages
// RUN: cat %t/facet-*/reproduce.sh | FileCheck --check-prefix=SCRIPT %s
// RUN: cat %t/facet-*/crash.ii | FileCheck --check-prefix=SOURCE %s
// RUN: not ls %t/a.o
// CHECK: sycl-clang++: error: crashed
// CHECK-NEXT: This is a defect of sycl-clang++.
// CHECK: #0 0x
// CHECK: sycl-clang++: note: please report the crash with the folder of '{{.*}}/facet-{{.*}}/reproduce.sh', which runs the command that crashed
// SCRIPT: "-cc1" {{.*}}"-fsycl-is-device"
// SOURCE: int value = 3;
int value = VALUE;
#ifdef __SYCL_DEVICE_ONLY__
#pragma clang __debug crash
#endif
