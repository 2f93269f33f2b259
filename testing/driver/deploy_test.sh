#!/bin/bash
# deploy_test.sh: where programs find the runtime, and facet-deploy: a folder with a program and all it needs.
. testing/driver/driver.sh

cat >library.cpp <<'END'
#include <sycl/sycl.hpp>
extern "C" int square(int x) {
  sycl::queue queue;
  sycl::buffer<int> out{sycl::range<1>(1)};
  queue.submit([&](sycl::handler &h) {
    sycl::accessor to(out, h, sycl::write_only);
    h.single_task([=] { to[0] = x * x; });
  });
  return sycl::host_accessor(out)[0];
}
END
cat >program.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  try {
    sycl::queue([](const sycl::device &) { return -1; });
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.code() == sycl::errc::runtime ? "caught" : "?");
  }
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = 42; }).wait();
  std::printf("%d\n", *result);
  sycl::free(result, queue);
}
END
echo 'extern "C" int square(int); int printf(const char *, ...); int main() { printf("%d\n", square(4)); }' | sed 's/int printf/extern "C" int printf/' >user.cpp
expected=$'caught\n42'
needs() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
export LD_LIBRARY_PATH=

# The runtime is a library, unless the program says otherwise.
compile program.cpp -o program || fail 'linking a program'
needs program | grep -qx libfacet.so.1 || fail "a program needs: $(needs program)"
prints "$expected" ./program 'a program'
[ "$(stat -c %s program)" -lt 100000 ] || fail "a program of $(stat -c %s program) bytes"
compile program.cpp -static-facet -o closed || fail '-static-facet'
needs closed | grep -q libfacet && fail '-static-facet needs libfacet.so.1'
prints "$expected" ./closed '-static-facet'
for options in -static-libstdc++ '-static-libstdc++ -static-libgcc' '-static-facet -static-libstdc++ -static-libgcc' -no-pie; do
  compile program.cpp $options -o some || fail "linking with $options"
  prints "$expected" ./some "a program with $options"
done
compile -static program.cpp -o static 2>errors && fail '-static links'
refused static errors "error: '-static' cannot be combined with '-fsycl'.*-static-facet" '-static'
compile -c program.cpp -static -o program.o || fail '-static of a compilation'
sycl-clang++ -static -x c++ - -o plain <<<'int main() {}' || fail '-static without SYCL'
# A library with the runtime inside keeps to itself.
compile -shared -fPIC -static-facet library.cpp -o libplugin.so || fail 'a library with -static-facet'
nm -D --defined-only libplugin.so | grep -q 'sycl5queue' && fail 'a library with -static-facet shows its runtime'
sycl-clang++ user.cpp -L. -lplugin -Wl,-rpath,'$ORIGIN' -o user || fail 'linking a program with it'
prints 16 ./user 'a library with -static-facet'

# A folder that is moved, and nothing of the installation is left.
compile -shared -fPIC -fsycl-compress-images library.cpp -o libsquare.so || fail 'a library'
sycl-clang++ user.cpp -L. -lsquare -Wl,-rpath,'$ORIGIN' -o user || fail 'linking a program with it'
sycl-clang++ user.cpp -L. -lsquare -Wl,-rpath,"$PWD" -o elsewhere || fail 'the same, with another path'
for name in program closed user; do
  facet-deploy $name deployed-$name >files || fail "facet-deploy $name"
  grep -q "^needs GNU's C library 2\.[0-9]* or newer$" files || fail "facet-deploy $name: $(cat files)"
done
facet-deploy -list user >listed || fail 'facet-deploy -list'
cmp files listed || fail '-list prints something else'
[ "$(ls -A deployed-program | xargs)" = 'libfacet.so.1 libgcc_s.so.1 libstdc++.so.6 libtbb.so.12 program' ] || fail "the files of a program: $(ls -A deployed-program)"
[ "$(ls -A deployed-user | xargs)" = 'libfacet.so.1 libgcc_s.so.1 libsquare.so libstdc++.so.6 libtbb.so.12 libzstd.so.1 user' ] || fail "the files of a program with a library: $(ls -A deployed-user)"
ls deployed-closed | grep -q libfacet && fail 'a program with -static-facet is deployed with libfacet.so.1'
facet-deploy -without=libstdc++.so.6 --without libgcc_s.so.1 program without >/dev/null || fail '-without'
[ "$(ls -A without | xargs)" = 'libfacet.so.1 libtbb.so.12 program' ] || fail "the files without two: $(ls -A without)"
facet-deploy program deployed-program >/dev/null || fail 'into the same folder again'
facet-deploy deployed-program/program second >/dev/null || fail 'of a copy'
facet-deploy plain deployed-plain >/dev/null && [ "$(ls deployed-plain)" = plain ] || fail 'a static program'

# What cannot work is refused, and nothing is left.
refuses() { # MESSAGE ARGUMENT…
  local message=$1
  shift
  facet-deploy "$@" >output 2>errors && fail "facet-deploy $* succeeds"
  refused refused errors "$message" "facet-deploy $*"
}
refuses "would not find 'libsquare.so' beside it.*rpath,.ORIGIN.*: elsewhere" elsewhere refused
refuses 'no program or shared library for x86-64: program.cpp' program.cpp refused
refuses 'cannot read .*: nothing' nothing refused
refuses 'expected a program and a folder' program
refuses 'list takes one program' -list program refused
refuses 'cannot create' program program.cpp/refused
mv libsquare.so hidden.so
refuses "not found: 'libsquare.so'.*: user" user refused
mv hidden.so libsquare.so

mv "$prefix/lib" "$prefix/moved"
mkdir away && mv deployed-* second away
prints "$expected" away/deployed-program/program 'a deployed program'
prints "$expected" away/deployed-closed/closed 'a deployed program with -static-facet'
prints "$expected" away/second/program 'a program that was deployed twice'
prints 16 away/deployed-user/user 'a deployed program with a library'
# A machine with the C library alone.
mkdir -p root/{lib64,lib/x86_64-linux-gnu,proc,app}
cp -L /lib64/ld-linux-x86-64.so.2 root/lib64
for library in c.so.6 m.so.6 mvec.so.1 pthread.so.0 dl.so.2; do
  cp -L "/lib/x86_64-linux-gnu/lib$library" root/lib/x86_64-linux-gnu
done
cp away/deployed-user/* root/app
PATH=$PATH:/usr/sbin
bare() { unshare --user --map-root-user --mount --pid --fork --mount-proc=root/proc chroot root "$@"; }
if unshare --user --map-root-user --mount --pid --fork --mount-proc=root/proc true 2>problem; then
  output=$(bare /app/user 2>&1)
  [ "$output" = 16 ] || fail "a machine with the C library alone: $output"
else
  echo "skipped: a machine with the C library alone: $(cat problem)"
fi
finish
