; One clear error each, and nothing written.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: not sycl-aot -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=MISSING %s
; RUN: not sycl-aot --target-config=%t/one.toml -c a.cl b.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=SECOND %s
; RUN: not sycl-aot --target-config=%t/one.toml --fast -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=UNKNOWN %s
; RUN: not sycl-aot --target-config=%t/none.toml -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=NOSLICE %s
; RUN: not sycl-aot --target-config=%t/two.toml -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=TWO %s
; RUN: not sycl-aot --target-config=%t/one.toml -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=NOMODULE %s
;
; What only a compiler understands is no reason to complain, but the module is.
; RUN: not sycl-aot --target-config=%t/one.toml -I dir -iquote . -DX=1 -fPIC -Wall -O2 -MD -MF %t/x.d -frandom-seed=a -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=NOMODULE %s
; RUN: not sycl-aot --target-config=%t/one.toml --backend-option=-O3 -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=NOTARGET %s
; RUN: not sycl-aot --target-config=%t/one.toml --backend-option=one=--maxrregcount=8 --backend-option=one=-cl-opt-disable -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=FOREIGN %s
; RUN: not sycl-aot --target-config=%t/one.toml --backend-option=x86_64=-revision_id --backend-option=x86_64=0x2f --backend-option=x86_64=--maxrregcount=32 -c %t/x.cl -o %t/x.img 2>&1 | FileCheck --check-prefix=VALUES --implicit-check-not=0x2f %s
; RUN: not ls %t/x.img
; RUN: not ls %t/x.d
; RUN: sycl-aot --help | FileCheck --check-prefix=HELP %s

; MISSING: sycl-aot: error: option '--target-config' is missing
; SECOND: sycl-aot: error: only the module of '-c' is compiled; leave this input out: b.cl
; UNKNOWN: sycl-aot: error: unknown option '--fast'
; NOSLICE: sycl-aot: error: cannot read (No such file or directory): {{.*}}none.toml
; TWO: sycl-aot: error: a target configuration must describe one target, this one describes 2: {{.*}}two.toml
; NOMODULE: sycl-aot: error: not a device module file: {{.*}}x.cl
; NOTARGET: sycl-aot: error: a back-end option is written TARGET=OPTION: -O3
; FOREIGN: sycl-aot: warning: '--maxrregcount=8' has no effect: no tool that finishes images of target 'one' has such an option
; FOREIGN: sycl-aot: warning: '-cl-opt-disable' has no effect: no tool that finishes images of target 'one' has such an option
; VALUES: sycl-aot: warning: '-revision_id' has no effect: no tool that finishes images of target 'one' has such an option
; VALUES: sycl-aot: warning: '--maxrregcount=32' has no effect: no tool that finishes images of target 'one' has such an option
; FOREIGN: not a device module file
; HELP: usage: sycl-aot --target-config=SLICE.toml -c MODULE -o IMAGE

;--- x.cl
int main() {}
;--- one.toml
[[target]]
name = "one"
target_aspect = 1000
aspects = []
may_support_other_aspects = true
sub_group_sizes = [8]
local_memory_size = 65536
aot_toolchain = "x86_64"
aot_device = "x86-64-v3"
;--- two.toml
[[target]]
name = "one"
target_aspect = 1000
aspects = []
may_support_other_aspects = true
sub_group_sizes = [8]
local_memory_size = 65536
aot_toolchain = "x86_64"
aot_device = "x86-64-v3"
[[target]]
name = "two"
target_aspect = 1001
aspects = []
may_support_other_aspects = true
sub_group_sizes = [8]
local_memory_size = 65536
aot_toolchain = "x86_64"
aot_device = "x86-64-v3"
