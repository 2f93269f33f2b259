; A module's bytes, and so its name, do not depend on what other sources use:
; metadata kinds, synchronization scopes, operand bundles, conditional calls,
; compilers; nor on the order of the sources.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-device-link -o alone.bc a.ll
; RUN: sycl-post-link -split=source --modules-dir=alone alone.bc
; RUN: ls alone | count 1
; RUN: sh with-others.sh
;
; What the module itself uses is there.
; RUN: sycl-image-dump alone/*.cl > dump.txt
; RUN: FileCheck %s < dump.txt
; CHECK: A

;--- with-others.sh
module=$(basename alone/*.cl)
for other in plain known unknown scope bundle call compiler; do
  for files in "a.ll $other.ll" "$other.ll a.ll"; do
    rm -rf both
    sycl-device-link -o both.bc $files &&
      sycl-post-link -split=source --modules-dir=both both.bc &&
      cmp alone/$module both/$module || { echo "linked: $files"; exit 1; }
  done
done
;--- a.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @A(ptr addrspace(1) %p) "sycl-module-id"="a.cpp" !a.z !{i32 1} !a.b !{i32 2} {
  fence syncscope("other.of.a") seq_cst
  %x = load i32, ptr addrspace(1) %p, !a.y !{}, !a.c !{}
  call spir_func void @bundled() [ "of.a"(i32 1) ]
  ret void
}
declare spir_func void @bundled()
!llvm.ident = !{!0}
!0 = !{!"compiler"}
;--- plain.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @B() "sycl-module-id"="b.cpp" {
  ret void
}
;--- known.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @B() "sycl-module-id"="b.cpp" !sycl_declared_aspects !{i32 5} !sycl_required_aspects !{i32 5} !sycl_conditionally_used_aspects !0 {
  ret void
}
!0 = !{!1}
!1 = !{!2, !3}
!2 = !{i32 -2, i32 3}
!3 = !{i32 6}
;--- unknown.ll
target triple = "spirv64-unknown-unknown"
@v = addrspace(1) global i32 0, !of.variable !{}
define spir_kernel void @B() "sycl-module-id"="b.cpp" !a.b !{} !a.a !{} !a.y !{} {
  store i32 1, ptr addrspace(1) @v, !a.c !{}, !of.store !{}
  ret void, !a.z !{}
}
;--- scope.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @B() "sycl-module-id"="b.cpp" {
  fence syncscope("of.b") seq_cst
  ret void
}
;--- bundle.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @B() "sycl-module-id"="b.cpp" {
  call spir_func void @bundled() [ "of.b"(i32 1) ]
  ret void
}
declare spir_func void @bundled()
;--- call.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @B() "sycl-module-id"="b.cpp" {
  %a = alloca i32
  %g = addrspacecast ptr %a to ptr addrspace(4)
  call spir_func void @conditionally(ptr @Action, ptr addrspace(4) %g, i32 -1, i32 5)
  ret void
}
define internal spir_func void @Action(ptr addrspace(4) %p) !of.action !{} {
  store i32 1, ptr addrspace(4) %p
  ret void
}
declare spir_func void @conditionally(ptr, ptr addrspace(4), i32, i32) "sycl-call-if-on-device-conditionally"="true"
;--- compiler.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @B() "sycl-module-id"="b.cpp" {
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"another compiler"}
