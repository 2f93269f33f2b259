// Device code: products and sums of different expressions are one instruction
// unless the program says otherwise; host code is as Clang's.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu %s -o %t -### 2>&1 | FileCheck %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -ffp-contract=on %s -o %t -### 2>&1 | FileCheck --check-prefix=ON %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -ffp-contract=off %s -o %t -### 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -ffp-model=strict %s -o %t -### 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -ffast-math %s -o %t -### 2>&1 | FileCheck --check-prefix=FAST %s

// CHECK: "-cc1" {{.*}}"-fsycl-is-device" {{.*}}"-ffp-contract=fast-honor-pragmas"
// CHECK: "-cc1" {{.*}}"-fsycl-is-host" {{.*}}"-ffp-contract=on"
// ON: "-cc1" {{.*}}"-fsycl-is-device" {{.*}}"-ffp-contract=on"
// OFF: "-cc1" {{.*}}"-fsycl-is-device" {{.*}}"-ffp-contract=off"
// FAST: "-cc1" {{.*}}"-fsycl-is-device" {{.*}}"-ffp-contract=fast"
int main() {}
