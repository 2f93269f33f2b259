; Recursive code cannot become part of a kernel; that is said, not miscompiled.
;
; RUN: not retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s 2>&1 | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK: retarget-opt: error: 'again' asks for the work-item it runs in, but cannot be inlined into its kernels: it is recursive or called through a pointer{{$}}
define spir_kernel void @k() {
  call spir_func void @again(i64 3)
  ret void
}

define internal spir_func void @again(i64 %n) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %c = icmp eq i64 %n, %i
  br i1 %c, label %end, label %more
more:
  %m = sub i64 %n, 1
  call spir_func void @again(i64 %m)
  br label %end
end:
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
