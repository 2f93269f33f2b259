// The host object carries the device bitcode; the same source gives the same
// bytes from any folder.
// RUN: rm -rf %t && mkdir -p %t/one %t/two %t/out
// RUN: cp %s %t/one/a.cpp && cp %s %t/two/a.cpp
// RUN: cd %t/one && sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -c a.cpp -o a.bc
// RUN: cd %t/two && sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -c a.cpp -o b.bc
// RUN: cmp %t/one/a.bc %t/two/b.bc
// RUN: sycl-clang++ -cc1pack %t/one/a.bc %t/a.offload
// RUN: sycl-clang++ -nostdinc -nostdinc++ -c %s -o %t/a.o -Xclang -fembed-offload-object=%t/a.offload
// RUN: sycl-clang++ -cc1unpack %t/out %t/a.o
// RUN: cmp %t/one/a.bc %t/out/device/000000.bc
// RUN: llvm-dis %t/out/device/000000.bc -o - | FileCheck %s
// CHECK: source_filename = "a.cpp"
// CHECK: spir_func void @_Z3extv
[[clang::sycl_external]] void ext() {}
