; Numbers of double in loops come from constant memory, one for each instruction.
;
; RUN: retarget-opt --target=nvptx --steps=constants-of-loops %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Each number once, in the order of their first use.
; CHECK: @facet.numbers = internal addrspace(4) constant [4 x double] [double 1.000000e-01, double 2.000000e-01, double 3.000000e-01, double 4.000000e-01]

; CHECK-LABEL: define double @horner(
; CHECK: entry:
; Outside of a loop nothing changes.
; CHECK-NEXT: fmul double %x, 1.000000e-01
; CHECK: loop:
; CHECK: [[A:%.*]] = load volatile double, ptr addrspace(4) @facet.numbers
; An instruction reads one operand from memory.
; CHECK-NEXT: %a = call double @llvm.fma.f64(double [[A]], double %sum, double 2.000000e-01)
; CHECK-NEXT: [[B:%.*]] = load volatile double, ptr addrspace(4) getelementptr inbounds {{.*}}@facet.numbers
; CHECK-NEXT: %b = fadd double %a, [[B]]
; CHECK-NEXT: [[C:%.*]] = load volatile double, ptr addrspace(4) getelementptr inbounds {{.*}}@facet.numbers
; CHECK-NEXT: %c = fsub double [[C]], %b
; CHECK-NEXT: [[D:%.*]] = load volatile double, ptr addrspace(4) getelementptr inbounds {{.*}}@facet.numbers
; CHECK-NEXT: %d = fmul contract double %c, [[D]]
; Numbers that an instruction has room for stay there, and so do other types.
; CHECK-NEXT: %e = fadd double %d, 1.500000e+00
; CHECK-NEXT: fadd float %f, 0x3FB99999A0000000
; CHECK-NEXT: fcmp olt double %e, 1.000000e-01
define double @horner(double %x, float %f) {
entry:
  %start = fmul double %x, 1.000000e-01
  br label %loop
loop:
  %sum = phi double [ %start, %entry ], [ %e, %loop ]
  %a = call double @llvm.fma.f64(double 1.000000e-01, double %sum, double 2.000000e-01)
  %b = fadd double %a, 2.000000e-01
  %c = fsub double 3.000000e-01, %b
  %d = fmul contract double %c, 4.000000e-01
  %e = fadd double %d, 1.500000e+00
  %g = fadd float %f, 0x3FB99999A0000000
  %less = fcmp olt double %e, 1.000000e-01
  br i1 %less, label %loop, label %exit
exit:
  ret double %e
}

declare double @llvm.fma.f64(double, double, double)
