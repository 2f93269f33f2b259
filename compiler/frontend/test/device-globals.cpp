// Variables of each device need not be constant: their addresses are asked for, and no load is folded.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -O2 -I%S/Inputs -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -ferror-limit=0 -I%S/Inputs -DERRORS -c %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=ERRORS
#include "sycl.h"

namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
template <typename T> class device_global {
public:
  constexpr device_global(T first = {}) : value(first) {}
  operator T &() { return value; }
  T *operator&() { return &value; }
  T value;
};
} } }
using sycl::ext::oneapi::experimental::device_global;

// CHECK-DAG: @of_program = {{.*}}addrspace(1) externally_initialized global {{.*}} { i32 5 }{{.*}} #[[EXTERNAL:[0-9]+]]
// CHECK-DAG: @_ZL9of_source.{{[0-9A-F]+}} = internal {{.*}}addrspace(1) externally_initialized global {{.*}} #[[INTERNAL:[0-9]+]]
device_global<int> of_program(5);
static device_global<int> of_source;
struct owner {
  static inline device_global<long> member;
};

// CHECK-LABEL: define {{.*}}@_Z5countb(
// CHECK-DAG: call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1){{.*}} @of_program)
// CHECK-DAG: call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1){{.*}} @_ZL9of_source
// CHECK-DAG: call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1){{.*}} @_ZN5owner6memberE)
// CHECK: ret i32 %
SYCL_EXTERNAL int count(bool first) {
  owner::member += 1;
  return first ? of_program : of_source;
}

// CHECK-DAG: attributes #[[EXTERNAL]] = { "sycl-device-global"="external" }
// CHECK-DAG: attributes #[[INTERNAL]] = { "sycl-device-global"="internal" }

#ifdef ERRORS
extern device_global<int> elsewhere;
// ERRORS-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use device_global 'elsewhere', which is defined in another source; define it 'inline' in a header
SYCL_EXTERNAL int undefined() { return elsewhere; }
SYCL_EXTERNAL int in_function() {
  // ERRORS-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot have static variable {{.*}}calls', which is not constant
  static device_global<int> calls;
  return ++calls;
}
#endif
