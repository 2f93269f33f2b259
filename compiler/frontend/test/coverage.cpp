// Device code counts what of it is executed, and the host's part has the counters.
//
// RUN: sycl-clang++ -cc1 -triple spirv64-unknown-unknown -aux-triple x86_64-pc-linux-gnu -fsycl-is-device -std=c++17 -fprofile-instrument=clang -fcoverage-mapping -fsycl-write-counters=%t.bc -emit-llvm %s -o %t.ll
// RUN: FileCheck --check-prefixes=DEVICE,ONE %s < %t.ll
// RUN: opt -S %t.bc -o - | FileCheck --check-prefix=MAPPING %s
// RUN: sycl-clang++ -cc1 -triple spirv64-unknown-unknown -aux-triple x86_64-pc-linux-gnu -fsycl-is-device -std=c++17 -coverage-notes-file=%t.gcno -coverage-data-file=%t.gcda -fsycl-write-counters=%t.bc -emit-llvm %s -o %t.ll
// RUN: FileCheck --check-prefixes=DEVICE,GCOV %s < %t.ll
// RUN: opt -S %t.bc -o - | FileCheck --check-prefix=FILES %s
//
// A source without device code has none, and no notes.
// RUN: sycl-clang++ -cc1 -triple spirv64-unknown-unknown -aux-triple x86_64-pc-linux-gnu -fsycl-is-device -std=c++17 -DNONE -fprofile-instrument=clang -fcoverage-mapping -coverage-notes-file=%t-none.gcno -coverage-data-file=%t-none.gcda -fsycl-write-counters=%t.bc -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// RUN: opt -S %t.bc -o - | FileCheck --check-prefix=EMPTY %s
// RUN: not ls %t-none.gcno
//
// The host's compilation reads skipped code, too: [[ in it is no attribute.
// RUN: sycl-clang++ -cc1 -triple x86_64-pc-linux-gnu -fsycl-is-host -std=c++17 -fprofile-instrument=clang -fcoverage-mapping -emit-llvm %s -o - | FileCheck --check-prefix=HOST %s
#if 0
[[ nothing closes this
#endif
#ifndef NONE
[[clang::sycl_external]] int chosen(int x) {
  if (x > 5) // a comment is no hole in the mapping
    return x * 3;
  return 2;
}
#endif
int main() {}

// DEVICE-NOT: llvm.used
// DEVICE-NOT: __llvm
// DEVICE: define{{.*}} @_Z6choseni
// DEVICE: call spir_func void @__sycl_count.[[NAME:[0-9a-f]+]](i32
// DEVICE-NOT: @llvm.instrprof
// DEVICE: declare spir_func void @__sycl_count.[[NAME]](i32, i32, i64)
// ONE: "sycl-counter-group-size"="2" "sycl-counter-groups"="1"
// GCOV: "sycl-counter-groups"="1"

// MAPPING: target triple = "x86_64-pc-linux-gnu"
// MAPPING-DAG: @__profc__Z6choseni = private global [2 x i64] zeroinitializer, section "__llvm_prf_cnts"
// MAPPING-DAG: section "__llvm_covfun"
// MAPPING-DAG: section "__llvm_covmap"
// MAPPING-DAG: @__sycl_counter_table = internal constant [1 x ptr] [ptr @__profc__Z6choseni]
// MAPPING-DAG: declare extern_weak void @__sycl_register_counters(ptr, ptr)

// FILES-NOT: @__llvm_gcov
// FILES: @__sycl_counter_table = internal constant [1 x ptr]
// FILES-NOT: define{{.*}} @__llvm_gcov

// NONE-NOT: __sycl_count
// EMPTY-NOT: define
// EMPTY-NOT: @
// EMPTY: target triple = "x86_64-pc-linux-gnu"
// HOST: define{{.*}} @main
