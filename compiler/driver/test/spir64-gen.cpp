// DPC++'s spir64_gen stands for the Intel GPUs that an option of ocloc names, alone
// and beside other targets; other options of it are for each of them.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xsycl-target-backend=spir64_gen "-device pvc,dg1 -options -O0" %s -o %t -### 2>&1 | FileCheck --check-prefixes=BOTH,OPTIONS --implicit-check-not=spir64_gen --implicit-check-not=-device= %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device pvc,dg1" %s -o %t -### 2>&1 | FileCheck --check-prefix=BOTH --implicit-check-not=spir64_gen --implicit-check-not=backend-option %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xsycl-target-backend "-device pvc -device dg1" %s -o %t -### 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: sycl-clang++ -fsycl %targets -Xs "-device pvc,dg1" -fsycl-targets=x86_64,spir64_gen,nvidia_gpu_sm_80,intel_gpu_dg1 %s -o %t -### 2>&1 | FileCheck --check-prefix=MIXED %s
// The spellings that ocloc takes of one device: acronyms in any case, with either dash or none, and versions.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device acm-g10,ACM_G10,acmg10,dg2-g10,12.55.8" %s -o %t -### 2>&1 | FileCheck --check-prefix=SPELLINGS %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device 12.60.7,tgl,adl-s,dg2,skl" %s -o %t -### 2>&1 | FileCheck --check-prefix=MORE %s
// A device of the user's own.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=spir64_gen -Xs "-device pvc" %s -o %t -### 2>&1 | FileCheck --check-prefix=OWN %s
// One device is one target: the macros of its compilation are those of the target.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device pvc" -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=MACRO %s
// A compilation needs no devices, as with DPC++; a link does.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=COMPILE --implicit-check-not=error: --implicit-check-not=__SYCL_TARGET_ %s
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen %s -o %t -### 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64_gen -Xs "-options -O0" %s -o %t -### 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device" %s -c -o %t -### 2>&1 | FileCheck --check-prefix=NONE %s
// What is no single device that the table knows.
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device pvc,dg7,*" %s -o %t -### 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=spir64_gen -Xs "-device sm_80,12-60-7,12.60,pvc:,0x4905" -c %s -o %t -### 2>&1 | FileCheck --check-prefix=OTHERS %s
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=spir64,intel_gpu_pvc -Xs "-device dg1,pvc" %s -o %t -### 2>&1 | FileCheck --check-prefix=LOST %s

// BOTH: "-cc1slices" {{.*}} "intel_gpu_pvc" "intel_gpu_dg1"{{ *$}}
// OPTIONS: "--backend-option=intel_gpu_pvc=-options" "--backend-option=intel_gpu_pvc=-O0" "-c"
// OPTIONS: "--backend-option=intel_gpu_dg1=-options" "--backend-option=intel_gpu_dg1=-O0" "-c"
// OPTIONS-NOT: "--backend-option=spir64_gen
// MIXED: "-cc1slices" {{.*}} "x86_64" "intel_gpu_pvc" "intel_gpu_dg1" "nvidia_gpu_sm_80"{{ *$}}
// SPELLINGS: "-cc1slices" {{.*}}.toml" "intel_gpu_acm_g10"{{ *$}}
// MORE: "-cc1slices" {{.*}}.toml" "intel_gpu_pvc" "intel_gpu_tgllp" "intel_gpu_adl_s" "intel_gpu_dg2" "intel_gpu_skl"{{ *$}}
// OWN: "-cc1slices" {{.*}}.toml" "test_gpu"{{ *$}}
// MACRO: "-D__SYCL_TARGET_INTEL_GPU_PVC__=1"
// COMPILE: "-fsycl-is-device"
// NONE: sycl-clang++: error: target 'spir64_gen' needs devices: name them, as in '-Xsycl-target-backend=spir64_gen "-device pvc,dg1"', or name targets instead, as in '-fsycl-targets=intel_gpu_pvc,intel_gpu_dg1'
// NONE-NOT: error:
// UNKNOWN: error: unknown device 'dg7' in '-device' of target 'spir64_gen', which takes names and versions of single Intel GPUs, as in 'pvc,dg1,12.55.8'; did you mean {{.*}}'dg1'
// UNKNOWN-NEXT: error: unknown device '*' in '-device' of target 'spir64_gen'
// UNKNOWN-NOT: error:
// OTHERS: error: unknown device 'sm_80'
// OTHERS-NEXT: error: unknown device '12-60-7'
// OTHERS-NEXT: error: unknown device '12.60'
// OTHERS-NEXT: error: unknown device 'pvc:'
// OTHERS-NEXT: error: unknown device '0x4905'
// LOST: error: option '-device dg1,pvc' is for target 'spir64_gen', which '-fsycl-targets=' does not name; name the devices' targets there, as in 'intel_gpu_pvc'
int main() {}
