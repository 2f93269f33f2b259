#!/bin/bash
# SYCL_CACHE_DIR with a real compiler: the first run fills it, the second uses it, a damaged one is filled again.
set -u
program=$1
export SYCL_CACHE_DIR=$TEST_TMPDIR/cache
export ONEAPI_DEVICE_SELECTOR=opencl:cpu
fail() { echo "FAILED: $*"; exit 1; }

"$program" specialization_constants || fail 'the first run'
files=$(find "$SYCL_CACHE_DIR" -name '*.bin' | sort)
[ -n "$files" ] || fail 'nothing was kept'
sums=$(cat $files | cksum)
"$program" specialization_constants || fail 'the second run'
[ "$files" = "$(find "$SYCL_CACHE_DIR" -name '*.bin' | sort)" ] || fail 'the second run kept something else'
[ "$sums" = "$(cat $files | cksum)" ] || fail 'the second run changed what was kept'
for file in $files; do
  printf 'damage' | dd of="$file" bs=1 seek=200 conv=notrunc status=none
done
"$program" specialization_constants || fail 'the run with damaged files'
for file in $files; do
  [ "$(dd if="$file" bs=1 skip=200 count=6 status=none)" != damage ] || fail 'a damaged file is still there'
done
SYCL_CACHE_MAX_SIZE=lots "$program" specialization_constants 2>&1 | grep -q "SYCL_CACHE_MAX_SIZE: 'lots' is no size" || fail 'no warning about the size'
[ -z "$(SYCL_CACHE_MAX_SIZE= "$program" specialization_constants 2>&1 | grep SYCL_CACHE_MAX_SIZE)" ] || fail 'an empty size is as good as none'
