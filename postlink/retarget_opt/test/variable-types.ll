; Variables keep their types, and so their sizes: nothing but a pointer to the
; first byte is made of them, and lifetimes.
;
; A pointer's variable keeps its type only where nothing else is stored to it.
;
; RUN: retarget-opt --target=spirv --steps=variable-types %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

%pair = type { ptr addrspace(4), [7 x i64] }

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: %structure = alloca %pair
; CHECK-NEXT: [[STRUCTURE:%.*]] = getelementptr inbounds i8, ptr %structure, i64 0
; CHECK-NEXT: %array = alloca [4 x ptr addrspace(4)]
; CHECK-NEXT: [[ARRAY:%.*]] = getelementptr inbounds i8, ptr %array, i64 0
; CHECK-NEXT: %pointer = alloca ptr addrspace(4)
; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %structure)
; CHECK-NEXT: store ptr addrspace(4) %v, ptr [[STRUCTURE]]
; CHECK-NEXT: store ptr addrspace(4) %v, ptr [[ARRAY]]
; CHECK-NEXT: store ptr addrspace(4) %v, ptr %pointer
; CHECK-NEXT: select i1 %c, ptr [[STRUCTURE]], ptr [[ARRAY]]
define spir_kernel void @k(ptr addrspace(4) %v, i1 %c, ptr addrspace(1) %out) {
  %structure = alloca %pair
  %array = alloca [4 x ptr addrspace(4)]
  %pointer = alloca ptr addrspace(4)
  call void @llvm.lifetime.start.p0(ptr %structure)
  store ptr addrspace(4) %v, ptr %structure
  store ptr addrspace(4) %v, ptr %array
  store ptr addrspace(4) %v, ptr %pointer
  %either = select i1 %c, ptr %structure, ptr %array
  %loaded = load ptr addrspace(4), ptr %either
  store ptr addrspace(4) %loaded, ptr addrspace(1) %out
  ret void
}

; Half of a pointer, or what nobody sees, is stored to these.
; CHECK-LABEL: define spir_kernel void @reinterpreted(
; CHECK-NEXT: %halves = alloca [8 x i8], align 8
; CHECK-NEXT: [[HALVES:%.*]] = getelementptr inbounds i8, ptr %halves, i64 0
; CHECK-NEXT: %escaped = alloca [8 x i8], align 8
; CHECK-NEXT: [[ESCAPED:%.*]] = getelementptr inbounds i8, ptr %escaped, i64 0
; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %halves)
; CHECK-NEXT: store float %a, ptr [[HALVES]]
; CHECK: call spir_func void @fill(ptr [[ESCAPED]])
define spir_kernel void @reinterpreted(float %a, ptr addrspace(1) %out) {
  %halves = alloca ptr addrspace(4), align 8
  %escaped = alloca ptr addrspace(4), align 8
  call void @llvm.lifetime.start.p0(ptr %halves)
  store float %a, ptr %halves, align 8
  %second = getelementptr inbounds i8, ptr %halves, i64 4
  store float %a, ptr %second, align 4
  %loaded = load ptr addrspace(4), ptr %halves, align 8
  store ptr addrspace(4) %loaded, ptr addrspace(1) %out
  call spir_func void @fill(ptr %escaped)
  ret void
}
declare spir_func void @fill(ptr)
