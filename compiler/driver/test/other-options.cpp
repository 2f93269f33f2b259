// Options of other SYCL compilers: accepted, accepted with a warning, or refused
// with a reason.
//
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-unnamed-lambda -fno-sycl-id-queries-fit-in-int -fsycl-device-lib=all -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --allow-empty --implicit-check-not=warning --implicit-check-not=error %s
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-embed-ir -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING %s
// WARNING: sycl-clang++: warning: option '-fsycl-embed-ir' has no effect: it would keep IR {{.*}} [-Wunused-command-line-argument]
// RUN: sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-embed-ir -Wno-unused-command-line-argument -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --allow-empty --implicit-check-not=warning %s
// RUN: rm -f %t.bc
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fsycl-embed-ir -Werror -fsycl-device-only -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not test -e %t.bc
// ERROR: sycl-clang++: error: option '-fsycl-embed-ir' has no effect
//
// RUN: not sycl-clang++ -fsycl %targets -fsycl-targets=x86_64 -fintelfpga %s -o %t 2>&1 | FileCheck --check-prefix=REFUSED %s
// REFUSED: sycl-clang++: error: option '-fintelfpga' is not supported: there are no targets for FPGAs
int main() {}
