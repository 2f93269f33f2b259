#!/bin/bash
# archives_test.sh: of static libraries the device code is linked that a linker links, however the library is named.
. testing/driver/driver.sh

# Only device code calls `needed`, which only device code of another member serves. The host calls `used`.
cat >main.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL int needed(int);
SYCL_EXTERNAL int other(int x) { return x; }
int used();
int main() {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = needed(1) + other(0); }).wait();
  std::printf("%d\n", *result + used());
  sycl::free(result, queue);
}
END
cat >needed.cpp <<'END'
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL int deeper(int);
SYCL_EXTERNAL int needed(int x) { return deeper(x) + 1; }
END
# There is no host code: the archive's index does not know it.
cat >deeper.cpp <<'END'
#include <sycl/detail/defines.hpp>
#ifdef __SYCL_DEVICE_ONLY__
SYCL_EXTERNAL int deeper(int x) { return 10 * x; }
#endif
END
# Nothing needs it; its device code clashes with the program's, and its host code is not complete.
cat >clash.cpp <<'END'
#include <sycl/detail/defines.hpp>
int missing();
SYCL_EXTERNAL int other(int x) { return 2 * x; }
int also() { return missing(); }
END
cat >used.cpp <<'END'
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL int taken_with_used(int x) { return x; }
int used() { return 100; }
END
# A member of the same name in another folder.
mkdir -p alike thin script
sed 's/used()/not_used()/; s/taken_with_used/other/' used.cpp >alike/used.cpp
for source in main needed deeper clash used alike/used; do
  compile -c $source.cpp -o $source.o || fail "compiling $source"
done
ar qcs libfoo.a clash.o needed.o deeper.o alike/used.o used.o
ar rcsT thin/libthin.a clash.o needed.o deeper.o alike/used.o used.o
ar rcs libneeded.a clash.o needed.o
ar rcs libdeeper.a deeper.o used.o
echo "GROUP(-lfoo)" >script/libscript.so
[ "$(sycl-clang++ -cc1unpack all libfoo.a && ls all/device | wc -l)" = 5 ] || fail 'the device code of an archive'

links() { # EXPECTED ARGUMENT...
  local expected=$1
  shift
  rm -f app
  compile "$@" -o app || { fail "linking: $*" && return; }
  prints "$expected" ./app "$*"
}
links 111 main.o libfoo.a
links 111 main.o -L. -lfoo
links 111 -L. -lfoo main.o # ld.lld remembers what it has seen
links 111 main.o -L. -l:libfoo.a
links 111 main.o -Wl,libfoo.a
links 111 main.o -Xlinker libfoo.a
links 111 main.o -Wl,-L.,-Bstatic,-lfoo,-Bdynamic
links 111 main.o -Lthin -lthin
links 111 main.o -L. -Lscript -lscript
links 111 main.o -L. -Wl,--start-group -lneeded -ldeeper -Wl,--end-group
links 111 main.o -L. -ldeeper -lneeded
LIBRARY_PATH=$PWD links 111 main.o -lfoo
links 111 main.o -Wl,--start-lib needed.o deeper.o clash.o used.o -Wl,--end-lib
links 111 -flto main.o -L. -lfoo

# What is linked, as the device images of a shared library say it.
symbols() {
  local image
  rm -rf sycl-temps
  compile -save-temps -shared "$@" -o lib.so || fail "linking: $*"
  for image in sycl-temps/lib.so/images/x86_64/*.img; do
    [ ! -e "$image" ] || sycl-image-dump "$image"
  done | sed -n 's/^ *symbol *_Z[0-9]*\([a-z_]*\)i$/\1/p' | sort | tr '\n' ' '
}
[ "$(symbols needed.o -L. -ldeeper)" = 'deeper needed ' ] || fail "a shared library: $(symbols needed.o -L. -ldeeper)"
[ "$(symbols used.o -L. -lfoo)" = 'taken_with_used ' ] || fail "nothing of an archive: $(symbols used.o -L. -lfoo)"
[ "$(symbols -Wl,--whole-archive libneeded.a -Wl,--no-whole-archive libdeeper.a)" = 'deeper needed other ' ] ||
  fail "all of one archive: $(symbols -Wl,--whole-archive libneeded.a -Wl,--no-whole-archive libdeeper.a)"
[ "$(symbols -Wl,-u,_Z4usedv libfoo.a)" = 'taken_with_used ' ] || fail "-u: $(symbols -Wl,-u,_Z4usedv libfoo.a)"
[ "$(symbols -Wl,-u,_Z8not_usedv libfoo.a)" = 'other ' ] || fail "-u of an alike member: $(symbols -Wl,-u,_Z8not_usedv libfoo.a)"
[ -z "$(symbols libfoo.a)" ] || fail "an archive alone: $(symbols libfoo.a)"

# Objects in one, to be linked later: an ordinary object with the device code of both.
printf '%s\n' '#include <sycl/detail/defines.hpp>' 'SYCL_EXTERNAL int needed(int x) { return x + 1; }' >plain.cpp
compile -c plain.cpp -o plain.o && compile -r plain.o used.o -o merged.o || fail 'linking with -r'
links 102 main.o merged.o
compile main.o -L. -lnothing -o wrong 2>message && fail 'a library that does not exist'
refused wrong message 'nothing' 'a library that does not exist'
finish
