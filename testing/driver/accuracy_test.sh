#!/bin/bash
# What -ffp-accuracy= makes of programs of several sources.
. testing/driver/driver.sh

# The accuracy of mathematical functions: of kernels alone; levels of one program are in images of their own, and each target
# says which of its functions have larger errors.
cat >sine.cpp <<'EOF'
#include <sycl/sycl.hpp>
float sine(sycl::queue &q, float *p) {
  q.single_task([=] { *p = sycl::sin(*p); }).wait();
  return *p;
}
float sum(sycl::queue &q, float *p) {
  q.single_task([=] { *p = *p + *p; }).wait();
  return *p;
}
EOF
cat >wave.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cmath>
#include <cstdio>
float sine(sycl::queue &, float *), sum(sycl::queue &, float *);
int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(1, q);
  *p = 0.5f;
  q.single_task([=] { *p = sycl::sin(*p) + std::pow(*p, 2.0f); }).wait();
  const bool other = std::fabs(*p - (std::sin(0.5f) + 0.25f)) < 1e-5f;
  *p = 0.5f;
  const bool same = std::fabs(sine(q, p) - std::sin(0.5f)) < 1e-5f;
  *p = 3;
  std::printf("%d%d%d\n", other, same, sum(q, p) == 6);
  sycl::free(p, q);
}
EOF
compile -g -ffp-accuracy=high -c sine.cpp -o sine.o 2>message && compile -ffp-accuracy=low -ffp-accuracy=medium:pow -c wave.cpp -o wave.o 2>>message ||
  fail "accuracy: $(cat message)"
[ ! -s message ] || fail "accuracy, compiling: $(cat message)"
compile -save-temps=obj sine.o wave.o -o wave 2>message || fail "accuracy, linking: $(cat message)"
prints 111 ./wave 'two accuracies'
[ "$(grep -c warning message)" = 1 ] || fail "accuracy: not one warning: $(cat message)"
grep -q "sycl-aot: warning: 'sin' of float has an error of up to 1.58 units in the last place on target 'x86_64', '-ffp-accuracy=high' asks for 1 (.*sine.cpp:3)" message ||
  fail "accuracy: $(cat message)"
modules=$(find . -name '*.module.cl' | wc -l)
[ "$modules" = 3 ] || fail "accuracy: $modules modules for three levels, one of which is none"
for module in $(find . -name '*.module.cl'); do
  sycl-image-dump "$module" | grep aspect && fail 'an internal aspect is left in an image'
done
compile -w sine.o wave.o -o wave 2>message || fail 'accuracy with -w'
[ ! -s message ] || fail "accuracy with -w: $(cat message)"
for level in sycl low medium; do
  compile -ffp-accuracy=$level sine.cpp wave.cpp -o wave 2>message || fail "accuracy $level: $(cat message)"
  [ ! -s message ] || fail "accuracy $level: $(cat message)"
  prints 111 ./wave "accuracy $level"
done

# Intel's compiler, here one that takes what it is given for the code, is told; drivers of OpenCL are not.
rm "$prefix/bin/ocloc"
cat >"$prefix/bin/ocloc" <<'EOF'
#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
  -file) input=$2 ;;
  -out_dir) directory=$2 ;;
  esac
  shift
done
cp "$input" "$directory/module"
EOF
chmod +x "$prefix/bin/ocloc"
sycl-clang++ -fsycl -fsycl-targets=intel_gpu_pvc -ffp-accuracy=high sine.cpp wave.cpp -o intel 2>message ||
  fail "accuracy for Intel: $(cat message)"
[ ! -s message ] || fail "accuracy for Intel: $(cat message)"
grep -q SPV_INTEL_fp_max_error intel || fail 'accuracy: Intel is not told'
sycl-clang++ -fsycl -fsycl-targets=intel_gpu_pvc sine.cpp wave.cpp -o intel 2>message || fail 'without accuracy for Intel'
grep -q SPV_INTEL_fp_max_error intel && fail 'accuracy: Intel is told of none'
sycl-clang++ -fsycl -fsycl-targets=spir64 -ffp-accuracy=high sine.cpp wave.cpp -o generic 2>message || fail "accuracy for spir64: $(cat message)"
grep -q SPV_INTEL_fp_max_error generic && fail 'accuracy: drivers of OpenCL are told'

finish
