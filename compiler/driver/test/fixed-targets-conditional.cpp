// Conditional code and one known target: -fsycl-fixed-targets checks a use where
// its condition holds, and -fsycl-resolve-conditions-for decides conditions
// before the optimizer.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-fixed-targets=test_gpu -fsycl-device-only -nostdinc -nostdinc++ -S %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=LATE %s < %t.ll
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -Xclang -fsycl-resolve-conditions-for=test_gpu -fsycl-device-only -nostdinc -nostdinc++ -S %s -o - | FileCheck --check-prefix=EARLY %s
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -Xclang -fsycl-resolve-conditions-for=other_gpu -fsycl-device-only -nostdinc -nostdinc++ -S %s -o - 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: unknown target 'other_gpu'
enum class [[__sycl_detail__::__sycl_type__(aspect)]] aspect { gpu = 2, fp64 = 6 };

template <typename Callable, typename... Integers>
[[__sycl_detail__::add_ir_attributes_function(
    "sycl-call-if-on-device-conditionally", true)]]
void callIf(Callable Call, Integers...) {
  Call();
}
[[clang::sycl_external]] void effect(double);

// CHECK: fixed-targets-conditional.cpp:[[#@LINE+7]]:{{[0-9]+}}: warning: function 'onGpu' uses aspect 'fp64' not supported by fixed target 'test_gpu' [-Wsycl-aspects]
// CHECK-NEXT: use is from this call chain:
// CHECK-NEXT: onGpu()
// CHECK-NEXT: operator()() {{.*}} if gpu
// LATE: define {{.*}}@_Z5onGpuv{{.*}} !sycl_conditionally_used_aspects
// EARLY: define {{.*}}@_Z5onGpuv{{.*}} !sycl_used_aspects
[[clang::sycl_external]] void onGpu() {
  callIf([] { effect(1.0); }, -1, 2);
}
// EARLY: define {{.*}}@_Z8withFp64v
// EARLY-NOT: call
// EARLY: ret void
[[clang::sycl_external]] void withFp64() {
  callIf([] { effect(2.0); }, -1, 6);
}
// EARLY: define {{.*}}@_Z10withoutGpuv
// EARLY-NOT: call
// EARLY: ret void
// EARLY-NOT: call_if
[[clang::sycl_external]] void withoutGpu() {
  callIf([] { effect(3.0); }, -3, -1, 2);
}
// EARLY-DAG: !sycl_decided_for = !{[[DECIDED:![0-9]+]]}
// EARLY-DAG: [[DECIDED]] = !{!"test_gpu", !"{{.*}}fixed-targets-conditional.cpp"}
// LATE-NOT: sycl_decided_for
// What the target has is known to whoever links the code.
// EARLY-DAG: !sycl_target_aspects = !{![[#TARGET:]]}
// EARLY-DAG: ![[#TARGET]] = !{i32 2}
// CHECK-NOT: warning:
