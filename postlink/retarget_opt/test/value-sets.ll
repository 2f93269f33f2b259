; What is known of all accesses of a launch before it runs: a footprint for each, at
; the pointer that the function gets behind the group. It begins with the access, the
; base, the constant part of the offset, the bytes and the flags, 40 bytes; then there
; are 24 for each variable: its stride, its first and its last value. The variables are
; the global ids (from byte 40 on), the local ids (112), the groups' (184), and the
; iterations of loops (256).
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck %s
; CHECK: @each.fast.describe.footprints = private constant { ptr, i64, ptr, i64, i64, ptr, i64 } { ptr @each.fast.describe, i64 1, {{.*}}, i64 0, i64 1, {{.*}}, i64 0 }
; CHECK: @looped.fast.describe.footprints = {{.*}} { ptr @looped.fast.describe, i64 2,
;
; All ids, four bytes apart, from the kernel's argument on: exact (2).
; CHECK-LABEL: define internal i32 @each.fast.describe(ptr %0, ptr %1, ptr %2)
; CHECK: %[[ARGUMENTS:.*]] = getelementptr inbounds i8, ptr %0, i64 0
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[ARGUMENTS]], i64 0
; CHECK-NEXT: %[[P:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: %[[FIRST:.*]] = load i64, ptr
; CHECK: %[[LAST:.*]] = load i64, ptr
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %2, i64 8{{$}}
; CHECK-NEXT: store ptr %[[P]], ptr %[[BASE]]
; CHECK-NEXT: %[[BYTES:.*]] = getelementptr i8, ptr %2, i64 24{{$}}
; CHECK-NEXT: store i64 4, ptr %[[BYTES]]
; CHECK-NEXT: %[[FLAGS:.*]] = getelementptr i8, ptr %2, i64 32{{$}}
; CHECK-NEXT: store i64 2, ptr %[[FLAGS]]
; CHECK: %[[X:.*]] = getelementptr i8, ptr %2, i64 48{{$}}
; CHECK-NEXT: store i64 %[[FIRST]], ptr %[[X]]
; CHECK-NEXT: %[[X:.*]] = getelementptr i8, ptr %2, i64 56{{$}}
; CHECK-NEXT: store i64 %[[LAST]], ptr %[[X]]
; CHECK-NEXT: %[[STRIDE:.*]] = getelementptr i8, ptr %2, i64 40{{$}}
; CHECK-NEXT: store i64 4, ptr %[[STRIDE]]
;
; A condition is a limit of the ids: exact all the same.
; CHECK-LABEL: define internal i32 @guarded.fast.describe(
; CHECK: %[[LAST:.*]] = getelementptr i8, ptr %2, i64 56{{$}}
; CHECK-NEXT: %[[ID:.*]] = load i64, ptr %[[LAST]]
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %{{.*}}, i64 16
; CHECK-NEXT: %[[N:.*]] = load i64, ptr %[[PLACE]]
; CHECK: %[[LEAST:.*]] = call i64 @llvm.smin.i64(i64 %[[ID]], i64 %{{.*}})
; CHECK: %[[FLAGS:.*]] = getelementptr i8, ptr %2, i64 32{{$}}
; CHECK-NEXT: store i64 2, ptr %[[FLAGS]]
; CHECK: %[[X:.*]] = getelementptr i8, ptr %2, i64 56{{$}}
; CHECK-NEXT: store i64 %[[LEAST]], ptr %[[X]]
;
; The iterations of a loop are a variable like an id. The second footprint is 352 bytes behind the first.
; CHECK-LABEL: define internal i32 @looped.fast.describe(
; CHECK: %[[STRIDE:.*]] = getelementptr i8, ptr %2, i64 256{{$}}
; CHECK-NEXT: store i64 4, ptr %[[STRIDE]]
; CHECK: %[[STRIDE:.*]] = getelementptr i8, ptr %2, i64 392{{$}}
; CHECK-NEXT: store i64 32, ptr %[[STRIDE]]
; CHECK: %[[LAST:.*]] = getelementptr i8, ptr %2, i64 624{{$}}
; CHECK-NEXT: store i64 7, ptr %[[LAST]]
; CHECK-NEXT: %[[STRIDE:.*]] = getelementptr i8, ptr %2, i64 608{{$}}
; CHECK-NEXT: store i64 4, ptr %[[STRIDE]]
;
; Anywhere (8), and the code marks the cells itself (16): of each of the two words, the reader's number. Nothing is
; marked where there are no cells. The other accesses follow from ids and are not marked.
; CHECK-LABEL: define internal void @gather.fast(
; CHECK: %index = load i64, ptr %at
; CHECK-NEXT: %from = getelementptr
; CHECK-NEXT: %[[ADDRESS:.*]] = ptrtoint ptr %from to i64
; CHECK-NEXT: %[[STAMP:.*]] = call i64 @__facet_access_stamp()
; CHECK-NEXT: %[[WORD:.*]] = add i64 %[[ADDRESS]], 0
; CHECK-NEXT: %[[LOW:.*]] = and i64 %[[WORD]], 140737488355327
; CHECK-NEXT: %[[INDEX:.*]] = lshr i64 %[[LOW]], 2{{$}}
; CHECK-NEXT: %[[BLOCKS:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 144)
; CHECK: %[[BLOCK:.*]] = load ptr, ptr
; CHECK: %[[INBLOCK:.*]] = and i64 %[[INDEX]], 16383
; CHECK: %[[CELL:.*]] = getelementptr i64, ptr %[[BLOCK]], i64 %[[INBLOCK]]
; CHECK: %[[NONE:.*]] = icmp eq ptr %[[BLOCK]], null
; CHECK: %[[NOCELL:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 152)
; CHECK: %[[MARKED:.*]] = select i1 %[[NONE]], ptr %[[NOCELL]], ptr %[[CELL]]
; CHECK: %[[READER:.*]] = shl i64 %[[STAMP]], 24
; CHECK: %[[BEFORE:.*]] = load i64, ptr %[[MARKED]]
; CHECK: %[[OTHERS:.*]] = and i64 %[[BEFORE]], -281474959933441
; CHECK: %[[AFTER:.*]] = or i64 %[[OTHERS]], %[[READER]]
; CHECK: store i64 %[[AFTER]], ptr %[[MARKED]]
; CHECK: add i64 %[[ADDRESS]], 4
; CHECK: store i64
; CHECK-NEXT: %v = load i64, ptr %from
; CHECK-NEXT: store i64 %v, ptr %at
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal i32 @gather.fast.describe(
; CHECK: %[[FLAGS:.*]] = getelementptr i8, ptr %2, i64 384{{$}}
; CHECK-NEXT: store i64 24, ptr %[[FLAGS]]
target triple = "x86_64-unknown-linux-gnu"
%functor = type { ptr, ptr, i64 }

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)

; p[id] for each id.
define spir_kernel void @each(ptr byval(%functor) align 8 %functor) #0 {
  %p = load ptr, ptr %functor, align 8
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %at, align 4
  ret void
}

; p[id] where id < n.
define spir_kernel void @guarded(ptr byval(%functor) align 8 %functor) #0 {
  %p = load ptr, ptr %functor, align 8
  %n.address = getelementptr i8, ptr %functor, i64 16
  %n = load i64, ptr %n.address, align 8
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %in = icmp slt i64 %id, %n
  br i1 %in, label %then, label %end
then:
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %at, align 4
  br label %end
end:
  ret void
}

; for (k = 0; k < n; ++k) p[8 * id + k] = q[k];
define spir_kernel void @looped(ptr byval(%functor) align 8 %functor) #0 {
entry:
  %p = load ptr, ptr %functor, align 8
  %q.address = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.address, align 8
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %row = mul nsw i64 %id, 8
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr %q, i64 %k
  %v = load i32, ptr %from, align 4
  %index = add nsw i64 %row, %k
  %at = getelementptr i32, ptr %p, i64 %index
  store i32 %v, ptr %at, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}

; p[id] = q[p[id]]: where it reads is not known, and its cells are marked.
define spir_kernel void @gather(ptr byval(%functor) align 8 %functor) #0 {
  %p = load ptr, ptr %functor, align 8
  %q.address = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.address, align 8
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i64, ptr %p, i64 %id
  %index = load i64, ptr %at, align 8
  %from = getelementptr i64, ptr %q, i64 %index
  %v = load i64, ptr %from, align 8
  store i64 %v, ptr %at, align 8
  ret void
}

attributes #0 = { "sycl-checks"="races,barriers" }
