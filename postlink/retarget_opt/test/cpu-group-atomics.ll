; A work-group is executed by one thread: atomic operations on its local memory
; are ordinary instructions on CPUs. Those of its scope on other memory stay:
; programs use it between groups, too.
;
; RUN: retarget-opt --target=x86_64 --steps=narrow-local-atomics,address-spaces,attributes %s | FileCheck %s --check-prefix=MARKED
; RUN: retarget-opt --target=x86_64 --steps=narrow-local-atomics,address-spaces,attributes,lower-group-atomics %s | FileCheck %s
; RUN: retarget-opt --target=x86_64 --steps=narrow-local-atomics,address-spaces,attributes,simplify,lower-group-atomics %s | FileCheck %s --check-prefix=MERGED

target triple = "spirv64-unknown-unknown"

; A generic pointer to the local memory of a group function (cpu_abi.h).
; CHECK-LABEL: define void @generic(
; CHECK-NOT: atomicrmw
; CHECK: add i32
; CHECK: atomicrmw add ptr %other
; CHECK: ret void
define spir_func void @generic(ptr "facet-group" %group, i64 %i, ptr %other) {
  %field = getelementptr i8, ptr %group, i64 144
  %local = load ptr, ptr %field
  %p = getelementptr i32, ptr %local, i64 %i
  %a = atomicrmw add ptr %p, i32 1 syncscope("workgroup") monotonic
  %b = atomicrmw add ptr %other, i32 1 syncscope("workgroup") monotonic
  ret void
}

; They are atomic until everything is optimized.
; MARKED-LABEL: define void @local(
; MARKED-COUNT-3: atomicrmw {{.*}} syncscope("facet.local")
; MARKED: cmpxchg {{.*}} syncscope("facet.local")
; MARKED: load atomic {{.*}} syncscope("facet.local")
; MARKED: store atomic {{.*}} syncscope("facet.local")

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

; What LLVM makes one operation of several is still of local memory.
; MERGED-LABEL: define void @merged(
; MERGED-NOT: atomicrmw
; MERGED: add i32
; MERGED-NOT: atomicrmw
; MERGED: ret void
define spir_func void @merged(i1 %c, ptr addrspace(3) %p, ptr addrspace(3) %q) {
  br i1 %c, label %first, label %second
first:
  %a = atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("workgroup") monotonic
  br label %end
second:
  %b = atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("workgroup") monotonic
  br label %end
end:
  %old = phi i32 [ %a, %first ], [ %b, %second ]
  store i32 %old, ptr addrspace(3) %q
  ret void
}
