# Sourced by the tests: an installed driver, and what they check with it.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
finish() {
  [ "$failures" = 0 ] || exit 1
  echo PASSED
  exit 0
}
prefix=$TEST_TMPDIR/prefix
# 700 MB that else would stay until the test runs again.
trap 'rm -rf "$prefix"' EXIT
./install "$prefix" || exit 1
cd "$TEST_TMPDIR" || exit 1
PATH=$prefix/bin:$PATH
compile() { sycl-clang++ -fsycl -fsycl-targets=x86_64 "$@"; }

# One clear error, and no output.
refused() { # OUTPUT MESSAGE_FILE PATTERN WHAT
  [ ! -e "$1" ] || fail "$4: an output was left"
  grep -qE "$3" "$2" || fail "$4: $(cat "$2")"
  [ "$(grep -c 'error:' "$2")" = 1 ] || fail "$4: not one error: $(cat "$2")"
}

# A program that prints what device code computes, with one compilation for all tests of a folder.
prints() { # EXPECTED PROGRAM WHAT
  local output
  output=$("$2" 2>&1) || fail "$3: $output"
  [ "$output" = "$1" ] || fail "$3: expected '$1', got '$output'"
}
