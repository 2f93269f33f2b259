// Options of other SYCL compilers: accepted, accepted with a warning, or refused
// with a reason.
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-unnamed-lambda -fno-sycl-id-queries-fit-in-int -fsycl-device-lib=all -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --allow-empty --implicit-check-not=warning --implicit-check-not=error %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-explicit-simd -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING %s
// WARNING: sycl-clang++: warning: '-fsycl-explicit-simd' has no effect: DPC++ does nothing {{.*}} [-Wunused-command-line-argument]
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-explicit-simd -Wno-unused-command-line-argument -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --allow-empty --implicit-check-not=warning %s
// RUN: rm -f %t.bc
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-explicit-simd -Werror -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not test -e %t.bc
// ERROR: sycl-clang++: error: '-fsycl-explicit-simd' has no effect
//
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fintelfpga %s -o %t 2>&1 | FileCheck --check-prefix=REFUSED %s
// REFUSED: sycl-clang++: error: option '-fintelfpga' is not supported: there are no targets for FPGAs
//
// Those of icpx: nothing is said of a library that only links need.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -qtbb -qopenmp-simd -fp-model precise -xCORE-AVX512 -no-vec -vec -ip -static-intel -prec-div -Werror -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=ICPX --implicit-check-not=error: --implicit-check-not=warning: %s
// ICPX: "-fsycl-is-host"{{.*}} "-target-cpu" "skylake-avx512"
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -qmkl=sequential -qmkl -qopt-report=3 -diag-disable=10441 -wd1572 -fimf-precision=high -no-fma %s -o %t -### 2>&1 | FileCheck --check-prefix=INTEL --implicit-check-not=error: %s
// INTEL: warning: '-qmkl=sequential' has no effect: it would add oneMKL
// INTEL: warning: '-qmkl' has no effect
// INTEL: warning: '-qopt-report=3' has no effect
// INTEL: warning: '-diag-disable=10441' has no effect
// INTEL: warning: '-wd1572' has no effect
// INTEL: warning: '-fimf-precision=high' has no effect
// INTEL: "-ffp-contract=off"
//
// SPIR-V beside images that are compiled ahead of time, once.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-embed-ir %s -o %t -### 2>&1 | FileCheck --check-prefix=EMBEDDED --implicit-check-not=warning %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64 -fsycl-embed-ir %s -o %t -### 2>&1 | FileCheck --check-prefix=EMBEDDED --implicit-check-not=warning %s
// EMBEDDED: "-cc1slices" {{.*}} "x86_64" "spir64"{{$}}
//
// Options of back ends are not for SPIR-V that nobody asked for.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-embed-ir -Xs -cl-opt-disable %s -o %t -### 2>&1 | FileCheck --check-prefix=IMPLIED --implicit-check-not=backend-option= %s
// IMPLIED: warning: '-cl-opt-disable' has no effect: no tool that finishes images of target 'x86_64' has such an option
// RUN: sycl-clang++ -fsycl %targets -Xscl-opt-disable -Xs-cl-mad-enable %s -o %t -### 2>&1 | FileCheck --check-prefix=JOINED %s
// JOINED: "--backend-option=spir64=-cl-opt-disable"{{.*}} "--backend-option=spir64=-cl-mad-enable"
//
// Once a link, however many targets and modules it has; not by a compilation,
// which is given the options of the link to come.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64,amd_gpu_gfx90a -Xs "-ze-opt-level=1 -revision_id 3" %s -o %t -### 2>&1 | FileCheck --check-prefix=FOREIGN --implicit-check-not=warning: --implicit-check-not=backend-option= %s
// FOREIGN: sycl-clang++: warning: '-ze-opt-level=1' has no effect: no tool that finishes images of targets 'x86_64', 'amd_gpu_gfx90a' has such an option
// FOREIGN-NEXT: sycl-clang++: warning: '-revision_id' has no effect: no tool that finishes images of targets 'x86_64', 'spir64', 'amd_gpu_gfx90a' has such an option
// FOREIGN: /spir64.toml" {{.*}}"--backend-option=spir64=-ze-opt-level=1" "-c"
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -Xs -ze-opt-level=1 -Wno-unused-command-line-argument %s -o %t -### 2>&1 | FileCheck --check-prefix=SILENT --implicit-check-not=warning: %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -Xs -ze-opt-level=1 -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=SILENT --implicit-check-not=warning: %s
// SILENT: "-fsycl-is-host"
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -Xs -ze-opt-level=1 -Werror %s -o %t -### 2>&1 | FileCheck --check-prefix=STRICT %s
// STRICT: sycl-clang++: error: '-ze-opt-level=1' has no effect
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,nvidia_gpu_sm_80 -Xs --gpu-name=sm_90 %s -o %t -### 2>&1 | FileCheck --check-prefix=DEVICE %s
// DEVICE: sycl-clang++: error: option '--gpu-name=sm_90' names a device, which target 'nvidia_gpu_sm_80' does
//
// Groups of warnings that DPC++ has.
// RUN: sycl-clang++ -fsycl %targets -Wno-sycl-strict -Wno-sycl-target -Wno-error=sycl-2020-compat -Wno-incorrect-sub-group-size -Werror -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=GROUPS --implicit-check-not=warning: --implicit-check-not=error: %s
// GROUPS: "-fsycl-is-host"
// RUN: sycl-clang++ -fsycl %targets -Wsycl-strict -Werror=sycl-target -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=GROUPSON %s
// GROUPSON: warning: '-Wsycl-strict' has no effect: it would warn of what
// GROUPSON: warning: '-Werror=sycl-target' has no effect: it would make errors of warnings of
//
// Options of the device compilation, for all targets alike.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64 -Xsycl-target-frontend "-DFOR_DEVICES=1 -fno-exceptions" -DALL -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=FRONTEND --implicit-check-not=warning %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64-unknown-unknown -Xsycl-target-frontend=spir64-unknown-unknown -DFOR_DEVICES=1 -DALL -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=FRONTEND --implicit-check-not=warning %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=nvptx64-nvidia-cuda,x86_64 -Xsycl-target-backend=nvptx64-nvidia-cuda --offload-arch=sm_80,sm_90 -Xsycl-target-frontend=nvptx64-nvidia-cuda -DFOR_DEVICES=1 -Xsycl-target-frontend=x86_64 -DFOR_DEVICES=1 -DALL -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=FRONTEND --implicit-check-not=warning %s
// FRONTEND: "-fsycl-is-device"{{.*}} "-D" "ALL"{{.*}} "-D" "FOR_DEVICES=1"
// FRONTEND: "-fsycl-is-host"
// FRONTEND-NOT: FOR_DEVICES
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64 -Xsycl-target-frontend=spir64 -DX -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ONE %s
// ONE: error: option '-Xsycl-target-frontend=' is not supported: device code is compiled once, for all targets; give the same options for each of 'x86_64,spir64', or leave out '=T'
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -Xsycl-target-frontend=spir64 -DX -O2 -Xsycl-target-frontend -O3 -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=NOTHING %s
// NOTHING: warning: '-Xsycl-target-frontend=spir64' has no effect: there is no such target in '-fsycl-targets='
// NOTHING: warning: '-Xsycl-target-frontend -O3' has no effect: device code is compiled alike
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -Xsycl-target-frontend -E -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=CHANGED %s
// CHANGED: error: option '-Xsycl-target-frontend -E' is not supported: it changes what is done with the source
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -Xsycl-target-frontend -fno-such-option -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: unknown argument: '-fno-such-option'
// RUN: not sycl-clang++ -fsycl %targets -Xsycl-target-frontend= -DX -c %s 2>&1 | FileCheck --check-prefix=VALUE %s
// VALUE: error: option '-Xsycl-target-frontend=' needs a value, as in '-Xsycl-target-frontend=x86_64 "OPTIONS"'{{$}}
//
// A list that names no target is as no list; empty parts of a list are skipped.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets= %s -o %t -### 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=, %s -o %t -### 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: sycl-clang++: warning: '-fsycl-targets={{,?}}' has no effect: it names no target [-Wunused-command-line-argument]
// EMPTY: "-cc1slices" {{.*}} "x86_64" "spir64"{{$}}
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets= -fsycl-targets=x86_64 %s -o %t -### 2>&1 | FileCheck --check-prefix=PARTS %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets= --offload-arch=sm_80 %s -o %t -### 2>&1 | FileCheck --check-prefix=PROCESSOR %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=,x86_64,, %s -o %t -### 2>&1 | FileCheck --check-prefix=PARTS --implicit-check-not=warning %s
// PARTS: "-cc1slices" {{.*}} "x86_64"{{$}}
// PROCESSOR: "-cc1slices" {{.*}} "nvidia_gpu_sm_80"{{$}}
int main() {}
