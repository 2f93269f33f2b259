#!/bin/bash
# user_target_test.sh FAKE_OPENCL : programs for an Intel GPU of the user's own configuration run on the device whose IP version
# is in the target's name or in an alias, and on no other.
fake=$PWD/$1
. testing/driver/driver.sh
# describe NAME ALIASES NUMBER MORE_ASPECTS : one target.
describe() {
  cat <<END
[[target]]
name = "$1"
aliases = [$2]
architecture = "unknown"
target_aspect = $3
aspects = ["gpu", "usm_device_allocations", "usm_shared_allocations"$4]
may_support_other_aspects = false
sub_group_sizes = [16, 32]
max_work_group_size = 512
max_work_item_sizes = [512, 512, 512]
local_memory_size = 65536
aot_toolchain = "ocloc"
aot_device = "pvc"
aot_options = []

END
}
{
  describe intel_gpu_40_1_2 '' 100000 ', "fp16", "atomic64"'
  describe intel_gpu_mine '"intel_gpu_40_1_3"' 100001 ''
} >targets.toml
cat >a.cpp <<'END'
#include <sycl/sycl.hpp>
int main() {
  sycl::queue queue(sycl::gpu_selector_v);
  try {
    queue.single_task([] {});
    std::puts("taken");
  } catch (const sycl::exception &e) {
    std::puts(e.code() == sycl::errc::kernel_not_supported ? "refused" : e.what());
  }
}
END
export SYCL_OPENCL_LIBRARY=$fake OCL_ICD_VENDORS=/nonexistent ONEAPI_DEVICE_SELECTOR='opencl:*'
on() { # VERSION PROGRAM : what it says on a GPU of this IP version, 40.1.VERSION
  FAKE_OPENCL_IP_VERSION=$(((40 << 22) + (1 << 14) + $1)) "./$2" 2>&1 | grep -E 'taken|refused|No device'
}
for target in intel_gpu_40_1_2:2:3 intel_gpu_mine:3:2; do
  IFS=: read -r name own other <<<"$target"
  sycl-clang++ -fsycl -fsycl-device-config-file=targets.toml -fsycl-targets="$name" a.cpp -o a >out 2>&1 ||
    fail "$name: $(cat out)"
  [ "$(on "$own" a)" = taken ] || fail "$name on its device: $(on "$own" a)"
  [ "$(on "$other" a)" = refused ] || fail "$name on another device: $(on "$other" a)"
done
finish
