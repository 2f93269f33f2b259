#!/bin/bash
# perf_test.sh: images of the native CPU in files, whose kernels a profiler names.
. testing/driver/driver.sh
cat >busy.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
class Busy;
int main() {
  sycl::queue queue;
  unsigned *numbers = sycl::malloc_shared<unsigned>(64, queue);
  queue.parallel_for<Busy>(64, [=](sycl::id<1> id) {
    unsigned x = id[0];
    for (int i = 0; i < 2000000; ++i)
      x = x * 1664525 + 1013904223 + (x >> 7);
    numbers[id] = x;
  }).wait();
  std::printf("%u\n", numbers[1] | 1);
}
END
compile -O2 -g busy.cpp -o busy || fail 'compiling'
mkdir images
SYCL_CPU_IMAGE_DIR=images ./busy >printed || fail 'running'
./busy | cmp - printed || fail 'images in memory compute something else'
set -- images/sycl-image-*.so
[ $# = 1 ] && [ -s "$1" ] || fail "one image: $*"
grep -q _ZTS4Busy "$1" || fail 'the kernel has no symbol'
grep -q 'kernel Busy' "$1" || fail 'the kernel has no name that people read'
SYCL_CPU_IMAGE_DIR=$PWD/none ./busy >log 2>&1 && fail 'a directory that does not exist'
grep -q 'SYCL_CPU_IMAGE_DIR: creating .*none/sycl-image-.*: No such file or directory' log || fail "its message: $(cat log)"
if command -v perf >/dev/null && SYCL_CPU_IMAGE_DIR=$PWD/images perf record -e cpu-clock -o data ./busy >log 2>&1; then
  perf report -i data --stdio 2>&1 | grep -q 'kernel Busy' || fail "perf does not name the kernel: $(perf report -i data --stdio 2>&1 | head -30)"
elif [ "$failures" = 0 ]; then
  echo 'skipped: perf is not installed, or may not record'
  exit 0
fi
finish
