#!/bin/bash
# What Facet adds to a compilation, as ratios of processor time.
#   compile_benchmark.sh SYCL_CLANG FACET_CONFIG HEADER GENERATED_HEADER CONFIG_FILE... [-- PAIRS]
# Compilations run A B B A A B B A …, so that a busy machine slows both; a ratio is taken of each pair, and the median
# of them is printed with the smallest and the largest. The source has 60 kernels and twelve headers of the
# C++ library; nothing in it is reported.
set -eu
sysroot=$PWD/../debian_clang
sycl=$PWD/$1 clang=$sysroot/bin/clang headers=$PWD/${3%/sycl/sycl.hpp} generated=$PWD/${4%/sycl/info/*}
export PATH=$(dirname "$PWD/$2"):$PATH
shift 4
targets=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  targets+=("-fsycl-device-config-file=$PWD/$1")
  shift
done
pairs=${2:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
  for header in algorithm array cmath cstdint functional map memory numeric string type_traits utility vector; do
    echo "#include <$header>"
  done
  echo '#include <sycl/sycl.hpp>'
  for ((i = 0; i < 60; ++i)); do
    echo "float helper$i(float x, int n) { float s = x; for (int k = 0; k < n; ++k) s = s * x + k * $i; return s; }"
    echo "void run$i(sycl::queue &q, float *p) {"
    echo "  q.parallel_for<class K$i>(sycl::range<1>(64), [=](sycl::id<1> i) { p[i] = helper$i(p[i], i[0] + $i); });"
    echo "}"
  done
} >"$work/source.cpp"

common=(--target=x86_64-linux-gnu "--sysroot=$sysroot" -resource-dir "$sysroot/usr/lib/llvm-22/lib/clang/22"
  "--gcc-install-dir=$sysroot/usr/lib/gcc/x86_64-linux-gnu/12" -no-canonical-prefixes -std=c++17 -O2
  -isystem "$headers" -isystem "$generated" -c "$work/source.cpp")
device=("$sycl" -fsycl -fsycl-device-only "${targets[@]}" "${common[@]}" -o "$work/device.bc")

# Seconds of processor time of a command.
seconds() {
  local TIMEFORMAT='%U %S'
  { time "$@" >"$work/output" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

compare() { # NAME COMMAND_A... -- COMMAND_B...
  local name=$1 a=() b=() before after
  shift
  while [ "$1" != -- ]; do a+=("$1") && shift; done
  shift
  b=("$@")
  "${a[@]}"
  "${b[@]}"
  for ((pair = 0; pair < pairs; ++pair)); do
    if ((pair % 2)); then
      after=$(seconds "${b[@]}") before=$(seconds "${a[@]}")
    else
      before=$(seconds "${a[@]}") after=$(seconds "${b[@]}")
    fi
    echo "$before $after"
  done | awk '{ print $1 / $2, $1, $2 }' | sort -n | awk -v name="$name" '
    { ratio[NR] = $1; a[NR] = $2; b[NR] = $3 }
    END {
      middle = int((NR + 1) / 2)
      printf "%s: %.3f (%.3f to %.3f) in %d pairs, about %.2f s against %.2f s\n",
        name, ratio[middle], ratio[1], ratio[NR], NR, a[middle], b[middle]
    }'
}

compare "device compilation, with the analysis of aspects against without" \
  "${device[@]}" -- "${device[@]}" -Xclang -fno-sycl-aspect-analysis
compare "host compilation, sycl-clang++ against clang" \
  "$sycl" "${common[@]}" -o "$work/host.o" -- "$clang" "${common[@]}" -o "$work/host.o"
compare "host and device compilation, sycl-clang++ against clang for the host" \
  "$sycl" -fsycl "${targets[@]}" "${common[@]}" -o "$work/both.o" -- "$clang" "${common[@]}" -o "$work/host.o"
