; Functions in which no work-item waits for another are not convergent, and
; neither are calls of them, whatever Clang says of both.
;
; RUN: retarget-opt --target=nvptx --steps=convergence %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: define internal double @inner(double %x) {
; CHECK-NEXT: call double @llvm.fabs.f64(double %x){{$}}
define internal double @inner(double %x) #0 {
  %y = call double @llvm.fabs.f64(double %x) #0
  ret double %y
}

; CHECK: define internal double @outer(double %x) {
; CHECK-NEXT: call double @inner(double %x){{$}}
define internal double @outer(double %x) #0 {
  %y = call double @inner(double %x) #0
  ret double %y
}

; CHECK: define internal void @waits() [[MEETS:#[0-9]+]]
define internal void @waits() #0 {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK: define internal void @calls_waits() [[MEETS]]
; CHECK-NEXT: call void @waits() [[MEETS]]
define internal void @calls_waits() #0 {
  call void @waits() #0
  ret void
}

; Who knows what another image does, or what a pointer points to, or assembly.
; CHECK: define internal void @calls_imported() [[MEETS]]
define internal void @calls_imported() #0 {
  call void @imported() #0
  ret void
}
; CHECK: define internal void @calls_pointer(ptr %f) [[MEETS]]
define internal void @calls_pointer(ptr %f) #0 {
  call void %f() #0
  ret void
}
; CHECK: define internal void @assembly() [[MEETS]]
define internal void @assembly() #0 {
  call void asm sideeffect "bar.sync 0;", ""() #0
  ret void
}
; Another definition may take the place of this one.
; CHECK: define weak void @replaceable() [[MEETS]]
define weak void @replaceable() #0 {
  ret void
}
; CHECK: define internal void @calls_replaceable() [[MEETS]]
define internal void @calls_replaceable() #0 {
  call void @replaceable() #0
  ret void
}

define void @kernel(ptr %f) #0 {
  %x = call double @outer(double 1.0) #0
  call void @calls_waits() #0
  call void @calls_imported() #0
  call void @calls_pointer(ptr %f) #0
  call void @assembly() #0
  call void @calls_replaceable() #0
  ret void
}

declare void @imported() #0
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare double @llvm.fabs.f64(double)

attributes #0 = { convergent }

; CHECK: attributes [[MEETS]] = { convergent }
