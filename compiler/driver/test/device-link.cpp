// Where device code is linked: -fno-sycl-rdc, -fsycl-link. What becomes of it: testing/driver/device_link_test.sh.
//
// DEFINE: %{driver} = sycl-clang++ -fsycl -fsycl-device-config-file=%S/Inputs/targets.toml -fsycl-targets=test_cpu
// RUN: rm -rf %t && mkdir %t && touch %t/a.o
// RUN: %{driver} -fno-sycl-rdc -c %s -o %t/b.o -### 2>&1 | FileCheck --check-prefix=OWN %s
// OWN-NOT: -cc1pack
// OWN: "-emit-obj"
// OWN: "-cc1slices"
// OWN: sycl-device-link
// OWN: sycl-offload-wrapper
// OWN: "-r" "{{.*}}host.o" "{{.*}}images.o" "-o" "{{.*}}b.o"
// What is no object yet keeps its device code.
// RUN: %{driver} -fno-sycl-rdc -S %s -o %t/b.s -### 2>&1 | FileCheck --check-prefix=TEXT %s
// TEXT: -cc1pack
// TEXT-NOT: sycl-device-link
//
// RUN: %{driver} -fsycl-link %t/a.o -o %t/b.o -### 2>&1 | FileCheck --check-prefix=LINK %s
// LINK: "-cc1unpack"
// LINK: sycl-offload-wrapper
// LINK: cp "{{.*}}images.o" "{{.*}}b.o"
// LINK-NOT: "-o" "{{[^"]*}}b.o"
//
// A linker that takes nothing.
// RUN: echo '#!/bin/sh' > %t/ld && chmod +x %t/ld
// RUN: not %{driver} -fsycl-link --ld-path=%t/ld %t/a.o -o %t/b.o 2>&1 | FileCheck --check-prefix=NOTHING %s
// RUN: not test -e %t/b.o
// NOTHING: error: '-fsycl-link': no input has device code
//
// RUN: not %{driver} -static %t/a.o -o %t/b 2>&1 | FileCheck --check-prefix=STATIC %s
// RUN: not test -e %t/b
// STATIC: error: '-static' cannot be combined with '-fsycl', because kernels and drivers are loaded when the program runs; '-static-facet -static-libstdc++ -static-libgcc' links all but oneTBB and the C library into the program
int main() {}
