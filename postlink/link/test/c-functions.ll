; memcmp and bcmp are defined where they are called; a definition of the
; program's own stays, and so does a function that only shares the name.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: sycl-device-link -S -o %t/used.out %t/used.ll && FileCheck --check-prefix=USED %s < %t/used.out
; RUN: sycl-device-link -S -o %t/own.out %t/own.ll && FileCheck --check-prefix=OWN %s < %t/own.out

; USED: define internal spir_func i32 @memcmp(ptr addrspace(4) {{.*}}, ptr addrspace(4) {{.*}}, i64 {{.*}})
; USED: icmp eq i8
; USED: sub i32
; USED: declare spir_func i32 @bcmp(i32)
; OWN: define spir_func i32 @memcmp(
; OWN-NEXT: ret i32 7
; OWN-NOT: bcmp

;--- used.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %p, ptr addrspace(4) %q, ptr addrspace(1) %r, i64 %n) {
  %c = call spir_func i32 @memcmp(ptr addrspace(4) %p, ptr addrspace(4) %q, i64 %n)
  %d = call spir_func i32 @bcmp(i32 %c)
  store i32 %d, ptr addrspace(1) %r
  ret void
}
declare spir_func i32 @memcmp(ptr addrspace(4), ptr addrspace(4), i64)
declare spir_func i32 @bcmp(i32)
;--- own.ll
target triple = "spirv64-unknown-unknown"
define spir_func i32 @memcmp(ptr addrspace(4) %p, ptr addrspace(4) %q, i64 %n) {
  ret i32 7
}
