#!/bin/bash
# extension_table_test.sh GCC GENERATED_HEADER PAGE: the macros in the second column of PAGE's tables of extensions are the
# macros SYCL_KHR_* and SYCL_EXT_* that <sycl/sycl.hpp> defines, with their values.
set -u
gcc=$PWD/$1 generated=$2 page=$3

echo '#include <sycl/sycl.hpp>' |
  "$gcc" -std=c++17 -Iheaders "-I${generated%/sycl/info/*}" -E -dM -x c++ - >"$TEST_TMPDIR/macros" || exit 1
sed -nE 's/^#define (SYCL_(KHR|EXT)_[A-Z0-9_]+) (.+)$/\1 \3/p' "$TEST_TMPDIR/macros" | sort >"$TEST_TMPDIR/defined"
sed -nE 's/^\|[^|]*\| `(SYCL_(KHR|EXT)_[A-Z0-9_]+)` ([0-9]+) \|.*/\1 \3/p' "$page" | sort >"$TEST_TMPDIR/listed"
[ "$(wc -l <"$TEST_TMPDIR/defined")" -ge 40 ] && grep -q ^SYCL_KHR_ "$TEST_TMPDIR/defined" || { echo 'FAILED: hardly any macros'; exit 1; }
diff -u --label "$page" --label '<sycl/sycl.hpp>' "$TEST_TMPDIR/listed" "$TEST_TMPDIR/defined" || {
  echo "FAILED: the tables of $page are not what the headers define"
  exit 1
}
