#!/bin/bash
# header_cache_test.sh: precompiled headers change neither what is made nor what is said about it.
. testing/driver/header_cache.sh
mkdir folder

# Headers before, headers that lead there, kernels of internal linkage, types that need aspects, warnings of both sides.
cat >folder/common.hpp <<'END'
#ifndef COMMON_HPP
#define COMMON_HPP
#include <vector>
#include <CL/sycl.hpp>
inline int twice(int x) { return 2 * x; }
#endif
END
cat >library.cpp <<'END'
// The headers come late.
#include <cstdio>
#include <iostream>
#include "common.hpp"
namespace { struct kernel { int *p; void operator()(sycl::id<1> i) const { p[i] = twice(int(i)); } }; }
static int add(sycl::queue &queue, int *p) { queue.parallel_for(10, [=](sycl::id<1> i) { p[i] += VALUE; }).wait(); return p[3]; }
static int missing(int x) { if (x > 3) return 1; }
[[sycl::device_has(sycl::aspect::cpu)]] static void halves(sycl::half *p, int *q) { *p = *p + sycl::half(1); q[1] = missing(7); }
int NAME() {
  sycl::queue queue;
  int *p = sycl::malloc_shared<int>(10, queue);
  auto *h = sycl::malloc_shared<sycl::half>(1, queue);
  *h = 1;
  queue.parallel_for(10, kernel{p}).wait();
  queue.single_task([=] { halves(h, p); }).wait();
  std::vector<int> sums{add(queue, p), int(float(*h))};
  std::cout << sums[0] << ' ' << sums[1] << std::endl;
  return 0;
}
END

# With and without precompiled headers: the same messages, list of files, and functions, if in another order.
agree() { # SOURCE OPTION...
  local source=$1
  shift
  compile -Ifolder -MD -MF without.d -MT x -fno-sycl-header-cache "$@" -S "$source" -o without.s 2>without.log || fail "$source $*: $(cat without.log)"
  compile -Ifolder -MD -MF with.d -MT x "$@" -S "$source" -o with.s 2>with.log || fail "$source $*: $(cat with.log)"
  cmp <(labels without.s) <(labels with.s) || fail "$source $*: functions differ"
  cmp without.log with.log || fail "$source $*: messages differ: $(diff without.log with.log)"
  # Of files that were asked for and are not read (oneTBB's, where it is installed) it may say less, of the cache nothing.
  [ -z "$(comm -13 <(files without.d) <(files with.d))" ] || fail "$source $*: more files: $(comm -13 <(files without.d) <(files with.d))"
  [ -z "$(comm -23 <(files without.d) <(files with.d) | grep -vE '/(md)?span$|/tbb/tbb\.h$')" ] || fail "$source $*: files are missing: $(comm -23 <(files without.d) <(files with.d))"
}
labels() { grep -aoE '^[A-Za-z_$][^ ]*:' "$1" | grep -av '^GCC_except_table' | sort; }
files() { tr -d '\\' <"$1" | tr -s ' \n' '\n\n' | sort -u; }
made() { ls "$cache" 2>/dev/null | grep -c 'pch$'; }

[ "$(made)" = 0 ] || fail "there are headers already"
agree plain.cpp
[ "$(made)" = 2 ] || fail "the first compilation made $(ls "$cache")"
[ "$(uses plain.cpp)" = 2 ] || fail "they are not used"
agree library.cpp -DNAME=main -DVALUE=5 -Wall
grep -q "warning: non-void function does not return" with.log || fail "no warning of Clang's: $(cat with.log)"
grep -q "warning: function 'halves(sycl::_V1::.*half\*, int\*)' uses aspect 'fp16'\|uses aspect 'fp16' not listed" with.log || fail "no warning about aspects: $(cat with.log)"
agree library.cpp -DNAME=first -DVALUE=5 -O2 -std=c++20 -DNDEBUG
[ "$(uses library.cpp -DNAME=first -DVALUE=5 -O2 -std=c++20 -DNDEBUG)" = 2 ] || fail "they are not used behind other headers"

# Kernels of one name in two sources.
cp library.cpp other.cpp
echo 'int first(); int second(); int main() { return first() + second(); }' >main.cpp
compile -w -Ifolder -DNAME=first -DVALUE=5 -c library.cpp -o library.o || fail "a library"
compile -w -Ifolder -DNAME=second -DVALUE=7 -c other.cpp -o other.o || fail "another library"
compile main.cpp library.o other.o -o two || fail "a program of two"
prints $'11 2\n13 2' ./two "two sources with one name"
# Variables of each source at one place of a header: the host finds its own.
cat >folder/counter.h <<'END'
#include <sycl/sycl.hpp>
static sycl::ext::oneapi::experimental::device_global<int> counter;
static int counted(int value) {
  sycl::queue q;
  int seen = 0;
  q.single_task([=] { counter = counter + value; }).wait();
  q.copy(counter, &seen).wait();
  return seen;
}
END
for source in one more; do
  printf '#include "counter.h"\nint %s(int x) { return counted(x); }\n' "$source" >"$source.cpp"
done
echo '#include <cstdio>
int one(int), more(int);
int main() { return one(1) == 1 && more(5) == 5 && one(1) == 2 ? std::puts("own"), 0 : 1; }' >counters.cpp
compile -Ifolder one.cpp more.cpp counters.cpp -o counters || fail "variables of each source"
prints own ./counters "variables of each source"
compile -g -fno-sycl-rdc plain.cpp -o debugged && ./debugged || fail "-g -fno-sycl-rdc"
finish
