#!/bin/bash
# llvm_options_test.sh: -mllvm reaches what generates code, also that of images.
. testing/driver/driver.sh
cat >divide.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  sycl::queue queue;
  float *numbers = sycl::malloc_shared<float>(8, queue);
  for (int i = 0; i < 8; ++i)
    numbers[i] = float(i);
  queue.parallel_for<class divide>(8, [=](sycl::id<1> i) { numbers[i] = numbers[i] / numbers[7]; }).wait();
  std::printf("%g\n", numbers[7]);
}
END
ptx() { cat sycl-temps/"$1"/images/nvidia_gpu_sm_80/*.img; }
nvidia() { # PROGRAM OPTION...
  local program=$1
  shift
  sycl-clang++ -fsycl -fsycl-targets=nvidia_gpu_sm_80 -fno-sycl-cubin -save-temps "$@" -o "$program" >log 2>&1 || fail "$program: $(cat log)"
}
nvidia plain divide.cpp
ptx plain | grep -aq 'div\.approx' && fail "without options: $(ptx plain | grep -a div)"
nvidia approximate divide.cpp -mllvm -nvptx-prec-divf32=0
[ ! -s log ] || fail "messages: $(cat log)"
ptx approximate | grep -aq 'div\.approx' || fail "with -mllvm: $(ptx approximate | grep -a div)"
# A link has options of its own.
nvidia divide.o -c divide.cpp
nvidia linked divide.o -mllvm=-nvptx-prec-divf32=0
[ ! -s log ] || fail "messages of a link: $(cat log)"
ptx linked | grep -aq 'div\.approx' || fail "-mllvm of a link: $(ptx linked | grep -a div)"
nvidia linked_plain divide.o
ptx linked_plain | grep -aq 'div\.approx' && fail "-mllvm of another link"
# For the native CPU, and an object with finished images.
compile -mllvm -inline-threshold=1000 -O2 divide.cpp -o cpu >log 2>&1 && [ ! -s log ] || fail "x86_64: $(cat log)"
prints 1 ./cpu "x86_64"
compile -fno-sycl-rdc -mllvm -inline-threshold=-1 -c divide.cpp -o finished.o >log 2>&1 && compile finished.o -o finished >>log 2>&1 || fail "-fno-sycl-rdc: $(cat log)"
prints 1 ./finished "-fno-sycl-rdc"

# Mistakes, in compilations and in links.
compile -mllvm -no-such-option -c divide.cpp -o wrong.o 2>log && fail "an unknown option was compiled"
grep -q "Unknown command line argument '-no-such-option'" log || fail "unknown option: $(cat log)"
compile -c divide.cpp -o divide.o || fail "compile"
compile -mllvm -inline-threshold=many divide.o -o wrong 2>log && fail "a wrong value was linked"
refused wrong log "inline-threshold option: 'many' value invalid for integer argument" "a wrong value" || true
compile -mllvm -no-such-option divide.o -o unknown >log 2>&1 || fail "an unknown option of a link: $(cat log)"
grep -q "warning: '-mllvm -no-such-option' has no effect on images of device code" log || fail "unknown option of a link: $(cat log)"
[ "$(grep -c warning: log)" = 1 ] || fail "unknown option of a link, other messages: $(cat log)"
# Once a link, however many images it has.
cat >two.cpp <<'END'
#include <sycl/sycl.hpp>
void more(sycl::queue &queue) { queue.single_task<class one>([] {}).wait(), queue.single_task<class two>([] {}).wait(); }
END
compile -c two.cpp -o two.o || fail "compile two"
sycl-clang++ -fsycl -fsycl-targets=x86_64,nvidia_gpu_sm_80 -fsycl-device-code-split=per_kernel -mllvm -no-such-option divide.o two.o -o unknown >log 2>&1 || fail "several images: $(cat log)"
[ "$(grep -c warning: log)" = 1 ] || fail "an unknown option of several images: $(cat log)"
compile -w -mllvm -no-such-option divide.o -o unknown >log 2>&1 && [ ! -s log ] || fail "-w: $(cat log)"

# -Xclang and -Xsycl-target-frontend are for compilations: of both halves, and of the device's.
cat >macros.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { numbers[0] = VALUE + ONLY_DEVICE; }).wait();
  std::printf("%d %d\n", numbers[0], VALUE);
}
END
compile -Xclang -DVALUE=3 -DONLY_DEVICE=0 macros.cpp -o macros >log 2>&1 || fail "-Xclang: $(cat log)"
prints '3 3' ./macros "-Xclang"
compile -DVALUE=3 -DONLY_DEVICE=0 -Xsycl-target-frontend "-UONLY_DEVICE -DONLY_DEVICE=40" macros.cpp -o macros >log 2>&1 || fail "-Xsycl-target-frontend: $(cat log)"
prints '43 3' ./macros "-Xsycl-target-frontend"
compile -DVALUE=3 -DONLY_DEVICE=0 -Xsycl-target-frontend "-mllvm -unroll-threshold=3" macros.cpp -o macros >log 2>&1 || fail "-Xsycl-target-frontend -mllvm: $(cat log)"
finish
