#!/bin/bash
# gcc_test.sh GENERATED_HEADER SOURCE...: g++ compiles the sources without a warning,
# as two standards, and sees no attribute that it does not know.
set -u
generated=$1
shift

gcc=$(command -v g++ || true)
if [ -z "$gcc" ]; then
  echo "skipped: g++ is not installed"
  exit 0
fi
version=$("$gcc" -dumpversion)
if [ "${version%%.*}" -lt 9 ]; then
  echo "skipped: g++ $version is older than the C++17 library that the headers need"
  exit 0
fi

failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

flags=(-Wall -Wextra -Werror -fsyntax-only -Iheaders "-I${generated%/sycl/info/*}")
for source; do
  for standard in 17 20; do
    "$gcc" -std=c++$standard "${flags[@]}" "$source" || fail "$source as C++$standard"
  done
done

text=$("$gcc" -std=c++17 "${flags[@]:4}" -E -P "$1" "$2") || fail "preprocessing"
attributes=$(grep -oE '\[\[ *(clang|sycl|intel|__sycl_detail__)::[a-z_:]*' <<<"$text" | sort -u)
[ -z "$attributes" ] || fail "attributes in host code: $attributes"

[ "$failures" = 0 ] && echo "PASSED with g++ $version"
exit "$failures"
