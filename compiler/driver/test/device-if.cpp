// Which compilations the ways to decide conditions cause.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu,test_alias -fsycl-device-if=early %s -o %t -### 2>&1 | FileCheck --check-prefix=EARLY %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -fsycl-device-if=headers %s -o %t -### 2>&1 | FileCheck --check-prefix=HEADERS --implicit-check-not=-resolve-conditions %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -fsycl-device-if=late -fsycl-device-if-jit=spec-constants %s -o %t -### 2>&1 | FileCheck --check-prefix=LATE --implicit-check-not=__SYCL_DEVICE_IF --implicit-check-not=-resolve-conditions %s
// RUN: sycl-clang++ -fsycl-device-only -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_alias -fsycl-device-if=early %s -c -o %t -### 2>&1 | FileCheck --check-prefix=ONE %s

// EARLY: "-fsycl-is-device"
// EARLY: "-fsycl-resolve-conditions-for=test_cpu"
// EARLY: "-fsycl-resolve-conditions-for=test_gpu"
// EARLY-NEXT: "-cc1pack" "[[BC:[^"]*.bc]]" "{{[^"]*}}" "test_cpu=[[CPU:[^"]*.bc]]" "test_gpu=[[GPU:[^"]*.bc]]"
// EARLY-NEXT: "-fsycl-is-host"
// EARLY: sycl-device-link" {{.*}}"-targets=test_cpu" "{{[^"]*}}device-test_cpu"/*.bc
// EARLY-NEXT: sycl-post-link"
// EARLY-NEXT: mkdir -p
// EARLY-NEXT: sycl-aot" "--target-config={{.*}}test_cpu.toml"
// EARLY-NEXT: sycl-device-link" {{.*}}"-targets=test_gpu" "{{[^"]*}}device-test_gpu"/*.bc
// EARLY-NEXT: sycl-post-link"
// EARLY-NEXT: mkdir -p
// EARLY-NEXT: sycl-aot" "--target-config={{.*}}test_gpu.toml"
// EARLY: sycl-offload-wrapper"
// HEADERS: "-D__SYCL_DEVICE_IF_HEADERS__=1"
// LATE: sycl-post-link" {{.*}}"-device-if-jit=spec-constants"
// ONE: "-fsycl-resolve-conditions-for=test_gpu"
int main() {}
