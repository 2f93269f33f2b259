// What a command line says of the processor is for the code of CPUs, too: not for
// other targets, nor emulated ones, whose images any host may run.
// DEFINE: %{driver} = sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu,test_gpu -fsycl-emulate=test_gpu
// RUN: %{driver} %s -o %t -march=znver5 -mno-avx512vl -mprefer-vector-width=256 -msha -mtune=znver4 -### 2>&1 | FileCheck --implicit-check-not=backend-option %s
// RUN: %{driver} %s -o %t -march=native -Xsycl-target-backend=x86_64 -march=znver4 -### 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: %{driver} %s -o %t -Xclang -march=znver5 -### 2>&1 | FileCheck --check-prefix=NONE --implicit-check-not=backend-option %s
// RUN: %{driver} %s -o %t -xHost -### 2>&1 | FileCheck --check-prefix=INTEL %s
//
// CHECK: sycl-aot" {{.*}}/test_cpu.toml" {{.*}}"--backend-option=test_cpu=-march=znver5" "--backend-option=test_cpu=-mno-avx512vl" "--backend-option=test_cpu=-mprefer-vector-width=256" "-c"
// CHECK: sycl-aot" {{.*}}/test_gpu.toml"
// CHECK: sycl-aot" {{.*}}/emu_test_gpu.toml"
// The last one counts.
// BOTH: "--backend-option=test_cpu=-march=native" "--backend-option=test_cpu=-march=znver4" "-c"
// NONE: sycl-aot" {{.*}}/test_cpu.toml"
// INTEL: "--backend-option=test_cpu=-march=native"
int main() {}
