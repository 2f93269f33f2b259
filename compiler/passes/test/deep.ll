; A call chain of 100000 functions and a type 2000 levels deep: no recursion in
; the compiler, no quadratic time.
; RUN: %python %S/Inputs/deep.py 100000 2000 > %t.ll
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %t.ll | FileCheck %s
; CHECK: define void @f0() !sycl_used_aspects
; CHECK: define void @t(ptr %p) !sycl_used_aspects
