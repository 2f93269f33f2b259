// What a condition guards is judged alike, whoever decides the condition and
// when: late, for one target before the code is optimized, or by the headers.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck --check-prefix=LATE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs %targets -fsycl-resolve-conditions-for=x86_64 -S %s -o - | FileCheck --check-prefix=MADE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs %targets -fsycl-resolve-conditions-for=intel_gpu_dg1 -S %s -o - | FileCheck --check-prefix=DROPPED %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DDECIDED=true -S %s -o - | FileCheck --check-prefix=MADE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DDECIDED=false -S %s -o - | FileCheck --check-prefix=DROPPED %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs %targets -DWRONG -fsycl-resolve-conditions-for=x86_64 -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs %targets -DWRONG -fsycl-resolve-conditions-for=intel_gpu_dg1 -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -DDECIDED=true -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -DDECIDED=false -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
#include "sycl.h"
template <typename Callable, typename... Integers>
[[__sycl_detail__::add_ir_attributes_function(
    "sycl-call-if-on-device-conditionally", true)]]
#ifdef DECIDED
[[__sycl_detail__::add_ir_attributes_function("sycl-condition-holds", DECIDED)]]
#endif
void callIf(Callable Call, Integers...) {
  Call();
}
SYCL_EXTERNAL void effect(int);
SYCL_EXTERNAL void otherwise(int);
// LATE-LABEL: define {{.*}}@_Z7guardedPf(
// LATE: call spir_func void @call_if_on_device_conditionally_
// MADE-LABEL: define {{.*}}@_Z7guardedPf(
// MADE-SAME: !sycl_guarded_aspects
// MADE: fpext{{.*}} float {{.*}} to double
// MADE: ret void
// DROPPED-LABEL: define {{.*}}@_Z7guardedPf(
// DROPPED-NOT: double
// DROPPED: ret void
[[sycl::requires(has(sycl::aspect::fp16))]] SYCL_EXTERNAL void guarded(float *p) {
  callIf([=] { volatile double d = *p; *p = d; }, -1, 6);
}
#ifdef WRONG
// WRONG: :[[#@LINE+3]]:{{[0-9]+}}: error: function 'unguarded' uses aspect 'fp64' not listed in 'sycl::requires'
[[sycl::requires(has(sycl::aspect::fp16))]] SYCL_EXTERNAL void unguarded(float *p) {
  // The condition is about another aspect, or the code is for the others.
  callIf([=] { volatile double d = *p; *p = d; }, -1, 5);
}
// WRONG: :[[#@LINE+2]]:{{[0-9]+}}: error: function 'negated' uses aspect 'fp64' not listed in 'sycl::requires'
[[sycl::requires(has(sycl::aspect::fp16))]] SYCL_EXTERNAL void negated(float *p) {
  callIf([=] { volatile double d = *p; *p = d; }, -3, -1, 6);
}
#endif
