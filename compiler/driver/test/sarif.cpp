// Diagnostics as SARIF, where consumers are in front of Clang's: of the device
// code, of the host's, and of a compilation without SYCL.
//
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -Wall -fdiagnostics-format=sarif -c %s -o %t.o 2> %t.warnings
// RUN: FileCheck --check-prefix=WARNINGS %s < %t.warnings
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -nostdinc -nostdinc++ -DFAIL -fdiagnostics-format=sarif -c %s -o %t.o 2> %t.errors
// RUN: FileCheck --check-prefix=ERRORS %s < %t.errors
// RUN: sycl-clang++ -Wall -fdiagnostics-format=sarif -c %s -o %t.o 2> %t.plain
// RUN: FileCheck --check-prefix=PLAIN %s < %t.plain
// WARNINGS-DAG: "text":"unused variable 'in_host_code'"
// WARNINGS-DAG: "text":"non-void function does not return a value
// ERRORS: "level":"error"{{.*}}"text":"use of undeclared identifier 'nothing'"
// PLAIN: "text":"unused variable 'in_host_code'"
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]] int missing() {
#ifdef FAIL
  return nothing;
#endif
}
#else
void host() { int in_host_code; }
#endif
