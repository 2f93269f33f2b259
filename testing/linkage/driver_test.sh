#!/bin/bash
# driver_test.sh: kernels of internal linkage by the compiler driver, in every way in which sources become programs.
# Each shard of the test takes some of the ways.
set -u
. testing/shards/shards.sh
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
prefix=$TEST_TMPDIR/prefix
./install "$prefix" || exit 1
PATH=$prefix/bin:$PATH
one=$TEST_TMPDIR/one two=$TEST_TMPDIR/elsewhere/two
mkdir -p "$one" "$two"
cp -L testing/linkage/*.{cpp,hpp,inc} "$one"
cp -L testing/linkage/*.{cpp,hpp,inc} "$two"
flags="-fsycl -fsycl-targets=x86_64,spir64 -O1"

# Objects are the same bytes wherever the sources lie, given by relative or absolute paths.
objects() {
  (cd "$one" && for s in first second linkage_test; do sycl-clang++ $flags -c $s.cpp -o $s.o || exit; done) || fail 'compiling'
  (cd "$two" && sycl-clang++ $flags -c "$PWD/first.cpp" -o first.o) || fail 'compiling elsewhere'
  names() { grep -ao '_ZTSU22facet_[0-9a-zA-Z_]*' "$1" | sort -u; }
  [ "$(names "$one/first.o")" != '' ] || fail 'no kernel has a tag'
  [ "$(names "$one/first.o")" = "$(names "$two/first.o")" ] || fail 'names depend on the place'
  (cd "$one" && sycl-clang++ $flags first.o second.o linkage_test.o -o program && ./program) || fail 'objects'
}
mine && objects

# A prefix of the user's own; devices and host one by one; early conditions: the same kernel for each source.
prefixes() {
  (cd "$one" && for s in first second linkage_test; do
    sycl-clang++ $flags -fsycl-device-if=early -fsycl-unique-prefix=of-$s -c $s.cpp -o $s.e.o || exit
  done && sycl-clang++ $flags -fsycl-device-if=early {first,second,linkage_test}.e.o -o early && ./early) || fail 'early, with prefixes'
  (cd "$one" && sycl-clang++ $flags -fsycl-device-if=early first.cpp second.cpp linkage_test.cpp -o early && ./early) || fail 'early'
}
mine && prefixes

# One source, compiled twice with other macros.
one_source_twice() {
  cat >"$one/twice.cpp" <<'END'
#include <sycl/sycl.hpp>
static void work(sycl::queue &q, int *p) { q.single_task([=] { *p = VALUE; }).wait(); }
int NAME(sycl::queue &q, int *p) { work(q, p); return *p; }
END
  cat >"$one/main.cpp" <<'END'
#include <sycl/sycl.hpp>
int one(sycl::queue &, int *), two(sycl::queue &, int *);
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  return one(q, p) == 1 && two(q, p) == 2 ? 0 : 1;
}
END
  (cd "$one" && sycl-clang++ $flags -DVALUE=1 -DNAME=one -c twice.cpp -o a.o && sycl-clang++ $flags -DVALUE=2 -DNAME=two -c twice.cpp -o b.o &&
    sycl-clang++ $flags a.o b.o main.cpp -o twice && ./twice) || fail 'one source twice'
}
mine && one_source_twice

# A host's vtables, static variables and exceptions.
host_code() {
  (cd "$one" && sycl-clang++ $flags -g host_code.cpp -o host_code && ./host_code) || fail 'host code'
}
mine && host_code

[ $failures = 0 ] && echo PASSED
exit $((failures != 0))
