; Additions to counters that nobody sees before the launch has ended.
;
; RUN: retarget-opt --target=x86_64 --steps=launch-sums %s | FileCheck %s --check-prefix=FOUND
; RUN: retarget-opt --target=x86_64 --steps=launch-sums,lower-additions %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Loads of other work-items do not count.
; FOUND-LABEL: define void @histogram(
; FOUND: atomicrmw add ptr %{{.*}}, i32 1 syncscope("facet.waiting") monotonic
; CHECK-LABEL: define void @histogram(
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %group, i64 176
; CHECK-NEXT: [[SUMS:%.*]] = load ptr, ptr [[FIELD]]
; CHECK: [[AT:%.*]] = ptrtoint ptr %bin to i64
; CHECK-NEXT: [[UNIT:%.*]] = lshr i64 [[AT]], 2
; CHECK-NEXT: [[NUMBER:%.*]] = and i64 [[UNIT]], 1023
; CHECK-NEXT: [[OFFSET:%.*]] = mul i64 [[NUMBER]], 16
; CHECK-NEXT: [[SUM:%.*]] = getelementptr inbounds i8, ptr [[SUMS]], i64 [[OFFSET]]
; CHECK-NEXT: [[PLACE:%.*]] = load i64, ptr [[SUM]]
; CHECK-NEXT: [[OTHER:%.*]] = icmp ne i64 [[PLACE]], [[AT]]
; CHECK-NEXT: br i1 [[OTHER]], label %[[OTHERWISE:.*]], label %[[ADD:.*]], !prof
; CHECK: [[OTHERWISE]]:
; CHECK: [[FULL:%.*]] = getelementptr inbounds i8, ptr [[SUMS]], i64 16384
; CHECK-NEXT: [[WORD:%.*]] = load i64, ptr [[FULL]]
; CHECK-NEXT: [[ISFULL:%.*]] = icmp ne i64 [[WORD]], 0
; CHECK-NEXT: br i1 [[ISFULL]], label %[[ATONCE:.*]], label %[[REPLACE:.*]]
; CHECK: [[ATONCE]]:
; CHECK-NEXT: atomicrmw add ptr %bin, i32 1 monotonic
; CHECK: [[REPLACE]]:
; CHECK: getelementptr inbounds i8, ptr %group, i64 184
; CHECK: call void %{{.*}}(ptr [[SUM]], i64 [[AT]], i64 1)
; CHECK: [[ADD]]:
; CHECK: [[TOTAL:%.*]] = getelementptr inbounds i8, ptr [[SUM]], i64 8
; CHECK-NEXT: [[BEFORE:%.*]] = load i64, ptr [[TOTAL]]
; CHECK-NEXT: [[AFTER:%.*]] = add i64 [[BEFORE]], 1
; CHECK-NEXT: store i64 [[AFTER]], ptr [[TOTAL]]
define void @histogram(ptr %args, ptr "facet-group" %group) {
entry:
  %data = load ptr, ptr %args, !invariant.load !3
  %second = getelementptr i8, ptr %args, i64 8
  %bins = load ptr, ptr %second, !invariant.load !3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %data, i64 %i
  %x = load i16, ptr %p, !llvm.access.group !1
  %number = zext i16 %x to i64
  %bin = getelementptr i32, ptr %bins, i64 %number
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 256
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Counters that are side by side have a row of sums, whose elements need no check.
; CHECK-LABEL: define void @bytes(
; CHECK: %bins = load ptr
; CHECK-NEXT: [[FIRST:%.*]] = getelementptr i8, ptr %bins, i64 12
; CHECK-NEXT: [[PLACE:%.*]] = ptrtoint ptr [[FIRST]] to i64
; CHECK-NEXT: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %group, i64 192
; CHECK-NEXT: [[FUNCTION:%.*]] = load ptr, ptr [[FIELD]]
; CHECK-NEXT: [[ROW:%.*]] = call ptr [[FUNCTION]](i64 [[PLACE]], i64 256)
; CHECK: loop:
; CHECK: [[SUM:%.*]] = getelementptr inbounds i32, ptr [[ROW]], i64 %number
; CHECK-NEXT: [[BEFORE:%.*]] = load i32, ptr [[SUM]]
; CHECK-NEXT: [[AFTER:%.*]] = sub i32 [[BEFORE]], 5
; CHECK-NEXT: store i32 [[AFTER]], ptr [[SUM]]
; CHECK-NOT: call
; CHECK: ret void
define void @bytes(ptr %args, ptr "facet-group" %group) {
entry:
  %data = load ptr, ptr %args, !invariant.load !3
  %second = getelementptr i8, ptr %args, i64 8
  %bins = load ptr, ptr %second, !invariant.load !3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %data, i64 %i
  %x = load i8, ptr %p, !llvm.access.group !1
  %number = zext i8 %x to i64
  %bin = getelementptr { i32, [2 x i32], [256 x i32] }, ptr %bins, i64 0, i32 2, i64 %number
  atomicrmw sub ptr %bin, i32 5 syncscope("facet.addition") monotonic
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 256
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Not if they are others for each group.
; CHECK-LABEL: define void @bytes_of_group(
; CHECK: icmp ne i64
; CHECK: atomicrmw
define void @bytes_of_group(ptr %args, ptr "facet-group" %group) {
entry:
  %data = load ptr, ptr %args, !invariant.load !3
  %second = getelementptr i8, ptr %args, i64 8
  %all = load ptr, ptr %second, !invariant.load !3
  %id = load i64, ptr %group
  %bins = getelementptr [256 x i32], ptr %all, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %data, i64 %i
  %x = load i8, ptr %p, !llvm.access.group !1
  %number = zext i8 %x to i64
  %bin = getelementptr i32, ptr %bins, i64 %number
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 256
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Nor do those of the next row. Eight bytes are a place of their own.
; CHECK-LABEL: define void @rows(
; CHECK: lshr i64 [[AT:%.*]], 3
; CHECK: [[PLACE:%.*]] = or i64 [[AT]], 1
; CHECK: [[LESS:%.*]] = sub i64 0, %x
; CHECK: icmp ne i64 %{{.*}}, [[PLACE]]
; CHECK: atomicrmw sub ptr %bin, i64 %x monotonic
; CHECK: call void %{{.*}}(ptr %{{.*}}, i64 [[PLACE]], i64 [[LESS]])
; CHECK: add i64 %{{.*}}, [[LESS]]
define void @rows(ptr %args, ptr "facet-group" %group) {
entry:
  %data = load ptr, ptr %args, !invariant.load !3
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %below, %row.end ]
  br label %loop
loop:
  %i = phi i64 [ 0, %row ], [ %next, %loop ]
  %at = add i64 %y, %i
  %p = getelementptr i64, ptr %data, i64 %at
  %x = load i64, ptr %p, !llvm.access.group !1
  %bin = getelementptr i64, ptr %data, i64 %x
  atomicrmw sub ptr %bin, i64 %x syncscope("facet.addition") monotonic
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 256
  br i1 %end, label %row.end, label %loop, !llvm.loop !0
row.end:
  %below = add nuw nsw i64 %y, 256
  %last = icmp eq i64 %below, 2560
  br i1 %last, label %exit, label %row, !llvm.loop !4
exit:
  ret void
}

; A work-item that goes on may load what it has added to.
; FOUND-LABEL: define void @rounds(
; FOUND: syncscope("facet.addition")
; CHECK-LABEL: define void @rounds(
; CHECK: atomicrmw add ptr %bin, i32 1 monotonic
define void @rounds(ptr %args, ptr "facet-group" %group) {
entry:
  %data = load ptr, ptr %args, !invariant.load !3
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %more, %round.end ]
  br label %loop
loop:
  %i = phi i64 [ 0, %round ], [ %next, %loop ]
  %at = add i64 %k, %i
  %p = getelementptr i32, ptr %data, i64 %at
  %x = load i32, ptr %p, !llvm.access.group !1
  %number = zext i32 %x to i64
  %bin = getelementptr i32, ptr %data, i64 %number
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 256
  br i1 %end, label %round.end, label %loop, !llvm.loop !0
round.end:
  %more = add nuw nsw i64 %k, 256
  %last = icmp eq i64 %more, 2560
  br i1 %last, label %exit, label %round
exit:
  ret void
}

; Nor does one wait whose value is asked for, in a kernel that orders accesses, that
; looks at counters, or calls what may do so; at an address that the kernel may have
; made itself: of local or private memory.
; FOUND-LABEL: define i32 @used(
; FOUND-NOT: facet.waiting
define i32 @used(ptr %args, ptr "facet-group" %group) {
  %bin = load ptr, ptr %args, !invariant.load !3
  %before = atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  ret i32 %before
}
define void @fenced(ptr %args, ptr "facet-group" %group) {
  %bin = load ptr, ptr %args, !invariant.load !3
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  fence release
  ret void
}
define i32 @watching(ptr %args, ptr "facet-group" %group, ptr noalias %other) {
  %now = load atomic i32, ptr %other monotonic, align 4
  %bin = load ptr, ptr %args, !invariant.load !3
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  ret i32 %now
}
define void @calling(ptr %args, ptr "facet-group" %group) {
  call void @unknown()
  %bin = load ptr, ptr %args, !invariant.load !3
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  ret void
}
define void @local(ptr %args, ptr "facet-group" %group) {
  %field = getelementptr i8, ptr %group, i64 144
  %memory = load ptr, ptr %field, !invariant.load !3
  atomicrmw add ptr %memory, i32 1 syncscope("facet.addition") monotonic
  ret void
}
define void @loaded(ptr %args, ptr "facet-group" %group) {
  %list = load ptr, ptr %args, !invariant.load !3
  %bin = load ptr, ptr %list
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  ret void
}
define void @sanitized(ptr %args, ptr "facet-group" %group) sanitize_address {
  %bin = load ptr, ptr %args, !invariant.load !3
  atomicrmw add ptr %bin, i32 1 syncscope("facet.addition") monotonic
  ret void
}

declare void @unknown()

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
!3 = !{}
!4 = distinct !{!4, !5}
!5 = !{!"facet.rows"}
!facet.additions = !{}
