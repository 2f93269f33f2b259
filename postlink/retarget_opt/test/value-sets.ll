; What is known of all accesses of a launch before it runs: a footprint for each, at
; the pointer that the function gets behind the group. It begins with the access, the
; base, the constant part of the offset, the bytes and the flags; then 24 bytes for
; each variable: its stride, its first and its last value.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
%functor = type { ptr, ptr, i64 }

; p[id], for each id: exact (2).
define spir_kernel void @each(ptr byval(%functor) align 8 %functor) #0 {
  %p = load ptr, ptr %functor, align 8
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %at, align 4
  ret void
}
