// Which ptxas finishes images of NVIDIA GPUs: the one given, $CUDA_HOME's, PATH's, none.
// RUN: rm -rf %t && mkdir -p %t/home/bin %t/path && touch %t/home/bin/ptxas %t/path/ptxas && chmod +x %t/home/bin/ptxas %t/path/ptxas
// RUN: env CUDA_HOME=%t/home AHEAD=%t/path sh -c 'PATH=$AHEAD:$PATH exec "$@"' - sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_nvidia,test_cpu --ptxas-path=/some/ptxas %s -o %t/x -### 2>&1 | FileCheck --check-prefix=GIVEN %s
// RUN: env CUDA_HOME=%t/home AHEAD=%t/path sh -c 'PATH=$AHEAD:$PATH exec "$@"' - sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_nvidia,test_cpu %s -o %t/x -### 2>&1 | FileCheck --check-prefix=HOME %s
// RUN: env CUDA_HOME=%t/nothing AHEAD=%t/path sh -c 'PATH=$AHEAD:$PATH exec "$@"' - sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_nvidia,test_cpu %s -o %t/x -### 2>&1 | FileCheck --check-prefix=PATH %s
// An empty variable is as good as none, and not the working directory.
// RUN: env CUDA_HOME= AHEAD=%t/path sh -c 'cd %t/home && PATH=$AHEAD:$PATH exec "$@"' - sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_nvidia,test_cpu %s -o %t/x -### 2>&1 | FileCheck --check-prefix=PATH %s
// RUN: env CUDA_HOME=%t/home AHEAD=%t/path sh -c 'PATH=$AHEAD:$PATH exec "$@"' - sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_nvidia,test_cpu -fno-sycl-cubin %s -o %t/x -### 2>&1 | FileCheck --check-prefix=NONE --implicit-check-not=ptxas %s

// -ftime-report reaches every step.
// RUN: sycl-clang++ -fsycl -ftime-report -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_cpu %s -o %t/x -### 2>&1 | FileCheck --check-prefix=TIME %s

// So do options for LLVM; the ones for -cc1 alone do not.
// RUN: sycl-clang++ -fsycl -mllvm -inline-threshold=500 -mllvm=-unroll-threshold -mllvm 7 -Xclang -mllvm -Xclang -unroll-count=3 -fsycl-device-config-file=%S/Inputs/nvidia.toml -fsycl-targets=test_nvidia,test_cpu %s -o %t/x -### 2>&1 | FileCheck --check-prefix=LLVM %s
// LLVM: "-fsycl-is-device"{{.*}} "-mllvm" "-unroll-count=3"{{.*}} "-mllvm" "-inline-threshold=500"
// LLVM: "-fsycl-is-host"{{.*}} "-mllvm" "-inline-threshold=500"
// LLVM: sycl-aot" {{.*}}test_nvidia.toml" {{.*}}"-mllvm" "-inline-threshold=500" "-mllvm" "-unroll-threshold" "-mllvm" "7" "-c"
// LLVM: sycl-aot" {{.*}}test_cpu.toml" {{.*}}"-mllvm" "-inline-threshold=500" "-mllvm" "-unroll-threshold" "-mllvm" "7" "-c"

// GIVEN: sycl-aot" {{.*}}test_nvidia.toml" {{.*}}"--ptxas=/some/ptxas"
// HOME: sycl-aot" {{.*}}test_nvidia.toml" {{.*}}"--ptxas={{[^"]*}}/home/bin/ptxas"
// PATH: sycl-aot" {{.*}}test_nvidia.toml" {{.*}}"--ptxas={{[^"]*}}/path/ptxas"
// NONE: sycl-aot" {{.*}}test_nvidia.toml"
// GIVEN-NOT: ptxas
// GIVEN: sycl-aot" {{.*}}test_cpu.toml"
// TIME: "-ftime-report"
// TIME: sycl-device-link" {{.*}}"-ftime-report"
// TIME: sycl-post-link" {{.*}}"-ftime-report"
// TIME: sycl-aot" {{.*}}"-ftime-report"
// TIME: sycl-offload-wrapper" {{.*}}"-ftime-report"
int main() {}
