#!/bin/bash
# Options that change what a program does: as other SYCL compilers spell them.
. testing/driver/driver.sh

cat >size.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
template <typename Kernel> void size(sycl::queue &q, unsigned *out, Kernel kernel) {
  *out = 0;
  try {
    q.parallel_for(sycl::nd_range<1>(64, 64), kernel).wait();
    std::printf("%u\n", *out);
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.code() == sycl::errc::kernel_not_supported ? e.what() : "another error");
  }
}
int main() {
  sycl::queue q;
  unsigned *out = sycl::malloc_shared<unsigned>(1, q);
  size(q, out, [=](sycl::nd_item<1> i) { *out = i.get_sub_group().get_max_local_range()[0]; });
  size(q, out, [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(4)]] {
    *out = i.get_sub_group().get_max_local_range()[0];
  });
  sycl::free(out, q);
}
EOF

# A default sub-group size is a requirement like that of an attribute, which counts more.
export ONEAPI_DEVICE_SELECTOR='native_cpu:*'
for size in 16 32; do
  compile -fsycl-default-sub-group-size=$size size.cpp -o size || fail "size $size"
  prints "$size
4" ./size "size $size"
done
compile -fsycl-default-sub-group-size=7 size.cpp -o size 2>message || fail "size 7: $(cat message)"
./size >output || fail 'a size that the device lacks'
grep -q "required sub-group size of '7'" output || fail "refused: $(cat output)"
[ "$(tail -n 1 output)" = 4 ] || fail "the other kernel: $(cat output)"

# Options that change host code alone.
for option in -finstrument-functions -pg '-fstack-protector-all -O0' -fpatchable-function-entry=2; do
  compile $option -fsycl-default-sub-group-size=8 size.cpp -o size || fail "$option"
  prints '8
4' ./size "$option"
done
rm -f gmon.out

# Ids that fit into int: comparisons with more are gone, and launches of more are refused, also by the number of all ids.
cat >ids.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
template <typename Launch> void launch(Launch f) {
  try {
    f();
    std::puts("launched");
  } catch (const sycl::exception &e) {
    std::puts(e.code() == sycl::errc::nd_range ? e.what() : "another error");
  }
}
int main() {
  sycl::queue q;
  std::size_t *out = sycl::malloc_shared<std::size_t>(8, q);
  launch([&] { q.parallel_for(sycl::range<2>(3000000000, 0), [](sycl::id<2>) {}).wait(); });
  launch([&] { q.parallel_for(sycl::range<3>(0, 2, 2147483648), [](sycl::id<3>) {}).wait(); });
  launch([&] { q.parallel_for(sycl::nd_range<1>(4, 2, 2147483645), [](sycl::nd_item<1>) {}).wait(); });
  launch([&] {
    q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) {
       out[i.get_global_id(0)] = i.get_global_id(0) > 2147483647 ? 1 : i.get_local_range(0);
     }).wait();
  });
  std::printf("%zu\n", out[7]);
}
EOF
refusal='The range of the kernel has ids beyond those of int; compile with -fno-sycl-id-queries-fit-in-int.'
compile -fno-sycl-id-queries-fit-in-int -fsycl-id-queries-fit-in-int ids.cpp -o ids || fail 'ids that fit'
prints "$refusal
$refusal
$refusal
launched
4" ./ids 'ids that fit'
compile -fsycl-id-queries-fit-in-int -fno-sycl-id-queries-fit-in-int ids.cpp -o ids || fail 'ids of 64 bits'
prints "launched
launched
launched
launched
4" ./ids 'ids of 64 bits'
for option in -f -fno-; do
  compile ${option}sycl-id-queries-fit-in-int -fsycl-device-only -S -emit-llvm ids.cpp -o ids.ll || fail "$option"
  grep -c 2147483647 ids.ll
done >comparisons
[ "$(sort -u comparisons | wc -l)" = 2 ] || fail "the assumption is not used: $(cat comparisons)"

# What has no effect changes nothing, and says so once.
compile -fsycl-explicit-simd -fsycl-unnamed-lambda -fsycl-range-rounding=force -qno-openmp size.cpp -o size 2>message || fail "$(cat message)"
[ "$(grep -c warning: message)" = 1 ] || fail "warnings: $(cat message)"
grep -q "warning: '-fsycl-explicit-simd' has no effect" message || fail "$(cat message)"
[ "$(./size | tail -n 1)" = 4 ] || fail 'a program with options without effect'

# -foffload-static-lib: a library like any other.
echo '#include <sycl/sycl.hpp>
SYCL_EXTERNAL int seven() { return 7; }' >seven.cpp
echo '#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL int seven();
int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *out = seven(); }).wait();
  std::printf("%d\n", *out);
}' >main.cpp
compile -c seven.cpp -o seven.o && ar rcs libseven.a seven.o || fail 'the library'
compile main.cpp -foffload-static-lib=libseven.a -o seven 2>message || fail "$(cat message)"
prints 7 ./seven '-foffload-static-lib'
rm -f seven
compile main.cpp -foffload-whole-static-lib=libseven.a -o seven 2>message || fail "$(cat message)"
prints 7 ./seven '-foffload-whole-static-lib'

# -ftime-trace: one file of each compilation.
mkdir traces
compile -c -ftime-trace seven.cpp -o traces/seven.o || fail '-ftime-trace'
for file in seven seven-device; do
  grep -q '"traceEvents"' traces/$file.json && grep -q '"Frontend"' traces/$file.json || fail "-ftime-trace: $file.json"
done
compile -c -ftime-trace=missing/seven.json seven.cpp -o missing.o 2>message && fail '-ftime-trace: no folder'
grep -q 'error: .*missing/seven' message || fail "-ftime-trace: $(cat message)"

# OpenMP beside SYCL, if the machine has it.
echo '#include <sycl/sycl.hpp>
#include <omp.h>
#include <cstdio>
int main() {
  int threads = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads += 1;
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     int sum = 0;
#pragma omp simd
     for (int i = 0; i < 10; ++i) sum += i;
     *out = sum;
   }).wait();
  std::printf("%d %d %d\n", threads, omp_in_parallel(), *out);
}' >openmp.cpp
openmp=skipped
for flag in -fopenmp -qopenmp -fiopenmp; do
  if compile $flag openmp.cpp -o openmp 2>message; then
    prints '3 0 45' ./openmp $flag
    openmp=ran
  elif ! grep -q "install the package 'libomp-dev'" message; then
    fail "$flag: $(cat message)"
  fi
done

rm -f size
compile -fsycl-default-sub-group-size=0 size.cpp -o size 2>message && fail 'size 0'
refused size message "invalid value '0' of option '-fsycl-default-sub-group-size'" 'size 0'
if [ "$failures" = 0 ] && [ $openmp = skipped ]; then
  echo 'the rest passed' && echo "skipped: OpenMP needs Debian's package libomp-dev"
  exit 0
fi
finish
