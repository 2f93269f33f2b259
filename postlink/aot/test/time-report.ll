; Phases with their times, on stderr and only when asked for.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: not sycl-aot -ftime-report --target-config=%t/one.toml -c %t/x.cl -o %t/x.img 2>&1 | FileCheck %s
; RUN: not sycl-aot --target-config=%t/one.toml -c %t/x.cl -o %t/x.img 2>&1 | FileCheck "--implicit-check-not=time report" --check-prefix=OFF %s

; CHECK: ===-- sycl-aot: time report --===
; CHECK: {{^  read }}
; CHECK: {{^  total }}
; OFF: sycl-aot: error: not a device module file

;--- x.cl
int main() {}
;--- one.toml
[[target]]
name = "one"
target_aspect = 1000
aspects = []
may_support_other_aspects = true
sub_group_sizes = [8]
local_memory_size = 65536
aot_toolchain = "x86_64"
aot_device = "x86-64-v3"
