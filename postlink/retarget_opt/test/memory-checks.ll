; Accesses of objects that are not known are compared with the shadow; the call of
; the runtime gets the ids of the work-item. Calls of checked functions are inlined.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck %s
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks,cpu-kernels %s | FileCheck --check-prefix=GROUP %s
;
; CHECK-DAG: @__sycl_checks = protected externally_initialized global [23 x ptr] zeroinitializer
; CHECK-DAG: @[[FUNCTION:[0-9]+]] = private constant [5 x i8] c"user\00"
; CHECK-DAG: @[[FILE:[0-9]+]] = private constant [11 x i8] c"/dir/a.cpp\00"
; CHECK-DAG: private constant [1 x { ptr, ptr, i32, i32 }] [{ ptr, ptr, i32, i32 } { ptr @[[FUNCTION]], ptr @[[FILE]], i32 3, i32 5 }]
; CHECK-DAG: private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr @{{[0-9]+}}, i32 1, i32 1, i64 4, i32 0, i32 0, i64 0, ptr @{{[0-9]+}}, i64 0, i32 0, i32 0 }
;
; CHECK-LABEL: define {{.*}}@kernel.checked(
; CHECK: %[[NUMBER:.*]] = ptrtoint ptr %p to i64
; CHECK: %[[GRANULE:.*]] = lshr i64 %[[NUMBER]], 3
; CHECK: %[[INDEX:.*]] = and i64 %[[GRANULE]], 1099511627775
; CHECK: %[[SHADOW:.*]] = load ptr, ptr @__sycl_checks, align 8, !dbg !{{[0-9]+}}, !invariant.load
; CHECK: %[[BYTE:.*]] = getelementptr i8, ptr %[[SHADOW]], i64 %[[INDEX]]
; CHECK: %[[PERMITTED:.*]] = load i8, ptr %[[BYTE]]
; CHECK: %[[OFFSET:.*]] = and i64 %[[NUMBER]], 7
; CHECK: %[[SMALL:.*]] = trunc i64 %[[OFFSET]] to i8
; CHECK: %[[LAST:.*]] = add i8 %[[SMALL]], 4
; CHECK: %[[EXCEEDS:.*]] = icmp sgt i8 %[[LAST]], %[[PERMITTED]]
; CHECK: and i64 %[[NUMBER]], 3
; CHECK: br i1
; CHECK: call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
; CHECK: %[[INSTEAD:.*]] = call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %p, i64 4, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: %[[CHOSEN:.*]] = phi ptr [ %p, %{{.*}} ], [ %[[INSTEAD]], %{{.*}} ]
; CHECK: store i32 1, ptr %[[CHOSEN]], align 4
; Objects that are known.
; CHECK: store volatile i32 2, ptr %own, align 4
; CHECK: load volatile i32, ptr %functor
; Eight aligned bytes exceed their granule if they are not aligned.
; CHECK: load volatile i64, ptr %{{.*}}, align 8
; Copies.
; CHECK: %[[TO:.*]] = call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %p, i64 %n, i64 %{{.*}}
; CHECK: %[[SAME:.*]] = icmp eq ptr %[[TO]], %p
; CHECK: %[[LENGTH:.*]] = select i1 %[[SAME]], i64 %n, i64 0
; CHECK: call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %q, i64 %[[LENGTH]], i64 %{{.*}}
; CHECK: call void @llvm.memcpy{{.*}}(ptr %p, ptr %q, i64 %
; Called functions.
; CHECK: atomicrmw add ptr %{{.*}}, i32 1
; CHECK: ret void
; A function of its own does not know its work-item.
; CHECK-LABEL: define void @callee(
; CHECK: call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %p, i64 4, i64 -1, i64 -1, i64 -1)
; CHECK-LABEL: define void @unchecked(
; CHECK-NEXT: store i32
;
; GROUP-LABEL: define {{.*}}@kernel.checked(
; GROUP-NOT: llvm.spv
; GROUP: load ptr, ptr @__sycl_checks
target triple = "x86_64-unknown-linux-gnu"
define spir_kernel void @kernel(ptr byval(i32) align 4 %functor, ptr %p, ptr %q, i64 %n) #0 !dbg !4 {
  %own = alloca i32
  store i32 1, ptr %p, align 4, !dbg !5
  store volatile i32 2, ptr %own, align 4
  %c = load volatile i32, ptr %functor, align 4
  %v = load volatile i64, ptr %q, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 true)
  call void @callee(ptr %q), !dbg !5
  ret void
}
define void @callee(ptr %p) #1 {
  %o = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
define void @unchecked(ptr %p) {
  store i32 1, ptr %p
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
attributes #0 = { "sycl-checks"="memory" }
attributes #1 = { noinline "sycl-checks"="memory" }
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.cpp", directory: "/dir")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "user", file: !2, line: 1, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 3, column: 5, scope: !4)
