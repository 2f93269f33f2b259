; Conditional Callers as the front end emits them become declarations whose
; calls carry the action, the callable by address, and the condition.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -fsycl-unique-prefix=GUID -S %s | FileCheck %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device,sycl-conditional-call-on-device -fsycl-unique-prefix=GUID -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%Lambda = type { ptr addrspace(4), i32 }
%Empty = type { i8 }
%Big = type { [8 x i32] }
%Base = type { i32 }
%Derived = type { i32, %Base }

$named = comdat any

; A lambda with captures: its temporary is passed without a copy, in the address
; space that the action takes.
; CHECK-LABEL: define spir_func void @plain(
; CHECK-NEXT: %tmp = alloca %Lambda
; CHECK-NEXT: %tmp.generic = addrspacecast ptr %tmp to ptr addrspace(4)
; CHECK-NEXT: store
; CHECK-NEXT: addrspacecast
; CHECK-NEXT: call spir_func void @call_if_on_device_conditionally_GUID_1(ptr @action, ptr addrspace(4) %tmp.generic, i32 -1, i32 5){{$}}
; CHECK-NEXT: ret void
define spir_func void @plain(ptr addrspace(4) %p) {
  %tmp = alloca %Lambda, align 8
  %tmp.generic = addrspacecast ptr %tmp to ptr addrspace(4)
  store ptr addrspace(4) %p, ptr addrspace(4) %tmp.generic
  %private = addrspacecast ptr addrspace(4) %tmp.generic to ptr
  call spir_func void @caller(ptr noundef byval(%Lambda) align 8 %private, i32 noundef -1, i32 noundef 5)
  ret void
}
; CHECK-NOT: @caller
define internal spir_func void @caller(ptr noundef byval(%Lambda) align 8 %fn, i32 noundef %n, i32 noundef %m) #0 {
  %n.addr = alloca i32
  %fn.generic = addrspacecast ptr %fn to ptr addrspace(4)
  call void @llvm.lifetime.start.p0(ptr %n.addr)
  store i32 %n, ptr %n.addr
  call spir_func void @action(ptr addrspace(4) noundef align 8 dereferenceable_or_null(16) %fn.generic)
  ret void
}
; CHECK: define internal spir_func void @action(
define internal spir_func void @action(ptr addrspace(4) %this) {
  ret void
}

; The same condition in other words is the same integers; a caller whose
; conditions have several lengths has a declaration for each.
; CHECK-LABEL: define spir_func void @normalised(
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_2(ptr @functor, ptr addrspace(4) %{{.*}}, [[C:i32 -4.*]])
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_2(ptr @functor, ptr addrspace(4) %{{.*}}, [[C]])
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_3(ptr @functor, ptr addrspace(4) %{{.*}}, i32 -1, i32 5)
define spir_func void @normalised() {
  %a = alloca %Empty
  %b = alloca %Empty
  %c = alloca %Empty
  call spir_func void @named(ptr byval(%Empty) %a, i32 -4, i32 -1, i32 5, i32 -1, i32 28)
  call spir_func void @named(ptr byval(%Empty) %b, i32 -4, i32 -1, i32 28, i32 -1, i32 5)
  call spir_func void @named(ptr byval(%Empty) %c, i32 -4, i32 -1, i32 5, i32 -1, i32 5)
  ret void
}
; No device satisfies the first, each satisfies the second.
; CHECK-LABEL: define spir_func void @decided(
; CHECK-NOT: call
; CHECK: call spir_func void @functor(ptr addrspace(4) %{{[0-9]+}}){{$}}
; CHECK-NOT: call
; CHECK: ret void
define spir_func void @decided() {
  %a = alloca %Empty
  %b = alloca %Empty
  call spir_func void @named.six(ptr byval(%Empty) %a, i32 -4, i32 -1, i32 5, i32 -3, i32 -1, i32 5)
  call spir_func void @named.six(ptr byval(%Empty) %b, i32 -5, i32 -1, i32 5, i32 -3, i32 -1, i32 5)
  ret void
}
define linkonce_odr spir_func void @named(ptr byval(%Empty) %fn, i32 %0, i32 %1, i32 %2, i32 %3, i32 %4) #0 comdat {
  %fn.generic = addrspacecast ptr %fn to ptr addrspace(4)
  call spir_func void @functor(ptr addrspace(4) %fn.generic)
  ret void
}
define linkonce_odr spir_func void @named.six(ptr byval(%Empty) %fn, i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) #0 {
  %fn.generic = addrspacecast ptr %fn to ptr addrspace(4)
  call spir_func void @functor(ptr addrspace(4) %fn.generic)
  ret void
}
; CHECK: define linkonce_odr spir_func void @functor(
define linkonce_odr spir_func void @functor(ptr addrspace(4) %this) {
  ret void
}

; A class that is passed by address already, and is destroyed afterwards.
; CHECK-LABEL: define spir_func void @big(
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_4(ptr @action.big, ptr addrspace(4) %[[#]], i32 -2, i32 40)
; CHECK-NEXT: call spir_func void @destroy(
define spir_func void @big(ptr %b) {
  call spir_func void @caller.big(ptr noundef %b, i32 -2, i32 40)
  call spir_func void @destroy(ptr %b)
  ret void
}
define internal spir_func void @caller.big(ptr noundef %fn, i32 %0, i32 %1) #0 {
  %slot = alloca ptr
  store ptr %fn, ptr %slot
  %fn.generic = addrspacecast ptr %fn to ptr addrspace(4)
  call spir_func void @action.big(ptr addrspace(4) %fn.generic)
  ret void
}
declare spir_func void @destroy(ptr)
define internal spir_func void @action.big(ptr addrspace(4) %this) {
  ret void
}

; What the action is called with is a part of the callable, and it returns
; something: the body of the caller becomes the action.
; CHECK-LABEL: define spir_func void @shaped(
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_5(ptr @caller.shaped.action, ptr %{{.*}}, i32 -1, i32 6), !sycl_used_aspects ![[#]]
define spir_func void @shaped() {
  %d = alloca %Derived
  call spir_func void @caller.shaped(ptr byval(%Derived) %d, i32 -1, i32 6), !sycl_used_aspects !0
  ret void
}
; CHECK-NOT: @caller.shaped(
define linkonce_odr spir_func void @caller.shaped(ptr byval(%Derived) %fn, i32 %n, i32 %m) #1 !sycl_used_aspects !0 {
  %n.addr = alloca i32
  store i32 %n, ptr %n.addr
  %base = getelementptr inbounds i8, ptr %fn, i64 4
  %ignored = call spir_func i32 @action.shaped(ptr %base)
  ret void
}
define internal spir_func i32 @action.shaped(ptr %this) {
  ret i32 0
}

; The callable is used after the call: then the action gets a copy.
; CHECK-LABEL: define spir_func i32 @copied(
; CHECK-NEXT: %[[COPY:[0-9]+]] = alloca %Empty
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 1 %[[COPY]], ptr %e, i64 1, i1 false)
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_6(ptr @functor,
define spir_func i32 @copied() {
  %e = alloca %Empty
  call spir_func void @caller.copied(ptr byval(%Empty) %e, i32 -1, i32 5)
  %v = load i32, ptr %e
  ret i32 %v
}
define internal spir_func void @caller.copied(ptr byval(%Empty) %fn, i32 %0, i32 %1) #0 {
  %fn.generic = addrspacecast ptr %fn to ptr addrspace(4)
  call spir_func void @functor(ptr addrspace(4) %fn.generic)
  ret void
}
; Nobody can call a kernel: the body of the caller becomes the action.
; CHECK-LABEL: define spir_func void @of_kernel(
; CHECK: call spir_func void @call_if_on_device_conditionally_GUID_7(ptr @caller.kernel.action,
define spir_func void @of_kernel() {
  %e = alloca %Empty
  call spir_func void @caller.kernel(ptr byval(%Empty) %e, i32 -1, i32 5)
  ret void
}
define internal spir_func void @caller.kernel(ptr byval(%Empty) %fn, i32 %0, i32 %1) #0 {
  call spir_func void @kernel(ptr %fn)
  ret void
}
declare spir_kernel void @kernel(ptr)
; A caller that is not one.
; CHECK: define spir_func void @no_caller(
define spir_func void @no_caller(ptr %fn) #2 {
  ret void
}

; CHECK-DAG: declare spir_func void @call_if_on_device_conditionally_GUID_1(ptr, ptr addrspace(4), i32, i32) #[[A:[0-9]+]]
; CHECK-DAG: define linkonce_odr spir_func void @caller.shaped.action(ptr %fn) #[[S:[0-9]+]] !sycl_used_aspects
; CHECK-DAG: attributes #[[A]] = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }
; CHECK-DAG: attributes #[[S]] = { nounwind }

declare void @llvm.lifetime.start.p0(ptr captures(none))
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
attributes #1 = { nounwind "sycl-call-if-on-device-conditionally"="true" }
attributes #2 = { "sycl-call-if-on-device-conditionally"="false" }
!0 = !{i32 5}
