#!/bin/bash
# compressed_test.sh WRAPPED_IMAGES: an x86_64 image is an ELF file; compressed, it is a zstd frame (28 B5 2F FD).
set -eu
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
LC_ALL=C grep -aqP '\x28\xb5\x2f\xfd' "$1" || fail 'no zstd frame'
# The object itself is the only ELF file in it.
[ "$(LC_ALL=C grep -aoP '\x7fELF' "$1" | wc -l)" = 1 ] || fail 'an image that is not compressed'
echo PASSED
