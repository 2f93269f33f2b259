; A cycle that is entered at two places has one entry afterwards. A block of the
; cycle that branches to both keeps what it gives to each.
;
; RUN: retarget-opt --target=nvptx --steps=reducible-cycles %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define i32 @k(
; CHECK: first:
; CHECK-NEXT: [[A:%.*]] = phi i32 [ %d, %inner.first_crit_edge ], [ [[MOVED:%.*]], %irr.guard ]
; CHECK-NEXT: add i32 [[A]], %x
; CHECK: inner.second_crit_edge:
; CHECK-NEXT: br label %irr.guard
; CHECK: inner.first_crit_edge:
; CHECK-NEXT: br label %first
; CHECK: irr.guard:
; CHECK: [[MOVED]] = phi i32
define i32 @k(i1 %start, i1 %again, i32 %x) {
entry:
  br i1 %start, label %first, label %second

first:
  %a = phi i32 [ 1, %entry ], [ %d, %inner ]
  %b = add i32 %a, %x
  br label %second

second:
  %c = phi i32 [ 2, %entry ], [ %b, %first ], [ 3, %inner ]
  %d = mul i32 %c, %x
  %more = icmp ult i32 %d, 1000
  br i1 %more, label %inner, label %end

inner:
  br i1 %again, label %first, label %second

end:
  ret i32 %d
}
