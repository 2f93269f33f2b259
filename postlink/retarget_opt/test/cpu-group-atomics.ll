; A work-group is executed by one thread: atomic operations on its local memory
; are ordinary instructions on CPUs. Those of its scope on other memory stay:
; programs use it between groups, too.
;
; RUN: retarget-opt --target=x86_64 --steps=narrow-local-atomics,address-spaces,attributes %s | FileCheck %s --check-prefix=MARKED
; RUN: retarget-opt --target=x86_64 --steps=narrow-local-atomics,address-spaces,attributes,lower-group-atomics %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; They are atomic until everything is optimized.
; MARKED-LABEL: define void @local(
; MARKED-COUNT-3: atomicrmw {{.*}} syncscope("singlethread")
; MARKED: cmpxchg {{.*}} syncscope("singlethread")
; MARKED: load atomic {{.*}} syncscope("singlethread")
; MARKED: store atomic {{.*}} syncscope("singlethread")

; CHECK-LABEL: define void @local(
; CHECK-NOT: atomic
; CHECK-NOT: cmpxchg
; CHECK: [[OLD:%.*]] = load i32, ptr %p
; CHECK-NEXT: [[NEW:%.*]] = add i32 [[OLD]], 1
; CHECK-NEXT: store i32 [[NEW]], ptr %p
; CHECK: fadd float
; CHECK: select i1
; CHECK: icmp eq i32
; CHECK: ret void
define spir_func void @local(ptr addrspace(3) %p) {
  %a = atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("device") monotonic
  %b = atomicrmw fadd ptr addrspace(3) %p, float 1.0 acq_rel
  %max = atomicrmw umax ptr addrspace(3) %p, i32 7 syncscope("workgroup") seq_cst
  %c = cmpxchg ptr addrspace(3) %p, i32 1, i32 2 acq_rel acquire
  %d = load atomic i32, ptr addrspace(3) %p acquire, align 4
  store atomic i32 %d, ptr addrspace(3) %p syncscope("device") release, align 4
  ret void
}

; CHECK-LABEL: define void @narrow(
; CHECK: atomicrmw add {{.*}} syncscope("singlethread") monotonic
; CHECK: atomicrmw add {{.*}} syncscope("singlethread") monotonic
; CHECK: atomicrmw xchg {{.*}} syncscope("singlethread") monotonic
; CHECK: ret void
define spir_func void @narrow(ptr addrspace(1) %p, ptr addrspace(4) %q) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") monotonic
  %b = atomicrmw add ptr addrspace(4) %q, i64 1 syncscope("subgroup") monotonic
  %c = atomicrmw xchg ptr addrspace(4) %q, i64 1 syncscope("singlethread") monotonic
  ret void
}

; Other groups see these.
; CHECK-LABEL: define void @wide(
; CHECK: atomicrmw add {{.*}} monotonic
; CHECK: atomicrmw add {{.*}} monotonic
; CHECK: load atomic
; CHECK: fence seq_cst
define spir_func void @wide(ptr addrspace(1) %p, ptr addrspace(4) %q) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  %b = atomicrmw add ptr addrspace(4) %q, i32 1 monotonic
  %c = load atomic i32, ptr addrspace(1) %p acquire, align 4
  fence seq_cst
  ret void
}
