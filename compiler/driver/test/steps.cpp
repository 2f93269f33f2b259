// Which commands a compile-and-link runs, in their order.
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu,test_alias -fsycl-device-code-split=per_kernel -fsycl-emulate=test_alias -fsycl-compress-images %s -o %t -### 2>&1 | FileCheck %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=COMPILE --implicit-check-not=sycl-aot %s
// RUN: sycl-clang++ -c %s -o %t.o -### 2>&1 | FileCheck --check-prefix=PLAIN --implicit-check-not=-fsycl %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu,test_alias -Xsycl-target-backend=test_alias "-options -O0" %s -o %t -### 2>&1 | FileCheck --check-prefix=BACKEND --implicit-check-not=warning: %s
// RUN: not sycl-clang++ -fsycl %s -o %t -### -Xsycl-target-backend= x 2>&1 | FileCheck --check-prefix=NOBACKEND %s
// RUN: not sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu %s -o %t -### -Xsycl-target-backend=test_cpi x 2>&1 | FileCheck --check-prefix=LOSTBACKEND %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu %s -o %t -### -Xsycl-target-backend=ocloc x

// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu %s -o %t -### 2>&1 | FileCheck --check-prefix=NOEXPORTS %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -rdynamic %s -o %t -### 2>&1 | FileCheck --check-prefix=EXPORTS %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -Wl,--export-dynamic %s -o %t -### 2>&1 | FileCheck --check-prefix=EXPORTS %s
// RUN: sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu -shared -fPIC %s -o %t -### 2>&1 | FileCheck --check-prefix=EXPORTS %s

// NOEXPORTS: sycl-post-link"{{.*}} "-exports=none"
// EXPORTS: sycl-post-link"{{.*}} "-exports=all"
// LOSTBACKEND: error: unknown target 'test_cpi'; did you mean 'test_cpu'
// BACKEND: sycl-aot" {{.*}}"--target-config={{[^"]*}}test_gpu.toml" {{.*}}"--backend-option=test_gpu=-options" "--backend-option=test_gpu=-O0" "-c"
// NOBACKEND: error: {{.*}}-Xsycl-target-backend=
// CHECK: mkdir -p "[[TEMPS:[^"]*]]"
// CHECK: "-cc1" {{.*}}"-emit-llvm-bc" "-o" "[[BC:[^"]*.bc]]" {{.*}}"-fsycl-is-device" {{.*}}"-triple" "spirv64-unknown-unknown" "-aux-triple" "x86_64{{.*}}
// CHECK-NEXT: "-cc1pack" "[[BC]]" "[[PACKED:[^"]*]]"
// CHECK-NEXT: "-cc1" "-fembed-offload-object=[[PACKED]]" {{.*}}"-fsycl-is-host" "-triple" "x86_64{{.*}}"-o" "[[OBJECT:[^"]*.o]]"
// CHECK-NEXT: "-cc1unpack" "[[TEMPS]]" "--" "{{[^"]*ld[^"]*}}" {{.*}}"[[OBJECT]]"
// CHECK-NEXT: "-cc1slices" "[[TEMPS]]/slices" "-fsycl-device-config-file={{[^"]*}}" "test_cpu" "test_gpu" "emu_test_gpu"
// CHECK-NEXT: sycl-device-link" "-o" "[[LINKED:[^"]*]]" "-targets=test_cpu,test_gpu,emu_test_gpu" "[[TEMPS]]/device"/*.bc
// CHECK-NEXT: sycl-post-link" "--modules-dir=[[MODULES:[^"]*]]" "-split=per_kernel" {{.*}}"[[LINKED]]"
// CHECK-NEXT: mkdir -p "[[CPU:.*test_cpu]]"
// CHECK-NEXT: for module in "[[MODULES]]"/*.module.cl; do {{.*}}sycl-aot" "--target-config={{.*}}test_cpu.toml" {{.*}}"-c" "$module" "-o" "[[CPU]]"/$(basename "$module" .module.cl).img || exit; done
// CHECK-NEXT: mkdir -p "[[GPU:.*test_gpu]]"
// CHECK-NEXT: sycl-aot" "--target-config={{.*}}test_gpu.toml" {{.*}}"-c" "$module" "-o" "[[GPU]]"
// CHECK-NEXT: mkdir -p "[[EMULATED:.*emu_test_gpu]]"
// CHECK-NEXT: sycl-aot" "--target-config={{.*}}emu_test_gpu.toml" {{.*}}"-c" "$module" "-o" "[[EMULATED]]"
// CHECK-NEXT: sycl-offload-wrapper" "-emulate=test_gpu" "-compress" "-o" "[[IMAGES:.*images.o]]" "[[CPU]]"/*.img "[[GPU]]"/*.img "[[EMULATED]]"/*.img
// CHECK-NEXT: ld{{.*}} "[[OBJECT]]"{{.*}} "[[IMAGES]]"

// COMPILE: "-fsycl-is-device"
// COMPILE: "-cc1pack"
// COMPILE: "-fsycl-is-host"
// PLAIN: "-cc1"
int main() {}
