// Triples stand for targets, those of NVIDIA and AMD GPUs for the targets of the
// processors that options name.
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda -Xsycl-target-backend --cuda-gpu-arch=sm_80 %s -o %t -### 2>&1 | FileCheck --check-prefix=SM80 --implicit-check-not=nvptx64 --implicit-check-not=gpu-arch %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda -Xsycl-target-backend=nvptx64-nvidia-cuda --offload-arch=sm_80 %s -o %t -### 2>&1 | FileCheck --check-prefix=SM80 %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvidia_gpu_sm_80 --offload-arch=sm_80 %s -o %t -### 2>&1 | FileCheck --check-prefix=SM80 --implicit-check-not=offload-arch %s
// RUN: sycl-clang++ --offload-arch=sm_80 -fsycl %targets %s -o %t -### 2>&1 | FileCheck --check-prefix=SM80 --implicit-check-not=spir64.toml %s
// SM80: /nvidia_gpu_sm_80.toml"
// SM80-NOT: .toml"
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda %s -o %t -### 2>&1 | FileCheck --check-prefix=DEFAULT %s
// DEFAULT: /nvidia_gpu_sm_70.toml"
//
// Mixed, in order, each once, and options for a triple are for each of its
// targets.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=native_cpu,nvptx64-nvidia-cuda,amdgcn-amd-amdhsa,spir64-unknown-unknown -Xsycl-target-backend=amdgcn-amd-amdhsa "--offload-arch=gfx90a,gfx1100 -O1" -Xsycl-target-backend=nvptx64-nvidia-cuda "--offload-arch=sm_80 --offload-arch=sm_90 --offload-arch=sm_80" %s -o %t -### 2>&1 | FileCheck --check-prefix=MIXED %s
// MIXED: "-cc1slices" {{.*}} "x86_64" "nvidia_gpu_sm_80" "nvidia_gpu_sm_90" "amd_gpu_gfx90a" "amd_gpu_gfx1100" "spir64"
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=amdgcn-amd-amdhsa -Xsycl-target-backend=amdgcn-amd-amdhsa "--offload-arch=gfx90a,gfx1100 -O1" %s -o %t -### 2>&1 | FileCheck --check-prefix=OPTIONS --implicit-check-not=amdgcn-amd %s
// OPTIONS: "--backend-option=amd_gpu_gfx90a=-O1" "-c"
// OPTIONS: "--backend-option=amd_gpu_gfx1100=-O1" "-c"
//
// Without a T, a processor is for the triple that has such processors.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa -Xsycl-target-backend --offload-arch=gfx90a -Xsycl-target-backend --offload-arch=sm_75 %s -o %t -### 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: sycl-clang++ -fsycl %targets --offload-arch=gfx90a,sm_75 %s -o %t -### 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: "-cc1slices" {{.*}} "nvidia_gpu_sm_75" "amd_gpu_gfx90a"{{$}}
//
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=amdgcn-amd-amdhsa %s -o %t -### 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: sycl-clang++: error: target 'amdgcn-amd-amdhsa' needs processors: name them, as in '-Xsycl-target-backend=amdgcn-amd-amdhsa --offload-arch=gfx90a', or name targets instead, as in '-fsycl-targets=amd_gpu_gfx90a'
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda --offload-arch=sm_81,gfx90,native %s -o %t -### 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: sycl-clang++: error: unknown target 'nvidia_gpu_sm_81'; did you mean
// UNKNOWN-NEXT: error: unknown target 'amd_gpu_gfx90'; did you mean
// UNKNOWN-NEXT: error: unknown target 'native'
// RUN: not sycl-clang++ -fsycl %targets -Xsycl-target-backend --offload-arch=sm_80 %s -o %t -### 2>&1 | FileCheck --check-prefix=LOST %s
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=nvidia_gpu_sm_90 -Xsycl-target-backend --offload-arch=sm_80 %s -o %t -### 2>&1 | FileCheck --check-prefix=LOST %s
// LOST: sycl-clang++: error: no target of '-fsycl-targets=' takes the processor 'sm_80' of '-Xsycl-target-backend'
//
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=sm_80,gfx90a,x86-64 %s -o %t -### 2>&1 | FileCheck --check-prefix=SUGGEST %s
// SUGGEST: error: unknown target 'sm_80'; did you mean 'nvidia_gpu_sm_80'?
// SUGGEST-NEXT: error: unknown target 'gfx90a'; did you mean 'amd_gpu_gfx90a'?
// SUGGEST-NEXT: error: unknown target 'x86-64'; did you mean 'x86_64'
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=cuda,hip:gfx1030,native,generic,intel_gpu %s -o %t -### 2>&1 | FileCheck --check-prefix=WORDS %s
// WORDS: error: unknown target 'cuda'; did you mean 'nvidia_gpu_sm_80'?
// WORDS-NEXT: error: unknown target 'hip:gfx1030'; did you mean 'amd_gpu_gfx1030'?
// WORDS-NEXT: error: unknown target 'native'; did you mean 'x86_64'?
// WORDS-NEXT: error: unknown target 'generic'; did you mean 'spir64'?
// WORDS-NEXT: error: unknown target 'intel_gpu'; did you mean 'intel_gpu_pvc'?
//
// Names of targets, and of Intel's processors, as --offload-arch of DPC++ has
// them; the environment that triples of old DPC++ end in.
// RUN: sycl-clang++ -fsycl %targets --offload-arch=intel_gpu_pvc,bmg_g21,pvc,x86_64,amd_gpu_gfx90a %s -o %t -### 2>&1 | FileCheck --check-prefix=NAMES %s
// NAMES: "-cc1slices" {{.*}} "intel_gpu_pvc" "intel_gpu_bmg_g21" "x86_64" "amd_gpu_gfx90a"{{$}}
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda-sycldevice,spir64-unknown-unknown-sycldevice %s -o %t -### 2>&1 | FileCheck --check-prefix=OLD %s
// OLD: "-cc1slices" {{.*}} "nvidia_gpu_sm_70" "spir64"{{$}}
//
// Another name in an option than in the targets.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64 -Xsycl-target-backend=spir64-unknown-unknown -cl-opt-disable %s -o %t -### 2>&1 | FileCheck --check-prefix=ALIAS %s
// ALIAS: "--backend-option=spir64=-cl-opt-disable"
//
// Why there is no such target.
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=spir64_fpga,spir,spir64_fpga-unknown-unknown,x86_65 %s -o %t -### 2>&1 | FileCheck --check-prefix=REASON %s
// REASON: error: option '-fsycl-targets=spir64_fpga' is not supported: there are no targets for FPGAs
// REASON-NEXT: error: option '-fsycl-targets=spir' is not supported: pointers of device code have 64 bits; the target is 'spir64'
// REASON-NEXT: error: option '-fsycl-targets=spir64_fpga-unknown-unknown' is not supported: there are no targets for FPGAs
int main() {}
