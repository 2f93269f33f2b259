#!/bin/bash
# processors_test.sh: code for one processor, -march=, and for a CPU of the user's own configuration: where it runs, and what a
# machine says whose processor has less.
. testing/driver/driver.sh

cat >program.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() try {
  sycl::queue queue;
  constexpr int n = 1000;
  auto *halves = sycl::malloc_shared<sycl::half>(n, queue);
  auto *bits = sycl::malloc_shared<unsigned>(n, queue);
  auto *sums = sycl::malloc_shared<double>(n, queue);
  for (int i = 0; i < n; ++i)
    halves[i] = i / 8.0f, bits[i] = i * 2654435761u;
  queue.parallel_for(n, [=](sycl::id<1> i) {
    halves[i] = halves[i] * sycl::half(0.5f) + sycl::half(1);
    sums[i] = sycl::popcount(bits[i]) + 0.5;
  }).wait();
  for (int i = 0; i < n; ++i) {
    const float exact = i / 8.0f * 0.5f + 1;
    if (sums[i] != __builtin_popcount(i * 2654435761u) + 0.5 || std::abs(float(halves[i]) - exact) > exact / 1024)
      return std::printf("wrong at %d: %g, %g\n", i, sums[i], float(halves[i])), 1;
  }
  std::puts("right");
} catch (const sycl::exception &e) {
  std::printf("%s\n", e.what());
}
END
build() { sycl-clang++ -fsycl "$@" program.cpp -o program || fail "building with $*"; }
uses() { sycl-image-dump program | grep -a 'cpu_features'; }
has() { grep -qw "$1" /proc/cpuinfo; }

# The host's code is for this processor as well.
build -fsycl-targets=x86_64 -march=native
prints right ./program 'for this processor'
if has avx512dq; then uses | grep -q avx512dq; else ! uses | grep -q avx512; fi || fail "native: $(uses)"
build -fsycl-targets=x86_64,x86_64_v4 -march=native -O1
prints right ./program 'beside another level'
# Only kernels are: what the processor does not have is a reason, not a trap.
build -fsycl-targets=x86_64 -Xsycl-target-backend=x86_64 -march=sapphirerapids
if has avx512_fp16 && has avx_vnni; then
  prints right ./program 'for Sapphire Rapids'
else
  expected="The image for 'x86_64' uses instructions that this processor does not have: .*avx512fp16"
  ./program | grep -q "$expected" || fail "for another processor: $(./program)"
  ./program | grep -q 'cannot run on device' || fail "no refusal: $(./program)"
fi
# An image of the program for all of them is taken instead.
build -fsycl-targets=x86_64,x86_64_v4 -Xsycl-target-backend=x86_64_v4 -march=sapphirerapids
prints right ./program 'one of two images'
# Nothing is taken away: no processor without AVX2 runs images.
build -fsycl-targets=x86_64 -march=nehalem
prints right ./program 'for an old processor'
build -fsycl-targets=x86_64 -march=x86-64 -mtune=znver3 -mprefer-vector-width=128
prints right ./program 'with short vectors'
sycl-clang++ -fsycl -fsycl-targets=x86_64 -Xsycl-target-backend=x86_64 -march=znver99 program.cpp -o wrong 2>message &&
  fail 'an unknown processor was accepted'
refused wrong message "makes no code for processor 'znver99'" 'an unknown processor'

# describe NAME PROCESSOR : one target.
describe() {
  cat <<END
[[target]]
name = "$1"
architecture = "x86_64"
target_aspect = $3
aspects = ["cpu", "fp16", "fp64", "atomic64", "usm_shared_allocations"]
may_support_other_aspects = true
sub_group_sizes = [32]
aot_toolchain = "x86_64"
aot_device = "$2"
END
}
{
  describe cpu_of_mine x86-64-v3 100000
  describe cpu_of_others sapphirerapids 100001
} >targets.toml
build -fsycl-device-config-file=targets.toml -fsycl-targets=cpu_of_mine
prints right ./program 'a CPU of the user'
build -fsycl-device-config-file=targets.toml -fsycl-targets=cpu_of_mine,cpu_of_others -fsycl-fixed-targets=cpu_of_mine,cpu_of_others
prints right ./program 'two CPUs of the user'
if ! has avx512_fp16; then
  build -fsycl-device-config-file=targets.toml -fsycl-targets=cpu_of_others
  ./program | grep -q "image for 'cpu_of_others' uses instructions .*avx512fp16" || fail "a CPU of others: $(./program)"
fi
finish
