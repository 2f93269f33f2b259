; Targets that get their code now: of a module whose kernels need different
; things, the image has the kernels that the target can run, with what these
; reach; the entries of all of them stay, for the runtime to say why one does not
; run.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-post-link -split=off -optional-features=conditional --modules-dir=m code.ll
; RUN: bash -c 'test $(ls m | wc -l) = 1 && mv m/*.module.cl m/main.module.cl'
; RUN: bash make.sh nvptx sm_80 %{workspace}/postlink/aot/device_library
; RUN: FileCheck --check-prefix=PROPERTIES %s < nvptx.dump
; RUN: FileCheck --check-prefix=PTX %s < nvptx.code
; RUN: bash make.sh amdgcn gfx90a %{workspace}/postlink/aot/device_library
; RUN: FileCheck --check-prefix=PROPERTIES %s < amdgcn.dump
; RUN: bash names.sh amdgcn.code
; RUN: bash make.sh x86_64 x86-64-v3 %{workspace}/postlink/aot/device_library
; RUN: FileCheck --check-prefix=PROPERTIES %s < x86_64.dump
; RUN: bash names.sh x86_64.code
;
; A target that can run none of them has an image without code.
; RUN: sed 's/"fp16", //; s/256/4/' nvptx.toml > none.toml
; RUN: sycl-aot --target-config=none.toml --device-library-dir=%{workspace}/postlink/aot/device_library -c m/main.module.cl -o none.img
; RUN: sycl-image-dump none.img | FileCheck --check-prefix=NONE %s

; PROPERTIES-NOT: format none
; PROPERTIES: [SYCL/requirements]
; PROPERTIES-NEXT: absent_double = aspect 6 (fp64) constant 0{{$}}
; PROPERTIES-NEXT: absent_size = work-group size 512 constant 0{{$}}
; PROPERTIES-NEXT: absent_through_function = aspect 6 (fp64) constant 0{{$}}
; PROPERTIES-NEXT: kept_half = aspect 5 (fp16) constant 0{{$}}
; PROPERTIES-NEXT: kept_size = work-group size 8 constant 0{{$}}

; PTX-DAG: .entry kept_half(
; PTX-DAG: .entry kept_size(
; PTX-NOT: absent

; NONE: format none
; NONE: [SYCL/requirements]

;--- code.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @kept_half(ptr addrspace(1) %p) #0 !sycl_used_aspects !5 {
  call spir_func void @shared_kept(ptr addrspace(1) %p)
  ret void
}
define spir_kernel void @kept_size(ptr addrspace(1) %p) #2 !reqd_work_group_size !8 {
  store i32 3, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @absent_double(ptr addrspace(1) %p) #0 !sycl_used_aspects !6 {
  call spir_func void @shared_kept(ptr addrspace(1) %p)
  call spir_func void @absent_helper(ptr addrspace(1) %p)
  ret void
}
; What it needs is known only behind the link.
define spir_kernel void @absent_through_function(ptr addrspace(1) %p) #0 {
  call spir_func void @absent_function(ptr addrspace(1) %p)
  ret void
}
define spir_kernel void @absent_size(ptr addrspace(1) %p) #2 !reqd_work_group_size !7 {
  store i32 4, ptr addrspace(1) %p
  ret void
}
define internal spir_func void @shared_kept(ptr addrspace(1) %p) #1 {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define internal spir_func void @absent_helper(ptr addrspace(1) %p) #1 {
  store i32 2, ptr addrspace(1) %p
  ret void
}
define internal spir_func void @absent_function(ptr addrspace(1) %p) #1 !sycl_used_aspects !6 {
  store double 2.0, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { noinline }
attributes #2 = { "sycl-module-id"="a.cpp" "sycl-reqd-work-group-dims"="1" }
!5 = !{i32 5}
!6 = !{i32 6}
!7 = !{i32 512, i32 1, i32 1}
!8 = !{i32 8, i32 1, i32 1}
;--- make.sh
# make.sh TOOLCHAIN DEVICE LIBRARY: the image's dump and code.
cat >$1.toml <<END
[[target]]
name = "$1"
target_aspect = 4001
aspects = ["fp16", "usm_device_allocations"]
may_support_other_aspects = false
sub_group_sizes = [32]
max_work_group_size = 256
max_work_item_sizes = [256, 256, 256]
local_memory_size = 65536
aot_toolchain = "$1"
aot_device = "$2"
END
sycl-aot --target-config=$1.toml --lld="$(command -v ld.lld)" --device-library-dir=$3 -c m/main.module.cl -o $1.img &&
  sycl-image-dump $1.img >$1.dump && sycl-image-dump -extract=$1.code $1.img >/dev/null
;--- names.sh
# names.sh CODE: what must be in it, and what must not.
for name in kept_half kept_size; do
  LC_ALL=C grep -aqF $name $1 || { echo "not there: $name"; exit 1; }
done
! LC_ALL=C grep -aq absent $1 || { echo "there:"; LC_ALL=C grep -ao 'absent[a-z_]*' $1; exit 1; }
