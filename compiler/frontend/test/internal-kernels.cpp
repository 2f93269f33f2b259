// Kernels that another source may have under the same name get a tag that no
// other source has: of a given prefix, or of the device code.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -fsycl-unique-prefix=a/b.cpp -S %s -o - | FileCheck --check-prefixes=CHECK,GIVEN %s
// Without a host's compilation that is told of it, names stay as they are.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck --check-prefixes=CHECK,PLAIN --implicit-check-not=facet_ %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -fsycl-write-unique-prefix=%t.prefix -S %s -o %t.ll
// RUN: FileCheck --check-prefixes=CHECK,MADE %s < %t.ll
// The same code has the same names, wherever it lies; other code has others.
// RUN: mkdir -p %t.dir/deeper && cp %s %t.dir/deeper/other.cpp
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -fsycl-write-unique-prefix=%t.same -c %t.dir/deeper/other.cpp -o %t.bc
// RUN: cmp %t.prefix %t.same
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -g -I%S/Inputs -Xclang -fsycl-write-unique-prefix=%t.debug -c %s -o %t.bc
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -g -I%S/Inputs -Xclang -fsycl-write-unique-prefix=%t.same -c %t.dir/deeper/other.cpp -o %t.bc
// RUN: cmp %t.debug %t.same
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DVALUE=2 -I%S/Inputs -Xclang -fsycl-write-unique-prefix=%t.other -c %s -o %t.bc
// RUN: not cmp %t.prefix %t.other
// The second compilation of a source, for a target, takes the name of the first.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DVALUE=2 -I%S/Inputs -Xclang -fsycl-read-unique-prefix=%t.prefix -S %s -o %t2.ll
// RUN: grep -o "_ZTSU22facet_[0-9a-f]*" %t.ll | sort -u > %t.tags && grep -o "_ZTSU22facet_[0-9a-f]*" %t2.ll | sort -u | cmp - %t.tags
// Messages do not show it.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs %targets -fsycl-unique-prefix=x -fsycl-fixed-targets=intel_gpu_dg1 -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING --implicit-check-not=facet_ %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -fsycl-read-unique-prefix=%t.none -c %s -o %t3.bc 2>&1 | FileCheck --check-prefix=READ %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -fsycl-write-unique-prefix=%t.none/prefix -c %s -o %t3.bc 2>&1 | FileCheck --check-prefix=WRITE %s
// READ: error: cannot read '{{.*}}.none'
// WRITE: error: cannot write '{{.*}}.none/prefix'
#include "sycl.h"
#ifndef VALUE
#define VALUE 1
#endif
namespace {
struct Hidden;
enum class HiddenMode { on };
} // namespace
enum class Mode { off, on };
template <auto M> struct OfMode;
struct Plain;

// GIVEN-DAG: define {{.*}}spir_kernel void @_ZTSU22facet_{{[0-9a-f]+}}ZL4workPiEUlvE_(
// MADE-DAG: define {{.*}}spir_kernel void @_ZTSU22facet_{{[0-9a-f]+}}ZL4workPiEUlvE_(
// PLAIN-DAG: define {{.*}}spir_kernel void @_ZTSZL4workPiEUlvE_(
template <class Name = void, class F> void submit(F f) {
  if constexpr (__is_same(Name, void))
    sycl::kernel<F>(f);
  else
    sycl::kernel<Name>(f);
}
static void work(int *p) {
  submit([=] { *p = VALUE; });
}
// GIVEN-DAG: define {{.*}}spir_kernel void @_ZTSU22facet_{{[0-9a-f]+}}N12_GLOBAL__N_16HiddenE(
// GIVEN-DAG: define {{.*}}spir_kernel void @_ZTSU22facet_{{[0-9a-f]+}}6OfModeIL{{.*}}
// These are of external linkage.
// CHECK-DAG: define {{.*}}spir_kernel void @_ZTS6OfModeIL4Mode1EE(
// CHECK-DAG: define {{.*}}spir_kernel void @_ZTS5Plain(
// CHECK-DAG: define {{.*}}spir_kernel void @_ZTSZ4hostPiEUlvE_(
// WARNING: warning: function 'host::(lambda #1)' uses aspect 'fp64' not supported by fixed target 'intel_gpu_dg1'
// WARNING: warning: function '(anonymous namespace)::Hidden' uses aspect 'fp64' not supported
void host(int *p) {
  work(p);
  submit([=] { volatile double d = *p; });
  submit<Hidden>([=] { volatile double d = *p; *p = VALUE; });
  submit<OfMode<HiddenMode::on>>([=] { *p = VALUE; });
  submit<OfMode<Mode::on>>([=] { *p = VALUE; });
  submit<Plain>([=] { *p = VALUE; });
}
