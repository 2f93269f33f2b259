; A chain of 100000 calls is reported with its ends, in linear time, although
; each function of it declares that it uses nothing.
; RUN: %python %S/Inputs/deep.py 100000 2 --declare > %t.ll
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -disable-output %t.ll 2>&1 | FileCheck %s
; CHECK: function 'f0' uses aspect 'fp64'
; CHECK-NEXT: use is from this call chain:
; CHECK-NEXT: f0()
; CHECK-NEXT: f1()
; CHECK: f15()
; CHECK-NEXT: (99983 more calls)
; CHECK-NEXT: f99999()
; CHECK: function 'f99999' uses aspect 'fp64'
