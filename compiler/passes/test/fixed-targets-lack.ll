; What a target lacks is reported by the pass too; what is used under a
; condition, for targets that satisfy it.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-fixed-targets=intel_gpu_pvc,emu_intel_gpu_dg1,other -disable-output %s 2>&1 | FileCheck --check-prefix=LACKS %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-fixed-targets=intel_gpu_dg1 -sycl-propagate-aspects-usage-silent -disable-output %s 2>&1 | count 0
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-fixed-targets=intel_gpu_dg1 -sycl-propagate-aspects-usage-exclude-aspects=fp64 -disable-output %s 2>&1 | FileCheck --check-prefix=EXCLUDED %s

; LACKS: sycl-propagate-aspects-usage: warning: unknown target 'other': nothing is checked for it
; LACKS-NOT: intel_gpu_pvc
; LACKS: warning: function 'kernel' uses aspect 'fp64' not supported by fixed target 'emu_intel_gpu_dg1'
; LACKS-NEXT: use is from this call chain:
; LACKS-NEXT: kernel()
; LACKS-NEXT: helper()
; LACKS-NEXT: compile with
; LACKS: warning: function 'wide' has required sub-group size '4' not supported by fixed target 'intel_gpu_pvc'
; LACKS: warning: function 'wide' has required sub-group size '4' not supported by fixed target 'emu_intel_gpu_dg1'
; LACKS: warning: function 'sometimes' uses aspect 'fp64' not supported by fixed target 'emu_intel_gpu_dg1'
; LACKS-NEXT: use is from this call chain:
; LACKS-NEXT: sometimes()
; LACKS-NEXT: action() if gpu
; LACKS-NEXT: helper()
; LACKS-NOT: function 'asks'
; LACKS-NOT: function 'elsewhere'
; EXCLUDED-NOT: fp64
; EXCLUDED: warning: function 'wide'

define spir_kernel void @kernel() {
  call void @helper()
  ret void
}
define internal void @helper() {
  %d = alloca double
  ret void
}
define spir_kernel void @wide() !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @sometimes() {
  call void @if_2(ptr @action, ptr null, i32 -1, i32 6)
  call void @if_2(ptr @action, ptr null, i32 -1, i32 2)
  ret void
}
define internal void @action(ptr) {
  call void @helper()
  ret void
}
define spir_kernel void @asks() {
  call void @if_2(ptr @action, ptr null, i32 -1, i32 6)
  ret void
}
define spir_kernel void @elsewhere() {
  call void @if_2(ptr @action, ptr null, i32 -1, i32 1)
  ret void
}
declare void @if_2(ptr, ptr, i32, i32) "sycl-call-if-on-device-conditionally"="true"
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 4}
