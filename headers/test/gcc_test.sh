#!/bin/bash
# gcc_test.sh GCC GENERATED_HEADER SOURCE...: g++ 12 compiles the sources, and all headers in both orders, without a warning,
# as two standards, and sees no attribute that it does not know.
set -u
gcc=$PWD/$1 generated=$2
shift 2
version=$("$gcc" -dumpfullversion) || exit 1

failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

flags=(-Wall -Wextra -Werror -fsyntax-only -Iheaders "-I${generated%/sycl/info/*}")
(cd headers && find sycl -name '*.hpp' | sort) >"$TEST_TMPDIR/headers"
[ "$(wc -l <"$TEST_TMPDIR/headers")" -ge 50 ] || fail "hardly any headers"
sed 's/.*/#include <&>/' "$TEST_TMPDIR/headers" >"$TEST_TMPDIR/forward.cpp"
tac "$TEST_TMPDIR/forward.cpp" >"$TEST_TMPDIR/backward.cpp"
for source in "$@" "$TEST_TMPDIR/forward.cpp" "$TEST_TMPDIR/backward.cpp"; do
  for standard in 17 20; do
    "$gcc" -std=c++$standard "${flags[@]}" "$source" || fail "$source as C++$standard"
  done
done

text=$("$gcc" -std=c++17 "${flags[@]:4}" -E -P "$1" "$2") || fail "preprocessing"
attributes=$(grep -oE '\[\[ *(clang|sycl|intel|__sycl_detail__)::[a-z_:]*' <<<"$text" | sort -u)
[ -z "$attributes" ] || fail "attributes in host code: $attributes"

# What is ill-formed is refused with a sentence.
cat >"$TEST_TMPDIR/image.cpp" <<'CODE'
#include <sycl/sycl.hpp>
template class sycl::unsampled_image_accessor<sycl::float2, 1, sycl::access_mode::read>;
template class sycl::host_unsampled_image_accessor<const sycl::int4, 2, sycl::access_mode::write>;
template class sycl::unsampled_image_accessor<sycl::int4, 4, sycl::access_mode::read>;
template class sycl::sampled_image<1, std::allocator<int>>;
CODE
refused=$("$gcc" -std=c++17 "${flags[@]}" "$TEST_TMPDIR/image.cpp" 2>&1) && fail 'accessors to float2 compile'
for why in 'accessors to images are to int4, uint4, float4 or half4' 'accessors to const elements only read' \
  'images have one, two or three dimensions' 'allocators of images allocate in units of std::byte'; do
  [[ $refused == *"$why"* ]] || fail "nobody said $why: $refused"
done

[ "$failures" = 0 ] && echo "PASSED with g++ $version"
exit "$failures"
