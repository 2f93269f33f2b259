; Variables of the device: addresses that kernels take as arguments behind their own.
;
; RUN: retarget-opt --target=nvptx --steps=device-globals %s | FileCheck --check-prefixes=CHECK,POINTER %s
; RUN: retarget-opt --target=spirv --steps=device-globals %s | FileCheck --check-prefixes=CHECK,NUMBER %s
; RUN: sed -e 's/;RECURSIVE//' %s > %t.recursive.ll
; RUN: not retarget-opt --target=x86_64 --steps=device-globals %t.recursive.ll 2>&1 | FileCheck --check-prefix=RECURSIVE %s
; RUN: sed -e 's/i64 3, i64 4/i64 3, i64 ptrtoint (ptr addrspace(1) @a to i64)/' %s > %t.address.ll
; RUN: not retarget-opt --target=x86_64 --steps=device-globals %t.address.ll 2>&1 | FileCheck --check-prefix=ADDRESS %s
; RUN: sed -e 's/@c = addrspace(1) global.*/@c = external addrspace(1) global i32 #0/' %s > %t.undefined.ll
; RUN: not retarget-opt --target=x86_64 --steps=device-globals %t.undefined.ll 2>&1 | FileCheck --check-prefix=UNDEFINED %s

; RECURSIVE: 'recursive' uses a device_global, but cannot be inlined into its kernels: it is recursive or exported
; ADDRESS: the first value of device_global 'b' has an address in it
; UNDEFINED: device_global 'c' is not defined in any source

target triple = "spirv64-unknown-unknown"

; CHECK-NOT: @a =
; CHECK-NOT: @b =
@a = addrspace(1) global { i64, i64, i32 } { i64 1, i64 2, i32 0 } #0
@b = internal addrspace(1) global { i64, i64 } { i64 3, i64 4 } #1
@c = addrspace(1) global i32 0 #0

; CHECK-LABEL: define spir_kernel void @none(i32 %x)
define spir_kernel void @none(i32 %x) {
;RECURSIVE  call spir_func void @recursive()
  ret void
}

; In the order of the code; a function in between is inlined.
; POINTER-LABEL: define spir_kernel void @both(i32 %x, ptr addrspace(1) %device_global, ptr addrspace(1) %device_global1)
; POINTER: store i32 %x, ptr addrspace(1) %device_global,
; POINTER: store i64 7, ptr addrspace(1) %device_global1,
; NUMBER-LABEL: define spir_kernel void @both(i32 %x, i64 %device_global, i64 %device_global1)
; NUMBER: [[B:%.*]] = inttoptr i64 %device_global1 to ptr addrspace(1)
; NUMBER: [[A:%.*]] = inttoptr i64 %device_global to ptr addrspace(1)
; NUMBER: store i32 %x, ptr addrspace(1) [[A]],
; NUMBER: store i64 7, ptr addrspace(1) [[B]],
define spir_kernel void @both(i32 %x) {
  %a = call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1) @a)
  store i32 %x, ptr addrspace(1) %a, align 8
  call spir_func void @between()
  ret void
}

define internal spir_func void @between() noinline {
  %b = call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1) @b)
  store i64 7, ptr addrspace(1) %b, align 8
  ret void
}

; CHECK-LABEL: define spir_kernel void @one(
; POINTER-SAME: ptr addrspace(1) %device_global)
; NUMBER-SAME: i64 %device_global)
define spir_kernel void @one() {
  %c = call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1) @c)
  %again = call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1) @c)
  %v = load i32, ptr addrspace(1) %c, align 4
  store i32 %v, ptr addrspace(1) %again, align 4
  ret void
}

;RECURSIVE define spir_func void @recursive() {
;RECURSIVE   %c = call spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1) @c)
;RECURSIVE   call spir_func void @recursive()
;RECURSIVE   ret void
;RECURSIVE }

declare spir_func ptr addrspace(1) @__sycl_device_global(ptr addrspace(1)) #2

attributes #0 = { "sycl-device-global"="external" }
attributes #1 = { "sycl-device-global"="internal" }
attributes #2 = { nounwind willreturn memory(none) }
