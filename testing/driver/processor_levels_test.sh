#!/bin/bash
# processor_levels_test.sh: code for processors with AVX-512 beside code for others, which pass vectors in other registers.
. testing/driver/driver.sh

cat >function.cpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL sycl::float16 plus_one(sycl::float16 a, double b, sycl::float16 c) { return a * c + float(b); }
END
cat >program.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL sycl::float16 plus_one(sycl::float16 a, double b, sycl::float16 c);
int main() try {
  sycl::queue queue;
  constexpr int n = 1000;
  auto *data = sycl::malloc_shared<sycl::float16>(n, queue);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j)
      data[i][j] = i + j;
  queue.parallel_for(n, [=](sycl::id<1> i) { data[i] = plus_one(data[i], 1.0, sycl::float16(2)); }).wait();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j)
      if (data[i][j] != 2 * (i + j) + 1)
        return std::printf("wrong at %d, %d: %g\n", i, j, data[i][j]), 1;
  sycl::free(data, queue);
  std::puts("right");
} catch (const sycl::exception &e) {
  std::printf("%s\n", e.what());
}
END
# build LEVELS OF THE PROGRAM, OF THE LIBRARY
build() {
  sycl-clang++ -fsycl -fsycl-targets="$2" -shared -fPIC function.cpp -o libfunction.so || fail "making a library for $2"
  sycl-clang++ -fsycl -fsycl-targets="$1" program.cpp -L. -lfunction -Wl,-rpath,"$PWD" -o program || fail "making a program for $1"
}
has_avx512() { grep -qw avx512dq /proc/cpuinfo; }
both=x86_64,x86_64_v4
build x86_64 x86_64
prints right ./program 'one level'
build $both $both
prints right ./program 'both levels'
# Where the better image of the kernel has nothing to call, the other is taken.
build $both x86_64
prints right ./program 'a library for one level'
build x86_64 $both
prints right ./program 'a program for one level'
build x86_64 x86_64_v4
if has_avx512; then
  why="of which there is an image for 'x86_64_v4'; one for 'x86_64' cannot call that."
else
  why='has no image of it for this device.'
fi
./program | grep -qF "$why" || fail "no common level: $(./program)"
if ! has_avx512; then
  build x86_64_v4 x86_64_v4
  ./program | grep -q "images for: x86_64_v4" || fail "a level that the processor has not: $(./program)"
  [ "$failures" = 0 ] || exit 1
  echo 'skipped: the processor has no AVX-512'
  exit 0
fi
build x86_64_v4 x86_64_v4
prints right ./program 'the higher level alone'
sycl-ls | grep -q 'targets: *x86_64_v4 x86_64' || fail "sycl-ls: $(sycl-ls)"
finish
