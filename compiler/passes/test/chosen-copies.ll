; Copies of one of several small objects are copies of their parts, all bytes of them.
;
; RUN: opt -load-pass-plugin=%plugin -passes=chosen-copies -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%pair = type { double, i64 }
%gap = type { i8, i32, [2 x half] }
%long = type { [40 x i32] }

; CHECK-LABEL: define void @chosen(
; CHECK: %from = select
; CHECK-NOT: memcpy
; CHECK: [[A:%.*]] = load double, ptr addrspace(4) %from, align 8
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(4) %from, i64 8
; CHECK: [[B:%.*]] = load i64, ptr addrspace(4) [[P]], align 8
; CHECK: store double [[A]], ptr %to, align 8
; CHECK: [[Q:%.*]] = getelementptr inbounds i8, ptr %to, i64 8
; CHECK: store i64 [[B]], ptr [[Q]], align 8
; CHECK: ret void
define void @chosen(i1 %c, ptr byval(%pair) %a, ptr byval(%pair) %b, ptr %to) {
  %x = addrspacecast ptr %a to ptr addrspace(4)
  %y = addrspacecast ptr %b to ptr addrspace(4)
  %from = select i1 %c, ptr addrspace(4) %x, ptr addrspace(4) %y
  call void @llvm.memcpy.p0.p4.i64(ptr align 8 %to, ptr addrspace(4) align 8 %from, i64 16, i1 false)
  ret void
}

; Of references, in a phi; three bytes are between two parts.
; CHECK-LABEL: define void @references(
; CHECK: %from = phi ptr
; CHECK-COUNT-4: load {{i8|i32|half}}, ptr
; CHECK-COUNT-3: load i8, ptr
; CHECK-COUNT-7: store
; CHECK-NOT: memcpy
; CHECK: ret void
define void @references(ptr sret(%gap) %to, i1 %c, ptr %a, ptr %b) {
  br i1 %c, label %first, label %second
first:
  br label %join
second:
  br label %join
join:
  %from = phi ptr [ %a, %first ], [ %b, %second ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 12, i1 false)
  ret void
}

; One object, many parts, a part of an object, a volatile copy.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-4: call void @llvm.memcpy
; CHECK: ret void
define void @others(i1 %c, ptr byval(%pair) %a, ptr byval(%pair) %b, ptr byval(%long) %d, ptr byval(%long) %e, ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %a, i64 16, i1 false)
  %long.one = select i1 %c, ptr %d, ptr %e
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %long.one, i64 160, i1 false)
  %from = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 16, i1 true)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)
