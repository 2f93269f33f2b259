// -fsycl-fixed-targets warns of what a target lacks, and is in the metadata.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-fixed-targets=test_gpu -fsycl-device-only -nostdinc -nostdinc++ -S %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=IR %s < %t.ll
enum class [[__sycl_detail__::__sycl_type__(aspect)]] aspect { gpu = 2, fp64 = 6 };

// CHECK: warning: function 'wide' uses aspect 'fp64' not supported by fixed target 'test_gpu' [-Wsycl-aspects]
[[clang::sycl_external]] double wide(double x) { return x + 1; }
// CHECK: warning: function 'small' has required sub-group size '8' not supported by fixed target 'test_gpu' [-Wsycl-aspects]
[[clang::sycl_external, sycl::reqd_sub_group_size(8)]] void small() {}
// CHECK-NOT: warning:
[[clang::sycl_external, sycl::reqd_sub_group_size(16)]] void right() {}
// IR: @{{.*}}wide{{.*}} !sycl_fixed_targets ![[#T:]]
// IR: ![[#T]] = !{!"test_gpu"}
