// What host and device compilations have of the options of debuggers and
// sanitizers, and for coverage.
//
// Variables are kept where nobody asks for optimized code, and for variables.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -g -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=KEPT %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -O2 -g -O0 -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=KEPT %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -O2 -g -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=SIMPLIFIED %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -O0 -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=SIMPLIFIED %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -O0 -gline-tables-only -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=SIMPLIFIED %s
// KEPT: "-fsycl-keep-variables"
// SIMPLIFIED-NOT: "-fsycl-keep-variables"
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64 -fsanitize=address,undefined %s -o %t -### 2>&1 | FileCheck --check-prefix=CHECKS %s
// CHECKS: warning: kernels for spir64 are compiled without '-fsanitize=address,undefined' [-Wunused-command-line-argument]
// CHECKS-NOT: warning:
// CHECKS: "-debug-info-kind=line-tables-only" {{.*}}"-fsycl-is-device"{{.*}} "-fsanitize={{(alignment|address)[^"]*}}"
// CHECKS: "-fsycl-is-host"{{.*}} "-fsanitize={{[^"]*}},function,
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsanitize=undefined %s -o %t -### 2>&1 | FileCheck --check-prefix=DEVICE %s
// DEVICE-NOT: warning:
// DEVICE-NOT: "-fsycl-is-device"{{.*}},function,
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsanitize=thread %s -o %t -### 2>&1 | FileCheck --check-prefix=THREAD %s
// THREAD: warning: all kernels are compiled without '-fsanitize=thread'
//
// Kernels of CPUs are covered; the counters are the host object's.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64 --coverage -c %s -o %t.d/a.o -### 2>&1 | FileCheck --check-prefix=COVERAGE %s
// COVERAGE-NOT: warning:
// COVERAGE: "-fsycl-is-device"{{.*}} "-fsycl-write-counters=[[COUNTERS:[^"]*]]"{{.*}} "-coverage-notes-file={{[^"]*}}/a-device.gcno" "-coverage-data-file={{[^"]*}}/a-device.gcda"
// COVERAGE: "-fembed-offload-object={{[^"]*}}" "-mlink-bitcode-file" "[[COUNTERS]]"{{.*}} "-coverage-notes-file={{[^"]*}}/a.gcno" "-coverage-data-file={{[^"]*}}/a.gcda"
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64,spir64 --coverage %s -o %t -### 2>&1 | FileCheck --check-prefix=OTHERS %s
// OTHERS: warning: kernels for spir64 are compiled without '--coverage'
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fprofile-instr-generate=name -fcoverage-mapping -fcoverage-mcdc -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=MAPPING %s
// MAPPING-NOT: warning:
// MAPPING: "-fsycl-is-device"{{.*}} "-fsycl-write-counters=[[COUNTERS:[^"]*]]"
// MAPPING-SAME: "-fprofile-instrument=clang" "-fcoverage-mapping"
// MAPPING-NOT: "-fcoverage-mcdc"
// MAPPING: "-mlink-bitcode-file" "[[COUNTERS]]"{{.*}} "-fprofile-instrument-path=name" "-fprofile-instrument=clang" "-fcoverage-mapping" "-fcoverage-mcdc"
// Nothing links the counters of what is compiled for devices alone.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-device-only --coverage -fprofile-instr-generate -fcoverage-mapping -c %s -o %t.bc -### 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE-NOT: "-fcoverage-mapping"
// ALONE-NOT: "-coverage-
// What profiles are for besides is not there for kernels.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fprofile-instr-generate %s -o %t -### 2>&1 | FileCheck --check-prefix=PROFILE %s
// PROFILE: warning: all kernels are compiled without '-fprofile-instr-generate'
// PROFILE-NOT: warning:
// Compiling alone says nothing of targets that the link may have.
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64 -fsanitize=address -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=QUIET --allow-empty %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=spir64 -fsanitize=address -Wno-unused-command-line-argument %s -o %t -### 2>&1 | FileCheck --check-prefix=QUIET %s
// QUIET-NOT: warning:
int main() {}
