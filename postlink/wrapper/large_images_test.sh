#!/bin/bash
# More than 2 GiB of images link, into a position-independent executable and a shared library, and are
# found by the program. Takes 7 GiB of temporary space and a minute, so it runs on request:
#   ./bazelw test //postlink/wrapper:large_images_test
# large_images_test.sh WRAPPER CLANG      (Clang in its repository, which is the sysroot too)
set -euo pipefail
wrapper=$(realpath "$1")
clang=$(realpath "$2")
root=${clang%/bin/*}
compiler=("${clang}" --target=x86_64-linux-gnu "--sysroot=${root}" "--gcc-install-dir=${root}/usr/lib/gcc/x86_64-linux-gnu/12" -fuse-ld=lld)
cd "${TEST_TMPDIR}"
printf '\003\002\043\007' >a.bin
truncate -s 1100M a.bin
printf '[Code]\na.bin\na.bin\n' >big.table
"${wrapper}" -ftime-report -target=spir64 -o images.o big.table
cat >main.c <<'END'
#include <stdio.h>
#include <stdint.h>
typedef struct { uint32_t format, flags; const char *target; const unsigned char *begin, *end; const void *rest[4]; } image;
typedef struct { uint32_t version, count; const image *images; const char *emulated; } registration;
static uint64_t total;
void __sycl_register_images(const registration *r) {
  for (uint32_t i = 0; i < r->count; ++i)
    if (r->images[i].begin[0] == 3 && *r->images[i].end == 0) total += r->images[i].end - r->images[i].begin;
}
void __sycl_unregister_images(const registration *r) { (void)r; }
static int table[1000] = {1};
int main(void) { printf("%llu bytes %s %d\n", (unsigned long long)total, "of images", table[0]); return 0; }
END
"${compiler[@]}" -fPIE -pie main.c images.o -o program
[ "$(./program)" = '2306867200 bytes of images 1' ] || { ./program; exit 1; }
"${compiler[@]}" -fPIC -shared -Wl,-z,text main.c images.o -o program.so
rm -f program program.so images.o a.bin
echo PASSED
