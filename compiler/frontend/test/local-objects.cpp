// Variables of the work-group may be static and need not be constant; they are no members of objects.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DMEMBER -c %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=MEMBER
#include "sycl.h"

namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
template <typename T> class work_group_static {
public:
  operator T &() const { return const_cast<T &>(value); }
private:
  T value;
};
} } }
using sycl::ext::oneapi::experimental::work_group_static;

// CHECK-DAG: @outside = {{.*}}addrspace(3) global {{.*}} undef
// CHECK-DAG: @_ZZ6countsvE5calls = internal addrspace(3) global {{.*}} undef
// CHECK-DAG: @_Z6countsv.local = internal addrspace(3) global {{.*}} undef
work_group_static<int> outside;

// CHECK-LABEL: define {{.*}}@_Z6countsv(
// CHECK-DAG: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3){{.*}} @_Z6countsv.local)
// CHECK-DAG: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3){{.*}} @_ZZ6countsvE5calls)
// CHECK-DAG: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3){{.*}} @outside)
SYCL_EXTERNAL int counts() {
  static work_group_static<int> calls;
  work_group_static<int[4]> own;
  own[1] = calls;
  return ++calls + own[2] + outside;
}

#ifdef MEMBER
struct Tile {
  work_group_static<int[64]> values;
};
// MEMBER: :[[#@LINE+1]]:{{[0-9]+}}: error: work_group_static cannot be a member of an object; declare a variable of it, or a static member
SYCL_EXTERNAL int member() {
  Tile tile;
  tile.values[1] = 2;
  return tile.values[0];
}
#endif
