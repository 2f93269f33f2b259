; Atomic operations of a work-item's own variables are ordinary ones.
;
; RUN: retarget-opt --target=nvptx --steps=private-atomics %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @own(
; CHECK-NOT: atomic
; CHECK-NOT: cmpxchg
; CHECK: ret i32
define i32 @own(i1 %first, i32 %i) {
  %a = alloca [4 x i32]
  %b = alloca i32
  %p = getelementptr [4 x i32], ptr %a, i32 0, i32 %i
  %q = select i1 %first, ptr %p, ptr %b
  store atomic i32 1, ptr %q syncscope("agent") seq_cst, align 4
  %v = load atomic i32, ptr %p acquire, align 4
  %w = atomicrmw add ptr %b, i32 %v acq_rel
  %pair = cmpxchg ptr %q, i32 %w, i32 5 seq_cst monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

; What may be another's memory.
; CHECK-LABEL: define i32 @others(
; CHECK: store atomic
; CHECK: load atomic
; CHECK: atomicrmw add
; CHECK: cmpxchg
define i32 @others(i1 %first, ptr %other) {
  %b = alloca i32
  %q = select i1 %first, ptr %other, ptr %b
  store atomic i32 1, ptr %q seq_cst, align 4
  %v = load atomic i32, ptr %other acquire, align 4
  %w = atomicrmw add ptr %q, i32 %v acq_rel
  %pair = cmpxchg ptr %q, i32 %w, i32 5 seq_cst monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}
