# Sourced by the tests of this folder: expectations that say what was wrong.

failures=0

fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# expect_line TEXT PATTERN WHAT: some line of TEXT matches the extended regular expression.
expect_line() {
  grep -Eq -- "$2" <<<"$1" || fail "$3: no line matches '$2' in:
$1"
}

# expect_no_line TEXT PATTERN WHAT
expect_no_line() {
  ! grep -Eq -- "$2" <<<"$1" || fail "$3: a line matches '$2' in:
$1"
}

finish() {
  [ "$failures" = 0 ] || exit 1
  echo "PASSED"
}
