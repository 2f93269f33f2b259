#!/bin/bash
# extension_table_test.sh GCC GENERATED_HEADER PAGE: the macros in the second column of PAGE's table of extensions are the
# macros SYCL_EXT_* that <sycl/sycl.hpp> defines, with their values.
set -u
gcc=$PWD/$1 generated=$2 page=$3

echo '#include <sycl/sycl.hpp>' |
  "$gcc" -std=c++17 -Iheaders "-I${generated%/sycl/info/*}" -E -dM -x c++ - >"$TEST_TMPDIR/macros" || exit 1
sed -nE 's/^#define (SYCL_EXT_[A-Z0-9_]+) ([0-9]+)$/\1 \2/p' "$TEST_TMPDIR/macros" | sort >"$TEST_TMPDIR/defined"
sed -nE 's/^\|[^|]*\| `(SYCL_EXT_[A-Z0-9_]+)` ([0-9]+) \|.*/\1 \2/p' "$page" | sort >"$TEST_TMPDIR/listed"
[ "$(wc -l <"$TEST_TMPDIR/defined")" -ge 10 ] || { echo 'FAILED: hardly any macros'; exit 1; }
diff -u --label "$page" --label '<sycl/sycl.hpp>' "$TEST_TMPDIR/listed" "$TEST_TMPDIR/defined" || {
  echo "FAILED: the table of $page is not what the headers define"
  exit 1
}
