; Which address space a pointer points into: a constant where all that it comes
; from is known, else a question to the device or, on CPUs, to the runtime.
;
; RUN: retarget-opt --target=spirv --steps=fold-pointer-spaces,spirv-pointer-spaces %s | FileCheck --check-prefixes=CHECK,SPIRV %s
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,fold-pointer-spaces,cpu-kernels %s | FileCheck --check-prefixes=CHECK,CPU %s

target triple = "spirv64-unknown-unknown"

; A pointer from one place.
; CHECK-LABEL: define {{.*}}@known(
; CHECK: store volatile i1 true, ptr {{.*}}, align 1
; CHECK: store volatile i1 false, ptr {{.*}}, align 2
; CHECK: store volatile i1 true, ptr {{.*}}, align 4
; CHECK: store volatile i1 false, ptr {{.*}}, align 8
; CHECK-NOT: call
; CHECK: ret void
define spir_kernel void @known(ptr addrspace(1) %out) {
  %mine = alloca [4 x i32]
  %element = getelementptr i32, ptr %mine, i64 2
  %private = addrspacecast ptr %element to ptr addrspace(4)
  %arena = call ptr addrspace(3) @__sycl_local_arena()
  %local = addrspacecast ptr addrspace(3) %arena to ptr addrspace(4)
  %a = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %private, i32 0)
  store volatile i1 %a, ptr addrspace(1) %out, align 1
  %b = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %private, i32 1)
  store volatile i1 %b, ptr addrspace(1) %out, align 2
  %c = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %local, i32 3)
  store volatile i1 %c, ptr addrspace(1) %out, align 4
  %d = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %local, i32 0)
  store volatile i1 %d, ptr addrspace(1) %out, align 8
  ret void
}

; Pointers that the host gave, here in a loop and with null beside them.
; CHECK-LABEL: define {{.*}}@from_arguments(
; CHECK: store volatile i1 true, ptr {{.*}}, align 1
define spir_kernel void @from_arguments(ptr byval({ptr addrspace(4)}) %f, ptr addrspace(1) %out, i1 %c) {
entry:
  %given = load ptr addrspace(1), ptr %f
  %generic = addrspacecast ptr addrspace(1) %given to ptr addrspace(4)
  br label %loop
loop:
  %p = phi ptr addrspace(4) [ %generic, %entry ], [ %next, %loop ]
  %moved = getelementptr i32, ptr addrspace(4) %p, i64 1
  %next = select i1 %c, ptr addrspace(4) %moved, ptr addrspace(4) null
  %a = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %p, i32 1)
  store volatile i1 %a, ptr addrspace(1) %out, align 1
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Two places, or an unknown one.
; CHECK-LABEL: define {{.*}}@unknown(
; SPIRV: [[CAST:%.*]] = call ptr addrspace(3) @llvm.spv.generic.cast.to.ptr.explicit.p3(ptr addrspace(4) %p)
; SPIRV: [[ADDRESS:%.*]] = ptrtoint ptr addrspace(3) [[CAST]] to i64
; SPIRV: icmp ne i64 [[ADDRESS]], 0
; SPIRV: call ptr addrspace(1) @llvm.spv.generic.cast.to.ptr.explicit.p1(
; CPU: [[FIELD:%.*]] = getelementptr inbounds i8, ptr [[GROUP:%.*]], i64 160
; CPU: [[FUNCTION:%.*]] = load ptr, ptr [[FIELD]]
; CPU: [[ANSWER:%.*]] = call i32 [[FUNCTION]](ptr [[GROUP]], ptr %p{{.*}}, i32 3) [[NONE:#[0-9]+]]
; CPU: icmp ne i32 [[ANSWER]], 0
; CPU: call i32 [[FUNCTION]](ptr [[GROUP]], ptr {{.*}}, i32 1) [[NONE]]
; CPU: attributes [[NONE]] = { nounwind willreturn memory(none) }
define spir_kernel void @unknown(ptr addrspace(1) %out, i1 %c) {
  %mine = alloca i32
  %private = addrspacecast ptr %mine to ptr addrspace(4)
  %arena = call ptr addrspace(3) @__sycl_local_arena()
  %local = addrspacecast ptr addrspace(3) %arena to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %private, ptr addrspace(4) %local
  %a = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %p, i32 3)
  store volatile i1 %a, ptr addrspace(1) %out
  %stored = load ptr addrspace(4), ptr addrspace(1) %out
  %b = call zeroext i1 @__sycl_points_into(ptr addrspace(4) %stored, i32 1)
  store volatile i1 %b, ptr addrspace(1) %out
  ret void
}

declare ptr addrspace(3) @__sycl_local_arena()
declare zeroext i1 @__sycl_points_into(ptr addrspace(4), i32) memory(none)
