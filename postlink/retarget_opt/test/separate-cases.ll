; Cases with one target come to it by one edge, if it tells its edges apart.
;
; RUN: retarget-opt --target=spirv --steps=separate-cases %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_func i32 @f(
; CHECK: switch i32 %x, label %end.cases [
; CHECK-NEXT: i32 1, label %end.cases
; CHECK-NEXT: i32 2, label %plain
; CHECK-NEXT: i32 3, label %plain
; CHECK-NEXT: i32 4, label %other
; CHECK: end.cases:
; CHECK-NEXT: br label %end
; CHECK: phi i32 [ 2, %other ], [ %y, %plain ], [ 7, %end.cases ]
; CHECK-NEXT: phi i32 [ 0, %other ], [ 0, %plain ], [ %x, %end.cases ]
define spir_func i32 @f(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %end [ i32 1, label %end
                              i32 2, label %plain
                              i32 3, label %plain
                              i32 4, label %other ]
plain:
  br label %end
other:
  br label %end
end:
  %p = phi i32 [ 7, %entry ], [ 7, %entry ], [ %y, %plain ], [ 2, %other ]
  %q = phi i32 [ %x, %entry ], [ %x, %entry ], [ 0, %plain ], [ 0, %other ]
  %s = add i32 %p, %q
  ret i32 %s
}
